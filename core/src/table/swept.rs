//! Bases that slide along a straight leg without turning: what they meet on the way, and where.
//!
//! A place on a leg is said by the length travelled, a whole number from 0 to [`Leg::length`];
//! the place `s` of a leg of length `n` is exactly the part `s / n` of it.

use super::base::Base;
use super::distance;
use super::outline::Outline;
use super::point::{Length, Point};
use smallvec::SmallVec;

/// A straight move of a base that does not turn on the way.
#[derive(Debug, Clone, Copy)]
pub struct Leg<'a> {
    /// The base at the start.
    pub base: &'a Base,
    /// Where its middle ends.
    pub to: Point,
}

/// A place where the middle of a base comes into an outline or goes out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The length travelled, rounded down.
    pub travelled: Length,
    /// Into it, or out of it.
    pub inwards: bool,
}

impl Leg<'_> {
    /// The length of the leg, rounded up.
    pub fn length(&self) -> Length {
        let square = self.base.centre().square_to(self.to);
        let root = square.isqrt();
        (root + i64::from(root * root < square)) as Length
    }

    /// Where the middle is after a length travelled, rounded to the grid.
    pub fn middle(&self, travelled: Length) -> Point {
        self.base.centre().towards(self.to, travelled)
    }

    /// The base at the end of the leg.
    pub fn end(&self) -> Base {
        self.base.moved_to(self.to)
    }
}

/// The first length travelled, rounded up, at which the base is within a length of another.
pub fn first_within(leg: Leg, other: &Base, length: Length) -> Option<Length> {
    let at = |travelled: &Length| {
        distance::within(&leg.base.moved_to(leg.middle(*travelled)), other, length)
    };
    (0..=leg.length()).find(at)
}

/// Whether the base is anywhere on the leg within a length of another.
pub fn ever_within(leg: Leg, other: &Base, length: Length) -> bool {
    first_within(leg, other, length).is_some()
}

/// The smallest distance to another base on the leg, rounded down.
pub fn nearest_on(leg: Leg, other: &Base) -> Length {
    let at = |travelled: Length| distance::gap(&leg.base.moved_to(leg.middle(travelled)), other);
    (0..=leg.length()).map(at).min().unwrap_or(0)
}

/// The distance to another base after a length travelled, rounded down.
pub fn gap_at(leg: Leg, other: &Base, travelled: Length) -> Length {
    distance::gap(&leg.base.moved_to(leg.middle(travelled)), other)
}

/// Whether the distance to another base nowhere shrinks along the leg, with the slack.
pub fn never_nearer(leg: Leg, other: &Base) -> bool {
    nearest_on(leg, other) + distance::SLACK >= distance::gap(leg.base, other)
}

/// The length travelled, rounded down, beyond which the base would meet the inside of an outline.
pub fn meets_inside(leg: Leg, outline: &Outline) -> Option<Length> {
    let at = |travelled: &Length| {
        distance::overlaps_outline(&leg.base.moved_to(leg.middle(*travelled)), outline)
    };
    (0..=leg.length()).find(at).map(|travelled| (travelled - 1).max(0))
}

/// Where a middle on its way comes into the closed area of an outline and goes out of it.
pub fn centre_crossings(from: Point, to: Point, outline: &Outline) -> SmallVec<[Crossing; 4]> {
    let mut inside = outline.holds(from);
    let whole = from.distance_to(to);
    let mut crossings = SmallVec::new();
    for travelled in 0..=whole {
        if outline.holds(from.towards(to, travelled)) != inside {
            inside = !inside;
            crossings.push(Crossing { travelled, inwards: inside });
        }
    }
    crossings
}

/// The length travelled, rounded down, beyond which a segment would be inside the base.
pub fn meets_line(leg: Leg, a: Point, b: Point) -> Option<Length> {
    let at = |travelled: &Length| {
        let base = leg.base.moved_to(leg.middle(*travelled));
        distance::inside_meets_segment(&base, a, b)
    };
    (0..=leg.length()).find(at).map(|travelled| (travelled - 1).max(0))
}

/// Whether a segment is inside the base somewhere on the leg; touching is not enough.
pub fn crosses_line(leg: Leg, a: Point, b: Point) -> bool {
    meets_line(leg, a, b).is_some()
}

/// The length travelled, rounded down, beyond which the insides of the bases would meet.
pub fn overlaps_on_way(leg: Leg, other: &Base) -> Option<Length> {
    let at =
        |travelled: &Length| distance::overlap(&leg.base.moved_to(leg.middle(*travelled)), other);
    (0..=leg.length()).find(at).map(|travelled| (travelled - 1).max(0))
}

/// The first length travelled, rounded up, at which the bases are in contact.
pub fn contact_on_way(leg: Leg, other: &Base) -> Option<Length> {
    first_within(leg, other, 0)
}

/// The first length travelled, rounded up, at which the base is within a length of the closed
/// area of an outline.
pub fn first_within_outline(leg: Leg, outline: &Outline, length: Length) -> Option<Length> {
    let at = |travelled: &Length| {
        distance::within_outline(&leg.base.moved_to(leg.middle(*travelled)), outline, length)
    };
    (0..=leg.length()).find(at)
}

/// The length of a chain of legs: the exact sum, rounded down.
pub fn path_length(places: &[Point]) -> Length {
    let root = |leg: &[Point]| ((leg[0].square_to(leg[1]) as u128) << 40).isqrt();
    let whole: u128 = places.windows(2).map(root).sum();
    (whole >> 20).min(Length::MAX as u128) as Length
}
