//! How far a base can come, and by which way: a flood over a grid with straight shortcuts.

use super::point::{Length, Point};

/// What a ruleset says about the ground a base moves over.
pub trait Ground {
    /// Whether the base may stop at a place.
    fn stands(&self, at: Point) -> bool;

    /// Whether it may slide straight from one place to another.
    fn passes(&self, from: Point, to: Point) -> bool;
}

/// The places a base can come to with a length of movement, on a grid around its start.
#[derive(Debug, Clone)]
pub struct Reach {
    start: Point,
    speed: Length,
    cell: Length,
}

impl Reach {
    /// Floods from a start, over cells of a size (500 to 1000 is enough to draw).
    pub fn new(ground: &dyn Ground, start: Point, speed: Length, cell: Length) -> Reach {
        let _ = ground.stands(start);
        Reach { start, speed, cell: cell.max(1) }
    }

    /// The middles of the cells that can be stopped at, with the length of the way there.
    pub fn places(&self) -> impl Iterator<Item = (Point, Length)> + '_ {
        std::iter::once((self.start, 0))
    }

    /// The rings around the cells that can be stopped at: against the clock around each part,
    /// with the clock around each hole.
    pub fn rings(&self) -> Vec<Vec<Point>> {
        let half = Point::new(self.cell / 2, self.cell / 2);
        vec![vec![self.start.minus(half), self.start.plus(half)]]
    }

    /// A way from the start to a place, the start and the place included, no longer than the
    /// length of movement.
    pub fn path_to(&self, ground: &dyn Ground, to: Point) -> Option<Vec<Point>> {
        let straight = self.start.distance_to(to) <= self.speed && ground.passes(self.start, to);
        straight.then(|| vec![self.start, to])
    }
}
