//! The actions a player who looks ahead weighs: a few destinations of each figure, and attacks on enemies.

use super::Appraisal;
use crate::position::action::Action;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::{DraftStep, PlacingStep, RoundStep, Step, TurnStep};
use crate::rules::{activation, reach};
use crate::steps::{attack, placing, round, turn};
use crate::words::bots::aims;
use umpire_core::game::{Game, Listing};
use umpire_core::seat::Seat;

/// Destinations of one figure that are weighed with all they bring, of those it comes to safely.
const MOST: usize = 4;
/// Destinations on whose way something may befall it that are weighed besides, however many are safe.
const RISKY: usize = 2;
/// Destinations that are looked at in a hurry.
const FEW: usize = 10;

/// Where a figure ends, what takes it there, and whether nothing can befall it on the way.
type Way = (Footprint, Action, bool);

/// Destinations and not single steps while figures move, everything legal at other times, but no
/// attack that can harm nobody but friends.
pub(crate) fn worth_weighing(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) {
    if let Some(Step::Draft(DraftStep::Pick { .. })) = state.step() {
        aims::picks(game, state, seat, into);
        return;
    }
    let (Some(Step::Turn(TurnStep::Turn)), Some(copy)) = (state.step(), state.turn.copy) else {
        game.legal(state, seat, into);
        return;
    };
    if state.turn.attacking {
        game.legal(state, seat, into);
        into.retain(|action| strikes_enemies(game, state, action));
        return;
    }
    let appraisal = Appraisal::of(game, state, seat);
    let mut tried = state.clone();
    for figure in activation::servants(game, state, copy) {
        if turn::may_move(game, state, figure) {
            let ways = all_ways(game, state, figure);
            destinations(state, &mut tried, figure, ways, &appraisal, into);
        }
    }
    into.push(Action::FinishMoving);
}

/// The same in a hurry: of moves, those of one figure to a few places, drawn.
pub(crate) fn worth_a_glance(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    die: &mut dyn FnMut(u32) -> u32,
    into: &mut Vec<Action>,
) {
    let (Some(Step::Turn(TurnStep::Turn)), Some(copy), false) =
        (state.step(), state.turn.copy, state.turn.attacking)
    else {
        worth_weighing(game, state, seat, into);
        return;
    };
    let mut drawn = |count: usize| die(count as u32) as usize % count.max(1);
    let appraisal = Appraisal::of(game, state, seat);
    let mut tried = state.clone();
    let figures = activation::servants(game, state, copy);
    let mut figures: Vec<FigureId> =
        figures.filter(|figure| turn::may_move(game, state, *figure)).collect();
    while into.is_empty() && !figures.is_empty() {
        let figure = figures.swap_remove(drawn(figures.len()));
        let mut ways = all_ways(game, state, figure);
        while ways.len() > FEW {
            ways.swap_remove(drawn(ways.len()));
        }
        destinations(state, &mut tried, figure, ways, &appraisal, into);
    }
    into.push(Action::FinishMoving);
}

/// What a hand on a board may pick: in a turn whole moves to everywhere, and attacks before the moving is said to be
/// over, too; some of these may not be legal. At other times what is listed.
pub(crate) fn to_pick(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) -> Listing {
    match state.step() {
        Some(Step::Round(RoundStep::Markers(_))) => {
            return round::markers_to_pick(game, state, seat, into);
        }
        Some(Step::Placing(PlacingStep::Place(..)) | Step::Draft(DraftStep::Place(_))) => {
            return placing::to_pick(game, state, seat, into);
        }
        _ => {}
    }
    let listing = game.legal(state, seat, into);
    let (Some(Step::Turn(TurnStep::Turn)), Some(copy)) = (state.step(), state.turn.copy) else {
        return listing;
    };
    // Who wants to attack a friend may type it.
    if !state.turn.attacking {
        into.retain(|action| !matches!(action, Action::Move { .. } | Action::Fly { .. }));
        attack::legal(game, state, copy, into);
        for figure in activation::servants(game, state, copy) {
            if turn::may_move(game, state, figure) {
                let walks = reach::walks(game, state, figure).into_iter();
                into.extend(walks.map(|way| Action::Move {
                    figure,
                    turned: way.turned,
                    path: way.path,
                }));
                let flights = reach::flights(game, state, figure).into_iter();
                into.extend(flights.map(|way| Action::Fly {
                    figure,
                    to: way.lead,
                    trail: way.trail,
                }));
            }
        }
    }
    into.retain(|action| strikes_enemies(game, state, action));
    Listing::Candidates
}

/// Where a figure can get, and how.
fn all_ways(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Way> {
    let walks = reach::walks(game, state, figure).into_iter().map(|way| {
        let (to, turned, path) = (Footprint::ends(way.lead, way.trail), way.turned, way.path);
        (to, Action::Move { figure, turned, path }, way.risk.weight() == 0)
    });
    let flights = reach::flights(game, state, figure).into_iter().map(|way| {
        let (to, trail) = (way.lead, way.trail);
        (Footprint::ends(to, trail), Action::Fly { figure, to, trail }, way.risk.weight() == 0)
    });
    walks.chain(flights).collect()
}

/// The moves of one figure to where it would stand best, if it would stand better than now.
fn destinations(
    state: &State,
    tried: &mut State,
    figure: FigureId,
    ways: Vec<Way>,
    appraisal: &Appraisal,
    into: &mut Vec<Action>,
) {
    let Some(stood) = state.spaces(figure) else { return };
    let now = appraisal.posture(state, figure);
    let mut better: Vec<(f64, bool, Action)> = Vec::new();
    for (to, action, safe) in ways {
        tried.put(figure, to);
        let posture = appraisal.posture(tried, figure);
        if posture > now + 0.01 {
            better.push((posture, safe, action));
        }
    }
    tried.put(figure, stood);
    better.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (safe, risky): (Vec<_>, Vec<_>) = better.into_iter().partition(|(_, safe, _)| *safe);
    let few = MOST.saturating_sub(safe.len()).max(RISKY);
    let weighed = safe.into_iter().take(MOST).chain(risky.into_iter().take(few));
    into.extend(weighed.map(|(.., action)| action));
}

/// Whether an action is no attack, or one that may harm an enemy.
fn strikes_enemies(game: &HeroScape, state: &State, action: &Action) -> bool {
    match action {
        Action::Attack { attacker, target } => game.enemies(state, *attacker, *target),
        Action::Special { attacker, power, aim } => {
            attack::affected(game, state, *attacker, *power, *aim)
                .iter()
                .any(|victim| game.enemies(state, *attacker, victim))
        }
        _ => true,
    }
}
