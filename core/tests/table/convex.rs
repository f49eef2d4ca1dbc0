//! Differences of convex areas, points and segments too.

use umpire_core::table::convex::Convex;
use umpire_core::table::{Point, Vector};

fn at(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn corners_of(area: &Convex) -> Vec<(i64, i64)> {
    area.corners().iter().map(|corner| (corner.x, corner.y)).collect()
}

#[test]
fn the_difference_of_squares_is_a_square() {
    let small = at(&[(0, 0), (2, 0), (2, 2), (0, 2)]);
    let large = at(&[(10, 0), (20, 0), (20, 10), (10, 10)]);
    let between = Convex::difference(&small, &large);
    assert_eq!(corners_of(&between), [(8, -2), (20, -2), (20, 10), (8, 10)]);
    assert_eq!(between.square().root(), 8);
    assert_eq!(between.swept(Vector::new(0, 5)).corners().len(), 4);
}

#[test]
fn points_and_segments_are_areas_too() {
    let (point, segment) = (at(&[(3, 4)]), at(&[(0, 0), (6, 8)]));
    assert_eq!(Convex::difference(&point, &at(&[(0, 0)])).square().root(), 5);
    assert_eq!(Convex::difference(&point, &segment).square().root(), 0);
    let beside = Convex::difference(&at(&[(9, 12)]), &segment);
    assert_eq!(beside.square().root(), 5);
    assert!(!beside.holds_origin_inside());
    let across = Convex::difference(&at(&[(0, 8), (6, 0)]), &segment);
    assert!(across.holds_origin_inside());
}

#[test]
fn corners_given_twice_do_no_harm() {
    let doubled = at(&[(0, 0), (0, 0), (4, 0), (4, 4), (4, 4), (0, 4)]);
    let sum = Convex::difference(&at(&[(0, 0)]), &doubled);
    assert_eq!(corners_of(&sum), [(0, 0), (4, 0), (4, 4), (0, 4)]);
}
