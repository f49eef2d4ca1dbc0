//! Icons of captured eighth faces: what each does in its phase and while it is held (section 14).

pub(crate) mod powers;

use super::pick::Pick;
use super::{Ask, Flow, Play};
use crate::action::Action;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place};
use crate::roll::Types;
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EighthStep {
    /// The phase of the turn for them.
    Phase,
    /// Royalty dice of the classic edition.
    Royalty,
}

impl DragonDice {
    /// What follows from a capture: a Castle is named, a second capture may win.
    pub(crate) fn after_capture<O: Observe<Event>>(
        &self,
        state: &mut State,
        _: Place,
        out: &mut O,
    ) {
        self.check_capture(state, out);
    }
}

impl Play for EighthStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::EighthFaceChoice)
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
