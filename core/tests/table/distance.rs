//! Distances by hand, against a slow second algorithm, and on turned tables.

use crate::table::slow;
use crate::table::slow::{any_base, any_outline, turned, turned_base, turned_outline};
use proptest::prelude::*;
use umpire_core::table::{
    Base, CM, FARTHEST, Facing, Footprint, Length, Outline, Point, gap, gap_between_outlines,
    gap_to_outline, nearest_places, overlap, overlaps_outline, segment_meets_hull, touch, within,
    within_outline, within_outlines,
};

fn square_base(x: Length, y: Length, side: Length) -> Base {
    Footprint::Rectangle { long: side, wide: side }.at(Point::new(x, y), Facing::default())
}

fn disc(x: Length, y: Length, radius: Length) -> Base {
    Footprint::Disc { radius, corners: 24 }.at(Point::new(x, y), Facing::default())
}

fn outline(corners: &[(i32, i32)]) -> Outline {
    Outline::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("an outline")
}

#[test]
fn squares_are_as_far_apart_as_their_sides_or_corners() {
    let here = square_base(0, 0, 2 * CM);
    assert_eq!(gap(&here, &square_base(7 * CM, 0, 2 * CM)), 5 * CM);
    assert_eq!(gap(&here, &square_base(5 * CM, 6 * CM, 2 * CM)), 5 * CM);
    assert_eq!(gap(&here, &square_base(3 * CM, 3 * CM, 2 * CM)), 1414);
    assert_eq!(gap(&here, &square_base(500, 300, 2 * CM)), 0);
    assert_eq!(gap(&here, &here), 0);
}

#[test]
fn within_includes_the_length_and_one_unit() {
    let here = square_base(0, 0, 2 * CM);
    let apart = |by| square_base(2 * CM + by, 0, 2 * CM);
    assert!(within(&here, &apart(5000), 5000));
    assert!(within(&here, &apart(5001), 5000));
    assert!(!within(&here, &apart(5002), 5000));
    assert!(!within(&here, &here, -2));
    let crosswise = square_base(3001, 3001, 2 * CM);
    assert!(within(&here, &crosswise, 1415), "1415.628 is within 1416");
    assert!(!within(&here, &crosswise, 1414));
}

#[test]
fn contact_is_not_overlap() {
    let here = square_base(0, 0, 2 * CM);
    let beside = |by| square_base(2 * CM + by, 500, 2 * CM);
    assert!(touch(&here, &beside(0)) && !overlap(&here, &beside(0)));
    assert!(touch(&here, &beside(1)) && !overlap(&here, &beside(1)));
    assert!(!touch(&here, &beside(2)));
    assert!(touch(&here, &beside(-1)) && overlap(&here, &beside(-1)));
    let corner = square_base(2 * CM, 2 * CM, 2 * CM);
    assert!(touch(&here, &corner) && !overlap(&here, &corner));
}

#[test]
fn discs_meet_at_their_corners_along_the_axes() {
    assert_eq!(gap(&disc(0, 0, 1500), &disc(10_000, 0, 1500)), 7000);
    assert!(overlap(&disc(0, 0, 1500), &disc(0, 0, 100)));
    assert!(overlap(&disc(0, 0, 1500), &disc(0, 2999, 1500)));
    assert!(!overlap(&disc(0, 0, 1500), &disc(0, 3000, 1500)));
}

#[test]
fn outlines_are_areas() {
    let notched = outline(&[(0, 0), (9000, 0), (9000, 9000), (4500, 4500), (0, 9000)]);
    assert_eq!(gap_to_outline(&square_base(4500, 12_000, 2000), &notched), 3889);
    assert_eq!(gap_to_outline(&square_base(12_000, 4000, 2000), &notched), 2000);
    assert_eq!(gap_to_outline(&square_base(4500, 1000, 200), &notched), 0);
    assert!(overlaps_outline(&square_base(4500, 1000, 200), &notched));
    assert!(overlaps_outline(&square_base(4500, 4500, 100_000), &notched));
    let below = square_base(3000, -1000, 2000);
    assert!(within_outline(&below, &notched, 0) && !overlaps_outline(&below, &notched));
    let in_the_notch = square_base(4500, 5501, 2000);
    assert!(overlaps_outline(&in_the_notch, &notched), "its lower corners lie in the slopes");
    assert!(!overlaps_outline(&square_base(4500, 6500, 2000), &notched));
    assert!(within_outline(&square_base(4500, 6500, 2000), &notched, 0));
}

#[test]
fn a_segment_meets_a_base_or_the_hull_of_two() {
    let (one, other) = (disc(0, 0, 1000), disc(10_000, 0, 1000));
    let at = Point::new;
    assert!(segment_meets_hull(at(5000, -9000), at(5000, 9000), &[&one, &other]));
    assert!(!segment_meets_hull(at(5000, -9000), at(5000, 9000), &[&one]));
    assert!(segment_meets_hull(at(0, 9000), at(9000, 1000), &[&one, &other]));
    assert!(!segment_meets_hull(at(0, 9000), at(9000, 1001), &[&one, &other]));
    assert!(segment_meets_hull(at(-9000, 1000), at(20_000, 1000), &[&one]));
}

fn any_far_base() -> impl Strategy<Value = Base> {
    any_base(FARTHEST)
}

proptest! {
    #[test]
    fn gaps_are_those_of_all_pairs_of_edges(a in any_base(9000), b in any_base(9000)) {
        let expected = slow::gap(a.corners(), b.corners());
        prop_assert_eq!(gap(&a, &b), expected);
        prop_assert_eq!(gap(&b, &a), expected);
        for length in [expected - 2, expected - 1, expected, expected + 1] {
            let near = length >= -1 && slow::within(a.corners(), b.corners(), length);
            prop_assert_eq!(within(&a, &b, length), near);
            prop_assert_eq!(within(&b, &a, length), near);
        }
        prop_assert_eq!(overlap(&a, &b), slow::overlap(a.corners(), b.corners()));
        prop_assert_eq!(overlap(&a, &b), overlap(&b, &a));
    }

    #[test]
    fn gaps_to_outlines_are_those_of_all_pairs_of_edges(
        base in any_base(9000),
        outline in any_outline(4000),
    ) {
        let expected = slow::gap(base.corners(), outline.corners());
        prop_assert_eq!(gap_to_outline(&base, &outline), expected);
        for length in [expected - 1, expected] {
            let near = length >= -1 && slow::within(base.corners(), outline.corners(), length);
            prop_assert_eq!(within_outline(&base, &outline, length), near);
        }
        let overlaps = slow::overlap(base.corners(), outline.corners());
        prop_assert_eq!(overlaps_outline(&base, &outline), overlaps);
    }

    #[test]
    fn outlines_are_as_far_apart_as_their_edges(
        one in any_outline(9000),
        other in any_outline(9000),
    ) {
        let expected = slow::gap(one.corners(), other.corners());
        prop_assert_eq!(gap_between_outlines(&one, &other), expected);
        for length in [expected - 1, expected] {
            let near = length >= -1 && slow::within(one.corners(), other.corners(), length);
            prop_assert_eq!(within_outlines(&one, &other, length), near);
        }
    }

    #[test]
    fn turned_tables_have_the_same_distances(
        a in any_base(9000),
        b in any_base(9000),
        outline in any_outline(4000),
        quarters in 0..4_u8,
        mirrored: bool,
    ) {
        let turn = |base: &Base| turned_base(base, quarters, mirrored);
        prop_assert_eq!(gap(&a, &b), gap(&turn(&a), &turn(&b)));
        prop_assert_eq!(overlap(&a, &b), overlap(&turn(&a), &turn(&b)));
        let there = turned_outline(&outline, quarters, mirrored);
        prop_assert_eq!(gap_to_outline(&a, &outline), gap_to_outline(&turn(&a), &there));
        prop_assert_eq!(overlaps_outline(&a, &outline), overlaps_outline(&turn(&a), &there));
        let (from, to) = (Point::new(-7000, 100), Point::new(6000, 900));
        let to_there = |point| turned(point, quarters, mirrored);
        prop_assert_eq!(
            segment_meets_hull(from, to, &[&a, &b]),
            segment_meets_hull(to_there(from), to_there(to), &[&turn(&a), &turn(&b)])
        );
    }

    #[test]
    fn the_nearest_places_are_as_far_apart_as_the_bases(a in any_base(9000), b in any_base(9000)) {
        let gap = gap(&a, &b);
        prop_assume!(gap > 0);
        let (one, other) = nearest_places(a.corners(), b.corners()).expect("a base has corners");
        prop_assert!((one.distance_to(other) - gap).abs() <= 2, "{one:?} {other:?} {gap}");
    }

    #[test]
    fn the_farthest_bases_can_be_asked_about(a in any_far_base(), b in any_far_base()) {
        prop_assert_eq!(gap(&a, &b), slow::gap(a.corners(), b.corners()));
        prop_assert!(within(&a, &b, Length::MAX) && !within(&a, &b, Length::MIN));
        prop_assert!(touch(&a, &a) && overlap(&a, &a));
    }
}
