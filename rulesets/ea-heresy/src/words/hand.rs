//! Formations moved by a hand on the board: as they stand, all together, named by their middle.

use super::parse_contacts::kind_of_move;
use crate::position::action::{Action, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{State, UnitNo, Whereabouts};
use crate::position::step::{SetupStep, Step};
use crate::rules::deployment;
use crate::rules::movement::{length, movers};
use crate::steps::movement::candidates;
use crate::steps::setup::slots;
use crate::words::{asked, commands};
use umpire_core::game::Game;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{Bounds, Facing, Length, Point};

/// How many ways a formation is offered.
const WAYS: i32 = 8;

/// The units that may still move in the move under way.
pub(crate) fn left_in_move(game: &EaHeresy, state: &State) -> Vec<UnitNo> {
    let (Some(Step::Movement(step)), Some(moving)) = (state.steps.last(), state.moving) else {
        return Vec::new();
    };
    if let Some(stopped) = moving.stopped {
        return vec![stopped.unit];
    }
    let (formation, kind) = step.of();
    let left = state.members(formation).filter(|unit| !moving.moved.contains(*unit));
    left.filter(|unit| movers::may_move(game, state, *unit, kind)).collect()
}

/// How far all that may still move go together, as far as the slowest; nothing where they cannot.
pub(crate) fn far_together(game: &EaHeresy, state: &State) -> Option<Length> {
    let (units, kind) = (left_in_move(game, state), kind_of_move(state)?);
    let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
    let together = units.len() > 1 && units.iter().all(on_table);
    let far = units.iter().map(|unit| length::allowance(game, state, *unit, kind)).min();
    far.filter(|_| together)
}

/// Moves of the whole formation that keep its shape, as far as its slowest unit goes, all round.
pub(crate) fn offer_together(game: &EaHeresy, state: &State, into: &mut Vec<Action>) {
    let Some(far) = far_together(game, state) else { return };
    let Some(middle) = middle(game, state, &left_in_move(game, state)) else { return };
    for there in all_round(middle, far) {
        let there = together_at(game, state, there);
        let action = there.and_then(|text| commands::moves(game, state, &text).ok());
        into.extend(action);
    }
}

/// Ways to put down each other formation that waits: a hand says which it means by pointing at it.
pub(crate) fn offer_deployments(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) {
    if let Some(Step::Setup(SetupStep::Next(_))) = state.steps.last() {
        for formation in deployment::undeployed(state, seat).skip(1) {
            slots::list_deployments(game, state, seat, formation, into);
        }
    }
}

/// Places so far off, all round.
pub(crate) fn all_round(from: Point, far: Length) -> impl Iterator<Item = Point> {
    (0..WAYS).map(move |way| from.ahead(Facing::degrees(way * 360 / WAYS), far))
}

/// An action meant for another place: a unit's own place, or the middle of all that it puts down or moves.
pub(crate) fn meant_for(
    game: &EaHeresy,
    state: &State,
    action: &Action,
    at: Point,
) -> Option<String> {
    let text = match action {
        Action::Move(moves) if moves.len() > 1 => together_at(game, state, at)?,
        _ => commands::action_words(game, state, &action.aimed_at(at)?),
    };
    Some(as_far_as_may_be(game, state, &text).unwrap_or(text))
}

/// Moves to a place farther off than may be: as far as they may go; nothing where they may go there, or something but the
/// distance stops them: that is told.
fn as_far_as_may_be(game: &EaHeresy, state: &State, text: &str) -> Option<String> {
    let Some(Step::Movement(step)) = state.steps.last() else { return None };
    let (formation, _) = step.of();
    let seat = state.formation(formation).owner;
    let action = commands::moves(game, state, text).ok()?;
    let Action::Move(ways) = &action else { return None };
    if game.check(state, seat, &action, &mut Silent).is_ok() {
        return None;
    }
    if !ways.iter().any(|way| is_too_far(game, state, way)) {
        return None;
    }
    let shorter = candidates::as_far_together(game, state, step.of(), ways)?;
    Some(commands::action_words(game, state, &Action::Move(shorter)))
}

/// Whether a straight way is longer than the unit goes.
fn is_too_far(game: &EaHeresy, state: &State, way: &UnitMove) -> bool {
    let (Some(kind), Some(from)) = (kind_of_move(state), asked::spot_of(game, state, way.unit))
    else {
        return false;
    };
    let goes = length::allowance(game, state, way.unit, kind);
    matches!(way.path[..], [to] if from.distance_to(to) > goes)
}

/// The formation that moves, in the words that bring its middle to a place.
fn together_at(game: &EaHeresy, state: &State, at: Point) -> Option<String> {
    let units = left_in_move(game, state);
    let lead = asked::spot_of(game, state, *units.first()?)?;
    let to = at + (lead - middle(game, state, &units)?);
    Some(format!("all to {}", said_place(to)))
}

/// The middle of where units are.
fn middle(game: &EaHeresy, state: &State, units: &[UnitNo]) -> Option<Point> {
    let places: Vec<Point> =
        units.iter().filter_map(|unit| asked::spot_of(game, state, *unit)).collect();
    (!places.is_empty()).then(|| Bounds::of(&places).middle())
}
