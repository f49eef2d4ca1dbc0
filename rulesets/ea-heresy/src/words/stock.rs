//! What a referee may put down: the units of both sides.

use crate::game::EaHeresy;
use crate::state::{State, UnitNo, Whereabouts};
use umpire_core::host::Stock;
use umpire_core::table::said;

impl EaHeresy {
    /// Every unit, wherever it is.
    pub(crate) fn stocked(&self, state: &State) -> Vec<Stock> {
        state.all_units().map(|unit| self.stocked_unit(state, unit)).collect()
    }

    fn stocked_unit(&self, state: &State, unit: UnitNo) -> Stock {
        let (name, model) = (self.unit_word(unit), self.model_of(state, unit));
        let row = self.catalog.unit(model.unit);
        let group = format!("units of {}", self.seat_word(state.owner(unit)));
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
}
