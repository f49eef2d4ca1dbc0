//! How many units an invader may tie.

use umpire_ea_heresy::steps::assault::tie::limits;

#[test]
fn an_invader_ties_one_or_two_while_there_are_occupants() {
    assert_eq!(limits(2, 5), (2, 4));
    assert_eq!(limits(3, 2), (2, 2));
    assert_eq!(limits(3, 4), (3, 4));
}
