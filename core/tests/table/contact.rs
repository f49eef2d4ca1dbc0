//! Places in contact are as near as the gap, by hand and at random.

use crate::table::slow::any_outline;
use proptest::prelude::*;
use umpire_core::table::{
    Facing, Footprint, Outline, Point, contacts_around, gap, gap_to_outline, in_contact,
    in_contact_with_outline, overlap, overlaps_outline, touch, within_outline,
};

const SHAPES: [Footprint; 3] = [
    Footprint::Disc { radius: 1250, corners: 24 },
    Footprint::Ellipse { long: 6000, wide: 3500, corners: 32 },
    Footprint::Rectangle { long: 3000, wide: 2000 },
];

#[test]
fn a_square_comes_to_stand_beside_a_square() {
    let shape = Footprint::Rectangle { long: 2000, wide: 2000 };
    let target = shape.at(Point::new(0, 0), Facing::default());
    let found = in_contact(shape, Facing::default(), Point::new(9000, 700), &target);
    assert!(found.is_some_and(|at| (2000..=2001).contains(&at.x) && at.y == 700), "{found:?}");
    let round = contacts_around(shape, Facing::default(), &target);
    assert_eq!(round.len(), 8, "{round:?}");
}

#[test]
fn a_disc_comes_to_stand_in_a_notch() {
    let corners = [(0, 0), (20, 0), (20, 20), (10, 0), (0, 20)];
    let at = |(x, y): (i32, i32)| Point::new(1000 * x, 1000 * y + 1);
    let outline = Outline::new(corners.map(at).to_vec());
    assert!(outline.is_err(), "the notch reaches the far edge");
    let corners = [(0, -1), (20, -1), (20, 20), (10, 0), (0, 20)];
    let outline = Outline::new(corners.map(at).to_vec()).expect("an outline");
    let from = Point::new(10_000, 9000);
    let found = in_contact_with_outline(SHAPES[0], Facing::default(), from, &outline);
    let found = found.expect("there is a place");
    assert!(from.distance_to(found) < 7000, "{found:?}");
}

proptest! {
    #[test]
    fn contact_is_as_near_as_the_gap(
        shape in 0..3_usize,
        other in 0..3_usize,
        turn in 0..360_i32,
        x in -9000..9000_i32,
        y in -9000..9000_i32,
    ) {
        let target = SHAPES[other].at(Point::default(), Facing::degrees(turn / 3));
        let (from, facing) = (Point::new(x, y), Facing::degrees(turn));
        let found = in_contact(SHAPES[shape], facing, from, &target).expect("a place");
        let there = SHAPES[shape].at(found, facing);
        prop_assert!(touch(&there, &target) && !overlap(&there, &target));
        let apart = gap(&SHAPES[shape].at(from, facing), &target);
        let moved = from.distance_to(found);
        prop_assert!(apart == 0 || (apart - 2..=apart + 2).contains(&moved), "{apart} {moved}");
        for place in contacts_around(SHAPES[shape], facing, &target) {
            let there = SHAPES[shape].at(place, facing);
            prop_assert!(touch(&there, &target) && !overlap(&there, &target));
        }
    }

    #[test]
    fn contact_with_an_outline_is_outside_it(
        shape in 0..3_usize,
        turn in 0..360_i32,
        x in -9000..9000_i32,
        y in -9000..9000_i32,
        outline in any_outline(2000),
    ) {
        let (from, facing) = (Point::new(x, y), Facing::degrees(turn));
        let found = in_contact_with_outline(SHAPES[shape], facing, from, &outline);
        let found = found.expect("a place");
        let there = SHAPES[shape].at(found, facing);
        prop_assert!(within_outline(&there, &outline, 0) && !overlaps_outline(&there, &outline));
        let apart = gap_to_outline(&SHAPES[shape].at(from, facing), &outline);
        let moved = from.distance_to(found);
        prop_assert!(apart == 0 || (apart - 2..=apart + 3).contains(&moved), "{apart} {moved}");
    }
}
