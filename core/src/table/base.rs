//! Bases of models: convex shapes with a middle and a facing, as polygons on the grid.

use super::facing::Facing;
use super::point::{Bounds, Length, Point, Vector};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most corners a base may have.
pub const MAX_CORNERS: usize = 32;

/// The shape of a base, before it stands anywhere. A round base is the polygon of its corners,
/// all on the circle (rounded to the grid), the first in the direction it faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Footprint {
    /// A disc. It does not turn: every facing gives the same polygon.
    Disc {
        /// In 0.001 cm.
        radius: Length,
        /// A multiple of four up to [`MAX_CORNERS`].
        corners: u8,
    },
    /// An ellipse.
    Ellipse {
        /// The whole length in the direction it faces, in 0.001 cm.
        long: Length,
        /// The whole width across, in 0.001 cm.
        wide: Length,
        /// A multiple of four up to [`MAX_CORNERS`].
        corners: u8,
    },
    /// A rectangle.
    Rectangle {
        /// The whole length in the direction it faces, in 0.001 cm.
        long: Length,
        /// The whole width across, in 0.001 cm.
        wide: Length,
    },
}

impl Footprint {
    /// A round base so many millimetres across.
    pub fn round(millimetres: u8) -> Footprint {
        Footprint::Disc { radius: Length::from(millimetres) * 50, corners: 24 }
    }

    /// The base with its middle at a place, facing a direction.
    pub fn at(self, centre: Point, facing: Facing) -> Base {
        let corner = |long: Length, wide: Length, share: i32| {
            let unit = Facing::degrees(share).turn(Vector::new(1 << 20, 0));
            let whole = unit.component_mul(&Vector::new(long.into(), wide.into()));
            whole.map(|whole| ((whole.abs() + (1 << 20)) >> 21) * whole.signum())
        };
        let mut corners: ArrayVec<Point, MAX_CORNERS> = ArrayVec::new();
        match self {
            Footprint::Disc { radius, corners: count } => {
                let count = even(count);
                let ring = (0..count).map(|at| corner(2 * radius, 2 * radius, 360 * at / count));
                corners.extend(ring.map(|by| centre + by));
            }
            Footprint::Ellipse { long, wide, corners: count } => {
                let count = even(count);
                let ring = (0..count).map(|at| corner(long, wide, 360 * at / count));
                corners.extend(ring.map(|by| centre + facing.turn(by)));
            }
            Footprint::Rectangle { long, wide } => {
                let (x, y) = (i64::from(long / 2), i64::from(wide / 2));
                let ring = [(x, -y), (x, y), (-x, y), (-x, -y)];
                corners.extend(ring.iter().map(|&(x, y)| centre + facing.turn(Vector::new(x, y))));
            }
        }
        Base::new(centre, corners)
    }

    /// The farthest a corner is from the middle.
    pub fn reach(self) -> Length {
        match self {
            Footprint::Disc { radius, .. } => radius,
            Footprint::Ellipse { long, wide, .. } => long.max(wide) / 2 + 1,
            Footprint::Rectangle { long, wide } => {
                Point::new(long / 2, wide / 2).distance_to(Point::ORIGIN) + 1
            }
        }
    }
}

/// A count of corners that gives a polygon equal under quarter turns.
fn even(corners: u8) -> i32 {
    i32::from(corners.clamp(4, MAX_CORNERS as u8) / 4 * 4)
}

/// A base where it stands: a convex polygon, or any convex area that stands in for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    centre: Point,
    corners: ArrayVec<Point, MAX_CORNERS>,
    bounds: Bounds,
}

impl Base {
    /// A base by its corners, against the clock; they must be convex, and hold the middle.
    pub fn new(centre: Point, corners: ArrayVec<Point, MAX_CORNERS>) -> Base {
        let bounds = Bounds::of(&corners);
        Base { centre, corners, bounds }
    }

    /// A place as a base without extent, from which distances are measured.
    pub fn point(at: Point) -> Base {
        Base::new(at, ArrayVec::from_iter([at]))
    }

    /// The same base with its middle elsewhere, not turned.
    #[must_use]
    pub fn moved_to(&self, centre: Point) -> Base {
        let by = centre - self.centre;
        let corners = self.corners.iter().map(|corner| *corner + by).collect();
        let bounds = Bounds { low: self.bounds.low + by, high: self.bounds.high + by };
        Base { centre, corners, bounds }
    }

    /// The middle, by which it is in or on a piece of ground.
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// The corners, against the clock.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The edges, each from one corner to the next.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*a, *b))
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }
}
