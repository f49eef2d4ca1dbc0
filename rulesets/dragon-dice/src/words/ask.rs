//! Questions answered.

use crate::game::DragonDice;
use crate::state::State;
use umpire_core::host::{Answer, Slip};
use umpire_core::seat::Seat;

impl DragonDice {
    pub(super) fn answer_question(
        &self,
        _: &State,
        _: Option<Seat>,
        text: &str,
    ) -> Result<Answer, Slip> {
        Err(Slip::new(format!("`{text}` is no question")))
    }
}
