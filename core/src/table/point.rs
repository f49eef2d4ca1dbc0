//! Places and lengths on a table, in whole thousandths of a centimetre.

use super::facing::Facing;
use serde::{Deserialize, Serialize};

/// A length in 0.001 cm.
pub type Length = i32;

/// One centimetre.
pub const CM: Length = 1000;

/// The farthest a coordinate may be from the origin, so that products of differences fit `i64`.
pub const FARTHEST: Length = 1 << 21;

/// A place in 0.001 cm; x grows to the right, y grows away from the near table edge.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Point {
    /// To the right.
    pub x: Length,
    /// Away from the near edge.
    pub y: Length,
}

impl Point {
    /// A place by its coordinates in 0.001 cm.
    pub const fn new(x: Length, y: Length) -> Point {
        Point { x, y }
    }

    /// This place moved by a vector.
    #[must_use]
    pub const fn plus(self, by: Point) -> Point {
        Point { x: self.x + by.x, y: self.y + by.y }
    }

    /// The vector from another place to this one.
    #[must_use]
    pub const fn minus(self, from: Point) -> Point {
        Point { x: self.x - from.x, y: self.y - from.y }
    }

    /// The cross product with another vector; positive where that lies to the left.
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// The scalar product with another vector.
    #[inline]
    pub const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// Whether neither coordinate is farther from 0 than a length.
    pub const fn is_within(self, far: Length) -> bool {
        let far = far.unsigned_abs();
        self.x.unsigned_abs() <= far && self.y.unsigned_abs() <= far
    }

    /// The square of the distance to another place.
    #[inline]
    pub const fn square_to(self, other: Point) -> i64 {
        let by = other.minus(self);
        by.dot(by)
    }

    /// The distance to another place, rounded down.
    pub const fn distance_to(self, other: Point) -> Length {
        self.square_to(other).isqrt() as Length
    }

    /// The place `length` along the way to another, rounded to the grid; the other place where
    /// it is no farther.
    #[must_use]
    pub fn towards(self, other: Point, length: Length) -> Point {
        let whole = self.distance_to(other);
        if whole <= length { other } else { self.plus(other.minus(self).of_length(length)) }
    }

    /// The place `length` farther from another, rounded to the grid; this one, where both are the same.
    #[must_use]
    pub fn away_from(self, other: Point, length: Length) -> Point {
        self.plus(self.minus(other).of_length(length))
    }

    /// The place so far off in a direction, rounded to the grid.
    #[must_use]
    pub const fn ahead(self, facing: Facing, length: Length) -> Point {
        self.plus(facing.turn(Point::new(length, 0)))
    }

    /// As a way, the same in its direction with another length; no way, where it leads nowhere.
    fn of_length(self, length: Length) -> Point {
        let whole = i64::from(Point::default().distance_to(self));
        if whole == 0 {
            return self;
        }
        let part = i64::from(length);
        let along = |d: Length| ((2 * i64::from(d) * part + whole).div_euclid(2 * whole)) as Length;
        Point::new(along(self.x), along(self.y))
    }
}

/// A length as people say it: in centimetres, without needless zeros.
pub fn said(length: Length) -> String {
    let sign = if length < 0 { "-" } else { "" };
    let whole = length.unsigned_abs();
    let (cm, rest) = (whole / 1000, whole % 1000);
    if rest == 0 {
        return format!("{sign}{cm}");
    }
    format!("{sign}{cm}.{rest:03}").trim_end_matches('0').to_string()
}

/// An upright rectangle around something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    /// The corner with the smaller coordinates.
    pub low: Point,
    /// The corner with the greater coordinates.
    pub high: Point,
}

impl Bounds {
    /// The bounds of points; of nothing, the origin.
    pub fn of(points: &[Point]) -> Bounds {
        let Some((first, rest)) = points.split_first() else {
            return Bounds { low: Point::default(), high: Point::default() };
        };
        let mut bounds = Bounds { low: *first, high: *first };
        for point in rest {
            bounds.low = Point::new(bounds.low.x.min(point.x), bounds.low.y.min(point.y));
            bounds.high = Point::new(bounds.high.x.max(point.x), bounds.high.y.max(point.y));
        }
        bounds
    }

    /// The place in the middle, rounded to the grid.
    pub const fn middle(self) -> Point {
        Point::new((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)
    }

    /// Bounds around both.
    #[must_use]
    pub fn with(self, other: Bounds) -> Bounds {
        let low = Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y));
        let high = Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y));
        Bounds { low, high }
    }

    /// The square of the distance to other bounds; 0 where they meet.
    pub const fn square_to(self, other: Bounds) -> i64 {
        const fn apart(low: Length, high: Length, other_low: Length, other_high: Length) -> i64 {
            if other_low > high {
                (other_low - high) as i64
            } else if low > other_high {
                (low - other_high) as i64
            } else {
                0
            }
        }
        let x = apart(self.low.x, self.high.x, other.low.x, other.high.x);
        let y = apart(self.low.y, self.high.y, other.low.y, other.high.y);
        x * x + y * y
    }

    /// Bounds wider by a length on each side.
    #[must_use]
    pub const fn wider(self, by: Length) -> Bounds {
        let by = Point::new(by, by);
        Bounds { low: self.low.minus(by), high: self.high.plus(by) }
    }

    /// Whether both have a point in common, edges included.
    #[inline]
    pub const fn meets(self, other: Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether a point lies within, edges included.
    #[inline]
    pub const fn holds(self, point: Point) -> bool {
        self.low.x <= point.x
            && point.x <= self.high.x
            && self.low.y <= point.y
            && point.y <= self.high.y
    }
}
