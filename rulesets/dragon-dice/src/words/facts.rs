//! Facts of a position by name, for tests and programs.

use crate::game::DragonDice;
use crate::state::State;
use std::collections::BTreeMap;

impl DragonDice {
    pub(super) fn list_facts(&self, state: &State) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::new();
        facts.insert("turn".to_string(), state.turn.to_string());
        facts.insert("turn.seat".to_string(), self.seat_word(state.marching));
        facts
    }
}
