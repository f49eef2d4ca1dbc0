//! Which hexes a line passes in plan, row by row and along sides.

use crate::hex::sight::fraction;
use umpire_core::hex::sight::Axial;
use umpire_core::hex::sight::track::{Stretch, Track};

fn passed(from: (i64, i64), to: (i64, i64)) -> Vec<Vec<(i32, i32)>> {
    let (from, to) = (Axial::new(from.0, from.1), Axial::new(to.0, to.1));
    let track = Track::new(from, to - from);
    track.map(|stretch| stretch.hexes().to_vec()).collect()
}

#[test]
fn a_row_is_passed_hex_by_hex() {
    assert_eq!(passed((0, 0), (240, 0)), [[(0, 0)], [(1, 0)], [(2, 0)]]);
    assert_eq!(passed((240, 0), (0, 0)), [[(2, 0)], [(1, 0)], [(0, 0)]]);
}

#[test]
fn a_line_through_corners_runs_along_the_side_between() {
    // From (0,0) to (1,1): along the side that (1,0) and (0,1) share.
    let track = Track::new(Axial::zeros(), Axial::new(120, 120));
    let stretches: Vec<Stretch> = track.collect();
    assert_eq!(stretches.len(), 3);
    let mut between = stretches[1].hexes().to_vec();
    between.sort_unstable();
    assert_eq!(between, [(0, 1), (1, 0)]);
    assert_eq!(stretches[1].span.start, fraction(1, 3));
    assert_eq!(stretches[1].span.end, fraction(2, 3));
    assert_eq!(stretches[2].hexes(), [(1, 1)]);
}

#[test]
fn a_line_along_a_side_from_its_corner_on() {
    // From a corner shared by (0,0), (1,0), (0,1) straight on to the next corner.
    let between = passed((40, 40), (80, 80));
    assert_eq!(between.len(), 1);
    assert_eq!(between[0].len(), 2);
}

#[test]
fn an_upright_line_stands_in_one_two_or_three_hexes() {
    assert_eq!(passed((5, 5), (5, 5)), [[(0, 0)]]);
    assert_eq!(passed((60, 0), (60, 0))[0].len(), 2);
    assert_eq!(passed((40, 40), (40, 40))[0].len(), 3);
}
