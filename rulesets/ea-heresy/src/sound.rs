//! The invariants of a position: what no input, scenario or judge may break.

use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::State;
use umpire_core::ruling::Refusal;

impl EaHeresy {
    /// Whether a position can be one; every reason why not.
    pub(crate) fn check_sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let mut refusals = Vec::new();
        for unit in &state.units {
            if unit.formation.index() >= state.formations.len() {
                let says = "a unit belongs to no formation";
                refusals.push(Refusal::at(Rule::Formations, "", says));
            }
            if unit.model.index() >= self.models.len() {
                refusals.push(Refusal::at(Rule::UnitStatistics, "", "a unit has no profile"));
            }
        }
        if refusals.is_empty() { Ok(()) } else { Err(refusals) }
    }
}
