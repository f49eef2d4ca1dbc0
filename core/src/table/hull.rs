//! Convex hulls of points.

use super::exact::{OnGrid, Place, edges, in_polygon, orientation, touches};

/// The corners of the convex hull of points, against the clock, none of them on an edge; of
/// points on one line its two ends, of one point itself.
pub fn hull<P: OnGrid + PartialEq>(points: &[P]) -> Vec<P> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|one, other| {
        let by = *one - *other;
        by.x.cmp(&0).then(by.y.cmp(&0))
    });
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = &P>| {
        let mut chain: Vec<P> = Vec::new();
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
pub fn segment_meets<P: OnGrid>(from: P, to: P, corners: &[P]) -> bool {
    edges(corners).any(|(a, b)| touches(from, to, a, b))
        || in_polygon(from, corners) != Place::Outside
}
