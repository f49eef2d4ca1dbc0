//! Directions in whole degrees, turned without floats so that every machine agrees.

use super::point::{Point, Vector};
use nalgebra::Matrix2;
use serde::{Deserialize, Serialize};

/// A direction in whole degrees counted against the clock; 0 points to the right (along x). Whole turns of what is read are
/// taken off.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(from = "i32", into = "u16")]
pub struct Facing(u16);

impl From<i32> for Facing {
    fn from(degrees: i32) -> Facing {
        Facing::degrees(degrees)
    }
}

impl From<Facing> for u16 {
    fn from(facing: Facing) -> u16 {
        facing.to_degrees()
    }
}

/// What a sine of 1 is counted as.
const ONE: i64 = 1 << 30;

/// Sines of 0 to 90 degrees in parts of [`ONE`], by the addition theorem from that of one degree.
const SINES: [i64; 91] = sines();

const fn sines() -> [i64; 91] {
    // One degree to 60 binary places; each step turns by it, and the last is put right by hand.
    const SIN: i128 = 20_121_254_688_683_129;
    const COS: i128 = 1_152_745_909_077_394_653;
    const SCALE: i128 = 1 << 60;
    let mut sines = [0; 91];
    let (mut sin, mut cos) = (0_i128, SCALE);
    let mut at = 0;
    while at < 90 {
        sines[at] = ((sin + (1 << 29)) >> 30) as i64;
        (sin, cos) = ((sin * COS + cos * SIN) / SCALE, (cos * COS - sin * SIN) / SCALE);
        at += 1;
    }
    sines[90] = ONE;
    sines
}

impl Facing {
    /// A direction by its degrees; whole turns are taken off.
    pub const fn degrees(degrees: i32) -> Facing {
        Facing(degrees.rem_euclid(360) as u16)
    }

    /// The direction so many degrees further counterclockwise; below 0, clockwise.
    #[must_use]
    pub const fn turned(self, degrees: i32) -> Facing {
        Facing::degrees(self.0 as i32 + degrees % 360)
    }

    /// The degrees from one direction to another the shorter way round, 0 to 180.
    pub const fn between(self, other: Facing) -> u16 {
        let apart = self.0.abs_diff(other.0);
        if apart > 180 { 360 - apart } else { apart }
    }

    /// The degrees, 0 to 359.
    pub const fn to_degrees(self) -> u16 {
        self.0
    }

    /// Sine and cosine in parts of 2^30.
    const fn sine_cosine(self) -> (i64, i64) {
        let part = (self.0 % 90) as usize;
        let (sin, cos) = (SINES[part], SINES[90 - part]);
        match (self.0 / 90) % 4 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// A vector turned by this direction, rounded to the grid; quarter turns are exact, and
    /// opposite vectors stay opposite.
    #[must_use]
    pub fn turn(self, by: Vector) -> Vector {
        let (sin, cos) = self.sine_cosine();
        (Matrix2::new(cos, -sin, sin, cos) * by).map(round)
    }

    /// The direction from one place to another, to the nearest degree; `None` where they are one.
    pub fn from_to(from: Point, to: Point) -> Option<Facing> {
        let by = to - from;
        if by == Vector::zeros() {
            return None;
        }
        let aim = |degrees: i32| {
            let (sin, cos) = Facing::degrees(degrees).sine_cosine();
            by.dot(&Vector::new(cos, sin))
        };
        let quarter = match (by.x > 0, by.y > 0) {
            (true, _) if by.y >= 0 => 0,
            (false, true) => 90,
            (false, false) if by.x < 0 => 180,
            _ => 270,
        };
        // Within a quarter turn the aim rises up to the direction itself, and falls beyond.
        let (mut low, mut high) = (quarter, quarter + 90);
        while low < high {
            let middle = (low + high) / 2;
            if aim(middle) <= aim(middle + 1) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(Facing::degrees(low))
    }

    /// Whether a place is no farther than `half` degrees to either side of this direction, seen
    /// from another place. `half` is at most 180.
    pub fn sees(self, from: Point, to: Point, half: u16) -> bool {
        if half >= 180 {
            return true;
        }
        let by = to - from;
        let edge = |degrees: i32| {
            let (sin, cos) = Facing::degrees(degrees).sine_cosine();
            i128::from(cos) * i128::from(by.y) - i128::from(sin) * i128::from(by.x)
        };
        let right = edge(i32::from(self.0) - i32::from(half)) >= 0;
        let left = edge(i32::from(self.0) + i32::from(half)) <= 0;
        if half <= 90 {
            let (sin, cos) = self.sine_cosine();
            let ahead = i128::from(by.x) * i128::from(cos) + i128::from(by.y) * i128::from(sin);
            ahead >= 0 && right && left
        } else {
            right || left
        }
    }
}

const fn round(parts: i64) -> i64 {
    let half = ONE / 2;
    if parts >= 0 { (parts + half) / ONE } else { -((-parts + half) / ONE) }
}
