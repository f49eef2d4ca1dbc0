//! The invariants of a position: what no input, scenario or judge may break.

use crate::game::DragonDice;
use crate::rule::Rule;
use crate::state::State;
use umpire_core::ruling::Refusal;

impl DragonDice {
    /// Whether a position can be one; every reason why not.
    pub(crate) fn check_sound(&self, _: &State) -> Result<(), Vec<Refusal<Rule>>> {
        Ok(())
    }
}
