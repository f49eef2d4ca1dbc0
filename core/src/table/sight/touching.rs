//! The search for a free line where pieces touch or hold a base, so that depth and insides count.

use super::super::exact::{edges, orientation};
use super::super::point::Vector;
use super::between::{clip, gap};
use super::fine::{Fine, Line};
use super::judge::{Scene, Verdict};
use super::parts::Class;
use super::separate::{Corner, Strip};
use smallvec::SmallVec;

/// Two bases with the pieces that touch them; the others are those kept by the strip.
pub(super) struct Touching<'a, 'b> {
    pub strip: &'a Strip<'b>,
    /// Everything that may stop a line.
    pub whole: &'a Scene,
    /// Only what touches a base.
    pub near: &'a Scene,
    /// Whether the first and the second base are touched.
    pub touched: [bool; 2],
    deep: Vec<(i64, Line)>,
    found: Option<Line>,
}

impl<'a, 'b> Touching<'a, 'b> {
    pub fn new(
        strip: &'a Strip<'b>,
        whole: &'a Scene,
        near: &'a Scene,
        touched: [bool; 2],
    ) -> Touching<'a, 'b> {
        Touching { strip, whole, near, touched, deep: Vec::new(), found: None }
    }

    /// A line with a free segment.
    pub fn free(&mut self) -> Option<Line> {
        let (left, right) = (self.strip.left, self.strip.right);
        let middle = self.whole.middle_line();
        let found = self.attempt(middle.from, middle.from + middle.by)
            || self.attempt(left.0, left.1)
            || self.attempt(right.0, right.1)
            || self.corners()
            || (!self.deep.is_empty() && (self.perpendiculars() || self.turns()));
        found.then_some(self.found).flatten()
    }

    fn attempt(&mut self, from: Fine, to: Fine) -> bool {
        if from == to {
            return false;
        }
        let line = self.strip.directed(from, to);
        if !self.strip.line_is_free(from, to) {
            return false;
        }
        match self.near.judge(&line) {
            Verdict::Free(..) => self.is_free(line),
            Verdict::Deep(by) => {
                self.deep.push((by, line));
                false
            }
            _ => false,
        }
    }

    /// Whether all obstacles together leave a segment of a line free; keeps it if so.
    fn is_free(&mut self, line: Line) -> bool {
        let free = matches!(self.whole.judge(&line), Verdict::Free(..));
        self.found = free.then_some(line);
        free
    }

    /// Lines through two corners.
    fn corners(&mut self) -> bool {
        let mut critical: SmallVec<[Corner; 32]> = SmallVec::new();
        self.strip.rings.iter().for_each(|ring| self.strip.corners(ring, &mut critical));
        let loose = |place: Fine| Corner { place, sides: None };
        let (left, right) = (self.strip.left, self.strip.right);
        critical.extend(self.near.corners.iter().copied().map(loose).filter(|corner| {
            orientation(left.0, left.1, corner.place) <= 0
                && orientation(right.0, right.1, corner.place) >= 0
        }));
        critical.extend(self.near.meetings().into_iter().map(loose));
        for (at, corner) in critical.iter().enumerate() {
            let tangents = self.strip.tangents(corner.place);
            let touched: SmallVec<[Fine; 64]> = self.rims(&tangents);
            for place in touched {
                if corner.is_touched(place) && self.attempt(corner.place, place) {
                    return true;
                }
            }
            for other in &critical[at + 1..] {
                if corner.is_touched(other.place)
                    && other.is_touched(corner.place)
                    && self.attempt(corner.place, other.place)
                {
                    return true;
                }
            }
        }
        let whole = self.whole;
        let ends = |corner: &Fine, touched: bool, body: &'a [Fine], from: usize| {
            let tangents = self.strip.tangents(*corner);
            if touched { body.to_vec() } else { tangents[from..from + 2].to_vec() }
        };
        let mut lines: Vec<(Fine, Fine)> = Vec::new();
        match self.touched {
            [true, other] => {
                for a in &whole.a {
                    lines.extend(ends(a, other, &whole.b, 2).into_iter().map(|b| (*a, b)));
                }
            }
            [false, _] => {
                for b in &whole.b {
                    lines.extend(ends(b, false, &whole.a, 0).into_iter().map(|a| (a, *b)));
                }
            }
        }
        lines.into_iter().any(|(a, b)| self.attempt(a, b))
    }

    /// The places of the bases that matter to lines through a corner: all corners of those that
    /// are touched, the tangents to the others.
    fn rims(&self, tangents: &[Fine; 4]) -> SmallVec<[Fine; 64]> {
        let mut rims: SmallVec<[Fine; 64]> = SmallVec::new();
        for (at, body) in [&self.whole.a, &self.whole.b].into_iter().enumerate() {
            match self.touched[at] {
                true => rims.extend_from_slice(body),
                false => rims.extend_from_slice(&tangents[2 * at..2 * at + 2]),
            }
        }
        rims
    }

    /// Lines at right angles to an edge of a base or of a piece that touches it.
    fn perpendiculars(&mut self) -> bool {
        let across = |(a, b): (Fine, Fine)| Vector::new(a.y - b.y, b.x - a.x);
        let near = self.near;
        let mut rims: Vec<&[Fine]> = Vec::new();
        for (at, body) in [&near.a, &near.b].into_iter().enumerate() {
            rims.extend(self.touched[at].then_some(body.as_slice()));
        }
        for at in 0..near.obstacles.len() {
            if near.obstacles[at].class != Class::Area {
                continue;
            }
            let ring = near.polygon(at);
            for rim in &rims {
                for (edge, places) in [(ring, *rim), (*rim, ring)] {
                    let directions = edges(edge).map(across);
                    for by in directions {
                        if places.iter().any(|from| self.attempt(*from, *from + by)) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// From the lines that come nearest, turned and moved in ever smaller steps.
    fn turns(&mut self) -> bool {
        self.deep.sort_by_key(|(by, line)| (*by, line.order()));
        self.deep.dedup();
        let starts: SmallVec<[(i64, Line); 6]> = self.deep.iter().take(6).copied().collect();
        starts.into_iter().any(|(by, line)| self.turn_from(by, line))
    }

    fn turn_from(&mut self, mut by: i64, mut line: Line) -> bool {
        let mut step = 1 << 15;
        while step > 0 {
            let mut better = None;
            for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let shift = Vector::new(x * step, y * step);
                let end = line.from + line.by;
                let moved = [(line.from, end + shift), (line.from + shift, end)];
                for (from, to) in moved {
                    if from == to || !self.strip.line_is_free(from, to) {
                        continue;
                    }
                    let moved = self.strip.directed(from, to);
                    match self.near.judge(&moved) {
                        Verdict::Free(..) if self.is_free(moved) => return true,
                        Verdict::Deep(found) if found < by => {
                            better = Some(moved);
                            by = found;
                        }
                        _ => {}
                    }
                }
            }
            match better {
                Some(moved) => line = moved,
                None => step /= 2,
            }
        }
        false
    }
}

/// Whether every line from the body `here`, which a piece of class area holds or overlaps, to the
/// body `there`, which it does not meet, goes too deep if it leaves that piece at all.
pub(super) fn too_deep(
    ring: &[Fine],
    here: &[Fine],
    there: &[Fine],
    between: &[Fine],
    depth: i64,
) -> bool {
    let leads_out = |(from, to): &(Fine, Fine)| {
        there.iter().any(|place| orientation(*from, *to, *place) < 0)
            && here.iter().any(|place| orientation(*from, *to, *place) > 0)
    };
    let ways = edges(ring).filter(leads_out).filter_map(|(from, to)| clip(from, to, between));
    let ways: Vec<(Fine, Fine)> = ways.collect();
    gap(here, &ways).is_none_or(|shortest| shortest > depth + 4)
}
