//! Dragon attacks: targets, breath, the army's answer, slaying (sections 10 to 13).

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
pub enum DragonStep {
    /// The phase of a turn.
    Phase,
}

/// A dragon attack in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DragonFight {
    /// Where.
    pub place: Place,
}

/// For what dice were picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Nothing yet.
    None,
}

impl DragonDice {
    /// Dice were picked in a dragon attack.
    pub(crate) fn dragons_picked<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Pick,
        _: Picked,
        _: PieceSet,
        _: &mut O,
    ) {
    }
}

impl Play for DragonStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::DragonsAttack)
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
