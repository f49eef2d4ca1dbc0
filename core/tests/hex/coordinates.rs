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
fn what_lies_ahead_and_behind_is_told_by_angles() {
    let here = Hex::new(2, -1);
    for (turns, side) in (0..).zip(Side::ALL) {
        for (q, r) in (-4..=4).flat_map(|q| (-4..=4).map(move |r| (q, r))) {
            if (q, r) == (0, 0) {
                continue;
            }
            let (east, south) = (f64::from(q) + f64::from(r) / 2.0, f64::from(r) * 0.75_f64.sqrt());
            let angle = (-south).atan2(east).to_degrees() - 60.0 * f64::from(turns);
            let off = (angle + 900.0).rem_euclid(360.0) - 180.0;
            for twelfths in 0..=6_u8 {
                let within = off.abs() <= 30.0 * f64::from(twelfths) + 1e-6;
                let other = Hex::new(here.q + q, here.r + r);
                assert_eq!(
                    here.faces(side, other, twelfths),
                    within,
                    "{side:?} {q} {r} {twelfths}"
                );
            }
        }
        assert!(here.faces(side, here, 0), "what stands here is before it");
    }
}

#[test]
fn sides_are_named_as_on_a_map() {
    for side in Side::ALL {
        assert_eq!(Side::named(side.name()), Some(side));
    }
    assert_eq!(Side::named("North-East"), Some(Side::NorthEast));
    assert_eq!((Side::named("n"), Side::named("")), (None, None));
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
