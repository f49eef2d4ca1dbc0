//! Fractions are compared by value and rounded both ways.

use umpire_core::fraction::Fraction;

#[test]
fn fractions_are_equal_by_value_and_round_both_ways() {
    let third = Fraction::new(1, 3);
    assert_eq!(third, Fraction::new(2, 6));
    assert!(Fraction::ZERO < third && third < Fraction::ONE);
    assert_eq!((third.floor_of(10), third.ceil_of(10)), (3, 4));
    assert_eq!((third.floor_of(9), third.ceil_of(9)), (3, 3));
}
