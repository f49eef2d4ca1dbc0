//! The eight directions in which squares lie beside one another: four by a side, four by a corner.

use crate::plan::direction_letters;
use serde::{Deserialize, Serialize};

/// Where a square lies from one that touches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Direction {
    East,
    NorthEast,
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
}

impl Direction {
    /// All directions, counterclockwise on a drawing from the east.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::NorthEast,
        Self::North,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
    ];

    /// Place in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction at `index`, counted modulo eight.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 8]
    }

    /// The direction across from this one.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 4)
    }

    /// An eighth of a turn clockwise on a drawing: south-east after east.
    pub const fn clockwise(self) -> Self {
        Self::from_index(self.index() + 7)
    }

    /// An eighth of a turn counterclockwise on a drawing: north-east after east.
    pub const fn counterclockwise(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// Whether squares lie so by a corner.
    pub const fn is_diagonal(self) -> bool {
        self.index() % 2 == 1
    }

    /// Columns to the east and rows to the south that a step takes.
    pub const fn step(self) -> (i16, i16) {
        match self {
            Self::East => (1, 0),
            Self::NorthEast => (1, -1),
            Self::North => (0, -1),
            Self::NorthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::SouthWest => (-1, 1),
            Self::South => (0, 1),
            Self::SouthEast => (1, 1),
        }
    }

    /// What it is called: `ne`.
    pub const fn name(self) -> &'static str {
        ["e", "ne", "n", "nw", "w", "sw", "s", "se"][self.index()]
    }

    /// The direction of that name, in any case, in letters or spelled out: `NE`, `north-east`.
    pub fn named(name: &str) -> Option<Self> {
        let name = direction_letters(name);
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// An arrow that points there.
    pub const fn arrow(self) -> char {
        ['→', '↗', '↑', '↖', '←', '↙', '↓', '↘'][self.index()]
    }
}
