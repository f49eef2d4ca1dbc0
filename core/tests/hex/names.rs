//! Names of hexes, worked by hand and read back.

use umpire_core::hex::{Hex, Origin};

#[test]
fn names_worked_by_hand() {
    let origin = Origin::default();
    assert_eq!(origin.name(Hex::from_offset(0, 0)), "A1");
    assert_eq!(origin.name(Hex::from_offset(5, 6)), "F7");
    assert_eq!(origin.name(Hex::from_offset(26, 0)), "AA1");
    assert_eq!(origin.name(Hex::from_offset(701, 11)), "ZZ12");
    assert_eq!(origin.name(Hex::from_offset(702, 0)), "AAA1");
    assert_eq!(origin.parse("f7"), Some(Hex::from_offset(5, 6)));
    for wrong in ["", "F", "7", "F0", "F-1", "F7x", "7F", "É7", "ABCDE1"] {
        assert_eq!(origin.parse(wrong), None, "{wrong}");
    }
}

#[test]
fn the_origin_keeps_the_parity_of_rows() {
    let origin = Origin::of([Hex::from_offset(3, 5), Hex::from_offset(4, 7)]);
    assert_eq!(origin, Origin { column: 3, row: 4 });
    assert_eq!(origin.name(Hex::from_offset(3, 5)), "A2");
    assert_eq!(Origin::of([Hex::from_offset(-3, -5)]).row, -6);
}
