//! A grid 256 times finer than the table's, lines on it, and exact places along a line.

use super::super::exact::Place;
use super::super::point::Point;
use crate::fraction::Fraction;

/// How many steps of the fine grid, on which sight is judged, make one of the table's.
pub const FINE: i64 = 256;

/// A place or a vector on the fine grid. Differences of places stay under 2^30, so that cross
/// products fit `i64` and products of those fit `i128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Fine {
    pub x: i64,
    pub y: i64,
}

impl Fine {
    pub const fn new(x: i64, y: i64) -> Fine {
        Fine { x, y }
    }

    pub const fn of(point: Point) -> Fine {
        Fine { x: point.x as i64 * FINE, y: point.y as i64 * FINE }
    }

    /// The nearest place of the table's grid.
    pub const fn to_point(self) -> Point {
        Point { x: near(self.x), y: near(self.y) }
    }

    #[inline]
    pub const fn minus(self, from: Fine) -> Fine {
        Fine { x: self.x - from.x, y: self.y - from.y }
    }

    #[inline]
    pub const fn plus(self, by: Fine) -> Fine {
        Fine { x: self.x + by.x, y: self.y + by.y }
    }

    #[inline]
    pub const fn cross(self, other: Fine) -> i64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub const fn dot(self, other: Fine) -> i64 {
        self.x * other.x + self.y * other.y
    }

    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// The length, rounded down.
    pub const fn length(self) -> i64 {
        self.square().isqrt()
    }
}

const fn near(part: i64) -> i32 {
    (part + FINE / 2).div_euclid(FINE) as i32
}

/// Positive where `c` lies left of the line from `a` to `b`.
#[inline]
pub(super) const fn turn(a: Fine, b: Fine, c: Fine) -> i64 {
    b.minus(a).cross(c.minus(a))
}

/// Whether a place lies on a closed segment.
pub(super) const fn on_segment(place: Fine, a: Fine, b: Fine) -> bool {
    turn(a, b, place) == 0 && place.minus(a).dot(place.minus(b)) <= 0
}

/// Whether two closed segments meet.
pub(super) const fn segments_meet(a: Fine, b: Fine, c: Fine, d: Fine) -> bool {
    let (c_side, d_side) = (turn(a, b, c).signum(), turn(a, b, d).signum());
    let (a_side, b_side) = (turn(c, d, a).signum(), turn(c, d, b).signum());
    (c_side * d_side < 0 && a_side * b_side < 0)
        || on_segment(c, a, b)
        || on_segment(d, a, b)
        || on_segment(a, c, d)
        || on_segment(b, c, d)
}

/// The edges of a polygon.
pub(super) fn edges(corners: &[Fine]) -> impl Iterator<Item = (Fine, Fine)> + '_ {
    let last = corners.last().copied().into_iter();
    last.chain(corners.iter().copied()).zip(corners.iter().copied())
}

/// Where a place lies against a polygon. One of a single corner holds that on its edge.
pub(super) fn place_in(corners: &[Fine], place: Fine) -> Place {
    let mut inside = false;
    for (a, b) in edges(corners) {
        if on_segment(place, a, b) {
            return Place::Edge;
        }
        if (a.y > place.y) != (b.y > place.y) {
            inside ^= (turn(a, b, place) > 0) == (b.y > a.y);
        }
    }
    if inside { Place::Inside } else { Place::Outside }
}

/// Whether a polygon holds a place, its edge included.
pub fn holds(corners: &[Fine], place: Fine) -> bool {
    place_in(corners, place) != Place::Outside
}

/// The middle of the corners of a polygon, rounded down.
pub(super) fn middle(corners: &[Fine]) -> Fine {
    let sum = corners.iter().fold(Fine::default(), |sum, corner| sum.plus(*corner));
    let count = corners.len().max(1) as i64;
    Fine::new(sum.x.div_euclid(count), sum.y.div_euclid(count))
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    pub low: Fine,
    pub high: Fine,
}

impl Frame {
    pub fn of(corners: &[Fine]) -> Frame {
        let first = corners.first().copied().unwrap_or_default();
        let frame = Frame { low: first, high: first };
        corners.iter().fold(frame, |Frame { low, high }, corner| Frame {
            low: Fine::new(low.x.min(corner.x), low.y.min(corner.y)),
            high: Fine::new(high.x.max(corner.x), high.y.max(corner.y)),
        })
    }

    pub const fn meets(&self, other: &Frame) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// Whether two polygons have a place in common, their edges included.
pub(super) fn polygons_meet(first: &[Fine], second: &[Fine]) -> bool {
    first.first().is_some_and(|corner| holds(second, *corner))
        || second.first().is_some_and(|corner| holds(first, *corner))
        || edges(first).any(|(a, b)| edges(second).any(|(c, d)| segments_meet(a, b, c, d)))
}

/// The convex polygon around places, against the clock, without corners on straight edges.
pub(super) fn hull(places: &[Fine]) -> Vec<Fine> {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut ring: Vec<Fine> = Vec::with_capacity(2 * sorted.len());
    let chain = |ring: &mut Vec<Fine>, base: usize, place: Fine| {
        while ring.len() >= base + 2 && turn(ring[ring.len() - 2], ring[ring.len() - 1], place) <= 0
        {
            ring.pop();
        }
        ring.push(place);
    };
    for place in &sorted {
        chain(&mut ring, 0, *place);
    }
    let base = ring.len() - 1;
    for place in sorted.iter().rev().skip(1) {
        chain(&mut ring, base, *place);
    }
    ring.pop();
    ring
}

/// A line through a place with a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub from: Fine,
    pub by: Fine,
}

impl Line {
    pub const fn through(a: Fine, b: Fine) -> Line {
        Line { from: a, by: b.minus(a) }
    }

    pub const fn reversed(self) -> Line {
        Line { from: self.from, by: Fine { x: -self.by.x, y: -self.by.y } }
    }

    /// Positive for places to its left.
    #[inline]
    pub const fn side(&self, place: Fine) -> i64 {
        self.by.cross(place.minus(self.from))
    }

    /// Where a place that lies on it lies along it.
    pub const fn along(&self, place: Fine) -> Fraction {
        Fraction::new(place.minus(self.from).dot(self.by), self.by.square())
    }

    /// Where the edge from `a` to `b` crosses it; they must lie on different sides.
    pub const fn crossing(&self, a: Fine, b: Fine) -> Fraction {
        let edge = b.minus(a);
        let (part, whole) = (a.minus(self.from).cross(edge), self.by.cross(edge));
        if whole < 0 { Fraction::new(-part, -whole) } else { Fraction::new(part, whole) }
    }

    /// The place at a distance along it, rounded to the fine grid.
    pub fn place(&self, at: Fraction) -> Fine {
        self.from.plus(Fine { x: at.rounded(0, self.by.x), y: at.rounded(0, self.by.y) })
    }
}
