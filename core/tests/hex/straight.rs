//! Which hexes a straight way meets, worked by hand.

use umpire_core::hex::{Hex, Side, leads_through, stretches};

fn met(to: Hex) -> Vec<(Hex, bool)> {
    let mut found = stretches(Hex::new(0, 0), to);
    found.sort_by_key(|one| (one.from, one.hex.r));
    found.into_iter().map(|one| (one.hex, one.along)).collect()
}

#[test]
fn straight_rows_meet_their_own_hexes() {
    let row = [0, 1, 2, 3].map(|q| (Hex::new(q, 0), false));
    assert_eq!(met(Hex::new(3, 0)), row);
}

#[test]
fn a_way_over_corners_runs_along_the_side_between() {
    let (one, other) = (Hex::new(1, -1), Hex::new(1, 0));
    let expected = [(Hex::new(0, 0), false), (one, true), (other, true), (Hex::new(2, -1), false)];
    assert_eq!(met(Hex::new(2, -1)), expected);
}

#[test]
fn a_slanting_way_meets_what_it_passes_through() {
    let expected = [(0, 0), (1, 0), (1, 1), (2, 1)].map(|(q, r)| (Hex::new(q, r), false));
    assert_eq!(met(Hex::new(2, 1)), expected);
}

#[test]
fn ways_leave_through_one_side_or_through_a_corner() {
    let here = Hex::new(0, 0);
    let through = |to: Hex| {
        let sides = Side::ALL.into_iter().filter(|side| leads_through(here, to, *side));
        sides.collect::<Vec<_>>()
    };
    assert_eq!(through(Hex::new(3, 0)), [Side::East]);
    assert_eq!(through(Hex::new(3, -1)), [Side::East]);
    assert_eq!(through(Hex::new(2, -1)), [Side::East, Side::NorthEast]);
    assert_eq!(through(Hex::new(-1, -1)), [Side::NorthWest, Side::West]);
    assert_eq!(through(here), []);
}
