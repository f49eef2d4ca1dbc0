//! Magic actions: pools of magic, spells announced and resolved (DD-7.8 to DD-7.22).

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
pub enum MagicStep {
    /// The magic roll is over.
    Rolled,
}

/// Magic that is being spent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Casting {
    /// Whose.
    pub army: Army,
}

/// For what dice were picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Nothing yet.
    None,
}

impl DragonDice {
    /// Begins a magic action.
    pub(crate) fn begin_magic<O: Observe<Event>>(&self, _: &mut State, _: Army, _: &mut O) {}

    /// What an army in reserve may do.
    pub(crate) fn reserve_actions(&self, _: &State, _: Army) -> Types {
        Types::only(crate::catalog::Counted::Magic)
    }

    /// Which dice shoot in a missile action.
    pub(crate) fn shooting_dice(&self, _: &State, _: Army, all: PieceSet) -> PieceSet {
        all
    }

    /// What happens when a march begins at a terrain (Mire).
    pub(crate) fn march_begins<O: Observe<Event>>(&self, _: &mut State, _: Army, _: &mut O) {}

    /// What happens after a maneuver (Wall of Thorns).
    pub(crate) fn after_maneuver<O: Observe<Event>>(&self, _: &mut State, _: Army, _: &mut O) {}

    /// Dice were picked for a spell.
    pub(crate) fn magic_picked<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Pick,
        _: Picked,
        _: PieceSet,
        _: &mut O,
    ) {
    }
}

impl Play for MagicStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::MagicAction)
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
