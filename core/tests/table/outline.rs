//! Outlines run against the clock, and faults of them name their place.

use umpire_core::table::{Outline, OutlineFault, Point, orientation};

fn outline(corners: &[(i32, i32)]) -> Result<Outline, OutlineFault> {
    Outline::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect())
}

#[test]
fn outlines_run_against_the_clock_whichever_way_they_are_given() {
    let given = outline(&[(0, 0), (0, 10), (10, 10), (10, 0)]).expect("a square");
    assert_eq!(given.corners()[0], Point::new(10, 0));
    assert!(given.edges().all(|(a, b)| orientation(a, b, Point::new(5, 5)) > 0));
    assert!(given.is_convex());
    let notched = outline(&[(0, 0), (10, 0), (10, 10), (5, 1), (0, 10)]).expect("a notch");
    assert!(!notched.is_convex());
}

#[test]
fn faults_name_their_place() {
    assert_eq!(outline(&[(0, 0), (5, 5)]), Err(OutlineFault::TooFew));
    let many: Vec<(i32, i32)> = (0..100_000).map(|x| (x, x % 7)).collect();
    assert_eq!(outline(&many), Err(OutlineFault::TooMany(100_000)));
    let bow = outline(&[(0, 0), (10, 10), (10, 0), (0, 10)]);
    assert_eq!(bow, Err(OutlineFault::SelfCrossing(0, 2)));
    let spike = outline(&[(0, 0), (10, 0), (5, 0), (5, 5)]);
    assert_eq!(spike, Err(OutlineFault::Degenerate(1)));
    assert_eq!(outline(&[(0, 0), (0, 0), (5, 5)]), Err(OutlineFault::Degenerate(1)));
}

#[test]
fn outlines_overlap_where_their_insides_meet() {
    let square = |x: i32, y: i32, side: i32| {
        outline(&[(x, y), (x + side, y), (x + side, y + side), (x, y + side)]).expect("a square")
    };
    let one = square(0, 0, 10);
    for (other, overlap) in [
        ((0, 0, 10), true),
        ((9, 9, 5), true),
        ((2, 2, 3), true),
        ((10, 0, 10), false),
        ((20, 0, 4), false),
    ] {
        let other_square = square(other.0, other.1, other.2);
        assert_eq!(one.overlaps(&other_square), overlap, "{other:?}");
        assert_eq!(other_square.overlaps(&one), overlap, "{other:?}");
    }
}
