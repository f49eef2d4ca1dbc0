//! A figure, and the figures of a game as they stand: what a game starts from.

use crate::position::Place;
use serde::{Deserialize, Serialize};
use umpire_core::pieces::{Piece, Pieces};
use umpire_core::seat::Seat;

/// A figure; one that was removed stands nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// Its row among the units.
    pub unit: u16,
    /// Whose it is.
    pub side: Seat,
    /// Where it stands.
    pub at: Option<Place>,
    /// Wounds left.
    pub wounds: u8,
    /// It has acted this round.
    pub acted: bool,
}

impl Figure {
    /// Takes it off the table; what it was no longer matters.
    pub fn remove(&mut self) {
        *self = Figure { at: None, wounds: 0, acted: false, ..*self };
    }
}

impl Piece for Figure {
    fn side(&self) -> Seat {
        self.side
    }

    fn kind(&self) -> Option<usize> {
        Some(self.unit.into())
    }

    fn stands(&self) -> bool {
        self.at.is_some()
    }

    fn has_acted(&self) -> bool {
        self.acted
    }
}

/// What lies on the table: what a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The figures of both sides.
    pub figures: Pieces<Figure>,
    /// The round, from 1.
    pub round: u8,
    /// Whose turn it is; the judge's at a referee's table, where every figure may act as often as one likes.
    pub turn: Seat,
}

impl Position {
    /// Whether nobody's turn it is.
    pub fn is_free(&self) -> bool {
        self.turn == Seat::JUDGE
    }
}
