//! Moves: units travel leg by leg until a die has to fall, then the formation's move ends (EA-3).

use super::{Ask, Flow, Play};
use crate::action::Action;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo};
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// What kind of move it is: how far, under which zones, with which bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// A move of an action: advance, double, march, marshal, hold.
    Action,
    /// The charge of an engage action (EA-8.3).
    Charge,
    /// A counter charge (EA-8.4).
    CounterCharge,
    /// The step of a formation going on overwatch (EA-2.8.6).
    OverwatchStep,
    /// A withdrawal (EA-9.4).
    Withdraw,
    /// The winner's consolidation (EA-8.10).
    Consolidate,
}

/// A move of a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveStep {
    /// It begins.
    Begin {
        /// Who moves.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
    },
    /// Units move, until its player ends it.
    Go {
        /// Who moves.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
    },
}

impl Play for MoveStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        match self {
            MoveStep::Begin { formation, kind } => {
                state.replace_step(super::Step::Movement(MoveStep::Go { formation, kind }));
                Flow::On
            }
            MoveStep::Go { .. } => Flow::Wait,
        }
    }

    fn ask(self, _: &EaHeresy, state: &State) -> Ask {
        let (MoveStep::Begin { formation, .. } | MoveStep::Go { formation, .. }) = self;
        Ask::about(state.formation(formation).owner, Rule::Moves, formation.index())
    }

    fn legal(self, _: &EaHeresy, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.push(Action::Done);
        Listing::Candidates
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &EaHeresy,
        state: &mut State,
        _: Seat,
        _: &Action,
        _: &mut O,
    ) {
        state.steps.pop();
    }
}

impl EaHeresy {
    /// Whether a unit on the table stands in an enemy's live zone (EA-3.4.3, EA-6.4.2).
    pub(crate) fn stands_in_enemy_zone(&self, _: &State, _: UnitNo) -> bool {
        false
    }

    /// Whether a unit's middle is on a road (EA-5.9.4).
    pub(crate) fn is_on_road(&self, _: &State, _: UnitNo) -> bool {
        false
    }

    /// Whether any unit of a formation could come near enough to an enemy to engage (EA-8.3).
    pub(crate) fn could_engage(&self, _: &State, _: FormationNo) -> bool {
        true
    }

    /// Whether a unit that starts in an enemy's zone has a legal way out (EA-3.4.3).
    pub(crate) fn could_leave_zones(&self, _: &State, _: FormationNo) -> bool {
        true
    }

    /// What is left of a move that was cut off.
    pub(crate) fn rest_of_move(&self, _: &State, _: &Action, _: &State) -> Option<Action> {
        None
    }
}
