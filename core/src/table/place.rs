//! Places that are offered: the nearest that are allowed, and those towards which one may want to go.

use super::facing::Facing;
use super::heading::COMPASS;
use super::point::{FARTHEST, Length, Point, Vector, of_length};

/// The step between the first places tried.
const FINE: Length = 125;

/// The eight directions around a place, nearest first.
const AROUND: [(Length, Length); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// A place near to `start`, no farther than `reach`, where `ok` holds: `start` itself where it
/// does. Square rings of places are tried outwards, coarser the farther they are (an eighth of the
/// way), until no place of a ring is nearer than the best; that is then drawn nearer in ever smaller
/// steps, down to one unit. What is allowed only in a smaller spot than the rings are apart may be
/// missed.
pub fn nearest_legal(start: Point, ok: &dyn Fn(Point) -> bool, reach: Length) -> Option<Point> {
    if reach < 0 {
        return None;
    }
    let reach = reach.min(4 * FARTHEST);
    if ok(start) {
        return Some(start);
    }
    let limit = i64::from(reach) * i64::from(reach);
    let fits = |at: Point| start.square_to(at) <= limit && ok(at);
    let mut best: Option<Point> = None;
    let mut ring = FINE.min(reach).max(1);
    let mut step = FINE;
    while ring <= reach {
        let farthest = best.map_or(limit, |best| start.square_to(best) - 1);
        if i64::from(ring) * i64::from(ring) > farthest {
            break;
        }
        step = (ring / 8).max(FINE);
        let nearer = |at: &Point| start.square_to(*at) <= farthest && ok(*at);
        let found = ring_of(start, ring, step).filter(nearer);
        best = found.min_by_key(|at| (start.square_to(*at), *at)).or(best);
        ring = if ring < reach { (ring + step).min(reach) } else { reach + 1 };
    }
    best.map(|best| drawn_nearer(start, best, step, &fits))
}

/// The allowed place in whole steps next to an allowed one that is nearest to where one would go.
pub(in crate::table) fn in_steps_of(
    grain: Length,
    found: Point,
    to: Point,
    ok: &dyn Fn(Point) -> bool,
) -> Point {
    if grain <= 1 {
        return found;
    }
    let below = |length: Length| length.div_euclid(grain) * grain;
    let low = Point::new(below(found.x), below(found.y));
    let beside = [(0, 0), (grain, 0), (0, grain), (grain, grain)];
    let beside = beside.map(|(x, y)| Point::new(low.x + x, low.y + y));
    let allowed = beside.into_iter().filter(|at| ok(*at));
    allowed.min_by_key(|at| (to.square_to(*at), *at)).unwrap_or(found)
}

/// The eight winds: the places so far away in each direction of 45 degrees.
pub fn winds(from: Point, far: Length) -> impl Iterator<Item = Point> {
    (0..8).map(move |at| from.ahead(Facing::degrees(45 * at), far))
}

/// The places so far away in sixteen directions, each with the name of its direction: what `reach` is told by on an open table.
pub fn compass(from: Point, far: Length) -> impl Iterator<Item = (&'static str, Point)> {
    let at = move |degrees| from.ahead(Facing::degrees(degrees), far);
    COMPASS.into_iter().map(move |(name, degrees)| (name, at(degrees)))
}

/// The places to which one comes towards each of some, each once, in their order.
pub fn places_towards(
    aims: impl IntoIterator<Item = Point>,
    towards: impl Fn(Point) -> Option<Point>,
) -> Vec<Point> {
    let mut places = Vec::new();
    for place in aims.into_iter().filter_map(towards) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// The places of an upright square around a start, a step apart.
fn ring_of(start: Point, ring: Length, step: Length) -> impl Iterator<Item = Point> {
    let along = (0..).map(move |at| -ring + at * step).take_while(move |at| *at < ring);
    along.flat_map(move |at| {
        [(ring, at), (-at, ring), (-ring, -at), (at, -ring)]
            .map(|(x, y)| Point::new(start.x + x, start.y + y))
    })
}

/// A place no farther from the start, found by ever smaller steps from one that is allowed.
fn drawn_nearer(start: Point, found: Point, step: Length, fits: &dyn Fn(Point) -> bool) -> Point {
    let mut best = straight_nearer(start, found, fits);
    let mut step = step;
    while step > 0 {
        let moved = AROUND.iter().map(|(x, y)| Point::new(best.x + x * step, best.y + y * step));
        let moved = moved.chain(turned(start, best, step));
        let nearer = moved.filter(|at| start.square_to(*at) < start.square_to(best) && fits(*at));
        match nearer.min_by_key(|at| (start.square_to(*at), *at)) {
            Some(nearer) => best = straight_nearer(start, nearer, fits),
            None => step /= 2,
        }
    }
    best
}

/// The places a step to either side of one around the start and a little nearer to it: along a curved rim nothing else is
/// both allowed and nearer.
fn turned(start: Point, at: Point, step: Length) -> [Point; 2] {
    let out = at - start;
    let nearer = start.distance_to(at) - 1;
    let aside = of_length(Vector::new(-out.y, out.x), step);
    [aside, -aside].map(|aside| start.towards(at + aside, nearer))
}

/// The place nearest to the start on the straight way to it from an allowed one, where what is
/// allowed on that way begins only once.
fn straight_nearer(start: Point, found: Point, fits: &dyn Fn(Point) -> bool) -> Point {
    let whole = start.distance_to(found);
    let (mut no, mut yes) = (0, whole);
    while yes - no > 1 {
        let middle = no.midpoint(yes);
        if fits(start.towards(found, middle)) { yes = middle } else { no = middle }
    }
    let nearer = start.towards(found, yes);
    if yes < whole && fits(nearer) { nearer } else { found }
}
