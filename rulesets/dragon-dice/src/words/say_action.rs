//! Actions and changes of the position as they would be typed.

use crate::action::Action;
use crate::amend::Amendment;
use crate::game::DragonDice;
use crate::state::State;
use umpire_core::seat::Seat;

impl DragonDice {
    pub(super) fn typed(&self, _: &State, _: Seat, action: &Action) -> String {
        format!("{action:?}")
    }

    pub(super) fn say_change(&self, _: &State, change: &Amendment) -> String {
        format!("{change:?}")
    }
}
