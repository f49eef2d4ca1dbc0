//! Exact plane geometry of points, legs and upright rectangles.

use serde::{Deserialize, Serialize};

/// A place, in 0.001 cm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// An upright rectangle; `low` is its corner with the smaller coordinates.
#[derive(Debug, Clone, Copy)]
pub struct Rect {
    pub low: Point,
    pub high: Point,
}

fn wide(from: Point, to: Point) -> (i128, i128) {
    (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y))
}

fn square(from: Point, to: Point) -> i128 {
    let (x, y) = wide(from, to);
    x * x + y * y
}

/// Length of a leg, rounded down.
pub fn length(from: Point, to: Point) -> u32 {
    u32::try_from(square(from, to).isqrt()).unwrap_or(u32::MAX)
}

impl Rect {
    pub const fn new(x: [i32; 2], y: [i32; 2]) -> Rect {
        Rect { low: Point { x: x[0], y: y[0] }, high: Point { x: x[1], y: y[1] } }
    }

    pub fn corners(self) -> [Point; 4] {
        let (low, high) = (self.low, self.high);
        [low, Point { x: high.x, ..low }, high, Point { x: low.x, ..high }]
    }

    /// The point of the rectangle nearest to another.
    pub fn nearest(self, to: Point) -> Point {
        Point { x: to.x.clamp(self.low.x, self.high.x), y: to.y.clamp(self.low.y, self.high.y) }
    }

    /// Whether a point is no farther than `reach`.
    pub fn within(self, point: Point, reach: u32) -> bool {
        square(point, self.nearest(point)) <= i128::from(reach) * i128::from(reach)
    }

    /// Where a leg meets the inside: the fraction of the leg before that.
    pub fn entered(self, from: Point, to: Point) -> Option<(i128, i128)> {
        let (dx, dy) = wide(from, to);
        let (mut first, mut last) = ((0, 1), (1, 1));
        let less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
        for (start, step, low, high) in [
            (i128::from(from.x), dx, i128::from(self.low.x), i128::from(self.high.x)),
            (i128::from(from.y), dy, i128::from(self.low.y), i128::from(self.high.y)),
        ] {
            if step == 0 {
                if start <= low || start >= high {
                    return None;
                }
                continue;
            }
            let (near, far) = if step > 0 { (low, high) } else { (high, low) };
            let at = |edge: i128| ((edge - start) * step.signum(), step.abs());
            let (enters, leaves) = (at(near), at(far));
            first = if less(first, enters) { enters } else { first };
            last = if less(leaves, last) { leaves } else { last };
        }
        less(first, last).then_some(first)
    }

    /// Whether a leg comes within `reach` anywhere.
    pub fn passes_within(self, from: Point, to: Point, reach: u32) -> bool {
        let by_corner = |corner: Point| {
            let (dx, dy) = wide(from, to);
            let (cx, cy) = wide(from, corner);
            let along = dx * cx + dy * cy;
            let long = dx * dx + dy * dy;
            let off = dx * cy - dy * cx;
            (0..=long).contains(&along) && off * off <= i128::from(reach).pow(2) * long
        };
        self.within(from, reach)
            || self.within(to, reach)
            || self.entered(from, to).is_some()
            || self.corners().into_iter().any(by_corner)
    }
}

/// The point after a fraction of a leg, on the grid.
pub fn after(from: Point, to: Point, (part, whole): (i128, i128)) -> Point {
    let (dx, dy) = wide(from, to);
    let share = |d: i128| (2 * d * part + whole).div_euclid(2 * whole) as i32;
    Point { x: from.x + share(dx), y: from.y + share(dy) }
}
