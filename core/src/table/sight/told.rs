//! Answers about sight, with what a person needs to see why.

use super::super::point::{Length, Point};
use serde::Serialize;

/// Whether one party sees another, and by which line or for which reason not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Sight {
    /// They see each other.
    Clear {
        /// A line that is free, its ends rounded to the grid.
        line: (Point, Point),
        /// Pieces as near to one as to the other that every free line crosses; none where some
        /// free line crosses none.
        tied: Vec<u16>,
        /// Pieces between them that are seen over.
        overseen: Vec<Overseen>,
    },
    /// They do not.
    Blocked {
        /// The piece that stops the line.
        by: u16,
        /// Where it does, rounded to the grid.
        at: Point,
        /// Why it does.
        why: BlockedBy,
        /// Every piece that stops this line, in order of its number.
        all: Vec<u16>,
        /// The line that was judged, its ends rounded to the grid.
        line: (Point, Point),
    },
}

impl Sight {
    /// Whether they see each other.
    pub fn is_clear(&self) -> bool {
        matches!(self, Sight::Clear { .. })
    }
}

/// A piece that is seen over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overseen {
    /// Its number.
    pub piece: u16,
    /// How far it is from the raised party; 0 where both are raised.
    pub near: Length,
    /// How far it is from the other party; 0 where both are raised.
    pub far: Length,
}

/// Why a piece stops a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum BlockedBy {
    /// The line goes in and out again, or would have to.
    Through,
    /// The line ends or begins in it, but too deep.
    Depth {
        /// The length of the line within it, rounded up.
        found: Length,
    },
    /// It is a hill with neither of them on it.
    Hill,
    /// The line runs where this piece and another touch.
    Joint {
        /// The number of the other.
        with: u16,
    },
    /// It could be seen over, but is nearer to the lower party than to the raised one.
    TooNear {
        /// How far it is from the raised party.
        near: Length,
        /// How far it is from the other party.
        far: Length,
    },
    /// It is tall, so the raised party does not see over it.
    Tall,
}

/// Part of a target that a shooter does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Obscured {
    /// A place of the target's base that is hidden, rounded to the grid.
    pub hidden: Point,
    /// A piece that hides it.
    pub by: u16,
}
