//! Places in contact: where a base touches another, or an outline, without overlapping it.

use super::base::{Base, Footprint, MAX_CORNERS};
use super::convex::Convex;
use super::distance::{limit, overlaps_outline, within_outline};
use super::exact::{crosses, orientation};
use super::facing::Facing;
use super::outline::Outline;
use super::point::{Point, Vector, part_of};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The middle nearest to `from` at which a base touches another without overlapping it.
pub fn in_contact(
    footprint: Footprint,
    facing: Facing,
    from: Point,
    target: &Base,
) -> Option<Point> {
    let base = footprint.at(from, facing);
    let area = Convex::difference(base.corners(), target.corners());
    let holds = |by: Vector| is_contact(&area, by);
    Contact { from, areas: std::slice::from_ref(&area), holds: &holds }.nearest()
}

/// Middles at which a base touches another without overlapping it, once round: where a corner of
/// either meets the other, and half way between.
pub fn contacts_around(footprint: Footprint, facing: Facing, target: &Base) -> Vec<Point> {
    let (area, round) = around(footprint, facing, target);
    let found = round.into_iter().filter_map(|place| beside(target.centre(), place, &area));
    let mut places: Vec<Point> = found.collect();
    places.dedup();
    places
}

/// The same, the nearest to `from` first; each is found when it is asked for.
pub(super) fn contacts_outwards(
    footprint: Footprint,
    facing: Facing,
    from: Point,
    target: &Base,
) -> impl Iterator<Item = Point> {
    let (area, mut round) = around(footprint, facing, target);
    let middle = target.centre();
    let away = |by: &Vector| from.square_to(middle + *by);
    round.sort_by_key(|by| Reverse(away(by)));
    let mut found = BinaryHeap::new();
    std::iter::from_fn(move || {
        while let Some(by) = round.last() {
            let least = surely_apart(middle + *by - from);
            if found.peek().is_some_and(|Reverse((square, _))| *square < least) {
                break;
            }
            let place = round.pop().and_then(|by| beside(middle, by, &area));
            found.extend(place.map(|at| Reverse((from.square_to(at), at))));
        }
        found.pop().map(|Reverse((_, at))| at)
    })
}

/// The area in which a base would overlap the target, seen from the middle of the target; its corners, and the places half
/// way between them.
fn around(footprint: Footprint, facing: Facing, target: &Base) -> (Convex, Vec<Vector>) {
    let base = footprint.at(target.centre(), facing);
    let area = Convex::difference(base.corners(), target.corners());
    let round = area.edges().flat_map(|(a, b)| [a, (a + b) / 2]).collect();
    (area, round)
}

/// The place next to one, given as seen from a middle, where a base touches the target of an area without overlapping it.
fn beside(middle: Point, place: Vector, area: &Convex) -> Option<Point> {
    let holds = |by: Vector| is_contact(area, by);
    best_of(middle, &holds, vec![place], None).map(|(_, at)| at)
}

/// Whether a base that is moved by so much touches what it overlaps in an area, without overlapping it.
fn is_contact(area: &Convex, by: Vector) -> bool {
    !area.holds_inside(by) && limit(0).is_some_and(|limit| area.square_to(by).at_most(limit))
}

/// The middle nearest to `from` at which a base touches an outline from outside.
pub fn in_contact_with_outline(
    footprint: Footprint,
    facing: Facing,
    from: Point,
    outline: &Outline,
) -> Option<Point> {
    let base = footprint.at(from, facing);
    let areas = if outline.is_convex() && outline.corners().len() <= MAX_CORNERS {
        vec![Convex::difference(base.corners(), outline.corners())]
    } else {
        outline.edges().map(|(a, b)| Convex::difference(base.corners(), &[a, b])).collect()
    };
    let holds = |by: Vector| {
        let base = base.moved_to(from + by);
        within_outline(&base, outline, 0) && !overlaps_outline(&base, outline)
    };
    Contact { from, areas: &areas, holds: &holds }.nearest()
}

/// The places at which a base touches something, where alone they can be: on the outlines of the
/// areas in which its middle would be too near. All as seen from where its middle is.
struct Contact<'a> {
    from: Point,
    areas: &'a [Convex],
    holds: &'a dyn Fn(Vector) -> bool,
}

impl Contact<'_> {
    /// The nearest place on the outline of one area, or where two of them cross.
    fn nearest(&self) -> Option<Point> {
        if (self.holds)(Vector::zeros()) {
            return Some(self.from);
        }
        let feet = self.areas.iter().flat_map(Convex::edges).map(|(a, b)| foot(a, b)).collect();
        let beside = best_of(self.from, self.holds, feet, None);
        let best = best_of(self.from, self.holds, self.notches(beside), beside);
        best.map(|(_, at)| at)
    }

    /// Where the outlines of two areas cross, so that the base touches in two places; those alone
    /// that may be nearer than a place found already.
    fn notches(&self, found: Option<Place>) -> Vec<Vector> {
        let may_be_nearer = |a: Vector, b: Vector| {
            let nearest = foot(a, b);
            found.is_none_or(|(square, _)| surely_apart(nearest) <= square)
        };
        let near: Vec<Vec<(Vector, Vector)>> = self
            .areas
            .iter()
            .map(|area| area.edges().filter(|(a, b)| may_be_nearer(*a, *b)).collect())
            .collect();
        let mut notches = Vec::new();
        for (number, one) in near.iter().enumerate() {
            for other in &near[number + 1..] {
                for (a, b) in one {
                    notches.extend(other.iter().filter_map(|(c, d)| crossing(*a, *b, *c, *d)));
                }
            }
        }
        notches
    }
}

/// The nearest place next to one of some, given as seen from a middle, where that holds, or the one found before where that is
/// nearer.
fn best_of(
    from: Point,
    holds: &dyn Fn(Vector) -> bool,
    mut places: Vec<Vector>,
    mut best: Option<Place>,
) -> Option<Place> {
    places.sort_unstable_by_key(|by| (by.dot(by), by.x, by.y));
    places.dedup();
    for place in places {
        if best.is_some_and(|(square, _)| surely_apart(place) > square) {
            break;
        }
        let mut beside = next_to(place).map(|by| (by.dot(&by), from + by));
        beside.sort_unstable();
        let nearer = beside.into_iter().take_while(|this| best.is_none_or(|best| *this < best));
        let mut nearer = nearer.filter(|(_, at)| holds(*at - from));
        best = nearer.next().or(best);
    }
    best
}

/// How far a place is from where the base began, squared, and the place.
type Place = (i64, Point);

/// The square of what every place next to one is at least away.
fn surely_apart(place: Vector) -> i64 {
    let far = (place.dot(&place).isqrt() - 4).max(0);
    far * far
}

/// A place and those up to two units from it.
fn next_to(place: Vector) -> [Vector; 25] {
    std::array::from_fn(|at| place + Vector::new(at as i64 / 5 - 2, at as i64 % 5 - 2))
}

/// The point of a segment nearest to the origin, rounded to the grid.
fn foot(a: Vector, b: Vector) -> Vector {
    let edge = b - a;
    let whole = edge.dot(&edge).max(1);
    a + part_of(edge, (-edge.dot(&a)).clamp(0, whole), whole)
}

/// Where two segments cross, rounded to the grid.
fn crossing(a: Vector, b: Vector, c: Vector, d: Vector) -> Option<Vector> {
    let (from_c, from_d) = (orientation(a, b, c), orientation(a, b, d));
    let apart = from_c - from_d;
    let over = if apart < 0 { -from_c } else { from_c };
    crosses(a, b, c, d).then(|| c + part_of(d - c, over, apart.abs()))
}
