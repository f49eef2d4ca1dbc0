//! Lines of sight over a board, decided exactly: what is in the way of a line, and where.

mod scene;
mod solid;
mod span;
#[doc(hidden)]
pub mod track;
mod wall;

use crate::fraction::Fraction;
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::coordinates::{Hex, Level, Side};
pub use scene::{Scene, hexes_along};
use solid::Ray;

/// A vector in plan, in 1/120 of an axial step: east, and south-east.
#[doc(hidden)]
pub type Axial = nalgebra::Vector2<i64>;

/// Points beyond this, in the units of [`Point`], are taken to lie on it: further than any board.
const POINT_LIMIT: i32 = 1 << 22;

/// A point over a board: 1/120 of an axial step in plan, 1/20 of a level up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    /// East.
    pub q: i32,
    /// South-east.
    pub r: i32,
    /// Up.
    pub up: i32,
}

impl Point {
    /// Above the centre of a hex, at a height in twentieths of a level.
    pub fn centre(hex: Hex, up_twentieths: i32) -> Self {
        Self { q: 120 * i32::from(hex.q), r: 120 * i32::from(hex.r), up: up_twentieths }
    }

    /// Moved towards a corner, the one between `side` and the next side counterclockwise, by
    /// `fortieths` of the way from a centre to its corner.
    pub fn towards_corner(self, side: Side, fortieths: i32) -> Self {
        let ((q, r), (next_q, next_r)) = (side.vector(), side.counterclockwise().vector());
        let step = |one: i16, two: i16| fortieths * (i32::from(one) + i32::from(two));
        Self { q: self.q + step(q, next_q), r: self.r + step(r, next_r), ..self }
    }

    /// Moved towards the middle of a side by `sixtieths` of the way from a centre to it.
    pub fn towards_side(self, side: Side, sixtieths: i32) -> Self {
        let (q, r) = side.vector();
        Self { q: self.q + sixtieths * i32::from(q), r: self.r + sixtieths * i32::from(r), ..self }
    }

    /// Where it is in plan, as a way from the hex (0, 0).
    pub(super) fn plan(self) -> Axial {
        Axial::new(self.q.into(), self.r.into())
    }

    fn limited(self) -> Self {
        let limit = |value: i32| value.clamp(-POINT_LIMIT, POINT_LIMIT);
        Self { q: limit(self.q), r: limit(self.r), up: limit(self.up) }
    }
}

/// An upright solid with rounded plan: all points within a radius of a hex's centre, or of the
/// straight row of centres between two hexes. Ends that lie in no straight row leave a gap between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// The hexes at its two ends; the same one twice for a round body.
    pub ends: (Hex, Hex),
    /// In hundredths of the distance from a hex's centre to its corner; at most 86.
    pub radius_hundredths: u8,
    /// Level it starts at.
    pub bottom: Level,
    /// Level it ends at.
    pub top: Level,
}

/// What is in the way of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocker {
    /// Tiles on this hex.
    Ground(Hex),
    /// An obstacle on this hex.
    Obstacle(Hex),
    /// The edge piece on this side.
    Edge(Hex, Side),
    /// The body at this place in the list given.
    Body(usize),
}

/// A straight line from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Line {
    /// Start.
    pub from: Point,
    /// End.
    pub to: Point,
}

impl Line {
    /// From one point to another.
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    fn ray(self) -> Ray {
        let (from, to) = (self.from.limited(), self.to.limited());
        Ray {
            plan: from.plan(),
            up: i64::from(from.up),
            along: to.plan() - from.plan(),
            along_up: i64::from(to.up - from.up),
        }
    }
}

/// What stops a line, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// What.
    pub blocker: Blocker,
    /// Where the stopped stretch begins; for a round part of a body, where the line comes nearest
    /// to its centre while inside.
    pub at: Fraction,
    /// That place rounded to whole units, for drawing.
    pub point: Point,
}

/// Whether one of many lines is clear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// The first clear line.
    Clear(Line),
    /// Every line and what stops it.
    Blocked {
        /// In the order tried.
        lines: Vec<(Line, Hit)>,
    },
}

/// What stops a line first; see [`Scene`] for the rule.
pub fn first_blocker(
    board: &Board,
    bodies: &[Body],
    line: Line,
    spared_edges: &[(Hex, Side)],
) -> Option<Hit> {
    Scene { board, bodies, spared_edges }.first_blocker(line)
}

/// The first clear line between two sets of points, or what stops each; see [`Scene`].
pub fn sees(board: &Board, bodies: &[Body], from: &[Point], to: &[Point]) -> Sight {
    Scene::new(board, bodies).sees(from, to)
}

/// Whether any line between two sets of points is clear; see [`Scene`].
pub fn can_see(board: &Board, bodies: &[Body], from: &[Point], to: &[Point]) -> bool {
    Scene::new(board, bodies).can_see(from, to)
}
