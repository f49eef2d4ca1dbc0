//! Rings around cells, worked by hand.

use umpire_core::table::rings::{Corner, rings_of};

fn cells(drawn: &[&str]) -> Vec<bool> {
    drawn.iter().flat_map(|row| row.chars()).map(|cell| cell == '#').collect()
}

#[test]
fn a_cell_has_a_ring_of_four() {
    let rings = rings_of(&cells(&["...", ".#.", "..."]), 3);
    assert_eq!(rings, [vec![(2, 1), (2, 2), (1, 2), (1, 1)]]);
    assert!(rings_of(&[], 0).is_empty());
}

#[test]
fn holes_run_with_the_clock() {
    let rings = rings_of(&cells(&["###", "#.#", "###"]), 3);
    assert_eq!(rings.len(), 2);
    assert_eq!(rings[0], [(3, 0), (3, 3), (0, 3), (0, 0)]);
    assert_eq!(rings[1].len(), 4);
    let area = |ring: &[Corner]| {
        let next = ring.iter().cycle().skip(1);
        let cross = |(a, b): (&Corner, &Corner)| (a.0 * b.1) as i32 - (a.1 * b.0) as i32;
        ring.iter().zip(next).map(cross).sum::<i32>() / 2
    };
    assert_eq!((area(&rings[0]), area(&rings[1])), (9, -1));
}

#[test]
fn cells_that_meet_in_a_corner_are_apart() {
    assert_eq!(rings_of(&cells(&["#.", ".#"]), 2).len(), 2);
}
