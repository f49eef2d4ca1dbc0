//! Shooting: target and volleys, hits, allocation, saves, blast markers (EA-7).

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, HitPool, State};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;

/// Shooting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShootStep {
    /// The formation chooses a target, or does not shoot.
    Choose {
        /// Who shoots.
        formation: FormationNo,
        /// Whether it shoots from overwatch, with no modifier of an action.
        reaction: bool,
    },
}

/// Shooting in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Firing {
    /// Hits still to be allotted.
    pub pools: Vec<HitPool>,
}

impl ShootStep {
    /// Whether nothing has been fired yet.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self, ShootStep::Choose { .. })
    }
}

impl Play for ShootStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, state: &State) -> Ask {
        let ShootStep::Choose { formation, .. } = self;
        Ask::about(state.formation(formation).owner, Rule::OneTarget, formation.index())
    }
}
