//! A battlefield surveyed for somebody who walks over it: where they may stand, what costs them twice, whom they see.

use super::Battlefield;
use crate::host::Survey;
use crate::odds::Budget;
use crate::table::base::Footprint;
use crate::table::facing::Facing;
use crate::table::map::{GroundAsked, Terrain};
use crate::table::point::Point;

/// Whom a table is surveyed for.
pub struct SurveyedFor<'m> {
    /// What it stands on.
    pub base: Footprint,
    /// How far it goes in a turn, in tenths of the map's unit.
    pub per_turn: u32,
    /// Who it is, in words.
    pub says: &'m str,
}

impl Battlefield {
    /// The map as a graph: nobody stands where ground is impassable, difficult ground costs twice, and who sees whom is asked
    /// of bases that stand at two places.
    pub fn survey(&self, mover: &SurveyedFor, budget: &Budget) -> Survey {
        let at = |place: Point| mover.base.at(place, Facing::default());
        let lies = |place: Point, holds: &dyn Fn(&Terrain) -> bool| {
            self.pieces_that(holds).any(|(_, piece)| piece.outline.holds(place))
        };
        let asked = GroundAsked {
            bounds: self.bounds,
            stands: &|place| !lies(place, &|row| row.impassable),
            slows: &|place| lies(place, &|row| row.difficult),
            sees: &|from, to| self.sees(&at(from), &at(to)),
            drawn: &|place| self.drawn(place),
            said: &|place| self.unit.said_place(place),
        };
        let zones = self.zones.iter();
        let starts: Vec<_> = zones.map(|(side, zone)| (side.clone(), zone.bounds())).collect();
        let objectives = self.objectives.iter();
        let goals: Vec<_> = objectives.map(|one| (one.name.clone(), one.at)).collect();
        let surveyed = asked.survey(self.unit.one(), &starts, &goals, budget);
        Survey { per_turn: mover.per_turn, mover: mover.says.to_string(), ..surveyed }
    }
}
