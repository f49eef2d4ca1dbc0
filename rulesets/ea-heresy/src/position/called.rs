//! Sides, formations and units found by what they are called.

use crate::position::game::EaHeresy;
use crate::position::sheets::{FormationSheet, SideSheet};
use crate::position::state::{FormationNo, Unit, UnitNo};
use crate::position::units;
use umpire_core::data::suggest;
use umpire_core::seat::Seat;

/// The side of that name.
pub(crate) fn seat_called(game: &EaHeresy, name: &str) -> Option<Seat> {
    let named = |side: &SideSheet| side.name.eq_ignore_ascii_case(name.trim());
    game.sides.iter().position(named).map(|at| Seat(at as u8))
}

/// The formation of that name.
pub fn formation_called(game: &EaHeresy, name: &str) -> Option<FormationNo> {
    let named = |sheet: &FormationSheet| sheet.name.eq_ignore_ascii_case(name.trim());
    game.sheets.iter().position(named).map(|at| FormationNo(at as u16))
}

/// A unit by its handle, by its number among `own`, or by its kind and number there.
pub(crate) fn unit_called(
    game: &EaHeresy,
    units: &[Unit],
    own: &[UnitNo],
    name: &str,
) -> Option<UnitNo> {
    let name = name.trim();
    let handle = |known: &String| known.eq_ignore_ascii_case(name);
    if let Some(at) = game.unit_names.iter().position(handle) {
        return Some(UnitNo(at as u16));
    }
    if let Ok(number) = name.parse::<usize>() {
        return own.get(number.checked_sub(1)?).copied();
    }
    let (kind, number) = match name.rsplit_once(' ') {
        Some((kind, number)) => match number.parse::<usize>() {
            Ok(number) => (kind, Some(number)),
            Err(_) => (name, None),
        },
        None => (name, None),
    };
    let alike = |unit: &&UnitNo| {
        let row = game.catalog.unit(units::model(game, &units[unit.index()]).unit);
        same(&row.key, kind) || same(&row.name, kind)
    };
    let alike: Vec<UnitNo> = own.iter().filter(alike).copied().collect();
    match number {
        Some(number) => alike.get(number.checked_sub(1)?).copied(),
        None if alike.len() == 1 => alike.first().copied(),
        None => None,
    }
}

/// What was probably meant by the name of a unit.
pub(crate) fn near_unit(game: &EaHeresy, name: &str) -> Option<String> {
    suggest(name, game.unit_names.iter().map(String::as_str)).map(String::from)
}

/// Whether two names are one: case, spaces, `-` and `_` count for nothing.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let bare = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    bare(a) == bare(b)
}
