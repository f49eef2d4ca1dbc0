//! A second way to judge sight: every pair of critical places, in fractions, by the definitions.

use std::cmp::Ordering;
use umpire_core::table::{Base, Class, Piece, Point};

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction(i128, i128);

impl Fraction {
    pub fn new(part: i128, whole: i128) -> Fraction {
        let (mut a, mut b) = (part.abs(), whole.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let by = a.max(1) * whole.signum();
        Fraction(part / by, whole / by)
    }

    fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn minus(self, other: Fraction) -> Fraction {
        self.plus(Fraction(-other.0, other.1))
    }

    fn times(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.0, self.1 * other.1)
    }

    fn over(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.1, self.1 * other.0)
    }

    fn sign(self) -> i128 {
        self.0.signum()
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub type Place = (Fraction, Fraction);

pub fn place(point: Point) -> Place {
    (Fraction(point.x.into(), 1), Fraction(point.y.into(), 1))
}

fn between(a: Place, b: Place) -> Place {
    (b.0.minus(a.0), b.1.minus(a.1))
}

fn cross(a: Place, b: Place) -> Fraction {
    a.0.times(b.1).minus(a.1.times(b.0))
}

fn dot(a: Place, b: Place) -> Fraction {
    a.0.times(b.0).plus(a.1.times(b.1))
}

fn turn(a: Place, b: Place, c: Place) -> Fraction {
    cross(between(a, b), between(a, c))
}

fn edges(ring: &[Place]) -> Vec<(Place, Place)> {
    (0..ring.len()).map(|at| (ring[at], ring[(at + 1) % ring.len()])).collect()
}

fn on_edge(at: Place, (a, b): (Place, Place)) -> bool {
    turn(a, b, at).sign() == 0 && dot(between(a, at), between(b, at)).sign() <= 0
}

/// 1 inside, 0 on the outline, -1 outside.
fn where_in(ring: &[Place], at: Place) -> i32 {
    if edges(ring).iter().any(|edge| on_edge(at, *edge)) {
        return 0;
    }
    let above = edges(ring).into_iter().filter(|(a, b)| {
        let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
        low.1 <= at.1 && at.1 < high.1 && turn(*low, *high, at).sign() > 0
    });
    if above.count() % 2 == 1 { 1 } else { -1 }
}

/// A table for the slow way.
pub struct Table {
    pub a: Vec<Place>,
    pub b: Vec<Place>,
    pub pieces: Vec<(Class, Vec<Place>)>,
    /// The square of the greatest depth, slack included.
    pub depth_square: i128,
}

impl Table {
    pub fn new(a: &Base, b: &Base, pieces: &[Piece], depth: i32) -> Table {
        let ring = |corners: &[Point]| corners.iter().map(|at| place(*at)).collect();
        Table {
            a: ring(a.corners()),
            b: ring(b.corners()),
            pieces: pieces.iter().map(|p| (p.class, ring(p.outline.corners()))).collect(),
            depth_square: i128::from(depth + 1) * i128::from(depth + 1),
        }
    }

    pub fn in_contact(&self) -> bool {
        let apart = |ring: &[Place], other: &[Place]| {
            edges(ring).iter().any(|(a, b)| other.iter().all(|at| turn(*a, *b, *at).sign() < 0))
        };
        !apart(&self.a, &self.b) && !apart(&self.b, &self.a)
    }

    /// Whether some segment of the line through two places leads from the first body to the second
    /// and is free.
    pub fn line_is_free(&self, from: Place, to: Place) -> bool {
        let by = between(from, to);
        let along = |t: Fraction| (from.0.plus(by.0.times(t)), from.1.plus(by.1.times(t)));
        let mut cuts: Vec<Fraction> = Vec::new();
        let rings = [&self.a, &self.b].into_iter().chain(self.pieces.iter().map(|(_, ring)| ring));
        for (c, d) in rings.flat_map(|ring| edges(ring)) {
            let edge = between(c, d);
            if cross(by, edge).sign() == 0 {
                if cross(by, between(from, c)).sign() == 0 {
                    cuts.extend([c, d].map(|at| dot(between(from, at), by).over(dot(by, by))));
                }
                continue;
            }
            let t = cross(between(from, c), edge).over(cross(by, edge));
            if on_edge(along(t), (c, d)) {
                cuts.push(t);
            }
        }
        cuts.sort();
        cuts.dedup();
        let share = |low: Fraction, high: Fraction, part: i128| {
            low.plus(high.minus(low).times(Fraction::new(part, 100_000)))
        };
        let mut ends = cuts.clone();
        for pair in cuts.windows(2) {
            ends.extend([1, 99_999].map(|part| share(pair[0], pair[1], part)));
        }
        let within = |ring: &[Place]| -> Vec<Fraction> {
            ends.iter().copied().filter(|t| where_in(ring, along(*t)) >= 0).collect()
        };
        let (starts, stops) = (within(&self.a), within(&self.b));
        let pairs = starts.iter().flat_map(|start| stops.iter().map(move |stop| (*start, *stop)));
        pairs.filter(|(start, stop)| start < stop).any(|(start, stop)| {
            let mut places = vec![start, stop];
            places.extend(cuts.iter().copied().filter(|t| start < *t && *t < stop));
            places.sort();
            places.dedup();
            let middle = |at: usize| along(share(places[at], places[at + 1], 50_000));
            self.segment_is_free(&places, &along, &middle, by)
        })
    }

    fn segment_is_free(
        &self,
        places: &[Fraction],
        along: &dyn Fn(Fraction) -> Place,
        middle: &dyn Fn(usize) -> Place,
        by: Place,
    ) -> bool {
        let last = places.len() - 1;
        let excuses = |ring: &[Place]| [0, last].map(|at| where_in(ring, along(places[at])) > 0);
        for (class, ring) in &self.pieces {
            let [at_start, at_end] = excuses(ring);
            if *class == Class::Complete && (at_start || at_end) {
                continue;
            }
            let mut at = 0;
            while at < last {
                let run = (at..last).take_while(|at| where_in(ring, middle(*at)) >= 0).count();
                let crossed = (at..at + run).any(|at| where_in(ring, middle(at)) > 0);
                if crossed {
                    let excused = *class == Class::Area
                        && ((at == 0 && at_start) || (at + run == last && at_end));
                    let length = between(along(places[at]), along(places[at + run]));
                    if !excused || dot(length, length) > Fraction(self.depth_square, 1) {
                        return false;
                    }
                }
                at += run.max(1);
            }
        }
        let mut inner: Vec<Place> = (1..last).map(|at| along(places[at])).collect();
        inner.extend((0..last).map(middle));
        !inner.iter().any(|at| {
            let on = |sign: i128| {
                self.pieces.iter().any(|(class, ring)| {
                    let excused = *class == Class::Complete && excuses(ring).contains(&true);
                    !excused && lies_wholly(ring, *at, by, sign)
                })
            };
            on(1) && on(-1)
        })
    }

    /// Whether any line through two critical places is free.
    pub fn sees(&self) -> bool {
        let corners = self.pieces.iter().flat_map(|(_, ring)| ring);
        let critical: Vec<Place> = self.a.iter().chain(&self.b).chain(corners).copied().collect();
        self.in_contact()
            || critical
                .iter()
                .any(|from| critical.iter().any(|to| from != to && self.line_is_free(*from, *to)))
    }
}

/// Whether a polygon, near a place of its outline, lies on one side of a direction.
fn lies_wholly(ring: &[Place], at: Place, by: Place, sign: i128) -> bool {
    let count = ring.len();
    let side = |place: Place| cross(by, between(at, place)).sign() * sign;
    if let Some(corner) = ring.iter().position(|corner| *corner == at) {
        let (before, after) = (ring[(corner + count - 1) % count], ring[(corner + 1) % count]);
        let sides = (side(before), side(after));
        return match turn(before, at, after).sign() {
            1 => sides.0 >= 0 && sides.1 >= 0,
            0 => sides == (0, 0) && dot(by, between(at, after)).sign() == sign,
            _ => false,
        };
    }
    edges(ring).iter().any(|edge| {
        on_edge(at, *edge)
            && side(edge.0) == 0
            && side(edge.1) == 0
            && dot(by, between(edge.0, edge.1)).sign() == sign
    })
}

/// Whether a segment runs through the inside of a polygon.
pub fn runs_through(corners: &[Point], from: Point, to: Point) -> bool {
    let ring: Vec<Place> = corners.iter().map(|at| place(*at)).collect();
    let (from, to) = (place(from), place(to));
    let by = between(from, to);
    let along = |t: Fraction| (from.0.plus(by.0.times(t)), from.1.plus(by.1.times(t)));
    let mut cuts = vec![Fraction(0, 1), Fraction(1, 1)];
    for (c, d) in edges(&ring) {
        let edge = between(c, d);
        if cross(by, edge).sign() != 0 {
            cuts.push(cross(between(from, c), edge).over(cross(by, edge)));
        } else if dot(by, by).sign() != 0 {
            cuts.extend([c, d].map(|at| dot(between(from, at), by).over(dot(by, by))));
        }
    }
    cuts.retain(|t| *t >= Fraction(0, 1) && *t <= Fraction(1, 1));
    cuts.sort();
    let middles = cuts.windows(2).map(|pair| pair[0].plus(pair[1]).times(Fraction(1, 2)));
    middles.into_iter().any(|t| where_in(&ring, along(t)) > 0)
}
