//! What the straight way between the middles of two hexes meets, in plan: the hexes it passes and the sides it leaves by.

use super::{Hex, Side};

/// The part of a straight way that lies in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The hex.
    pub hex: Hex,
    /// Where the way comes into it: parts of the way, of which every stretch of it counts as many to the whole.
    pub from: i64,
    /// Where the way leaves it.
    pub to: i64,
    /// Whether it only runs along a side of the hex.
    pub along: bool,
}

/// The hexes that the straight way between the middles of two meets, more than in a point.
pub fn stretches(start: Hex, end: Hex) -> Vec<Stretch> {
    let way = (i64::from(end.q) - i64::from(start.q), i64::from(end.r) - i64::from(start.r));
    // A hex is where three sums of a point's offset from its middle lie between -1 and 1.
    let sums = |(q, r): (i64, i64)| [2 * q + r, q + 2 * r, q - r];
    let slopes = sums(way);
    let whole: i64 = slopes.iter().filter(|slope| **slope != 0).map(|slope| slope.abs()).product();
    let span = |a: i16, b: i16| a.min(b) - 1..=a.max(b) + 1;
    let hexes =
        span(start.q, end.q).flat_map(|q| span(start.r, end.r).map(move |r| Hex::new(q, r)));
    let stretch = |hex: Hex| {
        let offset = (i64::from(start.q) - i64::from(hex.q), i64::from(start.r) - i64::from(hex.r));
        let (mut from, mut to, mut along) = (0, whole, false);
        for (at, slope) in sums(offset).into_iter().zip(slopes) {
            if slope == 0 {
                along |= at.abs() == 1;
                if at.abs() > 1 {
                    return None;
                }
                continue;
            }
            let part = |bound: i64| (bound - at) * whole / slope;
            let (one, other) = (part(-1), part(1));
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        (from < to).then_some(Stretch { hex, from, to, along })
    };
    hexes.filter_map(stretch).collect()
}

/// Whether the straight way from the middle of one hex to that of another leaves it through a side; through
/// a corner it leaves through both sides beside it.
pub fn leads_through(from: Hex, to: Hex, side: Side) -> bool {
    let (q, r) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
    // Twice the product of two directions of the grid, in plan.
    let along = |side: Side| {
        let (a, b) = side.vector();
        let (a, b) = (i32::from(a), i32::from(b));
        2 * (a * q + b * r) + a * r + b * q
    };
    (q, r) != (0, 0) && Side::ALL.into_iter().all(|other| along(other) <= along(side))
}
