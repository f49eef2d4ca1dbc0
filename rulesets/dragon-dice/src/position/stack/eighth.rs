//! Steps of eighth faces and royalty dice.

use crate::position::pieces::{Piece, PieceSet, Place};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EighthStep {
    /// The phase of the turn for them.
    Phase,
    /// Royalty dice of the classic edition.
    Royalty,
    /// Which icon acts next.
    Order {
        /// Terrains whose icon has acted, as bits.
        done: u8,
    },
    /// An icon acts.
    Act {
        /// The terrain.
        place: Place,
        /// Which of the powers of its face.
        power: u8,
    },
    /// A summoned dragon goes to a terrain.
    Send {
        /// The dragon.
        dragon: Piece,
        /// By which rule.
        rule: Rule,
    },
    /// A captured terrain is named (DD-14.17).
    Declare(Place),
    /// Which royalty die acts next.
    Crowns {
        /// Those that have not.
        left: PieceSet,
    },
    /// A royalty die recruits or promotes (DD-16.9).
    Crown(u8),
}
