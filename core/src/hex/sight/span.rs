//! Open stretches of a line of sight.

use crate::fraction::Fraction;

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
