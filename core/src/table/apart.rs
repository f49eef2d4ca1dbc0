//! The distance between two bases by the sides they turn to each other alone.

use super::base::Base;
use super::convex::{Convex, Square};
use super::point::Point;

/// The side of a ring of corners that looks along a direction, walked against the clock of the
/// difference of both rings; `sign` is -1 for the ring that is taken away.
struct Side<'a> {
    corners: &'a [Point],
    sign: i32,
    towards: Point,
    at: usize,
    left: usize,
}

impl<'a> Side<'a> {
    fn new(corners: &'a [Point], sign: i32, towards: Point) -> Side<'a> {
        let aside = |corner: &Point| i64::from(sign) * towards.cross(*corner);
        let mut first = (i64::MIN, 0);
        for (at, corner) in corners.iter().enumerate() {
            let this = aside(corner);
            if this > first.0 {
                first = (this, at);
            }
        }
        Side { corners, sign, towards, at: first.1, left: corners.len() }
    }

    fn here(&self) -> Point {
        let corner = self.corners[self.at];
        Point::new(self.sign * corner.x, self.sign * corner.y)
    }

    const fn next(&self) -> usize {
        if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 }
    }

    /// The edge ahead, as long as it is one of this side; edges along the direction are passed
    /// over at the beginning.
    fn edge(&mut self) -> Option<Point> {
        while self.left > 0 {
            let next = self.corners[self.next()];
            let edge = Point::new(self.sign * next.x, self.sign * next.y).minus(self.here());
            match edge.cross(self.towards) {
                1.. => return Some(edge),
                0 if edge == Point::default() || edge.dot(self.towards) < 0 => self.step(),
                _ => return None,
            }
        }
        None
    }

    const fn step(&mut self) {
        self.at = self.next();
        self.left -= 1;
    }
}

/// The square of the distance between two bases.
pub(super) fn square_between(one: &Base, other: &Base) -> Square {
    let towards = other.centre().minus(one.centre());
    // INVARIANT: each middle lies in its base, so the shortest way between them leads, more or
    // less, from the one to the other: it ends on the sides turned to each other.
    facing_sides(one.corners(), other.corners(), towards)
        .unwrap_or_else(|| Convex::difference(one.corners(), other.corners()).square())
}

/// The square of the distance, unless the sides turned to each other leave it open.
fn facing_sides(one: &[Point], other: &[Point], towards: Point) -> Option<Square> {
    if one.is_empty() || other.is_empty() || towards == Point::default() {
        return None;
    }
    let (mut first, mut second) = (Side::new(one, -1, towards), Side::new(other, 1, towards));
    let (mut edge, mut other_edge) = (first.edge(), second.edge());
    let mut here = first.here().plus(second.here());
    let (mut nearest, mut outside) = (here.dot(here), false);
    loop {
        let (by_first, by_second) = match (edge, other_edge) {
            (None, None) => break,
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some(a), Some(b)) => (a.cross(b) >= 0, a.cross(b) <= 0),
        };
        let mut step = Point::default();
        if by_first {
            step = edge.unwrap_or_default();
            first.step();
            edge = first.edge();
        }
        if by_second {
            step = step.plus(other_edge.unwrap_or_default());
            second.step();
            other_edge = second.edge();
        }
        let next = here.plus(step);
        let side = next.cross(here);
        if side >= 0 {
            outside = true;
            let (along, whole) = (-step.dot(here), step.dot(step));
            if along > 0 && along < whole {
                return Some(Square { over: i128::from(side) * i128::from(side), under: whole });
            }
        }
        here = next;
        nearest = nearest.min(here.dot(here));
    }
    outside.then_some(Square { over: i128::from(nearest), under: 1 })
}
