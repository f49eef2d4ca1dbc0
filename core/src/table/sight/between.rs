//! One piece of ground between two bodies, measured for the game that says what it is to them.

use super::super::exact::{edges, orientation};
use super::super::hull::hull;
use super::super::point::Length;
use super::fine::{FINE, Fine, Line, length_of, polygons_meet};
use super::parts::Piece;
use std::cell::OnceCell;

/// A piece between two bodies. Gaps are measured in steps of the fine grid, of which [`FINE`] make one of the table's,
/// rounded down; `first` and `second` are the bodies in the order in which they were asked about.
pub struct Between<'a> {
    pub(super) number: u16,
    pub(super) piece: &'a Piece,
    pub(super) ring: &'a [Fine],
    /// The bodies as they were ordered.
    pub(super) bodies: [&'a [Fine]; 2],
    /// Whether that order is not the one in which they were asked about.
    pub(super) turned: bool,
    /// The convex polygon around both, made when it is asked for.
    pub(super) around: &'a OnceCell<Vec<Fine>>,
}

/// One of two bodies, in the order in which they were asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// To which part of a piece a gap is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgePart {
    /// Its edge as far as it lies between the two bodies, within the convex polygon around both.
    Between,
    /// Its whole edge.
    Whole,
}

/// A gap of the fine grid as a length of the table's, rounded down.
pub fn coarse(gap: i64) -> Length {
    (gap / FINE) as Length
}

impl<'a> Between<'a> {
    /// The number of the piece.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The piece.
    pub fn piece(&self) -> &'a Piece {
        self.piece
    }

    fn body(&self, side: Side) -> &'a [Fine] {
        self.bodies[usize::from((side == Side::Second) != self.turned)]
    }

    fn around(&self) -> &[Fine] {
        self.around.get_or_init(|| hull(&self.bodies.concat()))
    }

    /// How far a body is from a part of the edge of the piece: 0 where it meets the piece, nothing where the piece has
    /// no such part.
    pub fn gap(&self, side: Side, part: EdgePart) -> Option<i64> {
        let body = self.body(side);
        if polygons_meet(body, self.ring) {
            return Some(0);
        }
        match part {
            EdgePart::Between => gap(body, &parts_within(self.ring, self.around())),
            EdgePart::Whole => gap(body, &edges(self.ring).collect::<Vec<_>>()),
        }
    }

    /// How far a body within the piece is from the part of its edge where lines to the other body leave it for the last
    /// time; nothing where none does.
    pub fn gap_to_rim(&self, side: Side) -> Option<i64> {
        gap_to_rim(self.body(side), self.body(side.other()), self.ring, self.around())
    }
}

/// The parts of a polygon's edges within a convex polygon, their ends rounded to the fine grid.
fn parts_within(ring: &[Fine], convex: &[Fine]) -> Vec<(Fine, Fine)> {
    edges(ring).filter_map(|(from, to)| clip(from, to, convex)).collect()
}

/// The part of a segment within a convex polygon.
pub(super) fn clip(from: Fine, to: Fine, convex: &[Fine]) -> Option<(Fine, Fine)> {
    let line = Line::through(from, to);
    let (mut low, mut high) = (line.along(from), line.along(to));
    for (a, b) in edges(convex) {
        let (at_from, at_to) = (orientation(a, b, from), orientation(a, b, to));
        match (at_from < 0, at_to < 0) {
            (true, true) => return None,
            (false, false) => {}
            (leaves, _) => {
                let at = line.crossing(a, b);
                if leaves { low = low.max(at) } else { high = high.min(at) }
            }
        }
    }
    (low <= high).then(|| (line.place(low), line.place(high)))
}

/// The shortest distance of a polygon from segments outside of it, in fine steps.
pub(super) fn gap(body: &[Fine], parts: &[(Fine, Fine)]) -> Option<i64> {
    let near = |(from, to): &(Fine, Fine)| {
        let corners = body.iter().map(|corner| distance(*corner, *from, *to));
        let ends = [from, to].into_iter();
        let rims = ends.flat_map(|end| edges(body).map(|(a, b)| distance(*end, a, b)));
        corners.chain(rims).min()
    };
    parts.iter().filter_map(near).min()
}

/// The distance of a place from a segment, rounded down, in fine steps.
fn distance(place: Fine, from: Fine, to: Fine) -> i64 {
    let (edge, by) = (to - from, place - from);
    let (along, square) = (edge.dot(&by), edge.dot(&edge));
    if along <= 0 {
        return length_of(by);
    }
    if along >= square {
        return length_of(place - to);
    }
    let across = u128::from(edge.perp(&by).unsigned_abs());
    (across * across / u128::from(square.unsigned_abs())).isqrt() as i64
}

/// How far those within a polygon are from where lines to the other body leave it for the last time.
fn gap_to_rim(on: &[Fine], other: &[Fine], ring: &[Fine], between: &[Fine]) -> Option<i64> {
    let leaves = |(from, to): &(Fine, Fine)| {
        let outside = |place: &Fine| orientation(*from, *to, *place) < 0;
        let middle = Fine::new((from.x + to.x).div_euclid(2), (from.y + to.y).div_euclid(2));
        let free = |place: &Fine| {
            let inner = |(a, b): (Fine, Fine)| {
                orientation(a, b, middle).signum() * orientation(a, b, *place).signum() < 0
                    && orientation(middle, *place, a).signum()
                        * orientation(middle, *place, b).signum()
                        < 0
            };
            !edges(ring).any(inner)
        };
        other.iter().any(|place| outside(place) && free(place))
    };
    let rim: Vec<(Fine, Fine)> = parts_within(ring, between).into_iter().filter(leaves).collect();
    gap(on, &rim)
}
