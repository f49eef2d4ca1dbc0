//! Where a way comes into an outline and goes out of it: that of a middle, or of a whole base.

use super::exact::orientation;
use super::motion::steps_of;
use super::outline::Outline;
use super::point::{Bounds, Length, Point};
use super::swept::Leg;
use crate::fraction::Fraction;
use smallvec::SmallVec;

/// A place where the middle of a base comes into an outline or goes out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The length travelled, rounded down.
    pub travelled: Length,
    /// Into it, or out of it.
    pub inwards: bool,
}

/// A stretch of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The length travelled where it begins, rounded down.
    pub from: Length,
    /// The length travelled where it ends, rounded up.
    pub to: Length,
}

impl Stretch {
    fn new((from, to): (Fraction, Fraction), steps: i64) -> Stretch {
        Stretch { from: from.floor_of(steps) as Length, to: to.ceil_of(steps) as Length }
    }

    /// Whether another stretch lies in this one.
    pub const fn covers(self, other: Stretch) -> bool {
        self.from <= other.from && other.to <= self.to
    }
}

type Parts = SmallVec<[(Fraction, Fraction); 4]>;

/// Where an outline meets a way.
#[derive(Default)]
struct Meetings {
    /// Every place where an edge crosses or touches it.
    places: SmallVec<[Fraction; 8]>,
    /// Where the inside changes, were the way moved to the right by next to nothing.
    changes: SmallVec<[Fraction; 8]>,
    /// The stretches that run along an edge.
    along: SmallVec<[(Fraction, Fraction); 2]>,
}

impl Meetings {
    fn new(from: Point, to: Point, outline: &Outline) -> Meetings {
        let mut meetings = Meetings::default();
        let by = to - from;
        let way = Bounds::of(&[from, to]);
        let on_line = |corner: Point| Fraction::new(by.dot(&(corner - from)), by.dot(&by));
        for (a, b) in outline.edges() {
            let (side_a, side_b) = (orientation(from, to, a), orientation(from, to, b));
            if (side_a < 0) != (side_b < 0) {
                let (over, under) = (orientation(a, b, from), side_b - side_a);
                let sign = under.signum();
                meetings.changes.push(Fraction::new(over * sign, under * sign));
            }
            if !way.meets(Bounds::of(&[a, b])) {
                continue;
            }
            if side_a == 0 && side_b == 0 {
                let (one, other) = (on_line(a), on_line(b));
                meetings.along.push((one.min(other), one.max(other)));
            }
            if side_a == 0 {
                meetings.places.push(on_line(a));
            } else if side_b != 0 && (side_a < 0) != (side_b < 0) {
                meetings.places.extend(meetings.changes.last().copied());
            }
        }
        meetings
    }

    /// Whether the stretch between two neighbouring places lies in the closed outline.
    fn holds_between(&self, start: Fraction, end: Fraction) -> bool {
        let beyond = |change: &&Fraction| **change > start;
        let covers = |(low, high): &(Fraction, Fraction)| *low <= start && end <= *high;
        self.changes.iter().filter(beyond).count() % 2 == 1 || self.along.iter().any(covers)
    }
}

/// The stretches of a way in the closed area of an outline, in order and apart from each other.
fn parts_in(from: Point, to: Point, outline: &Outline) -> Parts {
    let mut parts = Parts::new();
    if !Bounds::of(&[from, to]).meets(outline.bounds()) {
        return parts;
    }
    if from == to {
        parts.extend(outline.holds(from).then_some((Fraction::ZERO, Fraction::ONE)));
        return parts;
    }
    let meetings = Meetings::new(from, to, outline);
    let on_way = |part: &Fraction| (Fraction::ZERO..=Fraction::ONE).contains(part);
    let mut places: SmallVec<[Fraction; 8]> =
        meetings.places.iter().copied().filter(on_way).collect();
    places.sort_unstable();
    places.dedup();

    if places.first() != Some(&Fraction::ZERO) && outline.holds(from) {
        parts.push((Fraction::ZERO, places.first().copied().unwrap_or(Fraction::ONE)));
    }
    for (number, &place) in places.iter().enumerate() {
        let next = places.get(number + 1).copied().unwrap_or(Fraction::ONE);
        let until = if meetings.holds_between(place, next) { next } else { place };
        join(&mut parts, (place, until));
    }
    parts
}

/// Adds a stretch that begins no earlier than those before it.
fn join(parts: &mut Parts, next: (Fraction, Fraction)) {
    match parts.last_mut() {
        Some(last) if next.0 <= last.1 => last.1 = last.1.max(next.1),
        _ => parts.push(next),
    }
}

/// Puts stretches in order, and makes one of those that meet.
fn joined(mut parts: Parts) -> Parts {
    parts.sort_unstable();
    let mut together = Parts::new();
    parts.into_iter().for_each(|part| join(&mut together, part));
    together
}

fn parts_in_any<'a>(
    from: Point,
    to: Point,
    outlines: impl IntoIterator<Item = &'a Outline>,
) -> Parts {
    joined(outlines.into_iter().flat_map(|outline| parts_in(from, to, outline)).collect())
}

/// Where a middle on its way comes into the closed area of an outline and goes out of it, in
/// order. Where it only touches a corner or an edge in passing, it comes in and goes out at once.
pub fn centre_crossings(from: Point, to: Point, outline: &Outline) -> SmallVec<[Crossing; 4]> {
    let steps = steps_of(to - from);
    let mut crossings = SmallVec::new();
    for (start, end) in parts_in(from, to, outline) {
        if start > Fraction::ZERO {
            crossings.push(Crossing { travelled: start.floor_of(steps) as Length, inwards: true });
        }
        if end < Fraction::ONE {
            crossings.push(Crossing { travelled: end.floor_of(steps) as Length, inwards: false });
        }
    }
    crossings
}

/// The stretches of a middle's way that lie in the closed area of any of some outlines, in order;
/// those that meet are one.
pub fn centre_stretches<'a>(
    from: Point,
    to: Point,
    outlines: impl IntoIterator<Item = &'a Outline>,
) -> SmallVec<[Stretch; 4]> {
    let steps = steps_of(to - from);
    parts_in_any(from, to, outlines).into_iter().map(|part| Stretch::new(part, steps)).collect()
}

/// Whether every place of a middle's way lies in the closed area of one or other of some outlines.
pub fn centre_stays_in<'a>(
    from: Point,
    to: Point,
    outlines: impl IntoIterator<Item = &'a Outline>,
) -> bool {
    parts_in_any(from, to, outlines)[..] == [(Fraction::ZERO, Fraction::ONE)]
}

/// The stretches of a leg on which the inside of the base meets the inside of an outline, in
/// order; those that meet are one.
pub fn inside_stretches(leg: Leg, outline: &Outline) -> SmallVec<[Stretch; 4]> {
    if !leg.bounds().meets(outline.bounds()) {
        return SmallVec::new();
    }
    let edges = leg.against_edges(outline, 0);
    let over_edges = joined(edges.filter_map(|motion| motion.inside()).collect());
    // Between them the base is wholly inside or wholly outside, as its middle is.
    let around = parts_in(leg.base.centre(), leg.to, outline);
    let mut parts = over_edges.clone();
    let ends = over_edges.iter().map(|(_, end)| *end);
    let starts = over_edges.iter().map(|(start, _)| *start);
    let between = std::iter::once(Fraction::ZERO).chain(ends).zip(starts.chain([Fraction::ONE]));
    for (start, end) in between.filter(|(start, end)| start < end) {
        if around.iter().any(|(first, last)| *first <= start && end <= *last) {
            parts.push((start, end));
        }
    }
    let steps = i64::from(leg.length());
    joined(parts).into_iter().map(|part| Stretch::new(part, steps)).collect()
}
