//! Strips along a line: the outlines of roads and streams.

use super::outline::{Outline, OutlineFault};
use super::point::{FARTHEST, Length, Point, Vector, part_of};

impl Outline {
    /// A strip of a width along a line, its ends cut square. At a bend its sides meet in a corner;
    /// where the line turns by more than 120 degrees the outer corner is cut off.
    ///
    /// # Errors
    ///
    /// A line of less than two places or with a place given twice in a row, a strip without width,
    /// or one so wide for its bends that its sides cross; the numbers then count the corners of the
    /// strip: along its right side, and back along its left.
    pub fn of_line(points: &[Point], width: Length) -> Result<Outline, OutlineFault> {
        if points.len() < 2 {
            return Err(OutlineFault::TooFew);
        }
        let far = |point: &Point| !point.is_within(FARTHEST);
        if let Some(at) = points.iter().position(far) {
            return Err(OutlineFault::TooFar(at));
        }
        if let Some(at) = points.windows(2).position(|leg| leg[0] == leg[1]) {
            return Err(OutlineFault::Degenerate(at + 1));
        }
        if width > FARTHEST {
            return Err(OutlineFault::TooFar(0));
        }
        if width < 2 {
            return Err(OutlineFault::Degenerate(0));
        }
        let mut corners = right_side(points, width)?;
        let back: Vec<Point> = points.iter().rev().copied().collect();
        corners.extend(right_side(&back, width)?);
        Outline::new(corners)
    }
}

/// The vector from the middle of a leg to its right side.
fn to_right(from: Point, to: Point, width: Length) -> Vector {
    let by = to - from;
    let whole = i128::from(by.dot(&by));
    // Half the width, times the part that a coordinate is of the length of the leg.
    let part = |of: i64| {
        let square = i128::from(of) * i128::from(of) * i128::from(width) * i128::from(width);
        let rounded = ((square / whole).isqrt() + 1) / 2;
        of.signum() * rounded as i64
    };
    Vector::new(by.y, -by.x).map(part)
}

/// The corners of a strip to the right of a line, in its order.
fn right_side(points: &[Point], width: Length) -> Result<Vec<Point>, OutlineFault> {
    let last = points.len() - 1;
    let side = |leg: usize| to_right(points[leg], points[leg + 1], width);
    let mut corners = vec![points[0] + side(0)];
    for at in 1..last {
        let (before, after) = (side(at - 1), side(at));
        let turn = (points[at] - points[at - 1]).perp(&(points[at + 1] - points[at]));
        let square = before.dot(&before).max(1);
        let together = square + before.dot(&after);
        if together <= square / 64 {
            return Err(OutlineFault::Degenerate(at));
        }
        let outer = turn > 0;
        if outer && 2 * together < square {
            corners.extend([points[at] + before, points[at] + after]);
        } else {
            corners.push(points[at] + part_of(before + after, square, together));
        }
    }
    corners.push(points[last] + side(last - 1));
    Ok(corners)
}
