//! Two bodies that look at each other by the rules of a game: the one search for a free line, and what lies between.

use super::super::exact::{edges, orientation};
use super::super::hull::hull;
use super::super::point::{Bounds, Point};
use super::between::Between;
use super::broad_phase::{BroadPhase, Known, Shape};
use super::field::Field;
use super::fine::{FINE, Fine, Line, fine};
use super::judge::{Obstacle, Scene};
use super::parts::{Bearing, Body, Piece, SightRules};
use std::cell::OnceCell;

/// Two bodies, ordered so that answers do not hang on who asks, on a field and by the rules of a game.
pub struct Look<'a, R> {
    field: &'a Field,
    bodies: [Body<'a>; 2],
    /// Whether the order is not the one in which they were asked about.
    turned: bool,
    rules: &'a R,
}

/// Whether pieces that only hide stop lines in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hiding {
    Stops,
    Passes,
}

/// What a search came to.
#[derive(Debug, Clone, Copy)]
pub enum Found {
    /// The bodies have a place in common.
    Contact,
    /// A line with a free segment.
    Free(Line),
    /// No line is free.
    Nothing,
}

impl Found {
    pub fn is_seen(self) -> bool {
        !matches!(self, Found::Nothing)
    }
}

/// Two bodies with everything that lies between them.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// The bodies and what may stop lines.
    pub scene: Scene,
    /// What stops no line but may hide.
    pub hiding: Vec<Obstacle>,
    /// Numbers of the pieces that are seen over.
    pub overseen: Vec<u16>,
}

impl Surroundings {
    /// The scene with the pieces that only hide.
    pub fn with_hiding(&self) -> Scene {
        let mut scene = self.scene.clone();
        scene.obstacles.extend(self.hiding.iter().cloned());
        scene
    }
}

impl<'a, R: SightRules> Look<'a, R> {
    pub fn new(field: &'a Field, a: Body<'a>, b: Body<'a>, rules: &'a R) -> Look<'a, R> {
        let key = |body: Body| {
            let bounds = body.bounds();
            (bounds.low, bounds.high, corner(body))
        };
        match key(b) < key(a) {
            true => Look { field, bodies: [b, a], turned: true, rules },
            false => Look::in_order(field, a, b, rules),
        }
    }

    /// A look whose first body shoots at the second.
    pub fn in_order(field: &'a Field, a: Body<'a>, b: Body<'a>, rules: &'a R) -> Look<'a, R> {
        Look { field, bodies: [a, b], turned: false, rules }
    }

    /// Two ends of the line from the first body to the second, in the order in which these were asked about.
    pub fn told(&self, from: Point, to: Point) -> (Point, Point) {
        if self.turned { (to, from) } else { (from, to) }
    }

    /// A corner of each, in the order in which they were asked about.
    pub fn corners(&self) -> (Point, Point) {
        self.told(corner(self.bodies[0]), corner(self.bodies[1]))
    }

    fn bounds(&self) -> Bounds {
        self.bodies[0].bounds().with(self.bodies[1].bounds())
    }

    /// How deep lines may go into areas, slack included, in fine steps.
    fn depth(&self) -> i64 {
        i64::from(self.rules.depth() + 1) * FINE
    }

    /// The search for a free line, which decides who sees whom and by which line.
    pub fn search(&self, hiding: Hiding) -> Found {
        let [first, second] = self.bodies.map(Shape::of);
        let around = OnceCell::new();
        let Some(broad_phase) = BroadPhase::new(&first, &second, self.depth(), &around) else {
            return self.search_slowly(hiding);
        };
        let bodies = [first.corners.as_slice(), second.corners.as_slice()];
        let may_stop = |known: &Known| match self.bearing(known.number, bodies, &around) {
            Bearing::Blocks => true,
            Bearing::Hides => hiding == Hiding::Stops,
            Bearing::Ignored | Bearing::Overseen => false,
        };
        let pieces = self.field.near(self.bounds()).map(|number| self.field.known(number));
        broad_phase.search(pieces, may_stop).map_or(Found::Nothing, Found::Free)
    }

    /// The same for bodies that no axis between their middles keeps apart.
    pub fn search_slowly(&self, hiding: Hiding) -> Found {
        let all = self.surroundings();
        if all.scene.in_contact() {
            return Found::Contact;
        }
        let scene = match hiding {
            Hiding::Stops => all.with_hiding(),
            Hiding::Passes => all.scene,
        };
        scene.free_slowly().map_or(Found::Nothing, Found::Free)
    }

    fn bearing(&self, number: u16, bodies: [&[Fine]; 2], around: &OnceCell<Vec<Fine>>) -> Bearing {
        self.rules.bearing(&self.between(number, bodies, around))
    }

    fn between<'b>(
        &self,
        number: u16,
        bodies: [&'b [Fine]; 2],
        around: &'b OnceCell<Vec<Fine>>,
    ) -> Between<'b>
    where
        'a: 'b,
    {
        let Known { ring, .. } = self.field.known(number);
        let piece: &Piece = &self.field.pieces()[usize::from(number)];
        Between { number, piece, ring, bodies, turned: self.turned, around }
    }

    /// Calls `f` with one piece between the two.
    pub fn measure<T>(&self, number: u16, f: impl FnOnce(&Between) -> T) -> T {
        let [first, second] = self.bodies.map(fine_corners);
        f(&self.between(number, [&first, &second], &OnceCell::new()))
    }

    /// What lies between the two, for telling why.
    pub fn surroundings(&self) -> Surroundings {
        let mut all = Surroundings::default();
        [all.scene.a, all.scene.b] = self.bodies.map(fine_corners);
        all.scene.depth = self.depth();
        let around = OnceCell::from(hull(&[all.scene.a.as_slice(), &all.scene.b].concat()));
        let sides: Vec<(Fine, Fine)> =
            around.get().into_iter().flat_map(|all| edges(all)).collect();
        for number in self.field.near(self.bounds()) {
            let Known { class, group, ring, .. } = self.field.known(number);
            let beyond = |(low, high): &(Fine, Fine)| {
                ring.iter().all(|at| orientation(*low, *high, *at) < 0)
            };
            if sides.iter().any(beyond) {
                continue;
            }
            let start = all.scene.corners.len();
            let obstacle = Obstacle { number, class, group, corners: start..start + ring.len() };
            match self.bearing(number, [&all.scene.a, &all.scene.b], &around) {
                Bearing::Ignored => continue,
                Bearing::Overseen => {
                    all.overseen.push(number);
                    continue;
                }
                Bearing::Hides => all.hiding.push(obstacle),
                Bearing::Blocks => all.scene.obstacles.push(obstacle),
            }
            all.scene.corners.extend(ring);
        }
        all
    }
}

fn fine_corners(body: Body) -> Vec<Fine> {
    body.corners().iter().map(|at| fine(*at)).collect()
}

/// A corner of a body; the origin where it has none.
fn corner(body: Body) -> Point {
    body.corners().first().copied().unwrap_or_default()
}
