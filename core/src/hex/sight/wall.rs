//! Where a line meets an edge piece.

use super::solid::Ray;
use super::track::{HALF, widths};
use crate::fraction::Fraction;
use crate::hex::build::EdgePiece;
use crate::hex::coordinates::{Hex, Side};

/// The width that leads across a side, and towards which of its ends.
const AXES: [(usize, i64); 6] = [(2, -1), (0, 1), (1, -1), (2, 1), (0, -1), (1, 1)];

/// The first place where the line is on the side, its end points included, strictly between foot
/// and top of the piece.
pub(super) fn met(hex: Hex, side: Side, piece: &EdgePiece, ray: &Ray) -> Option<Fraction> {
    let (bottom, top) = (20 * i64::from(piece.base), 20 * i64::from(piece.top()));
    let (start, end) = touched(hex, side, ray)?;
    rises_between(ray, start, end, bottom, top)
}

/// Where the line is over the side, its end points included, whatever its level: from and to.
pub(super) fn touched(hex: Hex, side: Side, ray: &Ray) -> Option<(Fraction, Fraction)> {
    let (values, slopes) = (widths(ray.offset_from(hex)), widths(ray.along));
    let (axis, sign) = AXES[side.index()];
    let (mut start, mut end) = (Fraction::ZERO, Fraction::ONE);
    let left = HALF - values[axis] * sign;
    let slope = slopes[axis] * sign;
    if slope != 0 {
        start = Fraction::new(left * slope.signum(), slope.abs());
        if start < Fraction::ZERO || start > Fraction::ONE {
            return None;
        }
        end = start;
    } else if left != 0 {
        return None;
    }
    for other in (0..3).filter(|&other| other != axis) {
        let (value, slope) = (values[other], slopes[other]);
        if slope == 0 || start == end {
            let size = HALF as i128 * i128::from(start.denominator);
            if start.scaled(value, slope).abs() > size {
                return None;
            }
            continue;
        }
        let near = Fraction::new(-HALF - value * slope.signum(), slope.abs());
        let far = Fraction::new(HALF - value * slope.signum(), slope.abs());
        (start, end) = (start.max(near), end.min(far));
        if start > end {
            return None;
        }
    }
    Some((start, end))
}

/// The first place from `start` to `end`, both included, with the line strictly between levels.
fn rises_between(
    ray: &Ray,
    start: Fraction,
    end: Fraction,
    bottom: i64,
    top: i64,
) -> Option<Fraction> {
    let above = |at: Fraction, level: i64| at.scaled(ray.up - level, ray.along_up);
    let (low, high) = if ray.along_up >= 0 { (start, end) } else { (end, start) };
    if bottom >= top || above(low, top) >= 0 || above(high, bottom) <= 0 {
        return None;
    }
    if ray.along_up == 0 {
        return Some(start);
    }
    let enters = if ray.along_up > 0 { bottom - ray.up } else { ray.up - top };
    Some(start.max(Fraction::new(enters, ray.along_up.abs())))
}
