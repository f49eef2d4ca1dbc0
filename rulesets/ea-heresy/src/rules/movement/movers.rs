//! Who may move in a move of a kind, and who is next.

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::counter_charge;
use crate::rules::movement::length;
use crate::rules::ruins;
use crate::tables::catalog::Traits;

/// Whether a unit has something to decide in a move of a kind.
pub(crate) fn may_move(game: &EaHeresy, state: &State, unit: UnitNo, kind: MoveKind) -> bool {
    if kind == MoveKind::CounterCharge
        && counter_charge::kept_from_counter_charge(game, state, unit).is_some()
    {
        return false;
    }
    if kind == MoveKind::Withdraw && has_withdrawn(game, state, unit) {
        return false;
    }
    match state.unit(unit).place {
        Whereabouts::Table(_) => length::allowance(game, state, unit, kind) > 0,
        Whereabouts::Inside(_) => {
            length::allowance(game, state, unit, kind) > 0
                && !has_entered(state, unit, kind)
                && !ruins::waits_in_ruin(game, state, unit, kind)
        }
        Whereabouts::Aboard(transport) => {
            matches!(state.unit(transport).place, Whereabouts::Table(_))
        }
        Whereabouts::Off | Whereabouts::Destroyed => false,
    }
}

/// Whether a unit stays inside in a move of a kind because it went in during this action (EA-6.3.1).
pub(crate) fn has_entered(state: &State, unit: UnitNo, kind: MoveKind) -> bool {
    // Ruling: a withdrawal is no move of the action.
    kind != MoveKind::Withdraw && state.acting.is_some_and(|acting| acting.entered.contains(unit))
}

/// Whether a unit has made the one move by which it withdraws: a ponderous one (EA-9.4).
pub(crate) fn has_withdrawn(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let stopped = state.moving.and_then(|moving| moving.stopped);
    let goes_on = stopped.is_some_and(|stopped| stopped.unit == unit);
    units::unit_has(game, state, unit, Traits::PONDEROUS)
        && state.withdrawn.contains(unit)
        && !goes_on
}

/// The next unit to move: the one on its way, else the lowest number that has not moved.
pub(crate) fn next_mover(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    kind: MoveKind,
) -> Option<UnitNo> {
    let moving = state.moving.as_ref()?;
    if let Some(stopped) = moving.stopped {
        return Some(stopped.unit);
    }
    state
        .members(formation)
        .filter(|unit| !moving.moved.contains(*unit))
        .find(|unit| may_move(game, state, *unit, kind))
}
