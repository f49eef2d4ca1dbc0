//! Second algorithms for the tests: slow, plain, and right by looking at them.

use proptest::prelude::*;
use umpire_core::table::convex::Square;
use umpire_core::table::{
    Base, Facing, Footprint, Length, Outline, Place, Point, crosses, in_polygon, touches,
};

/// The square of the distance from a point to a segment.
fn square_to_segment(point: Point, a: Point, b: Point) -> Square {
    let (edge, by) = (b - a, point - a);
    let (along, whole) = (edge.dot(&by), edge.dot(&edge));
    if along <= 0 || whole == 0 {
        Square { over: by.dot(&by).into(), under: 1 }
    } else if along >= whole {
        Square { over: b.square_to(point).into(), under: 1 }
    } else {
        let side = i128::from(edge.perp(&by));
        Square { over: side * side, under: whole }
    }
}

fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]))
}

/// The squares of the distances between all edges of two closed areas; one of nothing if they meet.
fn squares(one: &[Point], other: &[Point]) -> Vec<Square> {
    let meet = edges(one).any(|(a, b)| edges(other).any(|(c, d)| touches(a, b, c, d)))
        || in_polygon(one[0], other) != Place::Outside
        || in_polygon(other[0], one) != Place::Outside;
    if meet {
        return vec![Square::ZERO];
    }
    let mut squares = Vec::new();
    for (a, b) in edges(one) {
        for (c, d) in edges(other) {
            squares.extend([square_to_segment(a, c, d), square_to_segment(c, a, b)]);
        }
    }
    squares
}

/// The distance, rounded down.
pub fn gap(one: &[Point], other: &[Point]) -> Length {
    squares(one, other).iter().map(|square| square.root()).min().unwrap_or(0) as Length
}

/// Whether the distance is at most a length and the slack.
pub fn within(one: &[Point], other: &[Point], length: Length) -> bool {
    squares(one, other).iter().any(|square| square.at_most(i64::from(length) + 1))
}

/// Whether the insides meet, for polygons in general position: an edge crosses, or a corner lies
/// inside.
pub fn overlap(one: &[Point], other: &[Point]) -> bool {
    edges(one).any(|(a, b)| edges(other).any(|(c, d)| crosses(a, b, c, d)))
        || one.iter().any(|corner| in_polygon(*corner, other) == Place::Inside)
        || other.iter().any(|corner| in_polygon(*corner, one) == Place::Inside)
}

/// Any base near the origin.
pub fn any_base(spread: Length) -> impl Strategy<Value = Base> {
    let size = 300..3000_i32;
    let shape = (0..3, size.clone(), size, 1..=8_u8).prop_map(|(kind, long, wide, corners)| {
        let corners = corners * 4;
        match kind {
            0 => Footprint::Disc { radius: long, corners },
            1 => Footprint::Ellipse { long, wide, corners },
            _ => Footprint::Rectangle { long, wide },
        }
    });
    let place = (-spread..=spread, -spread..=spread, 0..360_i32);
    (shape, place)
        .prop_map(|(shape, (x, y, turn))| shape.at(Point::new(x, y), Facing::degrees(turn)))
}

/// Any outline near the origin: a star around a place, so never convex for long.
pub fn any_outline(spread: Length) -> impl Strategy<Value = Outline> {
    let spokes = prop::collection::vec(300..6000_i32, 3..9);
    (spokes, -spread..=spread, -spread..=spread, 0..360_i32).prop_filter_map(
        "an outline",
        |(spokes, x, y, turn)| {
            let count = spokes.len() as i32;
            let corner = |(at, length): (usize, &Length)| {
                let facing = Facing::degrees(turn + 360 * at as i32 / count);
                Point::new(x, y).ahead(facing, *length)
            };
            Outline::new(spokes.iter().enumerate().map(corner).collect()).ok()
        },
    )
}

/// The table turned by quarters, and mirrored before that if asked.
pub fn turned(point: Point, quarters: u8, mirrored: bool) -> Point {
    let point = if mirrored { Point::new(-point.x, point.y) } else { point };
    Point::ORIGIN + Facing::degrees(90 * i32::from(quarters)).turn(point.into())
}

/// A base on the turned table.
pub fn turned_base(base: &Base, quarters: u8, mirrored: bool) -> Base {
    let mut corners: Vec<Point> =
        base.corners().iter().map(|corner| turned(*corner, quarters, mirrored)).collect();
    if mirrored {
        corners.reverse();
    }
    Base::new(turned(base.centre(), quarters, mirrored), corners.into_iter().collect())
}

/// An outline on the turned table.
pub fn turned_outline(outline: &Outline, quarters: u8, mirrored: bool) -> Outline {
    let corners = outline.corners().iter().map(|corner| turned(*corner, quarters, mirrored));
    Outline::new(corners.collect()).expect("a turned outline is one")
}
