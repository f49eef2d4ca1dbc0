//! A table's pieces of ground, ready to be asked who sees whom.

use super::super::point::{Bounds, Length, Point};
use super::fine::{FINE, Fine, Frame, Line};
use super::grid::Grid;
use super::judge::{Explained, Scene, Stop, Verdict};
use super::pair::{Pair, Stance};
use super::parts::{Class, Party, Piece, SightRules};
use super::segment::{passes_by, runs_through};
use super::sieve::{Known, Shape, Sieve};
use super::told::{BlockedBy, Obscured, Sight};

/// Pieces of ground by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    pieces: Vec<Piece>,
    /// The rectangles around those that bear on sight, with their numbers.
    bounds: Vec<(u16, Bounds)>,
    grid: Grid,
    /// Corners on the fine grid, with the rectangles around them.
    rings: Vec<(Vec<Fine>, Frame)>,
}

impl Field {
    /// A field of pieces; their numbers are their places in the list.
    pub fn new(pieces: Vec<Piece>) -> Field {
        let bears = |(_, piece): &(usize, &Piece)| piece.class != Class::None;
        let blocking = pieces.iter().enumerate().filter(bears);
        let bounds = blocking.map(|(number, piece)| (number as u16, piece.outline.bounds()));
        let bounds: Vec<(u16, Bounds)> = bounds.collect();
        let grid = Grid::new(&bounds);
        let ring = |piece: &Piece| {
            let corners: Vec<Fine> =
                piece.outline.corners().iter().map(|at| Fine::of(*at)).collect();
            let frame = Frame::of(&corners);
            (corners, frame)
        };
        let rings = pieces.iter().map(ring).collect();
        Field { pieces, bounds, grid, rings }
    }

    /// The pieces, by number.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Puts another piece in the place of one; nothing changes where there is none.
    pub fn replace(&mut self, number: u16, piece: Piece) {
        if let Some(old) = self.pieces.get_mut(usize::from(number)) {
            *old = piece;
            *self = Field::new(std::mem::take(&mut self.pieces));
        }
    }

    /// Numbers of the pieces that bear on sight and whose bounds meet others.
    pub(super) fn near(&self, bounds: Bounds) -> impl Iterator<Item = u16> + '_ {
        let meets = move |(_, other): &&(u16, Bounds)| other.meets(bounds);
        self.bounds.iter().filter(meets).map(|(number, _)| *number)
    }

    /// Whether some line between the two is free.
    pub fn sees(&self, a: &Party, b: &Party, rules: &SightRules) -> bool {
        let (a, b, _) = ordered(a, b);
        if a.airborne || b.airborne {
            return true;
        }
        self.sees_along(a, b, rules).unwrap_or_else(|| self.sees_slowly(a, b, rules))
    }

    /// The answer for bodies that no axis between their middles keeps apart.
    pub(super) fn sees_slowly(&self, a: &Party, b: &Party, rules: &SightRules) -> bool {
        let pair = self.pair(a, b, rules);
        pair.scene.obstacles.is_empty()
            || pair.scene.in_contact()
            || pair.scene.free_slowly().is_some()
    }

    /// The answer for bodies that an axis between their middles keeps apart.
    pub(super) fn sees_along(&self, a: &Party, b: &Party, rules: &SightRules) -> Option<bool> {
        let (first, second) = (Shape::of(a.base), Shape::of(b.base));
        let mut sieve = Sieve::new(&first, &second, i64::from(rules.depth + 1) * FINE)?;
        for number in self.near(a.base.bounds().with(b.base.bounds())) {
            let piece = &self.pieces[usize::from(number)];
            let (ring, frame) = (self.ring(number), &self.rings[usize::from(number)].1);
            let Some(lies) = sieve.lies(ring, frame) else { continue };
            if a.high || b.high || a.in_pieces.contains(&number) || b.in_pieces.contains(&number) {
                let bodies = (first.corners.as_slice(), second.corners.as_slice());
                let stance = self.stance(number, (a, b), bodies, sieve.between(), rules);
                if !matches!(stance, Stance::Blocks(_)) {
                    continue;
                }
            }
            let (class, group) = (piece.class, piece.merged);
            if sieve.stops(Known { number, class, group, ring, frame }, lies) {
                return Some(false);
            }
        }
        Some(sieve.free().is_some())
    }

    /// The corners of a piece on the fine grid.
    pub(super) fn ring(&self, number: u16) -> &[Fine] {
        &self.rings[usize::from(number)].0
    }

    /// Whether some line between the two is free, with what shows it.
    pub fn sight(&self, a: &Party, b: &Party, rules: &SightRules) -> Sight {
        let (a, b, turned) = ordered(a, b);
        let told = |from: Point, to: Point| if turned { (to, from) } else { (from, to) };
        if a.airborne || b.airborne {
            let line = told(corner(a), corner(b));
            return Sight::Clear { line, tied: Vec::new(), overseen: Vec::new() };
        }
        let pair = self.pair(a, b, rules);
        if pair.scene.in_contact() {
            let place = meeting_place(&pair.scene).to_point();
            return Sight::Clear { line: (place, place), tied: Vec::new(), overseen: Vec::new() };
        }
        let ends = |line: Line| match pair.scene.judge(&line) {
            Verdict::Free(from, to) => told(line.place(from).to_point(), line.place(to).to_point()),
            _ => told(corner(a), corner(b)),
        };
        let whole = pair.with_tied();
        if let Some(free) = whole.free() {
            return Sight::Clear { line: ends(free), tied: Vec::new(), overseen: pair.overseen };
        }
        if let Some(free) = pair.scene.free() {
            let tied = pair.tied.iter().map(|obstacle| obstacle.number).collect();
            return Sight::Clear { line: ends(free), tied, overseen: pair.overseen };
        }
        self.blocked(a, b, &pair, rules, &told)
    }

    fn blocked(
        &self,
        a: &Party,
        b: &Party,
        pair: &Pair,
        rules: &SightRules,
        told: &dyn Fn(Point, Point) -> (Point, Point),
    ) -> Sight {
        let scene = &pair.scene;
        let Some((line, (stops, from, to))) = scene.shown_line() else {
            let line = told(corner(a), corner(b));
            let by = scene.obstacles.first().map_or(0, |obstacle| obstacle.number);
            return Sight::Blocked { by, at: line.0, why: BlockedBy::Through, all: vec![by], line };
        };
        let ends = told(line.place(from).to_point(), line.place(to).to_point());
        let first = &stops[0];
        let number = |at: usize| scene.obstacles[at].number;
        let by = number(first.obstacle);
        let raised = a.high || b.high;
        let too_near = pair.too_near.iter().find(|(piece, ..)| *piece == by);
        let why = match (first.why, too_near) {
            (Stop::Joint(with), _) => BlockedBy::Joint { with: number(with) },
            (_, Some((_, near, far))) if *far > 0 => BlockedBy::TooNear { near: *near, far: *far },
            (Stop::Depth(found), _) => {
                BlockedBy::Depth { found: (found + FINE - 1).div_euclid(FINE) as Length }
            }
            _ if raised && self.is_tall(by, rules) => BlockedBy::Tall,
            _ if scene.obstacles[first.obstacle].class == Class::Hill => BlockedBy::Hill,
            _ => BlockedBy::Through,
        };
        let mut all: Vec<u16> = stops.iter().map(|stop| number(stop.obstacle)).collect();
        all.sort_unstable();
        all.dedup();
        let at = line.place(first.at).to_point();
        Sight::Blocked { by, at, why, all, line: ends }
    }

    /// A part of the target that no line from the shooter reaches; `None` where all of it is
    /// seen, and where none of it is.
    pub fn obscured(
        &self,
        shooter: &Party,
        target: &Party,
        rules: &SightRules,
    ) -> Option<Obscured> {
        if shooter.airborne || target.airborne {
            return None;
        }
        let pair = self.pair(shooter, target, rules);
        let mut scene = pair.with_tied();
        if target.tall_only {
            scene.obstacles.retain(|obstacle| self.is_tall(obstacle.number, rules));
        }
        let (hidden, by) = scene.hidden()?;
        let seen = pair.scene.in_contact() || pair.scene.free().is_some();
        seen.then_some(Obscured { hidden: hidden.to_point(), by })
    }

    /// Whether they see each other, but every free line crosses a piece that is as near to one as
    /// to the other. Never where the second is obscured by tall pieces only.
    pub fn tied(&self, a: &Party, b: &Party, rules: &SightRules) -> bool {
        if b.tall_only || a.airborne || b.airborne {
            return false;
        }
        let (a, b, _) = ordered(a, b);
        let pair = self.pair(a, b, rules);
        !pair.tied.is_empty()
            && !pair.scene.in_contact()
            && pair.with_tied().free().is_none()
            && pair.scene.free().is_some()
    }

    /// Whether a segment crosses no piece but those of class [`Class::None`]; touching is free.
    pub fn segment_clear(&self, a: Point, b: Point) -> bool {
        let by = b.minus(a);
        let mut done = [0_u64; 8];
        !self.grid.walk(a, b, |number| {
            let at = usize::from(number);
            if let Some(word) = done.get_mut(at / 64) {
                let bit = 1 << (at % 64);
                if *word & bit != 0 {
                    return false;
                }
                *word |= bit;
            }
            let outline = &self.pieces[at].outline;
            !passes_by(a, by, outline.bounds()) && runs_through(a, b, outline)
        })
    }
}

/// A corner of a party; the origin where it has none.
fn corner(party: &Party) -> Point {
    party.base.corners().first().copied().unwrap_or_default()
}

/// Both parties in an order that does not hang on who asks, and whether that turned them round.
fn ordered<'a, 'b>(a: &'a Party<'b>, b: &'a Party<'b>) -> (&'a Party<'b>, &'a Party<'b>, bool) {
    let key = |party: &Party| {
        let bounds = party.base.bounds();
        (bounds.low, bounds.high, party.high, corner(party))
    };
    if key(b) < key(a) { (b, a, true) } else { (a, b, false) }
}

/// A place of both bodies, or near to one, to be drawn.
fn meeting_place(scene: &Scene) -> Fine {
    let inside = |corner: &&Fine| super::fine::holds(&scene.b, **corner);
    scene.a.iter().find(inside).copied().unwrap_or(scene.b[0])
}

impl Scene {
    /// The line shown where none is free: that between the middles, or else any that is stopped.
    pub(super) fn shown_line(&self) -> Option<(Line, Explained)> {
        let lines = self.a.iter().flat_map(|a| self.b.iter().map(|b| Line::through(*a, *b)));
        let middle = std::iter::once(self.middle_line());
        middle.chain(lines).find_map(|line| {
            let told = self.explain(&line)?;
            (!told.0.is_empty()).then_some((line, told))
        })
    }
}
