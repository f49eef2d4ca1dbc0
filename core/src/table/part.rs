//! Parts of a straight way, as exact fractions of it.

use super::point::Length;
use std::cmp::Ordering;

/// A fraction; what it is over is positive.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub over: i64,
    pub under: i64,
}

impl Part {
    /// Where the way begins.
    pub const START: Part = Part { over: 0, under: 1 };
    /// Where the way ends.
    pub const END: Part = Part { over: 1, under: 1 };

    /// The step of so many that it lies at, rounded down.
    pub fn step(self, steps: i64) -> Length {
        (i128::from(self.over) * i128::from(steps)).div_euclid(i128::from(self.under)) as Length
    }

    /// The step of so many that it lies at, rounded up.
    pub fn step_up(self, steps: i64) -> Length {
        -Part { over: -self.over, under: self.under }.step(steps)
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        let one = i128::from(self.over) * i128::from(other.under);
        one.cmp(&(i128::from(other.over) * i128::from(self.under)))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}
