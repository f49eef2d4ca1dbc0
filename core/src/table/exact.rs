//! Exact predicates about places, segments and polygons, on the grid of a table and on a finer one alike.

use super::point::Vector;
use std::ops::Sub;

/// Where a point lies against a polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Inside, not on the outline.
    Inside,
    /// On the outline.
    Edge,
    /// Outside.
    Outside,
}

/// A place on some grid: what lies between two is a vector.
pub trait OnGrid: Copy + Sub<Output = Vector> {}

impl<P: Copy + Sub<Output = Vector>> OnGrid for P {}

/// Positive where `c` lies left of the line from `a` to `b`, negative right of it, 0 on it.
#[inline]
pub fn orientation<P: OnGrid>(a: P, b: P, c: P) -> i64 {
    (b - a).perp(&(c - a))
}

/// Whether a point lies on a closed segment.
#[inline]
pub fn on_segment<P: OnGrid>(point: P, a: P, b: P) -> bool {
    orientation(a, b, point) == 0 && (point - a).dot(&(point - b)) <= 0
}

/// Whether two closed segments have a point in common.
pub fn touches<P: OnGrid>(a: P, b: P, c: P, d: P) -> bool {
    let (from_c, from_d) = (orientation(a, b, c).signum(), orientation(a, b, d).signum());
    let (from_a, from_b) = (orientation(c, d, a).signum(), orientation(c, d, b).signum());
    (from_c * from_d < 0 && from_a * from_b < 0)
        || on_segment(c, a, b)
        || on_segment(d, a, b)
        || on_segment(a, c, d)
        || on_segment(b, c, d)
}

/// Whether two segments cross in one point inner to both.
pub fn crosses<P: OnGrid>(a: P, b: P, c: P, d: P) -> bool {
    orientation(a, b, c).signum() * orientation(a, b, d).signum() < 0
        && orientation(c, d, a).signum() * orientation(c, d, b).signum() < 0
}

/// The edges of a polygon, each from one corner to the next, the one that closes it first.
pub fn edges<P: Copy>(corners: &[P]) -> impl Iterator<Item = (P, P)> + '_ {
    let last = corners.last().copied().into_iter();
    last.chain(corners.iter().copied()).zip(corners.iter().copied())
}

/// Where a point lies against a simple polygon, given by its corners in either order; one of a single corner holds that on its
/// edge.
pub fn in_polygon<P: OnGrid>(point: P, corners: &[P]) -> Place {
    let mut inside = false;
    for (a, b) in edges(corners) {
        if on_segment(point, a, b) {
            return Place::Edge;
        }
        let (a_is_above, b_is_above) = ((a - point).y > 0, (b - point).y > 0);
        if a_is_above != b_is_above {
            inside ^= (orientation(a, b, point) > 0) == b_is_above;
        }
    }
    if inside { Place::Inside } else { Place::Outside }
}
