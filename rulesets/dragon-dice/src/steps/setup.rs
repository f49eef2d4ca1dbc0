//! Before the first turn: forces, armies in secret, order of play, places, distances (sections 3, 4).

use super::{Ask, Flow, Play};
use crate::action::Action;
use crate::event::Event;
use crate::game::DragonDice;
use crate::position::{Phase, PositionSetup, Refusals, Setup};
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    /// Starting distances are rolled.
    Distances,
}

/// What is settled before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assembling {
    /// Who has divided their force.
    pub done: umpire_core::seat::Seats,
}

impl Play for SetupStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::SetupOrder)
    }

    fn legal(self, _: &DragonDice, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.push(Action::Pass);
        Listing::Complete
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        _: Seat,
        _: &Action,
        _: &mut O,
    ) {
        state.steps.pop();
    }
}

impl DragonDice {
    /// A game before its first turn.
    pub(crate) fn muster(&self, setup: &Setup) -> Result<State, Refusals> {
        let position = PositionSetup { phase: Phase::Start, ..PositionSetup::default() };
        self.take_position(setup, &position)
    }
}
