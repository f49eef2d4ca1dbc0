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
        /// Pieces that only hide, of which every free line crosses some; none where some free line crosses none.
        hiding: Vec<u16>,
        /// Pieces between them that are seen over.
        overseen: Vec<u16>,
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
    /// The line runs where this piece and another touch.
    Joint {
        /// The number of the other.
        with: u16,
    },
}

/// Part of a target that a shooter does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Obscured {
    /// A place of the target's base that is hidden, rounded to the grid.
    pub hidden: Point,
    /// A piece that hides it.
    pub by: u16,
}
