//! Differences of convex areas: where one would have to be moved so that it meets the other.

use super::base::MAX_CORNERS;
use super::point::Point;
use arrayvec::ArrayVec;

/// The square of a distance, as a fraction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Square {
    /// In squares of 0.001 cm, times the denominator.
    pub over: i128,
    /// Positive.
    pub under: i64,
}

impl Square {
    pub(super) const ZERO: Square = Square { over: 0, under: 1 };

    /// The root, rounded down.
    pub(super) fn root(self) -> i64 {
        (self.over / i128::from(self.under)).isqrt() as i64
    }

    /// Whether the distance is at most a length that is not negative.
    pub(super) fn at_most(self, length: i64) -> bool {
        self.over <= i128::from(length * length) * i128::from(self.under)
    }
}

/// A convex polygon against the clock; a segment has two corners, a point one.
#[derive(Debug, Clone)]
pub(super) struct Convex {
    pub corners: ArrayVec<Point, { 2 * MAX_CORNERS + 4 }>,
}

/// The upper half turn of directions before the lower one.
#[inline]
const fn half(edge: Point) -> bool {
    edge.y < 0 || (edge.y == 0 && edge.x < 0)
}

/// Whether a direction comes strictly before another, counted against the clock from along x.
#[inline]
const fn before(one: Point, other: Point) -> bool {
    match (half(one), half(other)) {
        (false, true) => true,
        (true, false) => false,
        _ => one.cross(other) > 0,
    }
}

/// The number of the lowest corner, the leftmost of those.
fn lowest(corners: &[Point]) -> usize {
    let by = |at: &usize| (corners[*at].y, corners[*at].x);
    (0..corners.len()).min_by_key(by).unwrap_or(0)
}

/// A ring of corners walked once round from its lowest.
struct Walk<'a> {
    corners: &'a [Point],
    at: usize,
    left: usize,
}

impl<'a> Walk<'a> {
    fn new(corners: &'a [Point]) -> Walk<'a> {
        Walk { corners, at: lowest(corners), left: corners.len() }
    }

    /// The edge ahead, unless the round is done; edges without length are passed over.
    fn edge(&mut self) -> Option<Point> {
        while self.left > 0 {
            let next = if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 };
            let edge = self.corners[next].minus(self.corners[self.at]);
            if edge != Point::default() {
                return Some(edge);
            }
            self.step();
        }
        None
    }

    fn step(&mut self) {
        self.at = if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 };
        self.left -= 1;
    }
}

impl Convex {
    /// Every sum of a point of one area and a point of the other.
    pub(super) fn sum(one: &[Point], other: &[Point]) -> Convex {
        let mut corners = ArrayVec::new();
        if one.is_empty() || other.is_empty() {
            return Convex { corners };
        }
        let (mut first, mut second) = (Walk::new(one), Walk::new(other));
        let mut here = one[first.at].plus(other[second.at]);
        corners.push(here);
        loop {
            let step = match (first.edge(), second.edge()) {
                (None, None) => break,
                (Some(edge), None) => {
                    first.step();
                    edge
                }
                (None, Some(edge)) => {
                    second.step();
                    edge
                }
                (Some(a), Some(b)) if before(a, b) => {
                    first.step();
                    a
                }
                (Some(a), Some(b)) if before(b, a) => {
                    second.step();
                    b
                }
                (Some(a), Some(b)) => {
                    first.step();
                    second.step();
                    a.plus(b)
                }
            };
            here = here.plus(step);
            if corners.try_push(here).is_err() {
                break;
            }
        }
        if corners.len() > 1 {
            corners.pop();
        }
        Convex { corners }
    }

    /// Every vector from a point of `from` to a point of `to`.
    pub(super) fn difference(from: &[Point], to: &[Point]) -> Convex {
        let origin = Point::default();
        let back: ArrayVec<Point, { 2 * MAX_CORNERS + 4 }> =
            from.iter().map(|corner| origin.minus(*corner)).collect();
        Convex::sum(&back, to)
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*a, *b))
    }

    /// The square of the distance to a point; nothing inside.
    pub(super) fn square_to(&self, point: Point) -> Square {
        let mut nearest = i64::MAX;
        let mut outside = false;
        for (a, b) in self.edges() {
            let (edge, by) = (b.minus(a), point.minus(a));
            let side = edge.cross(by);
            if side > 0 {
                continue;
            }
            outside = true;
            let (along, whole) = (edge.dot(by), edge.dot(edge));
            if along > 0 && along < whole {
                return Square { over: i128::from(side) * i128::from(side), under: whole };
            }
            nearest = nearest.min(if along <= 0 { by.dot(by) } else { b.square_to(point) });
        }
        if outside && nearest != i64::MAX {
            Square { over: i128::from(nearest), under: 1 }
        } else {
            Square::ZERO
        }
    }

    /// Whether a point lies inside, not on the outline.
    pub(super) fn holds_inside(&self, point: Point) -> bool {
        self.corners.len() > 2 && self.edges().all(|(a, b)| b.minus(a).cross(point.minus(a)) > 0)
    }
}
