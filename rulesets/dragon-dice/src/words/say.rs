//! Events in a player's words.

use crate::event::Event;
use crate::game::DragonDice;
use crate::state::State;

impl DragonDice {
    pub(super) fn say(&self, _: &State, event: &Event) -> Option<String> {
        Some(format!("{event:?}"))
    }
}
