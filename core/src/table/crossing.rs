//! Where a middle on its way comes into an outline and goes out of it.

use super::exact::orientation;
use super::motion::steps_of;
use super::outline::Outline;
use super::point::{Bounds, Length, Point};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A place where the middle of a base comes into an outline or goes out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The length travelled, rounded down.
    pub travelled: Length,
    /// Into it, or out of it.
    pub inwards: bool,
}

/// A part of a way, as a fraction of it over a positive number.
#[derive(Debug, Clone, Copy)]
struct Part {
    over: i64,
    under: i64,
}

impl Part {
    const START: Part = Part { over: 0, under: 1 };
    const END: Part = Part { over: 1, under: 1 };

    fn compare(self, other: Part) -> Ordering {
        let one = i128::from(self.over) * i128::from(other.under);
        one.cmp(&(i128::from(other.over) * i128::from(self.under)))
    }
}

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
                let turned = one.compare(other) == Ordering::Greater;
                meetings.along.push(if turned { (other, one) } else { (one, other) });
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
        let beyond = |change: &&Part| change.compare(start) == Ordering::Greater;
        let covers = |(low, high): &(Part, Part)| {
            low.compare(start) != Ordering::Greater && high.compare(end) != Ordering::Less
        };
        self.changes.iter().filter(beyond).count() % 2 == 1 || self.along.iter().any(covers)
    }
}

/// Where a middle on its way comes into the closed area of an outline and goes out of it, in
/// order. Where it only touches a corner or an edge in passing, it comes in and goes out at once.
pub fn centre_crossings(from: Point, to: Point, outline: &Outline) -> SmallVec<[Crossing; 4]> {
    let mut crossings = SmallVec::new();
    if from == to || !Bounds::of(&[from, to]).meets(outline.bounds()) {
        return crossings;
    }
    let meetings = Meetings::new(from, to, outline);
    let on_way = |part: &Part| {
        part.compare(Part::START) != Ordering::Less && part.compare(Part::END) != Ordering::Greater
    };
    let mut places: SmallVec<[Part; 8]> = meetings.places.iter().copied().filter(on_way).collect();
    places.sort_unstable_by(|a, b| a.compare(*b));
    places.dedup_by(|a, b| a.compare(*b) == Ordering::Equal);

    let steps = i128::from(steps_of(to.minus(from)));
    let mut inside = outline.holds(from);
    let mut turn = |inside: &mut bool, now: bool, at: Part| {
        if *inside != now {
            let travelled = (i128::from(at.over) * steps / i128::from(at.under)) as Length;
            crossings.push(Crossing { travelled, inwards: now });
            *inside = now;
        }
    };
    for (number, &place) in places.iter().enumerate() {
        turn(&mut inside, true, place);
        let next = places.get(number + 1).copied().unwrap_or(Part::END);
        if place.compare(next) == Ordering::Less {
            turn(&mut inside, meetings.holds_between(place, next), place);
        }
    }
    crossings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(corners: &[(i32, i32)]) -> Outline {
        Outline::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("an outline")
    }

    fn crossings(from: (i32, i32), to: (i32, i32), outline: &Outline) -> Vec<(Length, bool)> {
        let found = centre_crossings(Point::new(from.0, from.1), Point::new(to.0, to.1), outline);
        found.iter().map(|crossing| (crossing.travelled, crossing.inwards)).collect()
    }

    #[test]
    fn ways_go_in_and_out_of_a_notched_square() {
        let notched = outline(&[(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)]);
        let across = [(10, true), (30, false), (90, true), (110, false)];
        assert_eq!(crossings((-10, 80), (130, 80), &notched), across);
        assert_eq!(crossings((110, 80), (-30, 80), &notched), across);
        assert_eq!(crossings((10, 10), (20, 10), &notched), []);
        assert_eq!(crossings((50, 10), (50, 60), &notched), [(40, false)]);
        assert_eq!(crossings((50, 60), (50, 40), &notched), [(10, true)]);
    }

    #[test]
    fn corners_and_edges_are_touched_in_passing() {
        let square = outline(&[(0, 0), (100, 0), (100, 100), (0, 100)]);
        assert_eq!(crossings((-30, 40), (30, -40), &square), [(50, true), (50, false)]);
        assert_eq!(crossings((-50, 0), (150, 0), &square), [(50, true), (150, false)]);
        assert_eq!(crossings((-50, 0), (40, 0), &square), [(50, true)]);
        assert_eq!(crossings((40, 100), (-50, 100), &square), [(40, false)]);
        assert_eq!(crossings((-50, 50), (0, 50), &square), [(50, true)]);
        assert_eq!(crossings((0, 50), (-50, 50), &square), [(0, false)]);
        assert_eq!(crossings((0, 50), (0, 50), &square), []);
        assert_eq!(crossings((0, 0), (100, 100), &square), []);
        assert_eq!(crossings((-100, -100), (200, 200), &square), [(141, true), (283, false)]);
    }

    #[test]
    fn a_way_along_a_notch_s_edges_stays_in() {
        let stairs = outline(&[(0, 0), (30, 0), (30, 10), (20, 10), (20, 20), (0, 20)]);
        assert_eq!(crossings((25, 10), (5, 10), &stairs), []);
        assert_eq!(crossings((40, 10), (10, 10), &stairs), [(10, true)]);
        assert_eq!(crossings((20, 30), (20, 5), &stairs), [(10, true)]);
        assert_eq!(crossings((30, 20), (20, 20), &stairs), [(10, true)]);
    }
}
