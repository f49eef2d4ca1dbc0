//! Hexes of an axial grid, pointed at the top, and the six sides they share.

use crate::plan::direction_letters;
use serde::{Deserialize, Serialize};

/// A height on a board, counted in tile thicknesses from the table.
pub type Level = i16;

/// A hex in axial coordinates: `q` grows to the east, `r` to the south-east.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Hex {
    /// Steps to the east.
    pub q: i16,
    /// Steps to the south-east.
    pub r: i16,
}

/// One of the six sides of a hex, and the direction of the neighbour beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Side {
    East,
    NorthEast,
    NorthWest,
    West,
    SouthWest,
    SouthEast,
}

impl Hex {
    /// The hex at these axial coordinates.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The neighbour beyond `side`; coordinates wrap at the rim of the number range.
    pub const fn step(self, side: Side) -> Self {
        let (q, r) = side.vector();
        Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// The side shared with `other`, if the two are neighbours.
    pub fn side_towards(self, other: Self) -> Option<Side> {
        let vector = (other.q.wrapping_sub(self.q), other.r.wrapping_sub(self.r));
        Side::ALL.into_iter().find(|side| side.vector() == vector)
    }

    /// Fewest steps between two hexes of an endless grid.
    pub fn distance(self, other: Self) -> u16 {
        let q = i32::from(self.q) - i32::from(other.q);
        let r = i32::from(self.r) - i32::from(other.r);
        let steps = q.abs().max(r.abs()).max((q + r).abs());
        u16::try_from(steps).unwrap_or(u16::MAX)
    }

    /// Whether another hex lies within so many twelfths of a turn to the left and right of where something on this one faces: 1 for the
    /// sixth before it, 3 for its front half, 5 for all but the sixth behind it; what lies on the rim is within.
    ///
    /// ```
    /// # use umpire_core::hex::{Hex, Side};
    /// let here = Hex::new(0, 0);
    /// assert!(here.faces(Side::East, Hex::new(3, -1), 1));
    /// assert!(here.faces(Side::East, Hex::new(-1, 2), 3) && !here.faces(Side::East, Hex::new(-1, 1), 3));
    /// assert!(here.faces(Side::East, Hex::new(-1, 1), 4) && !here.faces(Side::East, Hex::new(-3, 1), 5));
    /// ```
    pub fn faces(self, side: Side, other: Self, twelfths: u8) -> bool {
        let (q, r) = (other.q.wrapping_sub(self.q), other.r.wrapping_sub(self.r));
        let ahead = (0..side.index()).fold(Self { q, r }, |hex, _| hex.rotate_clockwise());
        // To the east lie `2q + r` halves of a hex, to the side `r` rows, each of the height of an equal triangle on a hex.
        let (east, aside) = (2 * i32::from(ahead.q) + i32::from(ahead.r), i32::from(ahead.r).abs());
        match twelfths {
            0 => aside == 0 && east >= 0,
            1 => 3 * aside <= east,
            2 => aside <= east,
            3 => east >= 0,
            4 => aside >= -east,
            5 => 3 * aside >= -east,
            _ => true,
        }
    }

    /// From a rectangular grid whose odd rows lie half a hex further east.
    pub const fn from_offset(column: i16, row: i16) -> Self {
        Self { q: column.wrapping_sub(row.wrapping_sub(row & 1) / 2), r: row }
    }

    /// Column and row of the rectangular grid whose odd rows lie half a hex further east.
    pub const fn to_offset(self) -> (i16, i16) {
        (self.q.wrapping_add(self.r.wrapping_sub(self.r & 1) / 2), self.r)
    }

    /// Turned by a sixth about the hex (0, 0), east towards south-east.
    pub const fn rotate_clockwise(self) -> Self {
        Self { q: self.r.wrapping_neg(), r: self.q.wrapping_add(self.r) }
    }

    /// Mirrored on the line that keeps the hexes with `q` equal to `r` in place.
    pub const fn mirror(self) -> Self {
        Self { q: self.r, r: self.q }
    }
}

impl Side {
    /// All sides, counterclockwise on a drawing from the east.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::NorthEast,
        Self::NorthWest,
        Self::West,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// Place in [`Side::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side at `index`, counted modulo six.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 6]
    }

    /// The side facing this one across the hex.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// The next side clockwise on a drawing: south-east after east.
    pub const fn clockwise(self) -> Self {
        Self::from_index(self.index() + 5)
    }

    /// The next side counterclockwise on a drawing: north-east after east.
    pub const fn counterclockwise(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// What it is called, as the eight directions of a map are: `ne`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::East => "e",
            Self::NorthEast => "ne",
            Self::NorthWest => "nw",
            Self::West => "w",
            Self::SouthWest => "sw",
            Self::SouthEast => "se",
        }
    }

    /// The side of that name, in any case, in letters or spelled out: `NE`, `north-east`.
    pub fn named(name: &str) -> Option<Self> {
        let name = direction_letters(name);
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    /// An arrow that points there.
    pub const fn arrow(self) -> char {
        match self {
            Self::East => '→',
            Self::NorthEast => '↗',
            Self::NorthWest => '↖',
            Self::West => '←',
            Self::SouthWest => '↙',
            Self::SouthEast => '↘',
        }
    }

    /// Axial step to the neighbour beyond.
    pub const fn vector(self) -> (i16, i16) {
        match self {
            Self::East => (1, 0),
            Self::NorthEast => (1, -1),
            Self::NorthWest => (0, -1),
            Self::West => (-1, 0),
            Self::SouthWest => (-1, 1),
            Self::SouthEast => (0, 1),
        }
    }
}
