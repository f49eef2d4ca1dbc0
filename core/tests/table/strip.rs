//! Strips along a line, by hand and at random.

use proptest::prelude::*;
use umpire_core::table::{FARTHEST, Length, Outline, OutlineFault, Point};

fn strip(points: &[(i32, i32)], width: Length) -> Result<Outline, OutlineFault> {
    let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Outline::of_line(&points, width)
}

#[test]
fn a_straight_strip_is_a_rectangle() {
    let road = strip(&[(0, 0), (9000, 0)], 2000).expect("a road");
    let expected = [(0, -1000), (9000, -1000), (9000, 1000), (0, 1000)];
    assert_eq!(road.corners(), expected.map(|(x, y)| Point::new(x, y)));
    let slope = strip(&[(0, 0), (3000, 4000)], 1000).expect("a road");
    assert_eq!(slope.corners()[0], Point::new(400, -300));
}

#[test]
fn a_bend_has_its_corners_on_both_sides() {
    let road = strip(&[(0, 0), (9000, 0), (9000, 9000)], 2000).expect("a road");
    let expected =
        [(0, -1000), (10_000, -1000), (10_000, 9000), (8000, 9000), (8000, 1000), (0, 1000)];
    assert_eq!(road.corners(), expected.map(|(x, y)| Point::new(x, y)));
    let sharp = strip(&[(0, 0), (9000, 0), (0, 3000)], 1000).expect("a road");
    assert_eq!(sharp.corners().len(), 7, "the outer corner is cut off");
}

#[test]
fn lines_that_give_no_strip_are_faults() {
    assert_eq!(strip(&[(0, 0)], 10), Err(OutlineFault::TooFew));
    assert_eq!(strip(&[(0, 0), (0, 0), (5, 5)], 10), Err(OutlineFault::Degenerate(1)));
    assert_eq!(
        strip(&[(0, 0), (9000, 0), (0, 0)], 10),
        Err(OutlineFault::Degenerate(1)),
        "straight back"
    );
    assert!(strip(&[(0, 0), (100, 0), (100, 100)], 2000).is_err(), "too wide for its legs");
    assert!(strip(&[(0, 0), (9000, 0)], 0).is_err(), "no width");
}

proptest! {
    #[test]
    fn a_strip_holds_its_line_and_no_more_than_its_width(
        points in prop::collection::vec((-90_000..90_000_i32, -90_000..90_000_i32), 2..6),
        width in 200..4000_i32,
    ) {
        if let Ok(road) = strip(&points, width) {
            for (x, y) in points {
                prop_assert!(road.holds(Point::new(x, y)));
            }
            let far = road.bounds();
            prop_assert!(far.low.x >= -90_000 - width && far.high.y <= 90_000 + width);
        }
    }

    #[test]
    fn no_line_is_too_far_to_ask(
        points in prop::collection::vec((-FARTHEST..=FARTHEST, -FARTHEST..=FARTHEST), 0..5),
        width: Length,
    ) {
        let _ = strip(&points, width);
    }
}
