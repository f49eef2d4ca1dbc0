//! Where the hex lies about which heroscape-map-editor turns a piece, whose coordinates have one axis along the rows.

use crate::tables::battlefield::{Class, Footprint, Piece};

/// A hex by two of its three cube coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Axial {
    /// To the south.
    pub r: i32,
    /// To the east along the row.
    pub q: i32,
}

impl Axial {
    /// The hex of a column and a row, every other row half a hex to the east.
    pub fn of(column: i32, row: i32) -> Axial {
        Axial { q: column - (row - (row & 1)) / 2, r: row }
    }

    /// Column and row.
    pub fn offset(self) -> (i32, i32) {
        (self.q + (self.r - (self.r & 1)) / 2, self.r)
    }

    /// So much farther.
    pub fn plus(self, other: Axial) -> Axial {
        Axial { q: self.q + other.q, r: self.r + other.r }
    }

    /// The way from another hex to this one.
    pub fn minus(self, other: Axial) -> Axial {
        Axial { q: self.q - other.q, r: self.r - other.r }
    }

    /// Turned clockwise about the hex 0, 0.
    pub fn turned(self, sixths: u8) -> Axial {
        (0..sixths).fold(self, |hex, _| Axial { q: -hex.r, r: hex.q + hex.r })
    }
}

fn hexes(footprint: &Footprint) -> impl Iterator<Item = Axial> + '_ {
    footprint.iter().map(|(column, row)| Axial::of((*column).into(), (*row).into()))
}

/// From the hex a piece is placed by in a Virtualscape file to the hex it turns about.
pub fn pivot(piece: &Piece, rotation: u8) -> Axial {
    let (column, row) = piece.origin;
    let origin = Axial::of(column.into(), row.into());
    let turned = hexes(&piece.footprints[0]).map(|hex| hex.minus(origin).turned(rotation));
    let lies = hexes(&piece.footprints[usize::from(rotation % 6)]);
    match (lies.min(), turned.min()) {
        (Some(lies), Some(turned)) => lies.minus(turned),
        _ => origin,
    }
}

/// Sixths of a turn from a rotation there to one in a Virtualscape file: pieces on one side of a hex begin at another side.
pub fn ahead(piece: &Piece) -> u8 {
    u8::from(piece.class == Class::Edge && piece.footprints[0].len() == 1)
}
