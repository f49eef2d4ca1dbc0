//! Parts of a straight way, as exact fractions of it.

use super::point::Length;
use std::cmp::Ordering;

/// A fraction; what it is over is positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub over: i64,
    pub under: i64,
}

impl Part {
    pub(super) const START: Part = Part { over: 0, under: 1 };
    pub(super) const END: Part = Part { over: 1, under: 1 };

    /// The step of so many that it lies at, rounded down.
    pub(super) fn step(self, steps: i64) -> Length {
        (i128::from(self.over) * i128::from(steps)).div_euclid(i128::from(self.under)) as Length
    }

    /// The step of so many that it lies at, rounded up.
    pub(super) fn step_up(self, steps: i64) -> Length {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_equal_by_value_and_round_both_ways() {
        let third = Part { over: 1, under: 3 };
        assert_eq!(third, Part { over: 2, under: 6 });
        assert!(Part::START < third && third < Part::END);
        assert_eq!((third.step(10), third.step_up(10)), (3, 4));
        assert_eq!((third.step(9), third.step_up(9)), (3, 3));
    }
}
