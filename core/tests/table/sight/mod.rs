//! Tables for the tests of sight, with lengths in centimetres.

mod grid;
mod oracle;
mod random;
mod worked;

pub use random::Numbers;
use umpire_core::table::{
    Base, Body, CM, Class, Facing, Field, Footprint, Outline, Piece, PlainSight, Point,
};

/// A place, its coordinates in centimetres.
pub fn at(x: f64, y: f64) -> Point {
    Point::new((x * 1000.0).round() as i32, (y * 1000.0).round() as i32)
}

/// A disc of 32 corners.
pub fn disc(x: f64, y: f64, radius: f64) -> Base {
    let radius = (radius * 1000.0).round() as i32;
    Footprint::Disc { radius, corners: 32 }.at(at(x, y), Facing::default())
}

/// A rectangle from `x.0` to `x.1` and from `y.0` to `y.1`.
pub fn block(class: Class, x: (f64, f64), y: (f64, f64)) -> Piece {
    let outline = Outline::rectangle(at(x.0, y.0), at(x.1, y.1)).expect("a rectangle");
    Piece::new(outline, class)
}

/// A piece by its corners.
pub fn ring(class: Class, corners: &[(f64, f64)]) -> Piece {
    let corners = corners.iter().map(|&(x, y)| at(x, y)).collect();
    Piece::new(Outline::new(corners).expect("a simple polygon"), class)
}

/// Ten centimetres into areas, and every piece may stop lines.
pub const USUAL: PlainSight = PlainSight { depth: 10 * CM };

/// Whether two bodies see each other by the usual rules; asks both ways and both questions.
pub fn sees<'a>(pieces: &[Piece], a: impl Into<Body<'a>>, b: impl Into<Body<'a>>) -> bool {
    let (a, b) = (a.into(), b.into());
    let field = Field::new(pieces.to_vec());
    let seen = field.sees(a, b, &USUAL);
    assert_eq!(seen, field.sees(b, a, &USUAL), "the answer is the same both ways");
    assert_eq!(seen, field.sight(a, b, &USUAL).is_clear(), "both questions agree");
    seen
}
