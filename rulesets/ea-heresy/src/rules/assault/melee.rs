//! Who takes part in the fighting of an assault, who touches whom, who can fire at what (EA-8.5).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, PieceNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::sight;
use smallvec::SmallVec;
use umpire_core::seat::Seat;

/// A few units.
pub(crate) type Few = SmallVec<[UnitNo; 8]>;

/// Units of a side that take part in the assault in progress: on the table or in strongholds.
pub(crate) fn fighters<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = UnitNo> + 'a {
    let side = state.assault.as_ref().map_or(&[][..], |assault| assault.side(state, seat));
    state.all_units().filter(move |unit| {
        let record = state.unit(*unit);
        side.contains(&record.formation)
            && matches!(record.place, Whereabouts::Table(_) | Whereabouts::Inside(_))
            && !units::model(game, record).is_aircraft()
    })
}

/// Whether a unit is inside walls that stand (EA-6.7.1, EA-8.8.2).
pub(crate) fn is_sheltered(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    matches!(state.unit(unit).place, Whereabouts::Inside(piece) if !units::is_ruined(game, state, piece))
}

/// The invaders of a stronghold, and the occupants that fight them: those of engaged formations
/// (EA-8.8.16).
pub(crate) fn inside(state: &State, piece: PieceNo) -> (Few, Few) {
    let assault = state.assault.as_ref();
    let fights =
        |unit: &UnitNo| assault.is_some_and(|assault| assault.has(state.unit(*unit).formation));
    state.occupants(piece).filter(fights).partition(|unit| state.invades(*unit))
}

/// The walls of a side's strongholds that still stand, of those in the assault (EA-8.8.9).
pub(crate) fn standing_walls<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    seat: Seat,
) -> impl Iterator<Item = PieceNo> + 'a {
    let walls = state.assault.iter().flat_map(|assault| &assault.walls);
    walls
        .filter(move |(piece, owner)| *owner == seat && !units::is_ruined(game, state, *piece))
        .map(|(piece, _)| *piece)
}

/// What of a side can be struck from outside: units that are not inside walls, and walls.
pub(crate) fn exposed(game: &EaHeresy, state: &State, seat: Seat) -> SmallVec<[Body; 16]> {
    let units = fighters(game, state, seat).filter(|unit| !is_sheltered(game, state, *unit));
    let walls = standing_walls(game, state, seat).map(Body::Stronghold);
    units.map(Body::Unit).chain(walls).collect()
}

/// Whether a unit's firefight reaches a body: within 15, and in sight (EA-8.5).
pub(crate) fn fires_at(game: &EaHeresy, state: &State, unit: UnitNo, at: Body) -> bool {
    let from = Body::Unit(unit);
    units::within(game, state, from, at, game.edition.firefight)
        && sight::sees(game, state, from, at)
}

/// Enemies outside walls that a unit touches. A unit inside walls touches nobody.
pub fn touched_units(game: &EaHeresy, state: &State, unit: UnitNo) -> Few {
    if is_sheltered(game, state, unit) {
        return Few::new();
    }
    let foe = state.owner(unit).opponent();
    fighters(game, state, foe)
        .filter(|foe| {
            !is_sheltered(game, state, *foe) && units::in_contact(game, state, unit, *foe)
        })
        .collect()
}

/// Enemy walls that a unit outside touches.
pub(crate) fn touched_walls(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
) -> SmallVec<[PieceNo; 2]> {
    if is_sheltered(game, state, unit) {
        return SmallVec::new();
    }
    let foe = state.owner(unit).opponent();
    standing_walls(game, state, foe)
        .filter(|piece| units::within(game, state, Body::Unit(unit), Body::Stronghold(*piece), 0))
        .collect()
}
