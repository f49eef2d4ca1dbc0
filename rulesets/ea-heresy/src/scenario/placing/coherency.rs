//! No formation begins split: who is cut off, and the nearest place at which it would not be (EA-1.5).

use super::{Placing, field_of_unit};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::standing;
use crate::scenario::battlefield::said_spot;
use umpire_core::data::DataError;
use umpire_core::table::{CM, Point, said};

/// For how many units of a formation a place is looked for.
const ADVISED: usize = 16;

impl Placing<'_> {
    /// No formation begins split (EA-1.5), unless the scenario says so. Those with units that cannot
    /// be where they are (`unsound`) are put right first.
    pub(super) fn check_coherency(&mut self, game: &EaHeresy, state: &State, unsound: &[UnitNo]) {
        for (number, (row, field)) in self.rows.iter().enumerate() {
            let formation = FormationNo(number as u16);
            if row.scattered || unsound.iter().any(|it| state.unit(*it).formation == formation) {
                continue;
            }
            let on_table = |unit: &UnitNo| units::area_of(game, state, *unit).is_some();
            let units: Vec<UnitNo> = state.members(formation).filter(on_table).collect();
            let cut = standing::all_cut_off(game, state, &units);
            let mut chain: Vec<UnitNo> =
                units.iter().copied().filter(|unit| !cut.contains(unit)).collect();
            let mut mended = state.clone();
            let numbers: Vec<usize> =
                (0..self.units.len()).filter(|at| self.units[*at].formation == formation).collect();
            for (told, alone) in cut.into_iter().enumerate() {
                let near = if told < ADVISED {
                    nearest_in_coherency(game, &mended, alone, &chain)
                } else {
                    None
                };
                if let Some(near) = near {
                    mended.unit_mut(alone).place = Whereabouts::Table(near);
                    chain.push(alone);
                }
                let reach = said(units::coherency_of(game, state, alone));
                let problem = format!(
                    "`{}` is out of coherency with its formation, whose units stand within {reach} \
                     cm of each other unless it says `scattered: true` (EA-1.5)",
                    units::unit_name(game, alone)
                );
                let at = numbers.iter().position(|it| *it == alone.index()).unwrap_or(0);
                let fault = self.places.fault(&field_of_unit(row, field, at), problem);
                self.faults.push(DataError { suggestion: near.map(said_spot), ..fault });
            }
        }
    }
}

/// The nearest place at which a unit is in coherency with one of these.
fn nearest_in_coherency(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    chain: &[UnitNo],
) -> Option<Point> {
    let Whereabouts::Table(from) = state.unit(unit).place else { return None };
    let facing = state.unit(unit).facing;
    let reach = units::coherency_of(game, state, unit);
    let model = units::model_of(game, state, unit);
    let others: Vec<_> =
        chain.iter().filter_map(|other| units::area_of(game, state, *other)).collect();
    let near = |at: Point| {
        let area = Area::Base(model.base(at, facing));
        others.iter().any(|other| other.within(&area, reach))
    };
    standing::nearest_stand(game, state, unit, (from, facing), 100 * CM, &near)
}
