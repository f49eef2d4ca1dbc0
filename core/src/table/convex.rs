//! Differences of convex areas: where one would have to be moved so that it meets the other.

use super::base::MAX_CORNERS;
use super::point::{Point, Vector};
use arrayvec::ArrayVec;

/// The square of a distance, as a fraction.
#[derive(Debug, Clone, Copy)]
pub struct Square {
    /// In squares of 0.001 cm, times the denominator.
    pub over: i128,
    /// Positive.
    pub under: i64,
}

impl Square {
    /// That of areas that meet.
    pub const ZERO: Square = Square { over: 0, under: 1 };

    /// The root, rounded down.
    pub fn root(self) -> i64 {
        (self.over / i128::from(self.under)).isqrt() as i64
    }

    /// The root in parts of 1/1024, rounded down.
    pub(super) fn fine_root(self) -> i64 {
        ((self.over << 20) / i128::from(self.under)).isqrt() as i64
    }

    /// Whether the distance is at most a length that is not negative.
    pub fn at_most(self, length: i64) -> bool {
        self.over <= i128::from(length * length) * i128::from(self.under)
    }
}

/// The most corners of a sum: those of two bases and a segment.
const MOST: usize = 2 * MAX_CORNERS + 3;

/// A convex polygon of vectors against the clock; a segment has two corners, a single vector one.
#[derive(Debug, Clone)]
pub struct Convex {
    corners: ArrayVec<Vector, MOST>,
}

/// Whether a direction points into the lower half turn, against the clock from along x.
#[inline]
fn downwards(edge: Vector) -> bool {
    edge.y < 0 || (edge.y == 0 && edge.x < 0)
}

/// Whether a direction comes strictly before another, counted against the clock from along x.
#[inline]
fn before(one: Vector, other: Vector) -> bool {
    match (downwards(one), downwards(other)) {
        (false, true) => true,
        (true, false) => false,
        _ => one.perp(&other) > 0,
    }
}

/// A ring of corners, perhaps turned by half a turn, walked once round from its lowest.
struct Walk<'a, Corner> {
    corners: &'a [Corner],
    sign: i64,
    at: usize,
    left: usize,
    edge: Vector,
}

impl<'a, Corner: Copy + Into<Vector>> Walk<'a, Corner> {
    fn new(corners: &'a [Corner], sign: i64) -> Walk<'a, Corner> {
        // The lowest corner, and of those the leftmost.
        let height = |corner: Corner| {
            let corner = sign * corner.into();
            (corner.y << 32) + corner.x
        };
        let lowest = corners.iter().enumerate().min_by_key(|(_, corner)| height(**corner));
        let at = lowest.map_or(0, |(at, _)| at);
        let mut walk = Walk { corners, sign, at, left: corners.len(), edge: Vector::zeros() };
        walk.look_ahead();
        walk
    }

    fn corner(&self, at: usize) -> Vector {
        self.sign * self.corners[at].into()
    }

    fn here(&self) -> Vector {
        self.corner(self.at)
    }

    /// Finds the edge ahead; edges without length are passed over.
    fn look_ahead(&mut self) {
        while self.left > 0 {
            let next = if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 };
            self.edge = self.corner(next) - self.here();
            if self.edge != Vector::zeros() {
                return;
            }
            self.at = next;
            self.left -= 1;
        }
    }

    fn step(&mut self) -> Vector {
        let edge = self.edge;
        self.at = if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 };
        self.left -= 1;
        self.look_ahead();
        edge
    }
}

impl Convex {
    /// Every vector from a point of `from` to a point of `to`.
    pub fn difference(from: &[Point], to: &[Point]) -> Convex {
        Convex::merge(from, -1, to)
    }

    /// The area together with every place it leaves behind when moved by a vector.
    pub fn swept(&self, by: Vector) -> Convex {
        Convex::merge(&[Vector::zeros(), by], 1, &self.corners)
    }

    fn merge<One, Other>(one: &[One], sign: i64, other: &[Other]) -> Convex
    where
        One: Copy + Into<Vector>,
        Other: Copy + Into<Vector>,
    {
        let mut corners = ArrayVec::new();
        if one.is_empty() || other.is_empty() {
            return Convex { corners };
        }
        let (mut first, mut second) = (Walk::new(one, sign), Walk::new(other, 1));
        let mut here = first.here() + second.here();
        loop {
            // INVARIANT: one corner for each edge of either area, at most `MOST`.
            if corners.try_push(here).is_err() {
                break;
            }
            let step = match (first.left > 0, second.left > 0) {
                (false, false) => break,
                (true, false) => first.step(),
                (false, true) => second.step(),
                (true, true) if before(first.edge, second.edge) => first.step(),
                (true, true) if before(second.edge, first.edge) => second.step(),
                (true, true) => first.step() + second.step(),
            };
            here += step;
        }
        if corners.len() > 1 {
            corners.pop();
        }
        Convex { corners }
    }

    /// The corners, against the clock.
    pub fn corners(&self) -> &[Vector] {
        &self.corners
    }

    /// The edges, each from one corner to the next; of a segment there and back, of a point one
    /// without length.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        let last = self.corners.last().copied().unwrap_or_default();
        self.corners
            .iter()
            .scan(last, |before, corner| Some((std::mem::replace(before, *corner), *corner)))
    }

    /// The square of the distance to the origin; nothing inside.
    pub fn square(&self) -> Square {
        self.square_to(Vector::zeros())
    }

    /// The square of the distance to a place; nothing inside.
    #[inline]
    pub(super) fn square_to(&self, at: Vector) -> Square {
        let mut nearest = i64::MAX;
        for (a, b) in self.edges_seen_from(at) {
            let side = b.perp(&a);
            if side < 0 {
                continue;
            }
            let edge = b - a;
            let (along, whole) = (-edge.dot(&a), edge.dot(&edge));
            if along > 0 && along < whole {
                return Square { over: i128::from(side) * i128::from(side), under: whole };
            }
            nearest = nearest.min(if along <= 0 { a.dot(&a) } else { b.dot(&b) });
        }
        if nearest == i64::MAX {
            return Square::ZERO;
        }
        Square { over: i128::from(nearest), under: 1 }
    }

    /// Whether the origin lies inside, not on the outline.
    pub fn holds_origin_inside(&self) -> bool {
        self.holds_inside(Vector::zeros())
    }

    /// Whether a place lies inside, not on the outline.
    #[inline]
    pub(super) fn holds_inside(&self, at: Vector) -> bool {
        self.corners.len() > 2 && self.edges_seen_from(at).all(|(a, b)| a.perp(&b) > 0)
    }

    #[inline]
    fn edges_seen_from(&self, at: Vector) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.edges().map(move |(a, b)| (a - at, b - at))
    }
}
