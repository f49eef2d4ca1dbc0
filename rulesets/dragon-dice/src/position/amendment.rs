//! What the judge may change.

use crate::position::lasting::Effect;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::tables::catalog::EighthId;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// A change of the position by the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// Dice of one player lie somewhere else.
    Put {
        /// Whose.
        owner: Seat,
        /// Which.
        pieces: PieceSet,
        /// Where.
        to: Place,
    },
    /// A terrain shows a number; whoever held it holds it no more unless it is 8.
    Face {
        /// Which terrain.
        place: Place,
        /// The number, 1 to 8.
        face: u8,
    },
    /// A terrain shows 8 and this player's army holds it, or nobody holds it.
    Holder {
        /// Which terrain.
        place: Place,
        /// Who.
        holder: Option<Seat>,
    },
    /// A captured Castle has been named.
    Named {
        /// Which terrain.
        place: Place,
        /// As which eighth face.
        eighth: Option<EighthId>,
    },
    /// A captured terrain has been held through so many turn starts.
    Held {
        /// Which terrain.
        place: Place,
        /// How many.
        turns: u8,
    },
    /// The minor terrain beside an army shows a face, counted from 1.
    Minor {
        /// Whose.
        army: Army,
        /// Which face.
        face: u8,
    },
    /// Something lasts.
    Begin(Effect),
    /// It lasts no longer.
    End(Effect),
    /// The turn of this player begins.
    Turn(Seat),
}
