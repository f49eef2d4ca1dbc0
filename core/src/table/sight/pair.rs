//! What lies between two parties: which pieces may stop their lines, which are seen over.

use super::super::point::Length;
use super::field::Field;
use super::fine::{FINE, Fine, Line, edges, hull, polygons_meet, turn};
use super::judge::{Obstacle, Scene};
use super::parts::{Class, FeatureTall, Party, Piece, SeeOver, SightRules};
use super::told::Overseen;

/// Lengths this near to each other count as equal where someone sees over a piece.
const TIE: i64 = 10 * FINE;

/// How a piece stands between two parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stance {
    /// It bears on nothing between them.
    Apart,
    /// It may stop their lines. Where it could be seen over, with both distances.
    Blocks(Option<(Length, Length)>),
    /// It is as near to one as to the other: it stops no line, but may hide.
    Tied,
    /// It is seen over, with the distances of the raised party and of the other.
    Overseen(Length, Length),
}

/// Two parties with everything that lies between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Pair {
    /// The bodies and what may stop lines.
    pub scene: Scene,
    /// What stops no line but may hide.
    pub tied: Vec<Obstacle>,
    pub overseen: Vec<Overseen>,
    /// Pieces that could be seen over but are too near, with both distances.
    pub too_near: Vec<(u16, Length, Length)>,
}

impl Pair {
    /// The scene with the pieces that are as near to one as to the other.
    pub fn with_tied(&self) -> Scene {
        let mut scene = self.scene.clone();
        scene.obstacles.extend(self.tied.iter().cloned());
        scene
    }
}

impl Field {
    /// What lies between two parties.
    pub(super) fn pair(&self, a: &Party, b: &Party, rules: &SightRules) -> Pair {
        let fine = |party: &Party| party.base.corners().iter().map(|at| Fine::of(*at)).collect();
        let mut pair = Pair::default();
        (pair.scene.a, pair.scene.b) = (fine(a), fine(b));
        pair.scene.depth = i64::from(rules.depth + 1) * FINE;
        let both: Vec<Fine> = pair.scene.a.iter().chain(&pair.scene.b).copied().collect();
        let between = hull(&both);
        let bounds = a.base.bounds().with(b.base.bounds());
        for number in self.near(bounds) {
            let piece = &self.pieces()[usize::from(number)];
            let ring = self.ring(number);
            let far = |(low, high): (Fine, Fine)| ring.iter().all(|at| turn(low, high, *at) < 0);
            if edges(&between).any(far) {
                continue;
            }
            let bodies = (pair.scene.a.as_slice(), pair.scene.b.as_slice());
            let stance = self.stance(number, (a, b), bodies, &between, rules);
            let start = pair.scene.corners.len();
            let obstacle = Obstacle {
                number,
                class: piece.class,
                group: piece.merged,
                corners: start..start + ring.len(),
            };
            match stance {
                Stance::Apart => continue,
                Stance::Overseen(near, far) => {
                    pair.overseen.push(Overseen { piece: number, near, far });
                    continue;
                }
                Stance::Tied => pair.tied.push(obstacle),
                Stance::Blocks(distances) => {
                    pair.too_near.extend(distances.map(|(near, far)| (number, near, far)));
                    pair.scene.obstacles.push(obstacle);
                }
            }
            pair.scene.corners.extend(ring);
        }
        pair
    }

    /// Whether nobody sees over a piece.
    pub(super) fn is_tall(&self, number: u16, rules: &SightRules) -> bool {
        let piece = &self.pieces()[usize::from(number)];
        let feature = |piece: &Piece| matches!(piece.class, Class::Area | Class::Complete);
        let raised = match rules.feature_makes_tall {
            FeatureTall::Feature => false,
            FeatureTall::WholeHill => {
                self.pieces().iter().any(|other| other.on == Some(number) && feature(other))
            }
        };
        piece.tall || (piece.on.is_some() && feature(piece)) || raised
    }

    pub(super) fn stance(
        &self,
        number: u16,
        (a, b): (&Party, &Party),
        bodies: (&[Fine], &[Fine]),
        between: &[Fine],
        rules: &SightRules,
    ) -> Stance {
        let class = self.pieces()[usize::from(number)].class;
        let ring = self.ring(number);
        let (in_a, in_b) = (a.in_pieces.contains(&number), b.in_pieces.contains(&number));
        if in_a || in_b {
            let hides = rules.dead_ground && class == Class::Hill && in_a != in_b;
            let (on, other) = if in_a { (a, b) } else { (b, a) };
            if !hides || !on.high || other.high {
                return Stance::Apart;
            }
        }
        if self.is_tall(number, rules) {
            return if in_a || in_b { Stance::Apart } else { Stance::Blocks(None) };
        }
        let (high, low) = match (a.high, b.high) {
            (false, false) => return Stance::Blocks(None),
            (true, true) => return Stance::Overseen(0, 0),
            (true, false) => (bodies.0, bodies.1),
            (false, true) => (bodies.1, bodies.0),
        };
        let part = match rules.see_over {
            SeeOver::AlongLine => parts_within(ring, between),
            SeeOver::Shortest => edges(ring).collect(),
        };
        let gap = |body: &[Fine], part: &[(Fine, Fine)]| {
            if polygons_meet(body, ring) { Some(0) } else { gap(body, part) }
        };
        let near = match in_a || in_b {
            true => distance_of_rim(high, low, ring, between),
            false => gap(high, &part),
        };
        let (Some(near), Some(far)) = (near, gap(low, &part)) else { return Stance::Apart };
        let told = [near, far].map(|length| (length / FINE) as Length);
        if far > 0 && far > near + TIE + 1 {
            Stance::Overseen(told[0], told[1])
        } else if far > 0 && (far - near).abs() <= TIE + 1 {
            Stance::Tied
        } else {
            Stance::Blocks(Some((told[0], told[1])))
        }
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
        let (at_from, at_to) = (turn(a, b, from), turn(a, b, to));
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
    let (edge, by) = (to.minus(from), place.minus(from));
    let (along, square) = (edge.dot(by), edge.square());
    if along <= 0 {
        return by.length();
    }
    if along >= square {
        return place.minus(to).length();
    }
    let across = u128::from(edge.cross(by).unsigned_abs());
    (across * across / u128::from(square.unsigned_abs())).isqrt() as i64
}

/// How far those on a hill stand from where lines to the other body leave it for the last time.
fn distance_of_rim(on: &[Fine], other: &[Fine], ring: &[Fine], between: &[Fine]) -> Option<i64> {
    let leaves = |(from, to): &(Fine, Fine)| {
        let outside = |place: &Fine| turn(*from, *to, *place) < 0;
        let middle = Fine::new((from.x + to.x).div_euclid(2), (from.y + to.y).div_euclid(2));
        let free = |place: &Fine| {
            let inner = |(a, b): (Fine, Fine)| {
                turn(a, b, middle).signum() * turn(a, b, *place).signum() < 0
                    && turn(middle, *place, a).signum() * turn(middle, *place, b).signum() < 0
            };
            !edges(ring).any(inner)
        };
        other.iter().any(|place| outside(place) && free(place))
    };
    let rim: Vec<(Fine, Fine)> = parts_within(ring, between).into_iter().filter(leaves).collect();
    gap(on, &rim)
}
