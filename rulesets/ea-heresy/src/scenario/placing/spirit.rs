//! The formations whose loss breaks the spirit of a side (EA-13.5).

use super::Placing;
use crate::position::game::EaHeresy;
use crate::position::state::FormationNo;
use crate::position::units;
use crate::tables::catalog::Traits;

impl Placing<'_> {
    /// Names the formations whose loss breaks the spirit of each side (EA-13.5).
    pub(super) fn break_spirits(&mut self, game: &mut EaHeresy) {
        for (seat, (name, side)) in self.file.sides.iter().enumerate() {
            let owned = |it: &FormationNo| self.formations[it.index()].owner.index() == seat;
            let own: Vec<FormationNo> =
                (0..self.formations.len()).map(|at| FormationNo(at as u16)).filter(owned).collect();
            let mut spirit: Vec<FormationNo> = Vec::new();
            for (at, wanted) in side.spirit.iter().enumerate() {
                let sheet = |it: &&FormationNo| {
                    game.sheets[it.index()].name.eq_ignore_ascii_case(wanted.trim())
                };
                match own.iter().find(sheet) {
                    Some(it) => spirit.push(*it),
                    None if self.is_lost(wanted) => {}
                    None => {
                        let field = format!("sides.{name}.spirit[{at}]");
                        let known = own.iter().map(|it| game.sheets[it.index()].name.as_str());
                        self.faults.push(self.places.unknown(&field, "formation", wanted, known));
                    }
                }
            }
            let mut equal = Vec::new();
            if side.spirit.is_empty() {
                let cost = |it: &FormationNo| game.sheets[it.index()].cost.unwrap_or(0);
                let most = own.iter().map(cost).max();
                let dearest = own.iter().copied().filter(|it| Some(cost(it)) == most);
                equal.extend(dearest);
                if equal.len() == 1 {
                    spirit.append(&mut equal);
                }
            }
            let primarch = |it: &&FormationNo| {
                let mut units = self.units.iter().filter(|unit| unit.formation == **it);
                units.any(|unit| units::model(game, unit).has(Traits::PRIMARCH))
            };
            let more: Vec<FormationNo> =
                own.iter().filter(primarch).filter(|it| !spirit.contains(it)).copied().collect();
            spirit.extend(more);
            (game.sides[seat].spirit, game.sides[seat].equal) = (spirit, equal);
        }
    }
}
