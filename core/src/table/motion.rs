//! A point that moves straight away from the origin, against a convex area: where it comes in.

use super::convex::{Convex, Square};
use super::point::{Length, Point, Vector};
use super::wide::{compare_products, compare_root, root_of_product};
use crate::fraction::Fraction;
use std::cmp::Ordering;

/// A length beyond every distance on a table.
const EVERYWHERE: i64 = 1 << 24;

/// The motion of one base against another area: the other, seen from the base, and the way.
pub struct Motion {
    area: Convex,
    by: Vector,
    steps: i64,
}

/// The length of a vector, rounded up.
pub(super) fn steps_of(by: Vector) -> i64 {
    let square = by.dot(&by);
    let root = square.isqrt();
    if root * root < square { root + 1 } else { root }
}

/// A division rounded up; the divisor is positive.
const fn divide_up(over: i128, under: i128) -> i128 {
    -(-over).div_euclid(under)
}

impl Motion {
    /// A base, by its corners, moved by a vector against another area.
    pub fn new(base: &[Point], by: Vector, other: &[Point]) -> Motion {
        Motion { area: Convex::difference(base, other), by, steps: steps_of(by) }
    }

    /// The square of the distance at the start.
    pub(super) fn square_at_start(&self) -> Square {
        self.area.square()
    }

    /// The square of the smallest distance on the way.
    pub(super) fn nearest_square(&self) -> Square {
        self.area.swept(-self.by).square()
    }

    /// The first step, rounded up, at which the distance is at most `limit`.
    pub(super) fn first_at_most(&self, limit: i64) -> Option<Length> {
        if limit < 0 {
            return None;
        }
        if limit >= EVERYWHERE || self.area.square().at_most(limit) {
            return Some(0);
        }
        if self.by == Vector::zeros() {
            return None;
        }
        let on_edge = self.area.edges().find_map(|(a, b)| self.step_into_strip(a, b, limit));
        let first = on_edge.or_else(|| {
            let round = self.area.corners().iter();
            round.filter_map(|corner| self.step_into_circle(*corner, limit)).min()
        })?;
        (first <= i128::from(self.steps)).then_some(first as Length)
    }

    /// The step, rounded up, at which the way comes from outside within `limit` of an edge, if it
    /// does so opposite to the edge and not beyond its ends.
    fn step_into_strip(&self, a: Vector, b: Vector, limit: i64) -> Option<i128> {
        let edge = b - a;
        let towards = edge.perp(&self.by);
        if towards <= 0 {
            return None;
        }
        let whole = edge.dot(&edge);
        let side = i128::from(edge.perp(&a));
        let limit = i128::from(limit);
        if compare_root(limit, whole, side) == Ordering::Greater {
            return None;
        }
        let aside = i128::from(edge.dot(&self.by)) * limit;
        let within = compare_root(i128::from(self.by.perp(&a)), whole, aside) != Ordering::Less
            && compare_root(i128::from(self.by.perp(&b)), whole, aside) != Ordering::Greater;
        if !within {
            return None;
        }
        let steps = i128::from(self.steps);
        let factor = (steps * limit).unsigned_abs();
        let root = root_of_product(factor * factor, u128::from(whole.unsigned_abs()));
        Some(divide_up(steps * side - root as i128, i128::from(towards)))
    }

    /// The step, rounded up, at which the way comes from outside within `limit` of a corner.
    fn step_into_circle(&self, corner: Vector, limit: i64) -> Option<i128> {
        let ahead = i128::from(self.by.dot(&corner));
        if ahead <= 0 {
            return None;
        }
        let whole = i128::from(self.by.dot(&self.by));
        let aside = i128::from(self.by.perp(&corner));
        let under_root = i128::from(limit * limit) * whole - aside * aside;
        if under_root < 0 {
            return None;
        }
        let steps = i128::from(self.steps);
        let root = root_of_product((steps * steps).unsigned_abs(), under_root.unsigned_abs());
        Some(divide_up(steps * ahead - root as i128, whole))
    }

    /// The last step, rounded down, before the way comes inside the area.
    pub(super) fn comes_inside(&self) -> Option<Length> {
        self.inside().map(|(from, _)| from.floor_of(self.steps) as Length)
    }

    /// The part of the way inside the area, which it leaves at both ends unless the way ends there.
    pub(super) fn inside(&self) -> Option<(Fraction, Fraction)> {
        if self.area.corners().len() < 3 {
            return None;
        }
        let (mut low, mut high) = (Fraction::new(-1, 1), Fraction::new(2, 1));
        for (a, b) in self.area.edges() {
            let edge = b - a;
            let (towards, side) = (edge.perp(&self.by), edge.perp(&a));
            match towards.cmp(&0) {
                Ordering::Equal if side >= 0 => return None,
                Ordering::Equal => {}
                Ordering::Greater => low = low.max(Fraction::new(side, towards)),
                Ordering::Less => high = high.min(Fraction::new(-side, -towards)),
            }
        }
        let inside = low < high && low < Fraction::ONE && high > Fraction::ZERO;
        inside.then(|| (low.max(Fraction::ZERO), high.min(Fraction::ONE)))
    }

    /// The distance after some steps, rounded down.
    pub fn gap_after(&self, steps: Length) -> Length {
        let (done, whole) = (i128::from(steps), i128::from(self.steps.max(1)));
        let here = (done * i128::from(self.by.x), done * i128::from(self.by.y));
        // Everything is seen `whole` times as large, so that the place is on the grid.
        let from = |corner: Vector| {
            (here.0 - whole * i128::from(corner.x), here.1 - whole * i128::from(corner.y))
        };
        let mut nearest = i128::MAX;
        for (a, b) in self.area.edges() {
            let edge = b - a;
            let (x, y) = (i128::from(edge.x), i128::from(edge.y));
            let (by_a, by_b) = (from(a), from(b));
            let side = x * by_a.1 - y * by_a.0;
            if side > 0 {
                continue;
            }
            let (along, beyond) = (x * by_a.0 + y * by_a.1, x * by_b.0 + y * by_b.1);
            if along > 0 && beyond < 0 {
                return part_of_root(side.unsigned_abs(), whole as u128, edge.dot(&edge) as u128);
            }
            let (x, y) = if along <= 0 { by_a } else { by_b };
            nearest = nearest.min(x * x + y * y);
        }
        if nearest == i128::MAX { 0 } else { (nearest.isqrt() / whole) as Length }
    }
}

/// `side / (whole * root(square))`, rounded down.
fn part_of_root(side: u128, whole: u128, square: u128) -> Length {
    let (mut low, mut high) = (0_u128, 1_u128 << 25);
    while high - low > 1 {
        let middle = low.midpoint(high);
        let length = middle * whole;
        match compare_products(length * square, length, side, side) {
            Ordering::Greater => high = middle,
            _ => low = middle,
        }
    }
    low as Length
}
