//! Products and roots beyond 128 bits are compared.

use std::cmp::Ordering;
use umpire_core::table::wide::{compare_products, compare_root, root_of_product};

#[test]
fn products_beyond_128_bits_are_compared() {
    let big = 1_u128 << 90;
    assert_eq!(compare_products(big, big, big + 1, big - 1), Ordering::Greater);
    assert_eq!(compare_products(big, big, big * 2, big / 2), Ordering::Equal);
    assert_eq!(root_of_product(big, 1 << 50), 1 << 70);
    assert_eq!(root_of_product(big - 1, 1 << 50), (1 << 70) - 1);
}

#[test]
fn roots_are_compared_with_their_sign() {
    assert_eq!(compare_root(5, 2, 7), Ordering::Greater);
    assert_eq!(compare_root(-5, 2, -7), Ordering::Less);
    assert_eq!(compare_root(-3, 4, -6), Ordering::Equal);
    assert_eq!(compare_root(-3, 4, 6), Ordering::Less);
    assert_eq!(compare_root(0, 4, 0), Ordering::Equal);
}
