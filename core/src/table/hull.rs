//! Convex hulls of points.

use super::exact::{Place, in_polygon, orientation, touches};
use super::point::Point;

/// The corners of the convex hull of points, against the clock, none of them on an edge; of
/// points on one line its two ends, of one point itself.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = chain[..]
                && orientation(before, last, *point) <= 0
            {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut ring = chain(&mut sorted.iter());
    ring.extend(chain(&mut sorted.iter().rev()));
    ring
}

/// Whether a segment meets a convex polygon as [`hull`] gives it; touching counts.
pub(super) fn segment_meets(from: Point, to: Point, corners: &[Point]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).any(|(a, b)| touches(from, to, *a, *b))
        || in_polygon(from, corners) != Place::Outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn hulls_leave_out_what_lies_inside_or_on_an_edge() {
        let points = at(&[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (1, 3), (2, 4)]);
        assert_eq!(hull(&points), at(&[(0, 0), (4, 0), (4, 4), (0, 4)]));
        assert_eq!(hull(&at(&[(3, 3), (0, 0), (1, 1), (0, 0)])), at(&[(0, 0), (3, 3)]));
        assert_eq!(hull(&at(&[(7, 7), (7, 7)])), at(&[(7, 7)]));
    }

    #[test]
    fn segments_meet_hulls_they_touch_cross_or_lie_in() {
        let square = at(&[(0, 0), (10, 0), (10, 10), (0, 10)]);
        let meets = |a: (i32, i32), b: (i32, i32)| {
            segment_meets(Point::new(a.0, a.1), Point::new(b.0, b.1), &square)
        };
        assert!(meets((2, 2), (3, 3)));
        assert!(meets((-5, 5), (15, 5)));
        assert!(meets((-5, 5), (5, 15)));
        assert!(!meets((-5, 6), (4, 15)));
        assert!(meets((10, 10), (10, 10)));
        assert!(!meets((11, 10), (11, 10)));
        assert!(segment_meets(Point::new(0, 0), Point::new(4, 4), &at(&[(2, 2)])));
        assert!(!segment_meets(Point::new(0, 0), Point::new(4, 4), &at(&[(2, 3)])));
    }
}
