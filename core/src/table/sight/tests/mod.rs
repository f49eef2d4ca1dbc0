//! Tables for the tests of sight, with lengths in centimetres.

mod oracle;
mod random;
mod worked;

pub(super) use random::Numbers;

use super::super::base::{Base, Footprint};
use super::super::facing::Facing;
use super::super::outline::Outline;
use super::super::point::Point;
use super::{Class, Field, Party, Piece, SightRules};

/// A place, its coordinates in centimetres.
pub(super) fn at(x: f64, y: f64) -> Point {
    Point::new((x * 1000.0).round() as i32, (y * 1000.0).round() as i32)
}

/// A disc of 32 corners.
pub(super) fn disc(x: f64, y: f64, radius: f64) -> Base {
    let radius = (radius * 1000.0).round() as i32;
    Footprint::Disc { radius, corners: 32 }.at(at(x, y), Facing::default())
}

/// A rectangle from `x.0` to `x.1` and from `y.0` to `y.1`.
pub(super) fn block(class: Class, x: (f64, f64), y: (f64, f64)) -> Piece {
    let outline = Outline::rectangle(at(x.0, y.0), at(x.1, y.1)).expect("a rectangle");
    Piece::new(outline, class)
}

/// A piece by its corners.
pub(super) fn ring(class: Class, corners: &[(f64, f64)]) -> Piece {
    let corners = corners.iter().map(|&(x, y)| at(x, y)).collect();
    Piece::new(Outline::new(corners).expect("a simple polygon"), class)
}

/// The same piece, tall.
pub(super) fn tall(piece: Piece) -> Piece {
    Piece { tall: true, ..piece }
}

/// A party that is raised.
pub(super) fn high(base: &Base) -> Party<'_> {
    Party { high: true, ..Party::ground(base) }
}

/// Whether two parties see each other by the usual rules; asks both ways and both questions.
pub(super) fn sees(pieces: &[Piece], a: &Party, b: &Party) -> bool {
    let (field, rules) = (Field::new(pieces.to_vec()), SightRules::default());
    let seen = field.sees(a, b, &rules);
    assert_eq!(seen, field.sees(b, a, &rules), "the answer is the same both ways");
    assert_eq!(seen, field.sight(a, b, &rules).is_clear(), "both questions agree");
    seen
}
