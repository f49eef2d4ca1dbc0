//! Exact predicates about points, segments and polygons on the grid.

use super::point::Point;

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

/// Positive where `c` lies left of the line from `a` to `b`, negative right of it, 0 on it.
#[inline]
pub const fn orientation(a: Point, b: Point, c: Point) -> i64 {
    b.minus(a).cross(c.minus(a))
}

/// Whether a point lies on a closed segment.
#[inline]
pub const fn on_segment(point: Point, a: Point, b: Point) -> bool {
    orientation(a, b, point) == 0 && point.minus(a).dot(point.minus(b)) <= 0
}

/// Whether two closed segments have a point in common.
pub const fn touches(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (from_c, from_d) = (orientation(a, b, c).signum(), orientation(a, b, d).signum());
    let (from_a, from_b) = (orientation(c, d, a).signum(), orientation(c, d, b).signum());
    (from_c * from_d < 0 && from_a * from_b < 0)
        || on_segment(c, a, b)
        || on_segment(d, a, b)
        || on_segment(a, c, d)
        || on_segment(b, c, d)
}

/// Whether two segments cross in one point inner to both.
pub const fn crosses(a: Point, b: Point, c: Point, d: Point) -> bool {
    orientation(a, b, c).signum() * orientation(a, b, d).signum() < 0
        && orientation(c, d, a).signum() * orientation(c, d, b).signum() < 0
}

/// Where a point lies against a simple polygon, given by its corners in either order.
pub fn in_polygon(point: Point, corners: &[Point]) -> Place {
    let mut inside = false;
    for (at, &a) in corners.iter().enumerate() {
        let b = corners[(at + 1) % corners.len()];
        if on_segment(point, a, b) {
            return Place::Edge;
        }
        if (a.y > point.y) != (b.y > point.y) {
            let left = orientation(a, b, point) > 0;
            inside ^= left == (b.y > a.y);
        }
    }
    if inside { Place::Inside } else { Place::Outside }
}
