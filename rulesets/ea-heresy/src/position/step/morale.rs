//! Steps of breaking, withdrawing, regrouping and rallying.

use crate::position::state::{FormationNo, PieceNo};
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// Breaking, withdrawing, regrouping, rallying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleStep {
    /// A formation withdraws, with so many moves left (EA-9.4).
    Withdraw {
        /// Which.
        formation: FormationNo,
        /// Moves left.
        left: u8,
    },
    /// Two dice to regroup (EA-2.9).
    Regroup {
        /// Which.
        formation: FormationNo,
    },
    /// What they removed is shared between blast markers and shields.
    Share {
        /// Which.
        formation: FormationNo,
        /// How much there is to share.
        amount: u8,
    },
    /// Of several engines their player says whose shields rise (EA-2.9, EA-11.3).
    Raise {
        /// Which formation.
        formation: FormationNo,
        /// Shields still to rise.
        left: u8,
    },
    /// Blast markers on a stronghold are divided among those inside (EA-6.6.4).
    Divide {
        /// Which stronghold.
        piece: PieceNo,
        /// Markers still to be handed out.
        left: u8,
    },
    /// A side picks a formation to rally (EA-10.1).
    Rally {
        /// Which side.
        seat: Seat,
    },
    /// Its test.
    RallyTest {
        /// Which formation.
        formation: FormationNo,
        /// Whether it is the roll of a supreme commander; before that he is asked.
        again: Again,
    },
}

/// How far a re-roll has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// The first roll.
    First,
    /// It failed; the player is asked.
    Asking,
    /// He rolls again.
    Rolling,
}
