//! Assaults: charge, counter charge, attacks, support, result (EA-8).

use super::{Ask, Flow, Play};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, PieceNo, State, UnitNo, UnitSet};
use serde::{Deserialize, Serialize};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Stages of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStep {
    /// The formation that engages picks whom.
    Begin {
        /// Who engages.
        formation: FormationNo,
    },
}

/// The assault in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Assault {
    /// Who engages.
    pub attackers: Vec<FormationNo>,
    /// Who is engaged.
    pub defenders: Vec<FormationNo>,
    /// Units that invaded a stronghold; each is inside it.
    pub invaders: UnitSet,
    /// Occupants tied to invaders in this round.
    pub tied: UnitSet,
}

impl Play for AssaultStep {
    fn advance<O: Observe<Event>>(self, _: &EaHeresy, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &EaHeresy, _: &State) -> Ask {
        Ask::seat(Seat(0), Rule::AssaultTarget)
    }
}

impl EaHeresy {
    /// A charger goes into an enemy's stronghold (EA-8.8.3).
    pub(crate) fn note_invader<O: Observe<Event>>(
        &self,
        state: &mut State,
        unit: UnitNo,
        piece: PieceNo,
        out: &mut O,
    ) {
        state.unit_mut(unit).place = crate::state::Whereabouts::Inside(piece);
        state.assault.get_or_insert_default().invaders.add(unit);
        out.tell(|| Event::Invaded { unit, piece });
    }
}
