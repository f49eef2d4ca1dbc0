//! The distance between two bases by the sides they turn to each other alone.

use super::base::Base;
use super::convex::{Convex, Square};
use super::point::{Point, Vector};

/// The side of a ring of corners that looks along a direction, walked against the clock of the
/// difference of both rings; `sign` is -1 for the ring that is taken away.
struct Side<'a> {
    corners: &'a [Point],
    sign: i64,
    towards: Vector,
    at: usize,
    left: usize,
}

impl<'a> Side<'a> {
    fn new(corners: &'a [Point], sign: i64, towards: Vector) -> Side<'a> {
        let aside = |corner: &Point| sign * towards.perp(&Vector::from(*corner));
        let mut first = (i64::MIN, 0);
        for (at, corner) in corners.iter().enumerate() {
            let this = aside(corner);
            if this > first.0 {
                first = (this, at);
            }
        }
        Side { corners, sign, towards, at: first.1, left: corners.len() }
    }

    fn corner(&self, at: usize) -> Vector {
        self.sign * Vector::from(self.corners[at])
    }

    fn here(&self) -> Vector {
        self.corner(self.at)
    }

    const fn next(&self) -> usize {
        if self.at + 1 == self.corners.len() { 0 } else { self.at + 1 }
    }

    /// The edge ahead, as long as it is one of this side; edges along the direction are passed
    /// over at the beginning.
    fn edge(&mut self) -> Option<Vector> {
        while self.left > 0 {
            let edge = self.corner(self.next()) - self.here();
            match edge.perp(&self.towards) {
                1.. => return Some(edge),
                0 if edge == Vector::zeros() || edge.dot(&self.towards) < 0 => self.step(),
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
    let towards = other.centre() - one.centre();
    // INVARIANT: each middle lies in its base, so the shortest way between them leads, more or
    // less, from the one to the other: it ends on the sides turned to each other.
    facing_sides(one.corners(), other.corners(), towards)
        .unwrap_or_else(|| Convex::difference(one.corners(), other.corners()).square())
}

/// The square of the distance, unless the sides turned to each other leave it open.
fn facing_sides(one: &[Point], other: &[Point], towards: Vector) -> Option<Square> {
    if one.is_empty() || other.is_empty() || towards == Vector::zeros() {
        return None;
    }
    let (mut first, mut second) = (Side::new(one, -1, towards), Side::new(other, 1, towards));
    let (mut edge, mut other_edge) = (first.edge(), second.edge());
    let mut here = first.here() + second.here();
    let (mut nearest, mut outside) = (here.dot(&here), false);
    loop {
        let (by_first, by_second) = match (edge, other_edge) {
            (None, None) => break,
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some(a), Some(b)) => (a.perp(&b) >= 0, a.perp(&b) <= 0),
        };
        let mut step = Vector::zeros();
        if by_first {
            step = edge.unwrap_or_default();
            first.step();
            edge = first.edge();
        }
        if by_second {
            step += other_edge.unwrap_or_default();
            second.step();
            other_edge = second.edge();
        }
        let next = here + step;
        let side = next.perp(&here);
        if side >= 0 {
            outside = true;
            let (along, whole) = (-step.dot(&here), step.dot(&step));
            if along > 0 && along < whole {
                return Some(Square { over: i128::from(side) * i128::from(side), under: whole });
            }
        }
        here = next;
        nearest = nearest.min(here.dot(&here));
    }
    outside.then_some(Square { over: i128::from(nearest), under: 1 })
}
