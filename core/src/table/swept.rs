//! Bases that slide along a straight leg without turning: what they meet on the way, and where.
//!
//! A place on a leg is said by the length travelled, a whole number from 0 to [`Leg::length`];
//! the place `s` of a leg of length `n` is exactly the part `s / n` of it. The verdicts are about
//! the whole leg, not only about these places.

use super::base::Base;
use super::distance::{SLACK, limit, overlaps_outline};
use super::motion::{Motion, steps_of};
use super::outline::Outline;
use super::point::{Bounds, Length, Point, Vector, part_of};

/// A straight move of a base that does not turn on the way.
#[derive(Debug, Clone, Copy)]
pub struct Leg<'a> {
    /// The base at the start.
    pub base: &'a Base,
    /// Where its middle ends.
    pub to: Point,
}

impl Leg<'_> {
    /// The length of the leg, rounded up.
    pub fn length(&self) -> Length {
        steps_of(self.by()) as Length
    }

    /// Where the middle is after a length travelled, rounded to the grid.
    pub fn middle(&self, travelled: Length) -> Point {
        let whole = self.length();
        if travelled >= whole {
            return self.to;
        }
        self.base.centre() + part_of(self.by(), travelled.into(), whole.into())
    }

    /// The base after a length travelled, rounded to the grid.
    pub fn after(&self, travelled: Length) -> Base {
        self.base.moved_to(self.middle(travelled))
    }

    /// The base at the end of the leg.
    pub fn end(&self) -> Base {
        self.base.moved_to(self.to)
    }

    /// The rectangle around all places of the base.
    pub fn bounds(&self) -> Bounds {
        let (start, by) = (self.base.bounds(), self.by());
        start.with(Bounds { low: start.low + by, high: start.high + by })
    }

    fn by(&self) -> Vector {
        self.to - self.base.centre()
    }

    fn against(&self, other: &[Point]) -> Motion {
        Motion::new(self.base.corners(), self.by(), other)
    }

    /// The motion against each edge of an outline that comes within `limit` of the bounds.
    pub(super) fn against_edges(
        &self,
        outline: &Outline,
        limit: i64,
    ) -> impl Iterator<Item = Motion> {
        let bounds = self.bounds();
        let near =
            move |(a, b): &(Point, Point)| bounds.square_to(Bounds::of(&[*a, *b])) <= limit * limit;
        outline.edges().filter(near).map(|(a, b)| self.against(&[a, b]))
    }
}

/// The first length travelled, rounded up, at which the base is within a length of another.
pub fn first_within(leg: Leg, other: &Base, length: Length) -> Option<Length> {
    let limit = limit(length)?;
    if leg.bounds().square_to(other.bounds()) > limit * limit {
        return None;
    }
    leg.against(other.corners()).first_at_most(limit)
}

/// The first length travelled, rounded up, at which the base is within a length of the closed
/// area of an outline.
pub fn first_within_outline(leg: Leg, outline: &Outline, length: Length) -> Option<Length> {
    let limit = limit(length)?;
    if leg.bounds().square_to(outline.bounds()) > limit * limit {
        return None;
    }
    if outline.holds(leg.base.centre()) {
        return Some(0);
    }
    leg.against_edges(outline, limit).filter_map(|motion| motion.first_at_most(limit)).min()
}

/// Whether the base is anywhere on the leg within a length of another.
pub fn ever_within(leg: Leg, other: &Base, length: Length) -> bool {
    limit(length).is_some_and(|limit| {
        leg.bounds().square_to(other.bounds()) <= limit * limit
            && leg.against(other.corners()).nearest_square().at_most(limit)
    })
}

/// The smallest distance to another base on the leg, rounded down.
pub fn nearest_on(leg: Leg, other: &Base) -> Length {
    leg.against(other.corners()).nearest_square().root() as Length
}

/// The smallest distance to the closed area of an outline on the leg, rounded down.
pub fn nearest_on_outline(leg: Leg, outline: &Outline) -> Length {
    if outline.holds(leg.base.centre()) {
        return 0;
    }
    let edges = outline.edges().map(|(a, b)| leg.against(&[a, b]).nearest_square().root());
    edges.min().unwrap_or(0) as Length
}

/// The distance to another base after a length travelled, rounded down.
pub fn gap_after(leg: Leg, other: &Base, travelled: Length) -> Length {
    leg.against(other.corners()).gap_after(travelled)
}

/// The distance to the closed area of an outline after a length travelled, rounded down.
pub fn gap_after_to_outline(leg: Leg, outline: &Outline, travelled: Length) -> Length {
    if outline.holds(leg.middle(travelled)) {
        return 0;
    }
    let edges = outline.edges().map(|(a, b)| leg.against(&[a, b]).gap_after(travelled));
    edges.min().unwrap_or(0)
}

/// Whether the distance to another base nowhere shrinks along the leg, by more than the slack.
pub fn never_nearer(leg: Leg, other: &Base) -> bool {
    let motion = leg.against(other.corners());
    // The distance from a convex area first shrinks and then grows, if it does both.
    let shrinks = motion.square_at_start().fine_root() - motion.nearest_square().fine_root();
    shrinks <= i64::from(SLACK) << 10
}

/// Whether the distance to an outline nowhere shrinks along the leg, by more than the slack.
pub fn never_nearer_outline(leg: Leg, outline: &Outline) -> bool {
    if outline.holds(leg.base.centre()) {
        return true;
    }
    let edges: Vec<Motion> = outline.edges().map(|(a, b)| leg.against(&[a, b])).collect();
    let shrinks = |edge: &Motion| {
        let nearest = edge.nearest_square().root() + i64::from(SLACK);
        let Some(until) = edge.first_at_most(nearest) else {
            return false;
        };
        // The distance changes no faster than the way, so where it is small, much can be skipped.
        let mut travelled = 0;
        while travelled <= until {
            let gaps = edges.iter().map(|edge| edge.gap_after(travelled));
            let here = gaps.min().unwrap_or(0);
            let spare = nearest - i64::from(here);
            if spare < 0 {
                return true;
            }
            travelled += spare as Length + 1;
        }
        false
    };
    !edges.iter().any(shrinks)
}

/// The length travelled, rounded down, beyond which the base would meet the inside of an outline;
/// 0 where it does so at the start.
pub fn meets_inside(leg: Leg, outline: &Outline) -> Option<Length> {
    if !leg.bounds().meets(outline.bounds()) {
        return None;
    }
    if overlaps_outline(leg.base, outline) {
        return Some(0);
    }
    leg.against_edges(outline, 0).filter_map(|motion| motion.comes_inside()).min()
}

/// The length travelled, rounded down, beyond which a segment would be inside the base.
pub fn meets_line(leg: Leg, a: Point, b: Point) -> Option<Length> {
    if !leg.bounds().meets(Bounds::of(&[a, b])) {
        return None;
    }
    leg.against(&[a, b]).comes_inside()
}

/// Whether a segment is inside the base somewhere on the leg; touching is not enough.
pub fn crosses_line(leg: Leg, a: Point, b: Point) -> bool {
    meets_line(leg, a, b).is_some()
}

/// The length travelled, rounded down, beyond which the insides of the bases would meet.
pub fn overlaps_on_way(leg: Leg, other: &Base) -> Option<Length> {
    if !leg.bounds().meets(other.bounds()) {
        return None;
    }
    leg.against(other.corners()).comes_inside()
}

/// The first length travelled, rounded up, at which the bases are in contact.
pub fn contact_on_way(leg: Leg, other: &Base) -> Option<Length> {
    first_within(leg, other, 0)
}

/// The length of a chain of legs: the sum of their exact lengths, rounded down.
pub fn path_length(places: &[Point]) -> Length {
    let root = |leg: &[Point]| ((leg[0].square_to(leg[1]) as u128) << 40).isqrt();
    let whole: u128 = places.windows(2).map(root).sum();
    (whole >> 20).min(Length::MAX as u128) as Length
}
