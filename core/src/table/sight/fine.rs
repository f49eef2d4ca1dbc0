//! A grid 256 times finer than the table's, lines on it, and exact places along a line.

use super::super::exact::{Place, edges, in_polygon, touches};
use super::super::point::{Length, Point, Vector};
use crate::fraction::Fraction;

/// How many steps of the fine grid, on which sight is judged, make one of the table's.
pub const FINE: i64 = 256;

/// A place on the fine grid. Differences of places stay under 2^30, so that products of two fit `i64` and products of those fit
/// `i128`.
pub type Fine = nalgebra::Point2<i64>;

/// A place of the table's grid on the fine one.
#[inline]
pub fn fine(point: Point) -> Fine {
    Fine::from(FINE * Vector::from(point))
}

/// The place of the table's grid that is nearest to one on the fine grid.
pub fn to_point(place: Fine) -> Point {
    let near = |part: i64| (part + FINE / 2).div_euclid(FINE) as Length;
    Point::new(near(place.x), near(place.y))
}

/// The length of a vector, rounded down.
pub(super) fn length_of(by: Vector) -> i64 {
    by.dot(&by).isqrt()
}

/// Whether a polygon holds a place, its edge included.
pub fn holds(corners: &[Fine], place: Fine) -> bool {
    in_polygon(place, corners) != Place::Outside
}

/// The middle of the corners of a polygon, rounded down.
pub(super) fn middle(corners: &[Fine]) -> Fine {
    let sum: Vector = corners.iter().map(|corner| corner.coords).sum();
    let count = corners.len().max(1) as i64;
    sum.map(|sum| sum.div_euclid(count)).into()
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
            low: low.inf(corner),
            high: high.sup(corner),
        })
    }

    pub fn meets(&self, other: &Frame) -> bool {
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
        || edges(first).any(|(a, b)| edges(second).any(|(c, d)| touches(a, b, c, d)))
}

/// A line through a place with a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub from: Fine,
    pub by: Vector,
}

impl Line {
    pub fn through(a: Fine, b: Fine) -> Line {
        Line { from: a, by: b - a }
    }

    pub fn reversed(self) -> Line {
        Line { from: self.from, by: -self.by }
    }

    /// What lines are put in order by.
    pub(super) fn order(&self) -> [i64; 4] {
        [self.from.x, self.from.y, self.by.x, self.by.y]
    }

    /// Positive for places to its left.
    #[inline]
    pub fn side(&self, place: Fine) -> i64 {
        self.by.perp(&(place - self.from))
    }

    /// Where a place that lies on it lies along it.
    pub fn along(&self, place: Fine) -> Fraction {
        Fraction::new((place - self.from).dot(&self.by), self.by.dot(&self.by))
    }

    /// Where the edge from `a` to `b` crosses it; they must lie on different sides.
    pub fn crossing(&self, a: Fine, b: Fine) -> Fraction {
        let edge = b - a;
        let (part, whole) = ((a - self.from).perp(&edge), self.by.perp(&edge));
        if whole < 0 { Fraction::new(-part, -whole) } else { Fraction::new(part, whole) }
    }

    /// The place at a distance along it, rounded to the fine grid.
    pub fn place(&self, at: Fraction) -> Fine {
        self.from + self.by.map(|along| at.rounded(0, along))
    }
}
