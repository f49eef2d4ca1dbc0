//! What is said of a length reads back to it.

use umpire_core::table::{Decimal, Point, Unit};

#[test]
fn what_is_said_of_a_length_reads_back_to_it() {
    for unit in [Unit::Cm, Unit::Inches] {
        for length in (-3000..3000).chain((0..400_000).step_by(997)) {
            assert_eq!(unit.read(&unit.said(length)), Some(length), "{}", unit.said(length));
        }
    }
    let place = Some(Point::new(Unit::Inches.of(4), Unit::Inches.of(1)));
    for text in ["4 1", "4, 1", "4,1", "(4, 1)", "( 4 1 )"] {
        assert_eq!(Unit::Inches.read_place(text), place, "{text}");
    }
    assert_eq!((Unit::Cm.read_place("(4 1"), Unit::Cm.read_place("4")), (None, None));
    assert_eq!(Unit::Inches.said(Unit::Inches.of(6)), "6");
    assert_eq!(Unit::Inches.said(1270), "0.5");
    assert_eq!(Unit::Cm.said(-12_500), "-12.5");
    assert_eq!(Unit::Inches.about(15_239), "6");
}

#[test]
fn what_is_no_number_is_not_read() {
    for text in ["", "-", ".", "1.", ".5", "1e3", "12345678", "1.23456", "1 2", "+4"] {
        assert_eq!(Decimal::read(text), None, "`{text}`");
    }
    assert_eq!(Unit::Inches.read("9999999"), None);
    assert_eq!(Unit::Inches.read_place("12, 3.5"), Some(Point::new(30_480, 8890)));
    assert_eq!(Unit::Inches.read_place("12 3 4"), None);
}
