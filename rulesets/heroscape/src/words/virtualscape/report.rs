//! What was found in a Virtualscape file, and what a person should know about the import.

use std::collections::BTreeMap;
use std::fmt;

use crate::tables::battlefield::{Hex, Side, Space};

/// What an import found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Whose form the file has, where that is not Virtualscape's.
    pub form: Option<&'static str>,
    /// Of the file, in ten-thousandths: 7 is 0.0007.
    pub version: u8,
    /// As its maker wrote it.
    pub title: String,
    /// As its maker wrote it.
    pub author: String,
    /// As its maker wrote it.
    pub players: String,
    /// Rich text since version 0.0004, plain before.
    pub scenario: Vec<u8>,
    /// Tile records of the file, markers included.
    pub records: usize,
    /// Records by the name of their piece; unknown codes are not among them.
    pub pieces: BTreeMap<String, usize>,
    /// Spaces by level.
    pub spaces: BTreeMap<i16, usize>,
    /// Hexes by the level of their highest tile: what is seen from above.
    pub tops: BTreeMap<i16, usize>,
    /// The columns and rows by which everything was moved up and left; an even number of rows.
    pub moved: (i32, i32),
    /// The seat each start colour became.
    pub seats: BTreeMap<char, String>,
    /// Names of figures standing on the map, which are not imported.
    pub figures: Vec<String>,
    /// In the order of the file, `MOST_WARNINGS` at most.
    pub warnings: Vec<Warning>,
    /// Warnings beyond those.
    pub more_warnings: usize,
}

/// Warnings that a report keeps; of more it tells the number.
pub const MOST_WARNINGS: usize = 1000;

impl Report {
    /// Adds a warning, or counts it where there are many already.
    pub fn warn(&mut self, warning: Warning) {
        match self.warnings.len() < MOST_WARNINGS {
            true => self.warnings.push(warning),
            false => self.more_warnings += 1,
        }
    }

    /// The version as the file format's makers write it.
    pub fn version_name(&self) -> String {
        format!("0.{:04}", self.version)
    }

    /// What was found, line by line: the hexes seen from above first, as map makers count them.
    pub fn lines(&self) -> Vec<String> {
        let by_level = |counts: &BTreeMap<i16, usize>| {
            let each = counts.iter().map(|(level, count)| format!("{level}: {count}"));
            each.collect::<Vec<_>>().join(", ")
        };
        let sum = |counts: &BTreeMap<i16, usize>| counts.values().sum::<usize>();
        let mut lines = vec![
            match self.form {
                Some(form) => format!("{form}, {} pieces", self.records),
                None => format!("format {}, {} records", self.version_name(), self.records),
            },
            format!(
                "{} spaces seen from above; by level {}",
                sum(&self.tops),
                by_level(&self.tops)
            ),
        ];
        if self.spaces != self.tops {
            let (all, levels) = (sum(&self.spaces), by_level(&self.spaces));
            let words = "with those under overhangs, and without hexes that obstacles fill";
            lines.push(format!("{all} spaces to stand on, {words}; by level {levels}"));
        }
        if !self.title.is_empty() {
            lines.push(format!("title `{}`, author `{}`", self.title, self.author));
        }
        if !self.scenario.is_empty() {
            lines.push(format!("{} bytes of scenario text, not imported", self.scenario.len()));
        }
        lines.extend(self.pieces.iter().map(|(piece, count)| format!("{count} x {piece}")));
        for (seat, colour) in &self.seats {
            lines.push(format!("start zone {seat}: {colour}"));
        }
        for figure in &self.figures {
            lines.push(format!("figure `{figure}` is not imported"));
        }
        lines.extend(self.warnings.iter().map(|warning| format!("warning: {warning}")));
        if self.more_warnings > 0 {
            lines.push(format!("warning: and {} more of these", self.more_warnings));
        }
        lines
    }
}

/// Something a person should look at; the import went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Pieces of a code nobody knows were left out.
    UnknownCode {
        /// The code.
        code: i32,
        /// How many.
        count: usize,
    },
    /// Pieces of a name nobody knows were left out.
    UnknownPiece {
        /// The name.
        id: String,
        /// How many.
        count: usize,
    },
    /// A piece that cannot be read; it was left out.
    Unreadable {
        /// The piece as it is written in the file.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Pieces that have no meaning in play were left out.
    LeftOut {
        /// What.
        what: String,
        /// How many.
        count: usize,
    },
    /// A rotation that is none; its remainder by six was taken.
    Rotation {
        /// Of which piece.
        piece: String,
        /// As in the file.
        rotation: i32,
        /// Where its record begins.
        offset: usize,
    },
    /// Two tiles in one place; the first was kept.
    SamePlace {
        /// The hex.
        hex: Hex,
        /// From 1.
        layer: i16,
        /// The tile kept.
        kept: String,
        /// The tile left out.
        left_out: String,
    },
    /// An obstacle where another piece is already; both were kept.
    Overlap {
        /// The hex.
        hex: Hex,
        /// From 1.
        layer: i16,
        /// The obstacle.
        piece: String,
        /// What is there.
        other: String,
    },
    /// Nothing is under any of its hexes.
    InTheAir {
        /// Which piece.
        piece: String,
        /// The hex it is placed by.
        hex: Hex,
        /// From 1.
        layer: i16,
    },
    /// A glyph or start area that lies on no space; it was left out.
    NoSpace {
        /// What.
        what: String,
        /// Where it should lie.
        space: Space,
    },
    /// A second glyph on one space; it was left out.
    SecondGlyph {
        /// The space.
        space: Space,
    },
    /// A start area of another colour on one space; the first was kept.
    SecondStart {
        /// The space.
        space: Space,
    },
    /// A glyph letter no glyph is known for.
    UnknownGlyph {
        /// The letter.
        letter: char,
        /// The space.
        space: Space,
    },
    /// A start colour that is none of the usual eight; it got a seat after them.
    UnusualColour {
        /// As `#rrggbb`.
        colour: String,
        /// Its seat.
        seat: char,
    },
    /// A glyph on a tile that bears none; it was left out.
    NoGlyph {
        /// The space.
        space: Space,
    },
    /// An edge piece with no hex on either side; it was left out.
    LooseEdge {
        /// Which piece.
        piece: String,
        /// The hex it belongs to.
        hex: Hex,
        /// The side it stands on.
        side: Side,
    },
    /// A second edge piece between two hexes; it was left out.
    SecondEdge {
        /// Which piece.
        piece: String,
        /// The hex it belongs to.
        hex: Hex,
        /// The side it stands on.
        side: Side,
    },
    /// Bytes after the last record.
    TrailingBytes {
        /// How many.
        count: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::UnknownCode { code, count } => {
                write!(f, "unknown piece code {code}, left out ({count}x)")
            }
            Warning::UnknownPiece { id, count } => {
                write!(f, "unknown piece `{id}`, left out ({count}x)")
            }
            Warning::Unreadable { text, problem } => write!(f, "`{text}`: {problem}, left out"),
            Warning::LeftOut { what, count } => write!(f, "{what}: not imported ({count}x)"),
            Warning::Rotation { piece, rotation, offset } => {
                write!(
                    f,
                    "byte {offset}: `{piece}` has rotation {rotation}, taken by its remainder"
                )
            }
            Warning::SamePlace { hex, layer, kept, left_out } => write!(
                f,
                "two pieces at {hex}, layer {layer}: `{kept}` kept, `{left_out}` left out"
            ),
            Warning::Overlap { hex, layer, piece, other } => {
                write!(f, "`{piece}` stands inside `{other}` at {hex}, layer {layer}")
            }
            Warning::InTheAir { piece, hex, layer } => {
                write!(f, "`{piece}` at {hex}, layer {layer}, hangs in the air")
            }
            Warning::NoSpace { what, space } => {
                write!(f, "{what} at {space} lies on no space, left out")
            }
            Warning::SecondGlyph { space } => {
                write!(f, "a second glyph at {space}, left out")
            }
            Warning::SecondStart { space } => {
                write!(f, "start areas of two colours at {space}, the first was kept")
            }
            Warning::UnknownGlyph { letter, space } => {
                write!(f, "no glyph is known for the letter `{letter}` at {space}")
            }
            Warning::UnusualColour { colour, seat } => {
                write!(f, "start areas of the unusual colour {colour} became seat {seat}")
            }
            Warning::NoGlyph { space } => {
                write!(f, "the tile at {space} bears no glyph, the glyph was left out")
            }
            Warning::LooseEdge { piece, hex, side } => {
                let side = side.name();
                write!(f, "`{piece}` {side} of {hex} stands beside no hex of the field, left out")
            }
            Warning::SecondEdge { piece, hex, side } => {
                let side = side.name();
                write!(f, "`{piece}` {side} of {hex}: another piece stands there, left out")
            }
            Warning::TrailingBytes { count } => {
                write!(f, "{count} bytes after the last tile were not read")
            }
        }
    }
}
