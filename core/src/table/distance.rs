//! Distances between bases and outlines, edge to edge: 0 where they touch or overlap.
//!
//! "Within" a length includes the length and a slack of one unit, so no answer hangs on rounding.

use super::apart::square_between;
use super::base::Base;
use super::convex::{Convex, Square};
use super::exact::Place;
use super::hull::{hull, segment_meets};
use super::outline::Outline;
use super::point::{Bounds, Length, Point, part_of};

/// The slack of comparisons of lengths: 0.001 cm.
pub const SLACK: Length = 1;

/// The greatest distance that counts as within a length; `None` where none does.
pub(super) fn limit(length: Length) -> Option<i64> {
    let limit = i64::from(length) + i64::from(SLACK);
    (limit >= 0).then_some(limit.min(1 << 24))
}

fn square(a: &[Point], b: &[Point]) -> Square {
    Convex::difference(a, b).square()
}

/// The distance between two bases, rounded down.
pub fn gap(a: &Base, b: &Base) -> Length {
    square_between(a, b).root() as Length
}

/// Whether two bases are no farther apart than a length, with [`SLACK`].
pub fn within(a: &Base, b: &Base, length: Length) -> bool {
    let Some(limit) = limit(length) else {
        return false;
    };
    // Each middle belongs to its base.
    a.centre().square_to(b.centre()) <= limit * limit
        || a.bounds().square_to(b.bounds()) <= limit * limit && square_between(a, b).at_most(limit)
}

/// The distance between a base and the closed area of an outline, rounded down.
pub fn gap_to_outline(base: &Base, outline: &Outline) -> Length {
    if outline.holds(base.centre()) {
        return 0;
    }
    let mut nearest = i64::MAX;
    for (a, b) in outline.edges() {
        let apart = base.bounds().square_to(Bounds::of(&[a, b]));
        if nearest == i64::MAX || apart < (nearest + 1) * (nearest + 1) {
            nearest = nearest.min(square(base.corners(), &[a, b]).root());
        }
    }
    nearest as Length
}

/// Whether a base is no farther from the closed area of an outline than a length, with [`SLACK`].
pub fn within_outline(base: &Base, outline: &Outline, length: Length) -> bool {
    let Some(limit) = limit(length) else {
        return false;
    };
    let near = |bounds: Bounds| base.bounds().square_to(bounds) <= limit * limit;
    near(outline.bounds())
        && (outline.holds(base.centre())
            || outline.edges().any(|(a, b)| {
                near(Bounds::of(&[a, b])) && square(base.corners(), &[a, b]).at_most(limit)
            }))
}

/// The distance between the closed areas of two outlines, rounded down.
pub fn gap_between_outlines(one: &Outline, other: &Outline) -> Length {
    let meet = |a: &Outline, b: &Outline| a.corners().iter().any(|corner| b.holds(*corner));
    if meet(one, other) || meet(other, one) {
        return 0;
    }
    let pairs = one.edges().flat_map(|(a, b)| other.edges().map(move |(c, d)| ([a, b], [c, d])));
    pairs.map(|(a, b)| square(&a, &b).root()).min().unwrap_or(0) as Length
}

/// Whether the closed areas of two outlines are no farther apart than a length, with [`SLACK`].
pub fn within_outlines(one: &Outline, other: &Outline, length: Length) -> bool {
    let Some(limit) = limit(length) else {
        return false;
    };
    let meet = |a: &Outline, b: &Outline| a.corners().iter().any(|corner| b.holds(*corner));
    let mut pairs =
        one.edges().flat_map(|(a, b)| other.edges().map(move |(c, d)| ([a, b], [c, d])));
    one.bounds().square_to(other.bounds()) <= limit * limit
        && (pairs.any(|(a, b)| square(&a, &b).at_most(limit))
            || meet(one, other)
            || meet(other, one))
}

/// The places on the rims of two shapes, given by their corners, that are nearest to each other; nothing of a shape
/// without corners. For pictures: rounded to the grid, and shapes that meet are not told from those that touch.
pub fn nearest_places(one: &[Point], other: &[Point]) -> Option<(Point, Point)> {
    let edges = |ring: &[Point]| -> Vec<(Point, Point)> {
        ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).collect()
    };
    let from_corners = |corners: &[Point], rim: &[Point]| {
        let rim = edges(rim);
        let pairs = corners.iter().flat_map(|corner| {
            rim.iter().map(|edge| (*corner, nearest_on(*corner, *edge))).collect::<Vec<_>>()
        });
        pairs.min_by_key(|(corner, near)| corner.square_to(*near))
    };
    let there = from_corners(one, other)?;
    let (near, corner) = from_corners(other, one)?;
    let back = (corner, near);
    Some(if there.0.square_to(there.1) <= back.0.square_to(back.1) { there } else { back })
}

/// The place of a segment that is nearest to a point, rounded to the grid.
fn nearest_on(point: Point, (a, b): (Point, Point)) -> Point {
    let edge = b - a;
    let whole = edge.dot(&edge);
    a + part_of(edge, edge.dot(&(point - a)).clamp(0, whole), whole)
}

/// Whether two bases are in contact: nothing between them, with [`SLACK`].
pub fn touch(a: &Base, b: &Base) -> bool {
    within(a, b, 0)
}

/// Whether the insides of two bases meet; touching is not enough.
pub fn overlap(a: &Base, b: &Base) -> bool {
    a.bounds().meets(b.bounds())
        && Convex::difference(a.corners(), b.corners()).holds_origin_inside()
}

/// Whether the inside of a base meets the inside of an outline; touching is not enough.
pub fn overlaps_outline(base: &Base, outline: &Outline) -> bool {
    base.bounds().meets(outline.bounds())
        && (outline.place_of(base.centre()) == Place::Inside
            || outline.edges().any(|(a, b)| inside_meets_segment(base, a, b)))
}

/// Whether the inside of a base meets a segment; touching is not enough.
pub fn inside_meets_segment(base: &Base, a: Point, b: Point) -> bool {
    base.bounds().meets(Bounds::of(&[a, b]))
        && Convex::difference(base.corners(), &[a, b]).holds_origin_inside()
}

/// Whether a segment meets the convex hull of bases (of one: the base itself); touching counts.
pub fn segment_meets_hull(from: Point, to: Point, bases: &[&Base]) -> bool {
    let corners: Vec<Point> = bases.iter().flat_map(|base| base.corners()).copied().collect();
    Bounds::of(&corners).meets(Bounds::of(&[from, to])) && segment_meets(from, to, &hull(&corners))
}
