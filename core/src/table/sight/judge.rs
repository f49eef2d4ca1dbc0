//! The exact verdict on one line: whether some segment of it from one body to the other is free.

use super::super::exact::edges;
use super::fine::{Fine, Line, length_of};
use super::parts::Class;
use crate::fraction::Fraction;
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::ops::Range;

/// A piece as a pair of parties meets it.
#[derive(Debug, Clone)]
pub struct Obstacle {
    pub number: u16,
    pub class: Class,
    /// Pieces of one group other than 0 are one piece for depth.
    pub group: u16,
    /// Where its corners are among those of the scene.
    pub corners: Range<usize>,
}

/// Two bodies and the pieces that may stop lines between them.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub a: Vec<Fine>,
    pub b: Vec<Fine>,
    pub obstacles: Vec<Obstacle>,
    pub corners: Vec<Fine>,
    /// How deep a line may go into a piece of class area, slack included, in fine steps.
    pub depth: i64,
}

/// What one line comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It does not lead from one body to the other.
    Miss,
    /// It is free between these places.
    Free(Fraction, Fraction),
    /// Only depth stops it, by so many fine steps.
    Deep(i64),
    /// It is stopped.
    Blocked,
}

/// What stops a segment, as told to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    Through,
    /// With the length within, in fine steps.
    Depth(i64),
    /// With the obstacle on the other side.
    Joint(usize),
}

/// A stop by an obstacle of the scene at a place of the line.
#[derive(Debug, Clone, Copy)]
pub struct Stopped {
    pub obstacle: usize,
    pub at: Fraction,
    pub why: Stop,
}

/// The stops of a segment and its ends.
pub type Explained = (Vec<Stopped>, Fraction, Fraction);

const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const END: u8 = 4;
const BOTH: u8 = LEFT | RIGHT;

/// Where the strip just left and the strip just right of a line lie within a polygon.
#[derive(Debug, Default)]
pub(super) struct Cover {
    pub left: SmallVec<[(Fraction, Fraction); 4]>,
    pub right: SmallVec<[(Fraction, Fraction); 4]>,
}

/// The closed parts of a line within a polygon, seen from both of its sides. A corner that only
/// touches the line from the left is a part of no length of the left side.
pub(super) fn cover(line: &Line, corners: &[Fine]) -> Option<Cover> {
    if let [only] = corners {
        let at = line.along(*only);
        let part = SmallVec::from_slice(&[(at, at)]);
        return (line.side(*only) == 0).then(|| Cover { left: part.clone(), right: part });
    }
    let mut left: SmallVec<[Fraction; 8]> = SmallVec::new();
    let mut right: SmallVec<[Fraction; 8]> = SmallVec::new();
    let mut before = corners.last().map_or(0, |last| line.side(*last));
    for (from, to) in edges(corners) {
        let after = line.side(to);
        let (on_left, on_right) = ((before > 0) != (after > 0), (before >= 0) != (after >= 0));
        if on_left || on_right {
            let at = match (before, after) {
                (0, _) => line.along(from),
                (_, 0) => line.along(to),
                _ => line.crossing(from, to),
            };
            if on_left {
                left.push(at);
            }
            if on_right {
                right.push(at);
            }
        }
        before = after;
    }
    if left.is_empty() && right.is_empty() {
        return None;
    }
    let pairs = |mut found: SmallVec<[Fraction; 8]>| {
        found.sort_unstable();
        found.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    };
    Some(Cover { left: pairs(left), right: pairs(right) })
}

/// Events along a line cut it into positions: even ones are the events, odd ones what lies between.
struct Track {
    events: SmallVec<[Fraction; 24]>,
    rows: SmallVec<[Row; 8]>,
}

/// One polygon's cover of each position.
struct Row {
    obstacle: usize,
    bits: SmallVec<[u8; 48]>,
}

impl Row {
    fn within(&self, at: usize) -> bool {
        self.bits[at] & BOTH != 0
    }

    fn inside(&self, at: usize) -> bool {
        self.bits[at] & (BOTH | END) == BOTH
    }
}

/// An end of a segment: a position; an odd one means as near as can be to its farther border.
type End = usize;

impl Scene {
    pub fn polygon(&self, obstacle: usize) -> &[Fine] {
        &self.corners[self.obstacles[obstacle].corners.clone()]
    }

    /// The verdict on a line, taken in its direction from the first body to the second.
    pub fn judge(&self, line: &Line) -> Verdict {
        let Some((track, from, to)) = self.track(line) else { return Verdict::Miss };
        let units = self.units(&track);
        let mut best = Verdict::Miss;
        for start in self.ends(&track, &from, true) {
            for end in self.ends(&track, &to, false) {
                if start >= end {
                    continue;
                }
                match self.segment(line, &track, &units, start, end, &mut |_| ()) {
                    Verdict::Free(..) => {
                        let (a, b) = (track.place(start, true), track.place(end, false));
                        return Verdict::Free(a, b);
                    }
                    Verdict::Deep(by) => {
                        best = match best {
                            Verdict::Deep(other) => Verdict::Deep(other.min(by)),
                            _ => Verdict::Deep(by),
                        }
                    }
                    _ if best == Verdict::Miss => best = Verdict::Blocked,
                    _ => {}
                }
            }
        }
        best
    }

    /// What stops the shortest segment of a line that leads from one body to the other, in order
    /// along it, and that segment.
    pub fn explain(&self, line: &Line) -> Option<Explained> {
        let (track, from, to) = self.track(line)?;
        let units = self.units(&track);
        let starts = self.ends(&track, &from, true);
        let ends = self.ends(&track, &to, false);
        let pairs = starts.iter().flat_map(|start| ends.iter().map(move |end| (*start, *end)));
        let (start, end) =
            pairs.filter(|(start, end)| start < end).min_by_key(|(start, end)| end - start)?;
        let mut stops = Vec::new();
        self.segment(line, &track, &units, start, end, &mut |stop| stops.push(stop));
        stops.sort_by_key(|stop| stop.at);
        Some((stops, track.place(start, true), track.place(end, false)))
    }

    /// The line cut at everything it meets, with the cover of the two bodies.
    fn track(&self, line: &Line) -> Option<(Track, Row, Row)> {
        let bodies = [cover(line, &self.a)?, cover(line, &self.b)?];
        let mut covers: SmallVec<[(usize, Cover); 8]> = SmallVec::new();
        for at in 0..self.obstacles.len() {
            if let Some(found) = cover(line, self.polygon(at)) {
                covers.push((at, found));
            }
        }
        let mut events: SmallVec<[Fraction; 24]> = SmallVec::new();
        for found in bodies.iter().chain(covers.iter().map(|(_, found)| found)) {
            for (low, high) in found.left.iter().chain(&found.right) {
                events.extend([*low, *high]);
            }
        }
        events.sort_unstable();
        events.dedup();
        let row = |obstacle: usize, found: &Cover| {
            let mut bits = SmallVec::from_elem(0, 2 * events.len() - 1);
            for (side, parts) in [(LEFT, &found.left), (RIGHT, &found.right)] {
                for (low, high) in parts {
                    let [low, high] = [low, high].map(|at| {
                        2 * events.binary_search(at).expect("every end of a part is an event")
                    });
                    bits[low..=high].iter_mut().for_each(|bits| *bits |= side);
                    bits[low] |= END;
                    bits[high] |= END;
                }
            }
            Row { obstacle, bits }
        };
        let [from, to] = [0, 1].map(|at| row(usize::MAX, &bodies[at]));
        let rows = covers.iter().map(|(at, found)| row(*at, found)).collect();
        Some((Track { events, rows }, from, to))
    }

    /// The ends worth trying in a body: the end of each of its parts that faces the other body, and
    /// places inside of obstacles, from which these may be looked out of.
    fn ends(&self, track: &Track, body: &Row, first: bool) -> SmallVec<[End; 8]> {
        let last = 2 * track.events.len() - 2;
        let mut ends: SmallVec<[End; 8]> = SmallVec::new();
        for at in 0..=last {
            if !body.within(at) {
                continue;
            }
            let facing = if first {
                at == last || !body.within(at + 1)
            } else {
                at == 0 || !body.within(at - 1)
            };
            let excused = |row: &Row| {
                self.obstacles[row.obstacle].class != Class::Solid && row.bits[at] & BOTH == BOTH
            };
            if facing || (at % 2 == 1 && track.rows.iter().any(excused)) {
                ends.push(at);
            }
        }
        if first {
            ends.reverse();
        }
        ends
    }

    /// Rows, those of one group put together.
    fn units(&self, track: &Track) -> SmallVec<[Row; 8]> {
        let mut units: SmallVec<[Row; 8]> = SmallVec::new();
        for row in &track.rows {
            let group = self.obstacles[row.obstacle].group;
            let same = |unit: &&mut Row| group != 0 && self.obstacles[unit.obstacle].group == group;
            match units.iter_mut().find(same) {
                None => units.push(Row { obstacle: row.obstacle, bits: row.bits.clone() }),
                Some(unit) => join(unit, row),
            }
        }
        units
    }

    fn segment(
        &self,
        line: &Line,
        track: &Track,
        units: &[Row],
        start: End,
        end: End,
        tell: &mut dyn FnMut(Stopped),
    ) -> Verdict {
        let mut verdict = Verdict::Free(track.place(start, true), track.place(end, false));
        for unit in units {
            let complete = self.obstacles[unit.obstacle].class == Class::Complete;
            if complete && (unit.inside(start) || unit.inside(end)) {
                continue;
            }
            let mut at = start;
            while at <= end {
                let run = (at..=end).take_while(|at| unit.within(*at)).count();
                let part = at..at + run;
                at += run.max(1);
                let crossed = part.clone().any(|at| at % 2 == 1 && unit.bits[at] & BOTH == BOTH);
                if !crossed {
                    continue;
                }
                let stop = self.crossing(line, track, unit, &part, start, end);
                if let Some((why, by)) = stop {
                    tell(Stopped {
                        obstacle: unit.obstacle,
                        at: track.place(part.start, false),
                        why,
                    });
                    verdict = match (verdict, by) {
                        (Verdict::Free(..), Some(by)) => Verdict::Deep(by),
                        (Verdict::Deep(other), Some(by)) => Verdict::Deep(other.max(by)),
                        _ => Verdict::Blocked,
                    };
                }
            }
        }
        if let Some(joint) = self.joint(track, units, start, end) {
            tell(joint);
            return Verdict::Blocked;
        }
        verdict
    }

    /// Whether a crossing stops a segment, and if only its depth does, by how much.
    fn crossing(
        &self,
        line: &Line,
        track: &Track,
        unit: &Row,
        part: &Range<usize>,
        start: End,
        end: End,
    ) -> Option<(Stop, Option<i64>)> {
        if self.obstacles[unit.obstacle].class != Class::Area {
            return Some((Stop::Through, None));
        }
        let begins = part.start == start && unit.inside(start);
        let ends = part.end == end + 1 && unit.inside(end);
        if !begins && !ends {
            return Some((Stop::Through, None));
        }
        let (low, high) = (track.place(part.start, true), track.place(part.end - 1, false));
        let longer =
            (part.start == start && start % 2 == 1) || (part.end == end + 1 && end % 2 == 1);
        let found = length_of(line.place(high) - line.place(low));
        let deep = if (found - self.depth).abs() > 4 {
            found > self.depth
        } else {
            too_long(line, low, high, self.depth, longer)
        };
        deep.then(|| (Stop::Depth(found), Some((found - self.depth).max(1))))
    }

    /// A place inner to a segment where one obstacle lies left of it and another right.
    fn joint(&self, track: &Track, units: &[Row], start: End, end: End) -> Option<Stopped> {
        if track.rows.len() < 2 {
            return None;
        }
        let excused = |row: &Row| {
            self.obstacles[row.obstacle].class == Class::Complete
                && (row.inside(start) || row.inside(end))
        };
        let group = |row: &Row| self.obstacles[row.obstacle].group;
        let rows: SmallVec<[&Row; 8]> = track.rows.iter().filter(|row| !excused(row)).collect();
        for at in start + 1..end {
            let on = |side: u8| rows.iter().filter(move |row| row.bits[at] & BOTH == side);
            for left in on(LEFT) {
                let joined = |right: &&&&Row| {
                    let one = group(left) != 0 && group(left) == group(right);
                    let union = |unit: &&Row| group(unit) == group(left);
                    let inner = |unit: &Row| {
                        [at.saturating_sub(1), at, at + 1].iter().any(|at| {
                            at % 2 == 1
                                && unit.bits.get(*at).is_some_and(|bits| bits & BOTH == BOTH)
                        })
                    };
                    !(one && units.iter().find(union).is_some_and(inner))
                };
                if let Some(right) = on(RIGHT).find(|right| joined(&right)) {
                    let (obstacle, why) = (left.obstacle, Stop::Joint(right.obstacle));
                    return Some(Stopped { obstacle, at: track.place(at, false), why });
                }
            }
        }
        None
    }
}

/// Adds a row to that of its group: where their covers fill both sides, the place is inside.
fn join(unit: &mut Row, row: &Row) {
    for (bits, more) in unit.bits.iter_mut().zip(&row.bits) {
        let inside = [*bits, *more].iter().any(|bits| bits & (BOTH | END) == BOTH);
        let ends = if inside { 0 } else { (*bits | *more) & END };
        *bits = (*bits | *more) & BOTH | ends;
    }
    let inner = |bits: &[u8], at: usize| bits.get(at).is_some_and(|bits| bits & BOTH == BOTH);
    for at in (2..unit.bits.len()).step_by(2) {
        if inner(&unit.bits, at - 1) && inner(&unit.bits, at + 1) {
            unit.bits[at] &= !END;
        }
    }
}

impl Track {
    /// The event of an even position; of an odd one the later or the earlier of its borders.
    fn place(&self, at: usize, later: bool) -> Fraction {
        if at % 2 == 1 && later { self.events[at / 2 + 1] } else { self.events[at / 2] }
    }
}

/// Whether a part of a line is longer than a depth, or at least as long.
fn too_long(line: &Line, low: Fraction, high: Fraction, depth: i64, or_equal: bool) -> bool {
    let big = |number: i64| BigInt::from(number);
    let span =
        big(high.numerator) * big(low.denominator) - big(low.numerator) * big(high.denominator);
    let whole = big(low.denominator) * big(high.denominator) * big(depth);
    let (span, whole) = (&span * &span * big(line.by.dot(&line.by)), &whole * &whole);
    if or_equal { span >= whole } else { span > whole }
}
