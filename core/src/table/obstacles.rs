//! What hinders a base on a table, taken together: where a leg must stop, and because of what.

use super::base::Base;
use super::distance::{
    SLACK, inside_meets_segment, overlap, overlaps_outline, within, within_outline,
};
use super::index::Index;
use super::outline::Outline;
use super::point::{Bounds, FARTHEST, Length, Point};
use super::reach::Ground;
use super::swept::{
    Leg, first_within, first_within_outline, meets_inside, meets_line, never_nearer,
    never_nearer_outline, overlaps_on_way,
};

/// An area a base is kept out of.
#[derive(Debug, Clone)]
pub enum Area {
    /// The inside of an outline; touching it is allowed.
    Outline(Outline),
    /// The inside of another base; touching it is allowed.
    Base(Base),
    /// A line; touching it is allowed.
    Line(Point, Point),
    /// All that is within a length of a base. Who starts in it may stay or go, but come no nearer.
    Zone(Base, Length),
    /// All that is within a length of an outline, as around a base.
    OutlineZone(Outline, Length),
}

impl Area {
    /// The rectangle around it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Area::Outline(outline) => outline.bounds(),
            Area::Base(base) => base.bounds(),
            Area::Line(a, b) => Bounds::of(&[*a, *b]),
            Area::Zone(base, length) => base.bounds().wider(wide(*length)),
            Area::OutlineZone(outline, length) => outline.bounds().wider(wide(*length)),
        }
    }

    /// Whether a base is in it.
    pub fn holds(&self, base: &Base) -> bool {
        match self {
            Area::Outline(outline) => overlaps_outline(base, outline),
            Area::Base(other) => overlap(base, other),
            Area::Line(a, b) => inside_meets_segment(base, *a, *b),
            Area::Zone(other, length) => within(base, other, *length),
            Area::OutlineZone(outline, length) => within_outline(base, outline, *length),
        }
    }

    /// The length travelled, rounded down, beyond which a leg would come into it.
    pub fn stop(&self, leg: Leg) -> Option<Length> {
        let before = |entered: Length| (entered - 1).max(0);
        match self {
            Area::Outline(outline) => meets_inside(leg, outline),
            Area::Base(other) => overlaps_on_way(leg, other),
            Area::Line(a, b) => meets_line(leg, *a, *b),
            Area::Zone(other, length) => first_within(leg, other, *length)
                .filter(|entered| *entered > 0 || !never_nearer(leg, other))
                .map(before),
            Area::OutlineZone(outline, length) => first_within_outline(leg, outline, *length)
                .filter(|entered| *entered > 0 || !never_nearer_outline(leg, outline))
                .map(before),
        }
    }
}

/// How much wider a zone is than what it surrounds, with the slack.
fn wide(length: Length) -> Length {
    length.clamp(0, 4 * FARTHEST) + SLACK
}

/// Where a leg must stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The length that can be travelled, rounded down.
    pub travelled: Length,
    /// The number of the obstacle.
    pub obstacle: usize,
}

/// Areas a base is kept out of, numbered in the order given.
#[derive(Debug, Clone)]
pub struct Obstacles {
    areas: Vec<Area>,
    index: Index,
}

impl Obstacles {
    /// Obstacles together.
    pub fn new(areas: Vec<Area>) -> Obstacles {
        let bounds: Vec<Bounds> = areas.iter().map(Area::bounds).collect();
        Obstacles { areas, index: Index::new(&bounds) }
    }

    /// An obstacle by its number.
    pub fn area(&self, number: usize) -> Option<&Area> {
        self.areas.get(number)
    }

    /// The first place where a leg must stop; of two obstacles at once the one given first.
    pub fn stop(&self, leg: Leg) -> Option<Stop> {
        let near = self.index.query(leg.bounds());
        let stops = near.filter_map(|obstacle| {
            let travelled = self.areas[obstacle].stop(leg)?;
            Some(Stop { travelled, obstacle })
        });
        stops.min_by_key(|stop| (stop.travelled, stop.obstacle))
    }

    /// The farthest place on a leg, on the grid, to which the leg can be gone; its start where it
    /// can go nowhere.
    pub fn farthest(&self, leg: Leg) -> Point {
        let Some(stop) = self.stop(leg) else {
            return leg.to;
        };
        // Rounded to the grid the place may lie too near by a unit, so it is drawn back a little.
        let back = std::iter::successors(Some(0), |back: &Length| Some(back + back / 4 + 1));
        let places = back.take_while(|back| *back < stop.travelled);
        let mut places = places.map(|back| leg.middle(stop.travelled - back));
        let fits = |to: &Point| self.let_pass(Leg { base: leg.base, to: *to });
        places.find(fits).unwrap_or(leg.base.centre())
    }

    /// Whether a leg meets none.
    pub fn let_pass(&self, leg: Leg) -> bool {
        !self.index.query(leg.bounds()).any(|number| self.areas[number].stop(leg).is_some())
    }

    /// The numbers of the obstacles a base is in.
    pub fn around<'a>(&'a self, base: &'a Base) -> impl Iterator<Item = usize> + 'a {
        self.index.query(base.bounds()).filter(|number| self.areas[*number].holds(base))
    }
}

/// A base among obstacles: what it may not come into, and what it may cross but not stop in.
#[derive(Debug, Clone, Copy)]
pub struct Mover<'a> {
    /// The base; it keeps its facing.
    pub base: &'a Base,
    /// What it may not come into.
    pub closed: &'a Obstacles,
    /// What it may cross but not stop in.
    pub crossed: &'a Obstacles,
    /// Where its middle may be.
    pub table: Bounds,
}

impl Ground for Mover<'_> {
    fn stands(&self, at: Point) -> bool {
        let base = self.base.moved_to(at);
        self.table.holds(at)
            && self.closed.around(&base).next().is_none()
            && self.crossed.around(&base).next().is_none()
    }

    fn passes(&self, from: Point, to: Point) -> bool {
        let base = self.base.moved_to(from);
        self.table.holds(to) && self.closed.let_pass(Leg { base: &base, to })
    }
}
