//! What a scenario's goals are worth to whoever looks ahead, and which cards are worth a pick.

use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::terms::{Aim, Goal};
use crate::steps::draft;
use crate::tables::catalog::{ArmyCard, CardId};
use umpire_core::seat::Seat;

/// Cards of a draft that may be picked: any of them, so that no two armies are alike.
const SHORT_LIST: usize = 8;
/// The farthest that a place to be reached draws figures, in points of Move.
const FAR_GOAL: f64 = 40.0;

/// Whether a goal is one of a side's, for figures of a card.
pub(super) fn concerns(goal: &Goal, controller: Seat, card: CardId) -> bool {
    goal.by.contains(controller) && goal.card.is_none_or(|wanted| wanted == card)
}

/// Whether enemies of a figure's side win by destroying its card.
pub(super) fn is_wanted(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let its = state.figure(figure);
    let card = state.copy(its.copy).card;
    let mut slays = game.goals.list.iter().filter(|goal| goal.aim == Aim::Slay);
    slays.any(|goal| goal.card == Some(card) && !goal.by.contains(its.controller))
}

/// How well a figure stands for a goal so many points of Move away.
pub(super) fn worth_of_goal(aim: Aim, away: f64) -> f64 {
    match aim {
        Aim::Reach(_) => 1.2 * (18.0 - away).max(0.0) + 0.6 * (FAR_GOAL - away).max(0.0),
        Aim::Hold(_) | Aim::Score(_) => {
            let on = if away < 0.5 { 6.0 } else { 0.0 };
            on + 0.8 * (9.0 - away).max(0.0)
        }
        Aim::Slay | Aim::Survive(_) => 0.0,
    }
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
    let own = || state.copies.iter().filter(|copy| copy.owner == seat);
    let rank = |card| {
        let printed = game.catalog.card(card);
        let share = f64::from(printed.points) / left.max(1.0);
        let modest = if share > 0.5 && left > 200.0 { 0.6 } else { 1.0 };
        let known = if own().any(|copy| copy.card == card) { 0.7 } else { 1.0 };
        // Heroes and squads lack what the others have.
        let alike = own().filter(|copy| game.catalog.card(copy.card).kind == printed.kind).count();
        let others = own().count() - alike;
        let mixed = 0.9_f64.powi(alike.saturating_sub(others) as i32);
        strength(printed) / f64::from(printed.points.max(10)).sqrt() * modest * known * mixed
    };
    cards.sort_by(|a, b| rank(*b).total_cmp(&rank(*a)));
    into.extend(cards.into_iter().take(SHORT_LIST).map(Action::Draft));
    if into.is_empty() {
        into.push(Action::Pass);
    }
}

/// What the numbers of a card come to: what its figures deal out until they die, one by one, and how long they last.
fn strength(card: &ArmyCard) -> f64 {
    let (attack, range) = (f64::from(card.attack), f64::from(card.range.min(7)));
    let deals = attack * (1.0 + 0.07 * range) + 0.15 * f64::from(card.moves);
    let lasts = f64::from(card.life) * (1.0 + 0.35 * f64::from(card.defense));
    let figures = f64::from(card.figures);
    (0.5 * (figures + 1.0) * deals * figures * lasts).sqrt()
}
