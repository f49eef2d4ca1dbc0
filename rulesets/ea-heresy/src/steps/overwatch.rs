//! Overwatch: formations that wait may shoot after an enemy's move (EA-7.9).

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;

/// Formations on overwatch may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverwatchStep {
    /// The formation that has just moved, popped up or disembarked; each that may shoot is asked
    /// in turn, from the one with this number on.
    After {
        /// Who moved.
        mover: FormationNo,
        /// The next that may be asked.
        next: u8,
    },
}

impl Play for OverwatchStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, state: &State) -> Ask {
        let OverwatchStep::After { mover, .. } = self;
        Ask::seat(State::foe(state.formation(mover).owner), Rule::Overwatch)
    }
}
