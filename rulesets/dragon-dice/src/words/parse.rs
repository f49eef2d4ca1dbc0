//! Actions read as a person types them.

use crate::action::Action;
use crate::game::DragonDice;
use crate::state::State;
use umpire_core::game::Game;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

impl DragonDice {
    pub(super) fn read_action(
        &self,
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<Action, Slip> {
        let mut actions = Vec::new();
        self.legal(state, seat, &mut actions);
        let found = actions.into_iter().find(|action| self.typed(state, seat, action) == text);
        found.ok_or_else(|| Slip::new(format!("`{text}` is no answer here")))
    }
}
