//! Outlines of ground: simple polygons on the grid, with what is wrong with those that are not.

use super::exact::{Place, crosses, in_polygon, on_segment, orientation, touches};
use super::point::{Bounds, FARTHEST, Point};
use serde::Serialize;

/// A simple polygon, its corners against the clock.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Outline {
    corners: Vec<Point>,
    bounds: Bounds,
}

/// The most corners of an outline: every edge is compared with every other.
pub const MOST_CORNERS: usize = 1000;

/// What is wrong with an outline; numbers count corners and edges from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutlineFault {
    /// Less than a triangle.
    #[error("an outline needs at least three corners")]
    TooFew,
    /// More than [`MOST_CORNERS`]; how many.
    #[error("an outline has at most {MOST_CORNERS} corners, found {0}")]
    TooMany(usize),
    /// Two neighbouring corners in one place, or an edge that turns back on itself.
    #[error("corner {} lies on its neighbouring edge", .0 + 1)]
    Degenerate(usize),
    /// Two edges that are no neighbours meet.
    #[error("edge {} crosses or touches edge {}", .0 + 1, .1 + 1)]
    SelfCrossing(usize, usize),
    /// A coordinate beyond what can be reckoned with.
    #[error("corner {} is too far away", .0 + 1)]
    TooFar(usize),
}

impl Outline {
    /// An outline by its corners, in either order.
    ///
    /// # Errors
    ///
    /// Names the first fault: too few or too many corners, corners on neighbouring edges, edges that meet.
    pub fn new(mut corners: Vec<Point>) -> Result<Outline, OutlineFault> {
        let count = corners.len();
        if count < 3 {
            return Err(OutlineFault::TooFew);
        }
        if count > MOST_CORNERS {
            return Err(OutlineFault::TooMany(count));
        }
        let far = |point: &Point| !point.is_within(FARTHEST);
        if let Some(at) = corners.iter().position(far) {
            return Err(OutlineFault::TooFar(at));
        }
        let corner = |at: usize| corners[at % count];
        for at in 0..count {
            let (a, b, c) = (corner(at), corner(at + 1), corner(at + 2));
            if a == b || on_segment(c, a, b) || on_segment(a, b, c) {
                return Err(OutlineFault::Degenerate((at + 1) % count));
            }
        }
        for first in 0..count {
            for second in first + 2..count {
                let neighbours = first == 0 && second == count - 1;
                if !neighbours
                    && touches(corner(first), corner(first + 1), corner(second), corner(second + 1))
                {
                    return Err(OutlineFault::SelfCrossing(first, second));
                }
            }
        }
        let origin = corners[0];
        let area: i64 = corners.windows(2).map(|edge| orientation(origin, edge[0], edge[1])).sum();
        if area < 0 {
            corners.reverse();
        }
        let bounds = Bounds::of(&corners);
        Ok(Outline { corners, bounds })
    }

    /// An upright rectangle between two corners.
    ///
    /// # Errors
    ///
    /// A rectangle without an inside is no outline.
    pub fn rectangle(low: Point, high: Point) -> Result<Outline, OutlineFault> {
        let ring = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        Outline::new(ring.to_vec())
    }

    /// The corners, against the clock.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The edges, each from one corner to the next; the inside lies to their left.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*a, *b))
    }

    /// Whether it has no notches.
    pub fn is_convex(&self) -> bool {
        let count = self.corners.len();
        let corner = |at: usize| self.corners[at % count];
        (0..count).all(|at| orientation(corner(at), corner(at + 1), corner(at + 2)) > 0)
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Where a point lies against it.
    pub fn place_of(&self, point: Point) -> Place {
        if self.bounds.holds(point) { in_polygon(point, &self.corners) } else { Place::Outside }
    }

    /// Whether both have a part of their insides in common; touching is not enough.
    pub fn overlaps(&self, other: &Outline) -> bool {
        // Where no edges cross, one lies in the other, or they share edges: halves of edges and middles tell.
        let reaches_into = |one: &Outline, other: &Outline| {
            let half = |(a, b): (Point, Point)| [a, a + (b - a) / 2];
            let within = Some(one.bounds.middle()).filter(|at| one.place_of(*at) == Place::Inside);
            one.edges().flat_map(half).chain(within).any(|at| other.place_of(at) == Place::Inside)
        };
        self.bounds.meets(other.bounds)
            && (reaches_into(self, other)
                || reaches_into(other, self)
                || self.edges().any(|(a, b)| other.edges().any(|(c, d)| crosses(a, b, c, d))))
    }

    /// Whether a point lies in it, its edge included.
    pub fn holds(&self, point: Point) -> bool {
        self.place_of(point) != Place::Outside
    }
}
