//! Parts of a way are compared by value and rounded both ways.

use umpire_core::table::part::Part;

#[test]
fn parts_are_equal_by_value_and_round_both_ways() {
    let third = Part { over: 1, under: 3 };
    assert_eq!(third, Part { over: 2, under: 6 });
    assert!(Part::START < third && third < Part::END);
    assert_eq!((third.step(10), third.step_up(10)), (3, 4));
    assert_eq!((third.step(9), third.step_up(9)), (3, 3));
}
