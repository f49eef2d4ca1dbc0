//! Hexes of a battlefield by column and row, their sides, and the names printed on the drawing.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::hex as board;

/// A hex in odd-r offset coordinates: pointed hexes in rows, every odd row (counted from 0) half a hex to the right.
///
/// Named by column letters and a row number from 1: `A1` is column 0, row 0; `AA3` column 26, row 2.
/// Ordered by row, then by column, as read off a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hex {
    /// From 0, left to right.
    pub column: i16,
    /// From 0, top to bottom.
    pub row: i16,
}

impl Hex {
    /// Columns and rows a battlefield may have; names and files are bounded by it.
    pub const MOST: i16 = 300;

    /// The hex a footprint's step leads to from here.
    ///
    /// Steps are written for an even row; from an odd row to an even one a column is added.
    pub fn step(self, columns: i16, rows: i16) -> Hex {
        let shift = i16::from(self.row & 1 == 1 && rows & 1 == 1);
        Hex {
            column: self.column.saturating_add(columns).saturating_add(shift),
            row: self.row.saturating_add(rows),
        }
    }

    /// The hex across a side.
    pub fn across(self, side: Side) -> Hex {
        let (columns, rows) = match side {
            Side::East => (1, 0),
            Side::Southeast => (0, 1),
            Side::Southwest => (-1, 1),
            Side::West => (-1, 0),
            Side::Northwest => (-1, -1),
            Side::Northeast => (0, -1),
        };
        self.step(columns, rows)
    }

    /// Whether it lies within the columns and rows a battlefield may have.
    pub fn is_on_sheet(self) -> bool {
        (0..Hex::MOST).contains(&self.column) && (0..Hex::MOST).contains(&self.row)
    }
}

impl Ord for Hex {
    fn cmp(&self, other: &Hex) -> std::cmp::Ordering {
        (self.row, self.column).cmp(&(other.row, other.column))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Hex) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut left = i32::from(self.column) + 1;
        while left > 0 {
            left -= 1;
            letters.push(b'A' + (left % 26) as u8);
            left /= 26;
        }
        for letter in letters.iter().rev() {
            write!(f, "{}", char::from(*letter))?;
        }
        write!(f, "{}", i32::from(self.row) + 1)
    }
}

impl FromStr for Hex {
    type Err = String;

    /// Letters may be small; what is wrong is said in words.
    fn from_str(name: &str) -> Result<Hex, String> {
        let digits = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        let (letters, number) = name.split_at(digits);
        let wrong = || "expected a hex by column letters and row number, such as `F7`".to_owned();
        if letters.is_empty() || number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let beyond = || format!("a battlefield has at most {0} columns and {0} rows", Hex::MOST);
        if letters.len() > 3 || number.len() > 4 {
            return Err(beyond());
        }
        let column = letters
            .bytes()
            .fold(0i32, |sum, b| sum * 26 + i32::from(b.to_ascii_uppercase() - b'A') + 1)
            - 1;
        let row = number.parse::<i32>().map_err(|_| wrong())? - 1;
        if row < 0 {
            return Err("rows are counted from 1".to_owned());
        }
        match (i16::try_from(column), i16::try_from(row)) {
            (Ok(column), Ok(row)) if Hex { column, row }.is_on_sheet() => Ok(Hex { column, row }),
            _ => Err(beyond()),
        }
    }
}

/// A surface to stand on: a hex and a level; printed `F7/3`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Space {
    /// The hex it is on.
    pub hex: Hex,
    /// The level of the surface, 0 for the table and for fluid tiles lying on it.
    pub level: i16,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.hex, self.level)
    }
}

/// The six sides of a hex, clockwise.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Right.
    East,
    /// Below, right.
    Southeast,
    /// Below, left.
    Southwest,
    /// Left.
    West,
    /// Above, left.
    Northwest,
    /// Above, right.
    Northeast,
}

impl Side {
    /// All of them, clockwise from the east.
    pub const ALL: [Side; 6] = [
        Side::East,
        Side::Southeast,
        Side::Southwest,
        Side::West,
        Side::Northwest,
        Side::Northeast,
    ];

    /// As written in a battlefield's file.
    pub fn name(self) -> &'static str {
        match self {
            Side::East => "east",
            Side::Southeast => "southeast",
            Side::Southwest => "southwest",
            Side::West => "west",
            Side::Northwest => "northwest",
            Side::Northeast => "northeast",
        }
    }

    /// The side with this name, in small letters.
    pub fn named(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }

    /// The side so many sixths of a turn further clockwise.
    pub fn turned(self, sixths: u8) -> Side {
        Side::ALL[(self as usize + usize::from(sixths)) % 6]
    }

    /// The same side seen from the hex across it.
    pub fn opposite(self) -> Side {
        self.turned(3)
    }
}

/// A battlefield's hex as the board has it.
pub fn on_board(hex: Hex) -> board::Hex {
    board::Hex::from_offset(hex.column, hex.row)
}

/// A side of a hex as the board has it.
pub fn side_on_board(side: Side) -> board::Side {
    match side {
        Side::East => board::Side::East,
        Side::Northeast => board::Side::NorthEast,
        Side::Northwest => board::Side::NorthWest,
        Side::West => board::Side::West,
        Side::Southwest => board::Side::SouthWest,
        Side::Southeast => board::Side::SouthEast,
    }
}
