//! Sorts the pieces between two bodies: those that stop every line, those that are easy, the rest.

use super::super::exact::orientation;
use super::super::hull::hull;
use super::fine::{Fine, Frame, Line, fine};
use super::judge::{Obstacle, Scene};
use super::parts::{Body, Class};
use super::separate::{Lies, Meets, Strip, meets};
use super::touching::{Touching, too_deep};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// A body on the fine grid.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub corners: SmallVec<[Fine; 32]>,
    /// The convex polygon around it, where it is not convex itself.
    around: Option<Vec<Fine>>,
}

impl Shape {
    pub fn of(body: Body) -> Shape {
        let corners: SmallVec<[Fine; 32]> =
            body.corners().iter().map(|corner| fine(*corner)).collect();
        match body {
            Body::Base(_) => Shape { corners, around: None },
            Body::Outline(_) => Shape::around(corners),
        }
    }

    /// A shape of any corners.
    pub fn around(corners: SmallVec<[Fine; 32]>) -> Shape {
        let next = |at: usize| corners[at % corners.len()];
        let hollow = |at: usize| orientation(next(at), next(at + 1), next(at + 2)) < 0;
        let around = (0..corners.len()).any(hollow).then(|| hull(&corners));
        Shape { corners, around }
    }

    pub fn hull(&self) -> &[Fine] {
        self.around.as_deref().unwrap_or(&self.corners)
    }
}

/// A piece that may stop lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    pub number: u16,
    pub class: Class,
    pub group: u16,
    pub ring: &'a [Fine],
    pub frame: Frame,
}

/// Two bodies and the pieces between them that are left to judge.
pub(super) struct BroadPhase<'a> {
    shapes: [&'a Shape; 2],
    strip: Strip<'a>,
    near: SmallVec<[Known<'a>; 4]>,
    /// Whether all corners of the first and the second body matter.
    touched: [bool; 2],
    depth: i64,
    /// The convex polygon around both, made when it is asked for.
    around: &'a OnceCell<Vec<Fine>>,
}

impl<'a> BroadPhase<'a> {
    /// `None` where no axis between their middles keeps the bodies apart.
    pub fn new(
        first: &'a Shape,
        second: &'a Shape,
        depth: i64,
        around: &'a OnceCell<Vec<Fine>>,
    ) -> Option<BroadPhase<'a>> {
        let strip = Strip::new(first.hull(), second.hull())?;
        let touched = [first, second].map(|shape| shape.around.is_some());
        let near = SmallVec::new();
        Some(BroadPhase { shapes: [first, second], strip, near, touched, depth, around })
    }

    /// A line with a free segment past those pieces that may stop lines.
    pub fn search(
        mut self,
        pieces: impl Iterator<Item = Known<'a>>,
        may_stop: impl Fn(&Known<'a>) -> bool,
    ) -> Option<Line> {
        for piece in pieces {
            let Some(lies) = self.lies(piece.ring, &piece.frame) else { continue };
            if may_stop(&piece) && self.stops(piece, lies) {
                return None;
            }
        }
        self.free()
    }

    /// How a piece lies; `None` where it meets no line.
    fn lies(&self, ring: &[Fine], frame: &Frame) -> Option<Lies> {
        if self.strip.passes_by(frame) {
            return None;
        }
        let lies = self.strip.lies(ring);
        (lies != Lies::Outside).then_some(lies)
    }

    fn around(&self) -> &[Fine] {
        self.around.get_or_init(|| hull(&[self.strip.a, self.strip.b].concat()))
    }

    /// Takes a piece that may stop lines; true where it stops all of them.
    fn stops(&mut self, piece: Known<'a>, lies: Lies) -> bool {
        let met = [self.strip.a, self.strip.b].map(|body| meets(body, piece.ring, &piece.frame));
        let entered = met.map(|met| matches!(met, Meets::Inside | Meets::Held));
        let joined = piece.class == Class::Area && piece.group != 0;
        let excused = entered != [false; 2] && piece.class != Class::Solid;
        if !joined && !excused {
            if lies == Lies::Across {
                return true;
            }
            if met == [Meets::Not; 2] {
                self.strip.rings.push(piece.ring);
                return false;
            }
        }
        if !joined && excused && piece.class == Class::Area {
            let bodies = [self.strip.a, self.strip.b];
            for at in [0, 1] {
                let stays = met[at] == Meets::Held || lies == Lies::Across;
                let alone = met[1 - at] == Meets::Not;
                let (here, there) = (bodies[at], bodies[1 - at]);
                if entered[at]
                    && stays
                    && alone
                    && too_deep(piece.ring, here, there, self.around(), self.depth)
                {
                    return true;
                }
            }
        }
        for (touched, met) in self.touched.iter_mut().zip(met) {
            *touched |= met != Meets::Not;
        }
        self.near.push(piece);
        false
    }

    /// A line with a free segment past the pieces that were taken.
    fn free(&self) -> Option<Line> {
        if self.near.is_empty() && self.touched == [false; 2] {
            return self.strip.free();
        }
        let [a, b] = self.shapes.map(|shape| shape.corners.to_vec());
        let mut near = Scene { a, b, depth: self.depth, ..Scene::default() };
        for piece in &self.near {
            near.add(piece.number, piece.class, piece.group, piece.ring);
        }
        let mut whole = near.clone();
        for ring in &self.strip.rings {
            whole.add(u16::MAX, Class::Complete, 0, ring);
        }
        Touching::new(&self.strip, &whole, &near, self.touched).free()
    }
}

impl Scene {
    /// Adds an obstacle.
    pub fn add(&mut self, number: u16, class: Class, group: u16, ring: &[Fine]) {
        let start = self.corners.len();
        self.corners.extend_from_slice(ring);
        let corners = start..self.corners.len();
        self.obstacles.push(Obstacle { number, class, group, corners });
    }

    /// A line with a free segment, for bodies that do not meet.
    pub fn free(&self) -> Option<Line> {
        let shape = |corners: &[Fine]| Shape::around(SmallVec::from_slice(corners));
        let (first, second) = (shape(&self.a), shape(&self.b));
        let around = OnceCell::new();
        let known = (0..self.obstacles.len()).map(|at| {
            let (ring, Obstacle { number, class, group, .. }) =
                (self.polygon(at), &self.obstacles[at]);
            Known { number: *number, class: *class, group: *group, ring, frame: Frame::of(ring) }
        });
        BroadPhase::new(&first, &second, self.depth, &around)
            .map_or_else(|| self.free_slowly(), |broad_phase| broad_phase.search(known, |_| true))
    }
}
