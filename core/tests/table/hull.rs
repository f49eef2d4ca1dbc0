//! Hulls, and segments that meet them, worked by hand.

use umpire_core::table::hull::segment_meets;
use umpire_core::table::{Point, hull};

fn at(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

#[test]
fn hulls_leave_out_what_lies_inside_or_on_an_edge() {
    let points = at(&[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (1, 3), (2, 4)]);
    assert_eq!(hull(&points), at(&[(0, 0), (4, 0), (4, 4), (0, 4)]));
    assert_eq!(hull(&at(&[(3, 3), (0, 0), (1, 1), (0, 0)])), at(&[(0, 0), (3, 3)]));
    assert_eq!(hull(&at(&[(7, 7), (7, 7)])), at(&[(7, 7)]));
}

#[test]
fn segments_meet_hulls_they_touch_cross_or_lie_in() {
    let square = at(&[(0, 0), (10, 0), (10, 10), (0, 10)]);
    let meets = |a: (i32, i32), b: (i32, i32)| {
        segment_meets(Point::new(a.0, a.1), Point::new(b.0, b.1), &square)
    };
    assert!(meets((2, 2), (3, 3)));
    assert!(meets((-5, 5), (15, 5)));
    assert!(meets((-5, 5), (5, 15)));
    assert!(!meets((-5, 6), (4, 15)));
    assert!(meets((10, 10), (10, 10)));
    assert!(!meets((11, 10), (11, 10)));
    assert!(segment_meets(Point::new(0, 0), Point::new(4, 4), &at(&[(2, 2)])));
    assert!(!segment_meets(Point::new(0, 0), Point::new(4, 4), &at(&[(2, 3)])));
}
