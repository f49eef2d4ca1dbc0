//! What a referee may put down: the formations and units of both sides.

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::{names, units};
use std::collections::BTreeMap;
use umpire_core::host::Stock;
use umpire_core::table::said;

/// Every formation of several units and every unit, wherever it is.
pub(crate) fn stocked(game: &EaHeresy, state: &State) -> Vec<Stock> {
    let formations = state.all_formations();
    let formations = formations.filter_map(|formation| stocked_formation(game, state, formation));
    let units = state.all_units().map(|unit| stocked_unit(game, state, unit));
    formations.chain(units).collect()
}

fn stocked_formation(game: &EaHeresy, state: &State, formation: FormationNo) -> Option<Stock> {
    let units: Vec<UnitNo> = state.members(formation).collect();
    if units.len() < 2 {
        return None;
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in &units {
        *kinds
            .entry(&game.catalog.unit(units::model_of(game, state, *unit).unit).name)
            .or_default() += 1;
    }
    let says: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let name = names::formation_word(game, formation);
    let group = format!("formations of {}", names::seat_word(game, state.owner(units[0])));
    let line = format!("place {name} at");
    let is_down = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
    Some(Stock {
        says: says.join(", "),
        is_down: units.iter().any(is_down),
        ..Stock::placed(group, name, line)
    })
}

fn stocked_unit(game: &EaHeresy, state: &State, unit: UnitNo) -> Stock {
    let (name, model) = (names::unit_word(game, unit), units::model_of(game, state, unit));
    let row = game.catalog.unit(model.unit);
    let group = format!("units of {}", names::seat_word(game, state.owner(unit)));
    let line = format!("place {name} at");
    let save = |number: u8, what: &str| match number {
        0 => String::new(),
        number => format!(", {what} {number}+"),
    };
    let saves = [(model.armour, "armour"), (model.close_combat, "CC"), (model.firefight, "FF")];
    let saves: String = saves.map(|(number, what)| save(number, what)).concat();
    let kind = model.kind.short();
    Stock {
        says: format!("{}: {kind}, {} cm{saves}", row.name, said(model.speed)),
        is_down: matches!(state.unit(unit).place, Whereabouts::Table(_)),
        asks: format!("unit {name}"),
        ..Stock::placed(group, name, line)
    }
}
