//! What the question under way is about: whose units count by number alone, and where they stand.

use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::{Step, Subject};
use crate::rules::victory;
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::table::Point;

/// The formation that the pending choice is about.
pub(crate) fn asked_formation(game: &EaHeresy, state: &State) -> Option<FormationNo> {
    let known =
        |formation: FormationNo| (formation.index() < state.formations.len()).then_some(formation);
    if let Pending::Choice(choice) = game.pending(state, &mut Silent) {
        match choice.subject.and_then(Subject::numbered) {
            Some(Subject::Formation(formation)) => return known(formation),
            Some(Subject::Unit(unit)) if unit.index() < state.units.len() => {
                return Some(state.unit(unit).formation);
            }
            _ => {}
        }
    }
    state.acting.map(|acting| acting.formation)
}

/// The units of that formation, which may be typed by their numbers alone.
pub(super) fn own_units(game: &EaHeresy, state: &State) -> Vec<UnitNo> {
    asked_formation(game, state).map_or(Vec::new(), |it| names::all_of(state, it))
}

/// Whether units move now.
pub(super) fn is_moving(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Movement(_)))
}

/// Where a unit's middle is, or that of what it is in.
pub(super) fn spot_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Point> {
    match state.unit(unit).place {
        Whereabouts::Off | Whereabouts::Destroyed => None,
        _ => victory::center_of(game, state, unit),
    }
}
