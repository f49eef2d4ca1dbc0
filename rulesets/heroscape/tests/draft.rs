//! Who picks when in a draft.

use umpire_core::seat::Seat;
use umpire_heroscape::steps::draft::picker;

#[test]
fn two_pick_one_then_two_then_in_turn_and_more_turn_back_at_each_end() {
    let order = |seats, first, picks| {
        (0..picks).map(|pick| picker(seats, Seat(first), pick).0).collect::<Vec<_>>()
    };
    assert_eq!(order(2, 0, 7), [0, 1, 1, 0, 1, 0, 1]);
    assert_eq!(order(2, 1, 5), [1, 0, 0, 1, 0]);
    assert_eq!(order(3, 1, 9), [1, 2, 0, 0, 2, 1, 1, 2, 0]);
    assert_eq!(order(1, 0, 3), [0, 0, 0]);
}
