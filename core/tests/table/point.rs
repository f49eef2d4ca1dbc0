//! Lengths as they are said, and ways cut at their length.

use umpire_core::table::{CM, Point, said};

#[test]
fn lengths_are_said_in_centimetres() {
    assert_eq!(said(5 * CM), "5");
    assert_eq!(said(12_500), "12.5");
    assert_eq!(said(5), "0.005");
    assert_eq!(said(-1_250), "-1.25");
}

#[test]
fn a_way_is_cut_at_its_length() {
    let (from, to) = (Point::new(0, 0), Point::new(30 * CM, 40 * CM));
    assert_eq!(from.distance_to(to), 50 * CM);
    assert_eq!(from.towards(to, 10 * CM), Point::new(6 * CM, 8 * CM));
    assert_eq!(from.towards(to, 60 * CM), to);
}
