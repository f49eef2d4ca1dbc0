//! Points in polygons and segments that cross, worked by hand.

use umpire_core::table::{Place, Point, crosses, in_polygon, touches};

const fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

#[test]
fn points_lie_in_on_and_out_of_a_notched_square() {
    let notched = [at(0, 0), at(10, 0), at(10, 10), at(5, 5), at(0, 10)];
    assert_eq!(in_polygon(at(2, 2), &notched), Place::Inside);
    assert_eq!(in_polygon(at(5, 5), &notched), Place::Edge);
    assert_eq!(in_polygon(at(5, 6), &notched), Place::Outside);
    assert_eq!(in_polygon(at(0, 10), &notched), Place::Edge);
    assert_eq!(in_polygon(at(-1, 10), &notched), Place::Outside);
    assert_eq!(in_polygon(at(11, 0), &notched), Place::Outside);
}

#[test]
fn segments_touch_and_cross() {
    assert!(crosses(at(0, 0), at(4, 4), at(0, 4), at(4, 0)));
    assert!(!crosses(at(0, 0), at(4, 4), at(4, 4), at(8, 0)));
    assert!(touches(at(0, 0), at(4, 4), at(4, 4), at(8, 0)));
    assert!(touches(at(0, 0), at(4, 0), at(2, 0), at(8, 0)));
    assert!(!touches(at(0, 0), at(4, 0), at(5, 0), at(8, 0)));
}
