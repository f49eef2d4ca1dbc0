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
pub fn segment_meets(from: Point, to: Point, corners: &[Point]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).any(|(a, b)| touches(from, to, *a, *b))
        || in_polygon(from, corners) != Place::Outside
}
