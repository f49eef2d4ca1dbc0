//! The quick way for the usual pair: two convex bases, and pieces that touch neither of them.
//!
//! Such pieces stop whatever crosses them. If some line is free, then so is an outer tangent of
//! both bases, or a line through a corner of a piece that also touches a base or another corner.

use super::super::base::Base;
use super::super::exact::{Place, in_polygon, orientation, touches};
use super::super::point::{Bounds, Point};
use super::fine::{Along, Fine, Line};
use smallvec::SmallVec;

/// Two bases apart from each other along an axis, and the strip between their outer tangents.
pub(super) struct Strip<'a> {
    a: &'a [Point],
    b: &'a [Point],
    /// Outer tangents from the first to the second: no corner of theirs lies outside.
    left: (Point, Point),
    right: (Point, Point),
    axis: Point,
    /// From where to where along the axis the first base lies, and then the second.
    first: (i64, i64),
    second: (i64, i64),
    rings: SmallVec<[&'a [Point]; 8]>,
}

/// How a piece lies against a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies {
    /// It meets no line.
    Outside,
    /// It stops every line.
    Across,
    /// It may stop some.
    Within,
    /// It touches a base.
    Touching,
}

/// Where a piece touches a line without crossing it.
struct Touch {
    ring: usize,
    left: bool,
    from: i64,
    to: i64,
}

const fn plain(point: Point) -> Fine {
    Fine::new(point.x as i64, point.y as i64)
}

impl<'a> Strip<'a> {
    /// The strip of two convex bases; `None` where no axis between their middles keeps them apart.
    pub fn new(a: &'a [Point], b: &'a [Point]) -> Option<Strip<'a>> {
        let axis = b[0].minus(a[0]).plus(b[b.len() / 2].minus(a[a.len() / 2]));
        let extent = |corners: &[Point]| {
            let along = corners.iter().map(|corner| axis.dot(*corner));
            along.fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let (first, second) = (extent(a), extent(b));
        if first.1 >= second.0 {
            return None;
        }
        let (left, right) = (outer(a, b, 1)?, outer(a, b, -1)?);
        Some(Strip { a, b, left, right, axis, first, second, rings: SmallVec::new() })
    }

    /// How the outline of a piece lies; one that may stop some lines is kept.
    pub fn add(&mut self, ring: &'a [Point], bounds: Bounds, bases: [&Base; 2]) -> Lies {
        let (mut all_left, mut all_right, mut before, mut beyond) = (true, true, true, true);
        // Which side the last corner outside of the strip was on, with no corner since that lies
        // beside a base.
        let mut outside = 0;
        let mut across = false;
        let mut chain = |corner: &Point| {
            let over_left = orientation(self.left.0, self.left.1, *corner) > 0;
            let over_right = orientation(self.right.0, self.right.1, *corner) < 0;
            let along = self.axis.dot(*corner);
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
        };
        ring.iter().for_each(&mut chain);
        ring.iter().for_each(&mut chain);
        if all_left || all_right || before || beyond {
            return Lies::Outside;
        }
        let near = |base: &&Base| base.bounds().meets(bounds) && base_meets(base.corners(), ring);
        if bases.iter().any(near) {
            return Lies::Touching;
        }
        if across {
            return Lies::Across;
        }
        self.rings.push(ring);
        Lies::Within
    }

    /// Whether some line is free of all pieces that were kept.
    pub fn is_free(&self) -> bool {
        if self.rings.is_empty() {
            return true;
        }
        let free = |(a, b): (Point, Point)| self.line_is_free(a, b);
        if free(self.left) || free(self.right) {
            return true;
        }
        let corners = self.corners();
        corners.iter().enumerate().any(|(at, corner)| {
            let tangents = [self.a, self.b]
                .into_iter()
                .flat_map(|body| [1, -1].map(|sign| outermost(corner.place, body, sign)));
            let others = corners[at + 1..].iter();
            tangents
                .into_iter()
                .any(|place| corner.is_touched(place) && free((corner.place, place)))
                || others.into_iter().any(|other| {
                    corner.place != other.place
                        && corner.is_touched(other.place)
                        && other.is_touched(corner.place)
                        && free((corner.place, other.place))
                })
        })
    }

    /// Corners within the strip.
    fn corners(&self) -> SmallVec<[Corner; 32]> {
        let mut found = SmallVec::new();
        for ring in &self.rings {
            for (at, place) in ring.iter().enumerate() {
                let inside = orientation(self.left.0, self.left.1, *place) <= 0
                    && orientation(self.right.0, self.right.1, *place) >= 0;
                if inside {
                    let before = ring[at.checked_sub(1).unwrap_or(ring.len() - 1)];
                    let after = ring[if at + 1 == ring.len() { 0 } else { at + 1 }];
                    found.push(Corner { place: *place, before, after });
                }
            }
        }
        found
    }

    fn line_is_free(&self, from: Point, to: Point) -> bool {
        let mut line = Line::through(plain(from), plain(to));
        if line.by.dot(plain(self.axis)) < 0 {
            line = line.reversed();
        }
        let meets = |body: &[Point]| {
            let mut sides = body.iter().map(|corner| line.side(plain(*corner)).signum());
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
        let side = |corner: Point| line.side(plain(corner));
        let Some(start) = ring.iter().position(|corner| side(*corner) != 0) else { return false };
        let (mut last, mut last_left) = (ring[start], side(ring[start]) > 0);
        let mut run: Option<(i64, i64, Point)> = None;
        for corner in ring[start + 1..].iter().chain(&ring[..=start]) {
            let found = side(*corner);
            if found == 0 {
                let along = plain(*corner).minus(line.from).dot(line.by);
                run = Some(match run {
                    None => (along, along, *corner),
                    Some((low, high, place)) => (low.min(along), high.max(along), place),
                });
                continue;
            }
            let left = found > 0;
            if left != last_left {
                let between = match run {
                    Some((.., place)) => self.is_between(line, line.along(plain(place)), &[place]),
                    None => {
                        let at = || line.crossing(plain(last), plain(*corner));
                        self.in_slab(&[last, *corner]) || self.is_between(line, at(), &[])
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

    fn in_slab(&self, places: &[Point]) -> bool {
        !places.is_empty()
            && places.iter().all(|place| {
                let along = self.axis.dot(*place);
                self.first.1 < along && along < self.second.0
            })
    }

    /// Whether a place of a line that meets both bases lies between them.
    fn is_between(&self, line: &Line, at: Along, places: &[Point]) -> bool {
        self.in_slab(places)
            || (span(line, self.a).is_some_and(|(_, end)| end < at)
                && span(line, self.b).is_some_and(|(start, _)| at < start))
    }

    /// Whether pieces touch a line from both sides at one place between the bases.
    fn has_joint(&self, line: &Line, touches: &[Touch]) -> bool {
        let whole = line.by.square();
        let on = |left: bool| touches.iter().filter(move |touch| touch.left == left);
        on(true).any(|one| {
            on(false).any(|other| {
                let part = one.from.max(other.from);
                one.ring != other.ring
                    && part <= one.to.min(other.to)
                    && self.is_between(line, Along { part, whole }, &[])
            })
        })
    }
}

/// A corner of a piece with its neighbours.
struct Corner {
    place: Point,
    before: Point,
    after: Point,
}

impl Corner {
    /// Whether the line to another place has both neighbours on one side.
    fn is_touched(&self, other: Point) -> bool {
        let side = |place: Point| orientation(self.place, other, place);
        let (before, after) = (side(self.before), side(self.after));
        (before >= 0 && after >= 0) || (before <= 0 && after <= 0)
    }
}

/// Whether a convex polygon and another polygon have a place in common.
fn base_meets(corners: &[Point], ring: &[Point]) -> bool {
    let edges = |ring: &'_ [Point], at: usize| (ring[at], ring[(at + 1) % ring.len()]);
    let apart = (0..corners.len()).any(|at| {
        let (from, to) = edges(corners, at);
        ring.iter().all(|place| orientation(from, to, *place) < 0)
    });
    !apart
        && (in_polygon(corners[0], ring) != Place::Outside
            || in_polygon(ring[0], corners) != Place::Outside
            || (0..ring.len()).any(|at| {
                let (from, to) = edges(ring, at);
                let bounds = Bounds::of(&[from, to]);
                bounds.meets(Bounds::of(corners))
                    && (0..corners.len()).any(|other| {
                        let (start, end) = edges(corners, other);
                        touches(from, to, start, end)
                    })
            }))
}

/// The corner of a convex polygon farthest to the left (1) or right (-1) as seen from a place.
fn outermost(from: Point, corners: &[Point], sign: i64) -> Point {
    let rest = corners.iter().skip(1);
    rest.fold(
        corners[0],
        |best, corner| {
            if orientation(from, best, *corner) * sign > 0 { *corner } else { best }
        },
    )
}

/// The outer tangent of two convex polygons that are apart, on the left (1) or right (-1).
fn outer(a: &[Point], b: &[Point], sign: i64) -> Option<(Point, Point)> {
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
fn span(line: &Line, corners: &[Point]) -> Option<(Along, Along)> {
    let mut found: Option<(Along, Along)> = None;
    let mut note = |at: Along| {
        found = Some(found.map_or((at, at), |(low, high)| (low.min(at), high.max(at))));
    };
    let mut last = plain(*corners.last()?);
    for corner in corners {
        let corner = plain(*corner);
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
