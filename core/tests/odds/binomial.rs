//! Successes of like dice are binomial.

use umpire_core::odds::successes;

#[test]
fn successes_are_binomial() {
    assert_eq!(successes::<u128>(0, 3, 3), [1]);
    assert_eq!(successes::<u128>(2, 2, 4), [16, 16, 4], "two dice with as many good as bad");
    assert_eq!(successes::<u128>(3, 3, 3), [27, 81, 81, 27]);
    assert_eq!(successes::<u128>(10, 3, 3)[5], 252 * 3u128.pow(10));
}
