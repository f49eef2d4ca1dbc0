//! Where a way comes into an outline and goes out of it: that of a middle, or of a whole base.

use super::exact::orientation;
use super::motion::steps_of;
use super::outline::Outline;
use super::part::Part;
use super::point::{Bounds, Length, Point};
use super::swept::Leg;
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
    fn new((from, to): (Part, Part), steps: i64) -> Stretch {
        Stretch { from: from.step(steps), to: to.step_up(steps) }
    }

    /// Whether another stretch lies in this one.
    pub const fn covers(self, other: Stretch) -> bool {
        self.from <= other.from && other.to <= self.to
    }
}

type Parts = SmallVec<[(Part, Part); 4]>;

/// Where an outline meets a way.
#[derive(Default)]
struct Meetings {
    /// Every place where an edge crosses or touches it.
    places: SmallVec<[Part; 8]>,
    /// Where the inside changes, were the way moved to the right by next to nothing.
    changes: SmallVec<[Part; 8]>,
    /// The stretches that run along an edge.
    along: SmallVec<[(Part, Part); 2]>,
}

impl Meetings {
    fn new(from: Point, to: Point, outline: &Outline) -> Meetings {
        let mut meetings = Meetings::default();
        let by = to.minus(from);
        let way = Bounds::of(&[from, to]);
        let on_line = |corner: Point| Part { over: by.dot(corner.minus(from)), under: by.dot(by) };
        for (a, b) in outline.edges() {
            let (side_a, side_b) = (orientation(from, to, a), orientation(from, to, b));
            if (side_a < 0) != (side_b < 0) {
                let (over, under) = (orientation(a, b, from), side_b - side_a);
                let sign = under.signum();
                meetings.changes.push(Part { over: over * sign, under: under * sign });
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
    fn holds_between(&self, start: Part, end: Part) -> bool {
        let beyond = |change: &&Part| **change > start;
        let covers = |(low, high): &(Part, Part)| *low <= start && end <= *high;
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
        parts.extend(outline.holds(from).then_some((Part::START, Part::END)));
        return parts;
    }
    let meetings = Meetings::new(from, to, outline);
    let on_way = |part: &Part| (Part::START..=Part::END).contains(part);
    let mut places: SmallVec<[Part; 8]> = meetings.places.iter().copied().filter(on_way).collect();
    places.sort_unstable();
    places.dedup();

    if places.first() != Some(&Part::START) && outline.holds(from) {
        parts.push((Part::START, places.first().copied().unwrap_or(Part::END)));
    }
    for (number, &place) in places.iter().enumerate() {
        let next = places.get(number + 1).copied().unwrap_or(Part::END);
        let until = if meetings.holds_between(place, next) { next } else { place };
        join(&mut parts, (place, until));
    }
    parts
}

/// Adds a stretch that begins no earlier than those before it.
fn join(parts: &mut Parts, next: (Part, Part)) {
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
    let steps = steps_of(to.minus(from));
    let mut crossings = SmallVec::new();
    for (start, end) in parts_in(from, to, outline) {
        if start > Part::START {
            crossings.push(Crossing { travelled: start.step(steps), inwards: true });
        }
        if end < Part::END {
            crossings.push(Crossing { travelled: end.step(steps), inwards: false });
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
    let steps = steps_of(to.minus(from));
    parts_in_any(from, to, outlines).into_iter().map(|part| Stretch::new(part, steps)).collect()
}

/// Whether every place of a middle's way lies in the closed area of one or other of some outlines.
pub fn centre_stays_in<'a>(
    from: Point,
    to: Point,
    outlines: impl IntoIterator<Item = &'a Outline>,
) -> bool {
    parts_in_any(from, to, outlines)[..] == [(Part::START, Part::END)]
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
    let between = std::iter::once(Part::START).chain(ends).zip(starts.chain([Part::END]));
    for (start, end) in between.filter(|(start, end)| start < end) {
        if around.iter().any(|(first, last)| *first <= start && end <= *last) {
            parts.push((start, end));
        }
    }
    let steps = i64::from(leg.length());
    joined(parts).into_iter().map(|part| Stretch::new(part, steps)).collect()
}
