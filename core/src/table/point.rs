//! Places, ways and lengths on a table, in whole thousandths of a centimetre.

use super::facing::Facing;
use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub};

/// A length in 0.001 cm.
pub type Length = i32;

/// One centimetre.
pub const CM: Length = 1000;

/// The farthest a coordinate may be from the origin, so that products of differences fit `i64`.
pub const FARTHEST: Length = 1 << 21;

/// What leads from one place to another, in 0.001 cm: wider than a coordinate, so that products of two fit.
pub type Vector = nalgebra::Vector2<i64>;

/// A place in 0.001 cm; x grows to the right, y grows away from the near table edge.
///
/// As [`nalgebra::Point2`] it has neither an order nor names for its coordinates where it is stored, and games need both. What
/// lies between two places is [`nalgebra`]'s own, and so are dot products, perpendiculars and sums:
///
/// ```
/// use umpire_core::table::{Point, Vector};
///
/// let (gate, tower) = (Point::new(1_000, 2_000), Point::new(4_000, 6_000));
/// let way = tower - gate;
/// assert_eq!(way, Vector::new(3_000, 4_000));
/// assert_eq!((way.dot(&way).isqrt(), gate.distance_to(tower)), (5_000, 5_000));
/// assert!(way.perp(&Vector::y()) > 0, "up lies to the left");
/// assert_eq!(gate + 2 * way, Point::from(nalgebra::Point2::new(7_000, 10_000)));
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Point {
    /// To the right.
    pub x: Length,
    /// Away from the near edge.
    pub y: Length,
}

impl Add<Vector> for Point {
    type Output = Point;

    #[inline]
    fn add(self, by: Vector) -> Point {
        Point { x: self.x + by.x as Length, y: self.y + by.y as Length }
    }
}

impl AddAssign<Vector> for Point {
    #[inline]
    fn add_assign(&mut self, by: Vector) {
        *self = *self + by;
    }
}

impl Sub<Vector> for Point {
    type Output = Point;

    #[inline]
    fn sub(self, by: Vector) -> Point {
        self + -by
    }
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Point) -> Vector {
        Vector::new(i64::from(self.x) - i64::from(from.x), i64::from(self.y) - i64::from(from.y))
    }
}

impl From<nalgebra::Point2<Length>> for Point {
    fn from(place: nalgebra::Point2<Length>) -> Point {
        Point { x: place.x, y: place.y }
    }
}

impl From<Point> for nalgebra::Point2<Length> {
    fn from(place: Point) -> Self {
        nalgebra::Point2::new(place.x, place.y)
    }
}

/// The way there from the origin.
impl From<Point> for Vector {
    #[inline]
    fn from(place: Point) -> Vector {
        Vector::new(place.x.into(), place.y.into())
    }
}

impl Point {
    /// Where coordinates are counted from: the near left corner of a table.
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    /// A place by its coordinates in 0.001 cm.
    pub const fn new(x: Length, y: Length) -> Point {
        Point { x, y }
    }

    /// Whether neither coordinate is farther from 0 than a length.
    pub const fn is_within(self, far: Length) -> bool {
        let far = far.unsigned_abs();
        self.x.unsigned_abs() <= far && self.y.unsigned_abs() <= far
    }

    /// The square of the distance to another place.
    #[inline]
    pub fn square_to(self, other: Point) -> i64 {
        let by = other - self;
        by.dot(&by)
    }

    /// The distance to another place, rounded down.
    pub fn distance_to(self, other: Point) -> Length {
        self.square_to(other).isqrt() as Length
    }

    /// The place `length` along the way to another, rounded to the grid; the other place where
    /// it is no farther.
    #[must_use]
    pub fn towards(self, other: Point, length: Length) -> Point {
        let whole = self.distance_to(other);
        if whole <= length { other } else { self + of_length(other - self, length) }
    }

    /// The place `length` farther from another, rounded to the grid; this one, where both are the same.
    #[must_use]
    pub fn away_from(self, other: Point, length: Length) -> Point {
        self + of_length(self - other, length)
    }

    /// The place so far off in a direction, rounded to the grid.
    #[must_use]
    pub fn ahead(self, facing: Facing, length: Length) -> Point {
        self + facing.turn(Vector::new(length.into(), 0))
    }
}

/// A way in the direction of another with another length, rounded to the grid; no way, where that leads nowhere.
pub(super) fn of_length(by: Vector, length: Length) -> Vector {
    part_of(by, i64::from(length), by.dot(&by).isqrt())
}

/// A part of a way, rounded to the grid; the way itself where it has no parts.
#[inline]
pub(super) fn part_of(by: Vector, part: i64, whole: i64) -> Vector {
    if whole == 0 {
        return by;
    }
    by.map(|along| match along.checked_mul(2 * part) {
        Some(twice) => (twice + whole).div_euclid(2 * whole),
        None => {
            let twice = 2 * i128::from(along) * i128::from(part);
            (twice + i128::from(whole)).div_euclid(2 * i128::from(whole)) as i64
        }
    })
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
        let (low, high) = (self.low, self.high);
        Bounds {
            low: Point::new(low.x - by, low.y - by),
            high: Point::new(high.x + by, high.y + by),
        }
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
