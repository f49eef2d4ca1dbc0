//! A stronghold falls in ruins: those inside are hit, and come out after the action (EA-6.9).

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{PieceNo, State};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// What a ruin asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuinStep {
    /// Its survivors are placed (EA-6.9.3).
    Exit {
        /// Which.
        piece: PieceNo,
    },
}

impl Play for RuinStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        let RuinStep::Exit { piece } = self;
        state.ruins.retain(|ruin| *ruin != piece);
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, _: &State) -> Ask {
        Ask::seat(Seat(0), Rule::SurvivorsLeave)
    }
}

impl EaHeresy {
    /// A stronghold falls in ruins; the hits on those inside are added to `state.wounds`.
    pub(crate) fn ruin<O: Observe<Event>>(&self, _: &mut State, piece: PieceNo, out: &mut O) {
        out.tell(|| Event::Ruined { piece });
    }
}
