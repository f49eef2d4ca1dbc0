//! What a scenario's goals are worth to whoever looks ahead, and which cards are worth a pick.

use crate::action::Action;
use crate::catalog::ArmyCard;
use crate::game::HeroScape;
use crate::state::{FigureId, State};
use crate::steps::draft;
use crate::terms::{Aim, Goal};
use umpire_core::seat::Seat;

/// Cards of a draft that are weighed.
const SHORT_LIST: usize = 3;

/// How far a figure is from the spaces of a goal, counted over hexes.
fn range_of_goal(game: &HeroScape, state: &State, figure: FigureId, goal: &Goal) -> Option<u16> {
    let mut nearest = None;
    for space in state.spaces(figure)?.spaces() {
        for to in &goal.spaces {
            let range = match space == *to {
                true => Some(0),
                false => game.space_range(space, *to),
            };
            nearest = nearest.into_iter().chain(range).min();
        }
    }
    nearest
}

/// How well a figure stands for the goals of its side.
pub(super) fn for_goals(game: &HeroScape, state: &State, figure: FigureId) -> f64 {
    let its = state.figure(figure);
    let card = state.copy(its.copy).card;
    let counts = |goal: &&Goal| {
        goal.by.contains(its.controller) && goal.card.is_none_or(|wanted| wanted == card)
    };
    let worth = game.goals.list.iter().filter(counts).map(|goal| {
        let Some(away) = range_of_goal(game, state, figure, goal).map(f64::from) else {
            return 0.0;
        };
        match goal.aim {
            Aim::Reach(_) => 1.6 * (18.0 - away).max(0.0),
            Aim::Hold(_) | Aim::Score(_) => {
                let on = if away < 0.5 { 6.0 } else { 0.0 };
                on + 0.8 * (9.0 - away).max(0.0)
            }
            Aim::Slay | Aim::Survive(_) => 0.0,
        }
    });
    worth.fold(0.0, f64::max)
}

/// What the goals are worth as they stand: places held, and the lives of whom somebody wants destroyed.
pub(super) fn goals_stand(game: &HeroScape, state: &State, seat: Seat) -> f64 {
    let mut worth = 0.0;
    for goal in &game.goals.list {
        match goal.aim {
            Aim::Hold(_) | Aim::Score(_) => {
                let held = crate::steps::goals::holders(state, goal);
                worth += held.map_or(0.0, |by| if by.contains(seat) { 15.0 } else { -15.0 });
            }
            Aim::Slay => {
                for (id, figure) in state.all_figures() {
                    let card = game.card(state, id);
                    if Some(state.copy(figure.copy).card) == goal.card && state.is_living(id) {
                        let lives = f64::from(card.life.saturating_sub(figure.wounds));
                        let own = state.friends(figure.owner, seat);
                        worth += if own { 12.0 * lives } else { -12.0 * lives };
                    }
                }
            }
            Aim::Reach(_) | Aim::Survive(_) => {}
        }
    }
    worth
}

/// The cards worth a pick: the most strength for their points, and none that leaves too little for others.
pub(super) fn picks(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) {
    let left = f64::from(draft::left(game, state, seat));
    let mut cards: Vec<_> = draft::options(game, state, seat).collect();
    let held = |card| state.copies.iter().filter(|c| c.owner == seat && c.card == card).count();
    let rank = |card| {
        let printed = game.catalog.card(card);
        let share = f64::from(printed.points) / left.max(1.0);
        let modest = if share > 0.5 && left > 200.0 { 0.6 } else { 1.0 };
        let known = if held(card) > 1 { 0.7 } else { 1.0 };
        strength(printed) / f64::from(printed.points.max(10)).powf(0.8) * modest * known
    };
    cards.sort_by(|a, b| rank(*b).total_cmp(&rank(*a)));
    into.extend(cards.into_iter().take(SHORT_LIST).map(Action::Draft));
    if into.is_empty() {
        into.push(Action::Pass);
    }
}

/// What the numbers of a card come to: what its figures deal out, times how long they last.
fn strength(card: &ArmyCard) -> f64 {
    let (attack, range) = (f64::from(card.attack), f64::from(card.range.min(7)));
    let deals = attack * (1.0 + 0.07 * range) + 0.15 * f64::from(card.moves);
    let lasts = (f64::from(card.life) * (1.0 + 0.35 * f64::from(card.defense))).sqrt();
    f64::from(card.figures) * deals * lasts
}
