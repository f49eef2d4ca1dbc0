//! Harm: hits are saved, damage is done, criticals are rolled; shared by all that hurts (EA-7.7, EA-11.2).
//!
//! Whoever hurts fills `state.wounds`, clears `state.toll` and pushes `HarmStep::Begin`; when the
//! step is gone, `state.toll` says what the wounds did.

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{State, UnitNo, Whereabouts};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Stages of saving and suffering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmStep {
    /// Wounds lie in `state.wounds`.
    Begin,
}

impl Play for HarmStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        state.wounds.clear();
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, _: &State) -> Ask {
        Ask::seat(Seat(0), Rule::Saves)
    }
}

impl EaHeresy {
    /// Destroys a unit, with what follows for those it carries.
    pub(crate) fn destroy<O: Observe<Event>>(
        &self,
        state: &mut State,
        unit: UnitNo,
        rule: Rule,
        out: &mut O,
    ) {
        state.unit_mut(unit).place = Whereabouts::Destroyed;
        out.tell(|| Event::Destroyed { unit, rule });
    }
}
