//! Units put where their formations say: on the table, in strongholds, aboard, and what they suffered.

use super::Placing;
use crate::position::game::EaHeresy;
use crate::position::state::{UnitNo, Whereabouts};
use crate::position::{called, units};
use crate::scenario::battlefield::near_piece;
use crate::scenario::form::{FormationRow, PlaceRow};
use crate::scenario::several;
use crate::tables::catalog::Traits;
use umpire_core::data::DataError;
use umpire_core::table::{CM, Facing, Vector};

impl Placing<'_> {
    /// Gives every unit its place, damage and the like.
    pub(super) fn put_units(&mut self, game: &EaHeresy) {
        let rows = std::mem::take(&mut self.rows);
        for (number, (row, field)) in rows.iter().enumerate() {
            let own: Vec<UnitNo> = (0..self.units.len())
                .filter(|at| self.units[*at].formation.index() == number)
                .map(|at| UnitNo(at as u16))
                .collect();
            self.put_formation(game, row, field, &own);
            self.suffer(game, row, field, &own);
        }
        self.rows = rows;
    }

    fn put_formation(&mut self, game: &EaHeresy, row: &FormationRow, field: &str, own: &[UnitNo]) {
        let ways = [
            ("at", !row.at.is_empty()),
            ("from", row.from.is_some()),
            ("in", row.inside.is_some()),
            ("aboard", row.aboard.is_some()),
        ];
        if let Some(problem) = several(&ways) {
            self.faults.push(self.places.fault(field, problem));
            return;
        }
        if let Some(from) = row.from {
            let step = row.step.map_or(Vector::new(i64::from(4 * CM), 0), |step| step.0.into());
            for (at, unit) in own.iter().enumerate() {
                let by = at as i64 * step;
                self.units[unit.index()].place = Whereabouts::Table(from.0 + by);
            }
        }
        if let Some(piece) = &row.inside {
            let place = self.inside(game, piece, &format!("{field}.in"));
            own.iter().for_each(|unit| self.units[unit.index()].place = place);
        }
        if let Some(transport) = &row.aboard {
            let place = self.aboard(game, transport, &format!("{field}.aboard"), own);
            for unit in own.iter().filter(|unit| place != Whereabouts::Aboard(**unit)) {
                self.units[unit.index()].place = place;
            }
        }
        if !row.at.is_empty() && row.at.len() != own.len() {
            let problem =
                format!("the formation has {} units, found {} places", own.len(), row.at.len());
            self.faults.push(self.places.fault(&format!("{field}.at"), problem));
        }
        for (at, (unit, place)) in own.iter().zip(&row.at).enumerate() {
            let field = format!("{field}.at[{at}]");
            let (place, facing) = match place {
                PlaceRow::At(at, facing) => (Whereabouts::Table(*at), *facing),
                PlaceRow::Words(words) => (self.place_words(game, words, &field, own), None),
            };
            let unit = &mut self.units[unit.index()];
            unit.place = place;
            unit.facing = facing.map_or(unit.facing, Facing::degrees);
        }
    }

    fn place_words(
        &mut self,
        game: &EaHeresy,
        words: &str,
        field: &str,
        own: &[UnitNo],
    ) -> Whereabouts {
        let words = words.trim();
        if let Some(piece) = words.strip_prefix("in ") {
            return self.inside(game, piece, field);
        }
        if let Some(transport) = words.strip_prefix("aboard ") {
            return self.aboard(game, transport, field, own);
        }
        match words {
            "off" => Whereabouts::Off,
            "destroyed" => Whereabouts::Destroyed,
            _ => {
                let known = ["in STRONGHOLD", "aboard UNIT", "off", "destroyed"];
                self.faults.push(self.places.unknown(field, "place", words, known));
                Whereabouts::Off
            }
        }
    }

    fn inside(&mut self, game: &EaHeresy, name: &str, field: &str) -> Whereabouts {
        match game.board.named(name.trim()) {
            Some(piece) => Whereabouts::Inside(piece),
            None if self.is_lost(name) => Whereabouts::Off,
            None => {
                let problem = format!("unknown stronghold `{}`", name.trim());
                let fault = self.places.fault(field, problem);
                let suggestion = near_piece(&game.board, name);
                self.faults.push(DataError { suggestion, ..fault });
                Whereabouts::Off
            }
        }
    }

    fn aboard(&mut self, game: &EaHeresy, name: &str, field: &str, own: &[UnitNo]) -> Whereabouts {
        let found = called::unit_called(game, &self.units, own, name);
        match found {
            Some(unit) => Whereabouts::Aboard(unit),
            None if self.is_lost(name) => Whereabouts::Off,
            None => {
                let known = game.unit_names.iter().map(String::as_str);
                self.faults.push(self.places.unknown(field, "unit", name, known));
                Whereabouts::Off
            }
        }
    }

    fn suffer(&mut self, game: &EaHeresy, row: &FormationRow, field: &str, own: &[UnitNo]) {
        let count = own.len();
        let numbered = |number: &str, field: String, faults: &mut Vec<DataError>| {
            let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let unit = at.and_then(|at| own.get(at).copied());
            if unit.is_none() {
                let problem = format!("the formation has units 1 to {count}, found {number}");
                faults.push(self.places.key_fault(&field, problem));
            }
            unit
        };
        for (number, points) in &row.damage {
            let field = format!("{field}.damage.{number}");
            if let Some(unit) = numbered(number, field, &mut self.faults) {
                self.units[unit.index()].damage = *points;
            }
        }
        for (number, down) in &row.shields_down {
            let field = format!("{field}.shields_down.{number}");
            if let Some(unit) = numbered(number, field, &mut self.faults) {
                self.units[unit.index()].shields_down = *down;
            }
        }
        for (at, number) in row.popped_up.iter().enumerate() {
            let field = format!("{field}.popped_up[{at}]");
            let Some(unit) = numbered(&number.to_string(), field.clone(), &mut self.faults) else {
                continue;
            };
            if units::model(game, &self.units[unit.index()]).has(Traits::SKIMMER) {
                self.units[unit.index()].popped_up = true;
            } else {
                let problem = format!("`{}` is no skimmer (EA-3.7)", units::unit_name(game, unit));
                self.faults.push(self.places.fault(&field, problem));
            }
        }
        for (at, number) in row.destroyed.iter().enumerate() {
            let field = format!("{field}.destroyed[{at}]");
            if let Some(unit) = numbered(&number.to_string(), field, &mut self.faults) {
                self.units[unit.index()].place = Whereabouts::Destroyed;
            }
        }
    }
}
