//! Distances between bases and outlines, edge to edge: 0 where they touch or overlap.
//!
//! "Within" a length includes the length and a slack of one unit, so no answer hangs on rounding.

use super::base::Base;
use super::convex::{Convex, Square};
use super::exact::Place;
use super::outline::Outline;
use super::point::{Length, Point};

/// The slack of comparisons of lengths: 0.001 cm.
pub const SLACK: Length = 1;

fn square(a: &[Point], b: &[Point]) -> Square {
    Convex::difference(a, b).square_to(Point::default())
}

/// The distance between two bases, rounded down.
pub fn gap(a: &Base, b: &Base) -> Length {
    square(a.corners(), b.corners()).root() as Length
}

/// Whether two bases are no farther apart than a length, with [`SLACK`].
pub fn within(a: &Base, b: &Base, length: Length) -> bool {
    let limit = i64::from(length) + i64::from(SLACK);
    limit >= 0 && square(a.corners(), b.corners()).at_most(limit)
}

/// The distance between a base and the closed area of an outline, rounded down.
pub fn gap_to_outline(base: &Base, outline: &Outline) -> Length {
    if outline.holds(base.centre()) {
        return 0;
    }
    let roots = outline.edges().map(|(a, b)| square(base.corners(), &[a, b]).root());
    roots.min().unwrap_or(0) as Length
}

/// Whether a base is no farther from the closed area of an outline than a length, with [`SLACK`].
pub fn within_outline(base: &Base, outline: &Outline, length: Length) -> bool {
    let limit = i64::from(length) + i64::from(SLACK);
    let near = |(a, b)| square(base.corners(), &[a, b]).at_most(limit);
    limit >= 0 && (outline.holds(base.centre()) || outline.edges().any(near))
}

/// Whether two bases are in contact: nothing between them, with [`SLACK`].
pub fn touch(a: &Base, b: &Base) -> bool {
    within(a, b, 0)
}

/// Whether the insides of two bases meet; touching is not enough.
pub fn overlap(a: &Base, b: &Base) -> bool {
    Convex::difference(a.corners(), b.corners()).holds_inside(Point::default())
}

/// Whether the inside of a base meets the inside of an outline; touching is not enough.
pub fn overlaps_outline(base: &Base, outline: &Outline) -> bool {
    outline.place_of(base.centre()) == Place::Inside
        || outline.edges().any(|(a, b)| {
            Convex::difference(base.corners(), &[a, b]).holds_inside(Point::default())
        })
}

/// Whether a segment meets the convex hull of bases (of one: the base itself); touching counts.
pub fn segment_meets_hull(from: Point, to: Point, bases: &[&Base]) -> bool {
    bases.iter().any(|base| square(base.corners(), &[from, to]).over == 0)
}

/// Whether the inside of a base meets a segment; touching is not enough.
pub fn inside_meets_segment(base: &Base, a: Point, b: Point) -> bool {
    Convex::difference(base.corners(), &[a, b]).holds_inside(Point::default())
}

/// The distance between the closed areas of two outlines, rounded down.
pub fn gap_of_outlines(a: &Outline, b: &Outline) -> Length {
    if b.holds(a.corners()[0]) || a.holds(b.corners()[0]) {
        return 0;
    }
    let pairs = a.edges().flat_map(|(from, to)| b.edges().map(move |(c, d)| ([from, to], [c, d])));
    pairs.map(|(one, other)| square(&one, &other).root()).min().unwrap_or(0) as Length
}
