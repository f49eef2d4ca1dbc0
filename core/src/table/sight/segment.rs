//! Whether a plain segment runs through the inside of a polygon.

use super::super::outline::Outline;
use super::super::point::{Bounds, Point, Vector};
use super::fine::{Fine, Line, fine};
use super::judge::{Cover, cover};
use crate::fraction::Fraction;

/// Whether an upright rectangle lies wholly to one side of the line through two places.
#[inline]
pub(super) fn passes_by(from: Point, by: Vector, bounds: Bounds) -> bool {
    let side = |across: i32, up: i32| by.perp(&(Point::new(across, up) - from));
    let (low, high) = (bounds.low, bounds.high);
    let (top, bottom) = if by.x >= 0 { (high.y, low.y) } else { (low.y, high.y) };
    let (most, least) = if by.y >= 0 { (low.x, high.x) } else { (high.x, low.x) };
    side(most, top) < 0 || side(least, bottom) > 0
}

/// Whether a segment runs through the inside of an outline.
#[inline]
pub(super) fn runs_through(from: Point, to: Point, outline: &Outline) -> bool {
    quickly(from, to, outline.corners()).unwrap_or_else(|| exactly(from, to, outline))
}

/// The answer where no corner lies on the line and no end of the segment on an edge.
#[inline]
fn quickly(from: Point, to: Point, corners: &[Point]) -> Option<bool> {
    let by = to - from;
    let mut last = *corners.last()?;
    let mut before = by.perp(&(last - from));
    if before == 0 {
        return None;
    }
    let mut inside = false;
    for corner in corners {
        let after = by.perp(&(*corner - from));
        if after == 0 {
            return None;
        }
        if (before ^ after) < 0 {
            let from_side = (*corner - last).perp(&(from - last));
            let to_side = from_side + before - after;
            if from_side == 0 || to_side == 0 {
                return None;
            }
            if (from_side ^ to_side) < 0 {
                return Some(true);
            }
            inside ^= from_side.abs() < to_side.abs();
        }
        (before, last) = (after, *corner);
    }
    Some(inside)
}

#[cold]
fn exactly(from: Point, to: Point, outline: &Outline) -> bool {
    if from == to {
        return outline.place_of(from) == super::super::exact::Place::Inside;
    }
    let corners: Vec<Fine> = outline.corners().iter().map(|corner| fine(*corner)).collect();
    let line = Line::through(fine(from), fine(to));
    let Some(Cover { left, right }) = cover(&line, &corners) else { return false };
    let (start, end) = (Fraction::new(0, 1), Fraction::new(1, 1));
    left.iter().any(|one| {
        right.iter().any(|other| one.0.max(other.0).max(start) < one.1.min(other.1).min(end))
    })
}
