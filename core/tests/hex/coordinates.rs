//! Steps, turns and distances of hexes, worked by hand.

use umpire_core::hex::{Hex, Side};

#[test]
fn six_steps_round_a_hex_come_back() {
    let mut hex = Hex::new(4, -2);
    for side in Side::ALL {
        hex = hex.step(side);
    }
    assert_eq!(hex, Hex::new(4, -2));
    assert_eq!(hex.side_towards(Hex::new(5, -3)), Some(Side::NorthEast));
    assert_eq!(hex.side_towards(Hex::new(6, -2)), None);
}

#[test]
fn turning_moves_each_neighbour_to_the_next_side() {
    let centre = Hex::new(0, 0);
    for side in Side::ALL {
        assert_eq!(centre.step(side).rotate_clockwise(), centre.step(side.clockwise()));
        assert_eq!(side.opposite().opposite(), side);
        assert_eq!(side.clockwise().counterclockwise(), side);
    }
}

#[test]
fn distances_worked_by_hand() {
    assert_eq!(Hex::new(0, 0).distance(Hex::new(3, -1)), 3);
    assert_eq!(Hex::new(0, 0).distance(Hex::new(2, 2)), 4);
    assert_eq!(Hex::new(-1, 2).distance(Hex::new(1, -2)), 4);
}

#[test]
fn odd_rows_lie_half_a_hex_further_east() {
    assert_eq!(Hex::from_offset(2, 3), Hex::new(1, 3));
    assert_eq!(Hex::from_offset(0, -1), Hex::new(1, -1));
    for row in -5..5 {
        for column in -5..5 {
            assert_eq!(Hex::from_offset(column, row).to_offset(), (column, row));
        }
    }
    assert_eq!(Hex::from_offset(0, 0).step(Side::SouthEast), Hex::from_offset(0, 1));
    assert_eq!(Hex::from_offset(0, 1).step(Side::SouthEast), Hex::from_offset(1, 2));
}
