//! Tables for the tests of sight, with lengths in centimetres.

mod oracle;
mod random;
mod worked;

pub(super) use random::Numbers;

use super::super::base::{Base, Footprint};
use super::super::facing::Facing;
use super::super::outline::Outline;
use super::super::point::{CM, Point};
use super::look::Hiding;
use super::{Body, Class, Field, Piece, PlainSight};

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

/// Ten centimetres into areas, and every piece may stop lines.
pub(super) const USUAL: PlainSight = PlainSight { depth: 10 * CM };

/// Whether two bodies see each other by the usual rules; asks both ways and both questions.
pub(super) fn sees<'a>(pieces: &[Piece], a: impl Into<Body<'a>>, b: impl Into<Body<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    let field = Field::new(pieces.to_vec());
    let seen = field.look(a, b, &USUAL).search(Hiding::Passes).is_seen();
    assert_eq!(
        seen,
        field.look(b, a, &USUAL).search(Hiding::Passes).is_seen(),
        "the answer is the same both ways"
    );
    assert_eq!(seen, field.sight(a, b, &USUAL).is_clear(), "both questions agree");
    seen
}
