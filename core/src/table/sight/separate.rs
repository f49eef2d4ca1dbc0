//! The quick way for the usual pair: two convex bases, and pieces that touch neither of them.
//!
//! Such pieces stop whatever crosses them. If some line is free, then so is an outer tangent of
//! both bases, or a line through a corner of a piece that also touches a base or another corner.

use super::super::exact::Place;
use super::super::exact::{edges, in_polygon, orientation, touches};
use super::super::point::Vector;
use super::fine::{Fine, Frame, Line, middle};
use crate::fraction::Fraction;
use smallvec::SmallVec;

/// Two bases apart from each other along an axis, and the strip between their outer tangents.
pub(super) struct Strip<'a> {
    pub a: &'a [Fine],
    pub b: &'a [Fine],
    /// Outer tangents from the first to the second: no corner of theirs lies outside.
    pub left: (Fine, Fine),
    pub right: (Fine, Fine),
    axis: Vector,
    /// From where to where along the axis the first base lies, and then the second.
    first: (i64, i64),
    second: (i64, i64),
    /// Pieces that may stop some lines and touch neither base.
    pub rings: SmallVec<[&'a [Fine]; 8]>,
}

/// How a piece lies against a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies {
    /// It meets no line.
    Outside,
    /// Its outline crosses every line, between the bases.
    Across,
    /// It may meet some.
    Within,
}

/// Where a piece touches a line without crossing it.
struct Touch {
    ring: usize,
    left: bool,
    from: i64,
    to: i64,
}

impl<'a> Strip<'a> {
    /// The strip of two convex bases; `None` where no axis between their middles keeps them apart.
    pub fn new(a: &'a [Fine], b: &'a [Fine]) -> Option<Strip<'a>> {
        let axis = (b.first()? - a.first()?) + (b[b.len() / 2] - a[a.len() / 2]);
        let extent = |corners: &[Fine]| {
            let along = corners.iter().map(|corner| axis.dot(&corner.coords));
            along.fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let (first, second) = (extent(a), extent(b));
        if first.1 >= second.0 {
            return None;
        }
        let (left, right) = (outer(a, b, 1)?, outer(a, b, -1)?);
        Some(Strip { a, b, left, right, axis, first, second, rings: SmallVec::new() })
    }

    /// Whether an upright rectangle lies wholly to one side of the strip.
    pub fn passes_by(&self, frame: &Frame) -> bool {
        let corner = |right: bool, far: bool| {
            let x = if right { frame.high.x } else { frame.low.x };
            Fine::new(x, if far { frame.high.y } else { frame.low.y })
        };
        let beyond = |(from, to): (Fine, Fine), sign: i64| {
            let by = to - from;
            let ahead = sign > 0;
            let nearest = corner((by.y >= 0) == ahead, (by.x < 0) == ahead);
            orientation(from, to, nearest) * sign > 0
        };
        beyond(self.left, 1) || beyond(self.right, -1)
    }

    /// How the outline of a piece lies.
    pub fn lies(&self, ring: &[Fine]) -> Lies {
        let (mut all_left, mut all_right, mut before, mut beyond) = (true, true, true, true);
        // Which side the last corner outside of the strip was on, with no corner since that lies
        // beside a base.
        let mut outside = 0;
        let mut across = false;
        let mut note = |corner: &Fine| {
            let over_left = orientation(self.left.0, self.left.1, *corner) > 0;
            let over_right = orientation(self.right.0, self.right.1, *corner) < 0;
            let along = self.axis.dot(&corner.coords);
            all_left &= over_left;
            all_right &= over_right;
            before &= along < self.first.0;
            beyond &= along > self.second.1;
            let between = self.first.1 < along && along < self.second.0;
            let side = i32::from(over_left) - i32::from(over_right);
            match (between, side) {
                (false, _) => outside = 0,
                (true, 0) => {}
                (true, side) => {
                    across |= outside == -side;
                    outside = side;
                }
            }
            outside
        };
        let mut open = 0;
        for corner in ring {
            open = note(corner);
        }
        if open != 0 {
            // The chain that runs over the last corner goes on from the first.
            for corner in ring {
                if note(corner) == 0 {
                    break;
                }
            }
        }
        match (all_left || all_right || before || beyond, across) {
            (true, _) => Lies::Outside,
            (false, true) => Lies::Across,
            (false, false) => Lies::Within,
        }
    }

    /// A line free of all pieces that were kept.
    pub fn free(&self) -> Option<Line> {
        let free =
            |from: Fine, to: Fine| self.line_is_free(from, to).then(|| self.directed(from, to));
        if self.rings.is_empty() {
            return Some(self.directed(middle(self.a), middle(self.b)));
        }
        let outer = free(self.left.0, self.left.1).or_else(|| free(self.right.0, self.right.1));
        if outer.is_some() {
            return outer;
        }
        let mut corners: SmallVec<[Corner; 32]> = SmallVec::new();
        self.rings.iter().for_each(|ring| self.corners(ring, &mut corners));
        corners.iter().enumerate().find_map(|(at, corner)| {
            let mut tangents = self.tangents(corner.place).into_iter();
            let to_tangent =
                |place: Fine| corner.is_touched(place).then(|| free(corner.place, place)).flatten();
            let to_other = |other: &Corner| {
                let touched = corner.place != other.place
                    && corner.is_touched(other.place)
                    && other.is_touched(corner.place);
                touched.then(|| free(corner.place, other.place)).flatten()
            };
            tangents.find_map(to_tangent).or_else(|| corners[at + 1..].iter().find_map(to_other))
        })
    }

    /// Where lines from a place outside touch the first and the second base.
    pub fn tangents(&self, from: Fine) -> [Fine; 4] {
        let touched = |body: &[Fine], sign: i64| {
            let corners = body.iter().copied();
            let farther = |best: Fine, corner: Fine| {
                if orientation(from, best, corner) * sign > 0 { corner } else { best }
            };
            corners.reduce(farther).unwrap_or(from)
        };
        [touched(self.a, 1), touched(self.a, -1), touched(self.b, 1), touched(self.b, -1)]
    }

    /// Adds the corners of a piece that lie within the strip.
    pub fn corners(&self, ring: &[Fine], found: &mut SmallVec<[Corner; 32]>) {
        for (at, place) in ring.iter().enumerate() {
            let inside = orientation(self.left.0, self.left.1, *place) <= 0
                && orientation(self.right.0, self.right.1, *place) >= 0;
            if inside {
                let before = ring[at.checked_sub(1).unwrap_or(ring.len() - 1)];
                let after = ring[if at + 1 == ring.len() { 0 } else { at + 1 }];
                let sides = Some((before, after));
                found.push(Corner { place: *place, sides });
            }
        }
    }

    /// A line in the direction from the first base to the second.
    pub fn directed(&self, from: Fine, to: Fine) -> Line {
        let line = Line::through(from, to);
        if line.by.dot(&self.axis) < 0 { line.reversed() } else { line }
    }

    /// Whether the line through two places meets both bases and crosses no piece that was kept.
    pub fn line_is_free(&self, from: Fine, to: Fine) -> bool {
        let line = self.directed(from, to);
        let meets = |body: &[Fine]| {
            let mut sides = body.iter().map(|corner| line.side(*corner).signum());
            let Some(first) = sides.next() else { return false };
            first == 0 || sides.any(|side| side != first)
        };
        if !meets(self.a) || !meets(self.b) {
            return false;
        }
        let mut touches: SmallVec<[Touch; 8]> = SmallVec::new();
        for at in 0..self.rings.len() {
            if self.crosses(&line, at, &mut touches) {
                return false;
            }
        }
        !self.has_joint(&line, &touches)
    }

    /// Whether a line crosses a piece between the bases; notes where it touches it.
    fn crosses(&self, line: &Line, at: usize, touches: &mut SmallVec<[Touch; 8]>) -> bool {
        let ring = self.rings[at];
        let side = |corner: Fine| line.side(corner);
        let Some(start) = ring.iter().position(|corner| side(*corner) != 0) else { return false };
        let (mut last, mut last_left) = (ring[start], side(ring[start]) > 0);
        let mut run: Option<(i64, i64, Fine)> = None;
        for corner in ring[start + 1..].iter().chain(&ring[..=start]) {
            let found = side(*corner);
            if found == 0 {
                let along = (corner - line.from).dot(&line.by);
                run = Some(match run {
                    None => (along, along, *corner),
                    Some((low, high, place)) => (low.min(along), high.max(along), place),
                });
                continue;
            }
            let left = found > 0;
            if left != last_left {
                let between = match run {
                    Some((.., place)) => {
                        self.in_slab(place) || self.is_between(line, line.along(place))
                    }
                    None => {
                        let at = || line.crossing(last, *corner);
                        (self.in_slab(last) && self.in_slab(*corner)) || self.is_between(line, at())
                    }
                };
                if between {
                    return true;
                }
            } else if let Some((from, to, _)) = run {
                touches.push(Touch { ring: at, left, from, to });
            }
            (last, last_left, run) = (*corner, left, None);
        }
        false
    }

    fn in_slab(&self, place: Fine) -> bool {
        let along = self.axis.dot(&place.coords);
        self.first.1 < along && along < self.second.0
    }

    /// Whether a place of a line that meets both bases lies between them.
    fn is_between(&self, line: &Line, at: Fraction) -> bool {
        span(line, self.a).is_some_and(|(_, end)| end < at)
            && span(line, self.b).is_some_and(|(start, _)| at < start)
    }

    /// Whether pieces touch a line from both sides at one place between the bases.
    fn has_joint(&self, line: &Line, touches: &[Touch]) -> bool {
        let whole = line.by.dot(&line.by);
        let on = |left: bool| touches.iter().filter(move |touch| touch.left == left);
        on(true).any(|one| {
            on(false).any(|other| {
                let part = one.from.max(other.from);
                one.ring != other.ring
                    && part <= one.to.min(other.to)
                    && self.is_between(line, Fraction::new(part, whole))
            })
        })
    }
}

/// A corner with its neighbours; without them, any line through it counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub place: Fine,
    pub sides: Option<(Fine, Fine)>,
}

impl Corner {
    /// Whether the line to another place has both neighbours on one side.
    #[inline]
    pub fn is_touched(&self, other: Fine) -> bool {
        self.sides.is_none_or(|(before, after)| {
            let (before, after) =
                (orientation(self.place, other, before), orientation(self.place, other, after));
            (before >= 0 && after >= 0) || (before <= 0 && after <= 0)
        })
    }
}

/// How a piece meets a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meets {
    Not,
    /// Only their outlines do.
    Touching,
    /// Their insides do.
    Inside,
    /// The base lies wholly inside, its outline too.
    Held,
}

/// How a convex body and the polygon of a piece meet.
pub(super) fn meets(body: &[Fine], ring: &[Fine], frame: &Frame) -> Meets {
    let around = Frame::of(body);
    let apart =
        |(from, to): (Fine, Fine)| ring.iter().all(|place| orientation(from, to, *place) < 0);
    if !around.meets(frame) || edges(body).any(apart) {
        return Meets::Not;
    }
    let mut touching = false;
    for (from, to) in edges(ring) {
        if !Frame::of(&[from, to]).meets(&around) {
            continue;
        }
        if runs_inside(from, to, body) {
            return Meets::Inside;
        }
        touching |= edges(body).any(|(start, end)| touches(from, to, start, end));
    }
    let within = |place: Fine| in_polygon(place, ring) == Place::Inside;
    match touching {
        true if within(middle(body)) => Meets::Inside,
        true => Meets::Touching,
        false if body.first().is_some_and(|corner| within(*corner)) => Meets::Held,
        false => Meets::Not,
    }
}

/// Whether part of a segment lies inside a convex polygon, not only on its outline.
fn runs_inside(from: Fine, to: Fine, corners: &[Fine]) -> bool {
    let line = Line::through(from, to);
    let (mut low, mut high) = (line.along(from), line.along(to));
    for (at, a) in corners.iter().enumerate() {
        let b = corners[if at + 1 == corners.len() { 0 } else { at + 1 }];
        let (at_from, at_to) = (orientation(*a, b, from), orientation(*a, b, to));
        match (at_from > 0, at_to > 0) {
            (true, true) => {}
            (false, false) => return false,
            (starts, _) => {
                let at = line.crossing(*a, b);
                if starts { high = high.min(at) } else { low = low.max(at) }
            }
        }
    }
    low < high
}

/// The outer tangent of two convex polygons that are apart, on the left (1) or right (-1).
fn outer(a: &[Fine], b: &[Fine], sign: i64) -> Option<(Fine, Fine)> {
    let outermost = |from: Fine, corners: &[Fine], sign: i64| {
        corners[1..].iter().fold(corners[0], |best, corner| {
            if orientation(from, best, *corner) * sign > 0 { *corner } else { best }
        })
    };
    let (mut from, mut to) = (a[0], b[0]);
    for _ in 0..64 {
        let start = outermost(to, a, -sign);
        let end = outermost(start, b, sign);
        if (start, end) == (from, to) {
            return Some((from, to));
        }
        (from, to) = (start, end);
    }
    None
}

/// From where to where a line lies within a convex polygon.
fn span(line: &Line, corners: &[Fine]) -> Option<(Fraction, Fraction)> {
    let mut found: Option<(Fraction, Fraction)> = None;
    let mut note = |at: Fraction| {
        found = Some(found.map_or((at, at), |(low, high)| (low.min(at), high.max(at))));
    };
    let mut last = *corners.last()?;
    for corner in corners {
        let corner = *corner;
        let (before, after) = (line.side(last), line.side(corner));
        if after == 0 {
            note(line.along(corner));
        } else if (before > 0) != (after > 0) && before != 0 {
            note(line.crossing(last, corner));
        }
        last = corner;
    }
    found
}
