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
fn two_lengths_are_said_with_what_keeps_them_apart() {
    assert_eq!(Unit::Inches.about_both(15_240, 15_240), ["6", "6"]);
    assert_eq!(Unit::Inches.about_both(40_000, 15_240), ["15.7", "6"]);
    assert_eq!(Unit::Inches.about_both(15_316, 15_240), ["6.03", "6"]);
    assert_eq!(Unit::Inches.about_both(15_247, 15_240), ["6.003", "6"]);
    assert_eq!(Unit::Cm.about_both(5001, 5000), ["5.001", "5"]);
    assert_eq!(Unit::Cm.about_both(-5049, -5000), ["-5.05", "-5"]);
}

#[test]
fn what_is_no_number_is_not_read() {
    for text in ["", "-", ".", "1.", ".5", "1e3", "12345678", "1.23456", "1 2", "+4"] {
        assert_eq!(Decimal::read(text), None, "`{text}`");
    }
    assert_eq!(Unit::Inches.read("9999999"), None);
    assert_eq!(Unit::Inches.read_place("12, 3.5"), Some(Point::new(30_480, 8890)));
    assert_eq!(Unit::Inches.read_place("12 3 4"), None);
    let slip = |text| Unit::Inches.find_place(text).expect_err("it is no place").says;
    assert_eq!(slip("12"), "`12` is no place, as `12 7.5` is");
    let fine = "`12.00001 3` is no place, as `12 7.5` is: `12.00001` has more than 4 digits after the point";
    assert_eq!(slip("12.00001 3"), fine);
}
