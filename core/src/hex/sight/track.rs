//! The hexes a line passes in plan, in order, found with whole numbers.

use super::Axial;
use super::span::Span;
use crate::fraction::Fraction;
use nalgebra::{Matrix3x2, Vector3};

/// Half the width of a hex in the measure of the three [`widths`].
pub(super) const HALF: i64 = 120;

/// How far a plan vector leads across each of the three pairs of opposite sides.
///
/// A hex holds the points whose three widths from its centre lie between -120 and 120. Positive
/// widths lead north-east, south-east and west; they always add up to 0.
pub(super) fn widths(plan: Axial) -> Vector3<i64> {
    Matrix3x2::new(1, -1, 1, 2, -2, -1) * plan
}

/// The neighbour across the side of a width's positive (or negative) end.
const fn across(hex: (i32, i32), axis: usize, sign: i64) -> (i32, i32) {
    let (q, r) = [(1, -1), (0, 1), (-1, 0)][axis];
    (hex.0 + q * sign as i32, hex.1 + r * sign as i32)
}

/// A stretch of a line over the same hexes: one, or those it runs between.
#[derive(Debug, Clone, Copy)]
pub struct Stretch {
    hexes: [(i32, i32); 3],
    count: u8,
    /// From where to where on the line.
    pub span: Span,
}

impl Stretch {
    /// Inside one hex, along the side of two, or upright in the corner of three.
    pub fn hexes(&self) -> &[(i32, i32)] {
        &self.hexes[..usize::from(self.count)]
    }
}

/// The stretches of a line in order.
#[derive(Debug, Clone)]
pub struct Track {
    hex: (i32, i32),
    /// Widths from the centre of `hex` to the start of the line.
    value: Vector3<i64>,
    slope: Vector3<i64>,
    reached: Fraction,
    done: bool,
}

impl Track {
    /// From a plan point along a plan vector, in 1/120 of an axial step.
    pub fn new(from: Axial, along: Axial) -> Self {
        let nearest = from.map(|part| (part + 60).div_euclid(120));
        let mut track = Self {
            hex: (nearest.x as i32, nearest.y as i32),
            value: widths(from - 120 * nearest),
            slope: widths(along),
            reached: Fraction::ZERO,
            done: false,
        };
        while let Some(axis) = (0..3).find(|&axis| track.value[axis].abs() > HALF) {
            track.cross(axis, track.value[axis].signum());
        }
        track
    }

    fn cross(&mut self, axis: usize, sign: i64) {
        self.hex = across(self.hex, axis, sign);
        self.value.add_scalar_mut(HALF * sign);
        self.value[axis] -= 3 * HALF * sign;
    }

    /// The hexes of the present stretch: `hex`, and what lies beyond the sides it stays on.
    fn stretch(&self, end: Fraction) -> Stretch {
        let mut stretch =
            Stretch { hexes: [self.hex; 3], count: 1, span: Span { start: self.reached, end } };
        for axis in 0..3 {
            if self.slope[axis] == 0 && self.value[axis].abs() == HALF {
                let beyond = across(self.hex, axis, self.value[axis].signum());
                stretch.hexes[usize::from(stretch.count)] = beyond;
                stretch.count += 1;
            }
        }
        stretch
    }

    /// Where the line leaves the present hex, across which side, and the second side if it
    /// leaves through a corner.
    fn exit(&self) -> Option<(Fraction, usize, Option<usize>)> {
        let mut first: Option<(Fraction, usize, Option<usize>)> = None;
        for axis in 0..3 {
            let slope = self.slope[axis];
            if slope == 0 {
                continue;
            }
            let left = HALF - self.value[axis] * slope.signum();
            let size = slope.abs();
            match &mut first {
                Some((at, _, second)) => {
                    // Both factors stay under 2^27, so the products fit.
                    let (new, old) = (left * at.denominator, at.numerator * size);
                    if new == old {
                        *second = Some(axis);
                    } else if new < old {
                        first = Some((Fraction::new(left, size), axis, None));
                    }
                }
                None => first = Some((Fraction::new(left, size), axis, None)),
            }
        }
        first
    }

    /// Goes on into the hex that holds the line beyond its exit.
    fn advance(&mut self, first: usize, second: Option<usize>) {
        let mut axis = first;
        if let Some(second) = second {
            // At the corner the third width is 0 here and `sign * 120` across the first side.
            let third = 3 - first - second;
            if self.slope[third] * self.slope[first].signum() > 0 {
                axis = second;
            }
        }
        self.cross(axis, self.slope[axis].signum());
    }
}

impl Iterator for Track {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        while !self.done {
            let Some((at, first, second)) = self.exit() else {
                self.done = true;
                return Some(self.stretch(Fraction::ONE));
            };
            self.done = at.numerator >= at.denominator;
            let stretch = self.stretch(if self.done { Fraction::ONE } else { at });
            let start = self.reached;
            if !self.done {
                self.advance(first, second);
                self.reached = at;
            }
            if start.numerator * at.denominator < at.numerator * start.denominator {
                return Some(stretch);
            }
        }
        None
    }
}
