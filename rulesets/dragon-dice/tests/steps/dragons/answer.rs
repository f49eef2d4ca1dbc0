//! How results of two types are split among dragons.

use umpire_dragon_dice::steps::dragons::answer::split;

#[test]
fn results_of_two_types_do_not_add_up_on_one_dragon() {
    assert!(!split(&[10], 6, 6));
    assert!(!split(&[10], 9, 0));
    assert!(split(&[10], 0, 10));
    assert!(split(&[10, 10], 10, 10));
    assert!(!split(&[10, 10], 15, 9));
    assert!(split(&[15, 10, 5], 15, 15));
    assert!(split(&[15, 10, 10], 14, 30));
    assert!(!split(&[15, 15, 10], 14, 29));
}
