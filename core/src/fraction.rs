//! Exact fractions: where along a line something lies.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A fraction, such as a place along a line: 0 at its start, 1 at its end. Equal ones compare equal, reduced or not.
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

    /// One number over another, which has to be positive.
    pub const fn new(numerator: i64, denominator: i64) -> Self {
        Self { numerator, denominator }
    }

    /// `value + slope * self`, times the denominator.
    pub(crate) fn scaled(self, value: i64, slope: i64) -> i128 {
        i128::from(value) * i128::from(self.denominator)
            + i128::from(slope) * i128::from(self.numerator)
    }

    /// `value + slope * self`, rounded to the nearest whole number.
    pub(crate) fn rounded(self, value: i64, slope: i64) -> i64 {
        let denominator = i128::from(self.denominator);
        let nearest = (2 * self.scaled(value, slope) + denominator).div_euclid(2 * denominator);
        nearest as i64
    }

    /// So much of a number, rounded down.
    pub fn floor_of(self, number: i64) -> i64 {
        self.scaled(0, number).div_euclid(i128::from(self.denominator)) as i64
    }

    /// So much of a number, rounded up.
    pub fn ceil_of(self, number: i64) -> i64 {
        -Self::new(-self.numerator, self.denominator).floor_of(number)
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
