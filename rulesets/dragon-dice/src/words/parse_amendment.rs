//! Changes of the position read as a judge types them.

use crate::amend::Amendment;
use crate::game::DragonDice;
use crate::state::State;
use umpire_core::host::Slip;

impl DragonDice {
    pub(super) fn read_change(&self, _: &State, text: &str) -> Result<Amendment, Slip> {
        Err(Slip::new(format!("`{text}` is no change of the position")))
    }
}
