//! Before the first turn: formations are deployed by turns (EA-13.6).

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// What is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    /// Formations off the table are put down by turns.
    Deploy,
}

impl Play for SetupStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, _: &State) -> Ask {
        Ask::seat(Seat(0), Rule::Garrisons)
    }
}
