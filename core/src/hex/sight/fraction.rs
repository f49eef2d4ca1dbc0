//! Exact places along a line, and open stretches between two of them.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// A place along a line: 0 at its start, 1 at its end. Equal places compare equal, reduced or not.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Fraction {
    /// Above the bar.
    pub numerator: i64,
    /// Below the bar, always positive.
    pub denominator: i64,
}

impl Fraction {
    /// The start of a line.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// The end of a line.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    pub(super) const fn new(numerator: i64, denominator: i64) -> Self {
        Self { numerator, denominator }
    }

    /// `value + slope * self`, times the denominator.
    pub(super) fn scaled(self, value: i64, slope: i64) -> i128 {
        i128::from(value) * i128::from(self.denominator)
            + i128::from(slope) * i128::from(self.numerator)
    }

    /// `value + slope * self`, rounded to the nearest whole number.
    pub(super) fn rounded(self, value: i64, slope: i64) -> i64 {
        let denominator = i128::from(self.denominator);
        let nearest = (2 * self.scaled(value, slope) + denominator).div_euclid(2 * denominator);
        nearest as i64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

/// An open stretch of a line, never empty.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// Where it begins; open.
    pub start: Fraction,
    /// Where it ends, farther on than it begins; open.
    pub end: Fraction,
}

impl Span {
    pub(super) const WHOLE: Self = Self { start: Fraction::ZERO, end: Fraction::ONE };

    /// The part both have, if it has a length.
    pub(super) fn meet(self, other: Self) -> Option<Self> {
        let (start, end) = (self.start.max(other.start), self.end.min(other.end));
        (start < end).then_some(Self { start, end })
    }

    /// The part over which `low < value + slope * t < high`, if it has a length.
    pub(super) fn within(self, value: i64, slope: i64, low: i64, high: i64) -> Option<Self> {
        if slope == 0 {
            return (low < value && value < high).then_some(self);
        }
        let (enter, leave) =
            if slope > 0 { (low - value, high - value) } else { (value - high, value - low) };
        let size = slope.abs();
        self.meet(Self { start: Fraction::new(enter, size), end: Fraction::new(leave, size) })
    }
}
