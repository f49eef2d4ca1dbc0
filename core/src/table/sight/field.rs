//! A table's pieces of ground, ready to be asked who sees whom.

use super::super::point::{Bounds, Length, Point};
use super::between::Between;
use super::broad_phase::Known;
use super::fine::{FINE, Fine, Frame, Line, fine, to_point};
use super::grid::Grid;
use super::judge::{Explained, Scene, Stop, Verdict};
use super::look::{Found, Hiding, Look};
use super::parts::{Body, Class, Piece, PlainSight, SightRules};
use super::segment::{passes_by, runs_through};
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
            let corners: Vec<Fine> = piece.outline.corners().iter().map(|at| fine(*at)).collect();
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

    /// A piece as the search meets it.
    pub(super) fn known(&self, number: u16) -> Known<'_> {
        let at = usize::from(number);
        let (Piece { class, merged, .. }, (ring, frame)) = (&self.pieces[at], &self.rings[at]);
        Known { number, class: *class, group: *merged, ring, frame: *frame }
    }

    /// What all questions about sight between two bodies are asked of.
    #[doc(hidden)]
    pub fn look<'a, R: SightRules>(
        &'a self,
        a: impl Into<Body<'a>>,
        b: impl Into<Body<'a>>,
        rules: &'a R,
    ) -> Look<'a, R> {
        Look::new(self, a.into(), b.into(), rules)
    }

    /// Whether some line between the two is free.
    pub fn sees<'a>(
        &'a self,
        a: impl Into<Body<'a>>,
        b: impl Into<Body<'a>>,
        rules: &'a impl SightRules,
    ) -> bool {
        self.look(a, b, rules).search(Hiding::Passes).is_seen()
    }

    /// Whether some line between the two is free, with what shows it: the search that decides [`Field::sees`], and for
    /// people what lies about the line it found, or about one that is stopped.
    pub fn sight<'a>(
        &'a self,
        a: impl Into<Body<'a>>,
        b: impl Into<Body<'a>>,
        rules: &'a impl SightRules,
    ) -> Sight {
        let look = self.look(a, b, rules);
        let all = look.surroundings();
        let scene = &all.scene;
        let clear = |line: Line, hiding: Vec<u16>| {
            let line = match scene.judge(&line) {
                Verdict::Free(from, to) => {
                    look.told(to_point(line.place(from)), to_point(line.place(to)))
                }
                _ => look.corners(),
            };
            Sight::Clear { line, hiding, overseen: all.overseen.clone() }
        };
        let past_all = match scene.in_contact() {
            true => Found::Contact,
            false => look.search(Hiding::Stops),
        };
        match past_all {
            Found::Contact => {
                let place = to_point(meeting_place(scene));
                Sight::Clear { line: (place, place), hiding: Vec::new(), overseen: Vec::new() }
            }
            Found::Free(line) => clear(line, Vec::new()),
            Found::Nothing if all.hiding.is_empty() => blocked(&look, scene),
            Found::Nothing => match look.search(Hiding::Passes) {
                Found::Free(line) => {
                    clear(line, all.hiding.iter().map(|obstacle| obstacle.number).collect())
                }
                _ => blocked(&look, scene),
            },
        }
    }

    /// A part of the target that no line from the shooter reaches, pieces that only hide counted; `None` where all of it
    /// is reached. Where none of it is, some place of it.
    pub fn hidden<'a>(
        &'a self,
        shooter: impl Into<Body<'a>>,
        target: impl Into<Body<'a>>,
        rules: &'a impl SightRules,
    ) -> Option<Obscured> {
        let all = Look::in_order(self, shooter.into(), target.into(), rules).surroundings();
        let (hidden, by) = all.with_hiding().hidden()?;
        Some(Obscured { hidden: to_point(hidden), by })
    }

    /// The same, but `None` too where none of the target is seen.
    pub fn obscured<'a>(
        &'a self,
        shooter: impl Into<Body<'a>>,
        target: impl Into<Body<'a>>,
        rules: &'a impl SightRules,
    ) -> Option<Obscured> {
        let (shooter, target) = (shooter.into(), target.into());
        let hidden = self.hidden(shooter, target, rules)?;
        self.sees(shooter, target, rules).then_some(hidden)
    }

    /// Whether they see each other, but every free line crosses a piece that hides.
    pub fn sees_only_past_hiding<'a>(
        &'a self,
        a: impl Into<Body<'a>>,
        b: impl Into<Body<'a>>,
        rules: &'a impl SightRules,
    ) -> bool {
        let look = self.look(a, b, rules);
        !look.search(Hiding::Stops).is_seen() && look.search(Hiding::Passes).is_seen()
    }

    /// Calls `f` with a piece as it lies between the two, to be measured; nothing where there is no such piece.
    pub fn measured<'a, T>(
        &'a self,
        a: impl Into<Body<'a>>,
        b: impl Into<Body<'a>>,
        number: u16,
        f: impl FnOnce(&Between) -> T,
    ) -> Option<T> {
        let rules = PlainSight { depth: 0 };
        let exists = usize::from(number) < self.pieces.len();
        exists.then(|| Look::new(self, a.into(), b.into(), &rules).measure(number, f))
    }

    /// Whether a segment crosses no piece but those of class [`Class::None`]; touching is free.
    pub fn segment_clear(&self, a: Point, b: Point) -> bool {
        let by = b - a;
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

/// Why no line is free, told by one that is stopped.
fn blocked<R: SightRules>(look: &Look<R>, scene: &Scene) -> Sight {
    let Some((line, (stops, from, to))) = scene.shown_line() else {
        let line = look.corners();
        let by = scene.obstacles.first().map_or(0, |obstacle| obstacle.number);
        return Sight::Blocked { by, at: line.0, why: BlockedBy::Through, all: vec![by], line };
    };
    let ends = look.told(to_point(line.place(from)), to_point(line.place(to)));
    let first = &stops[0];
    let number = |at: usize| scene.obstacles[at].number;
    let why = match first.why {
        Stop::Joint(with) => BlockedBy::Joint { with: number(with) },
        Stop::Depth(found) => {
            BlockedBy::Depth { found: (found + FINE - 1).div_euclid(FINE) as Length }
        }
        Stop::Through => BlockedBy::Through,
    };
    let mut all: Vec<u16> = stops.iter().map(|stop| number(stop.obstacle)).collect();
    all.sort_unstable();
    all.dedup();
    let at = to_point(line.place(first.at));
    Sight::Blocked { by: number(first.obstacle), at, why, all, line: ends }
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
