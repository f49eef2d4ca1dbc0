//! Products and roots of whole numbers whose squares may pass 128 bits.

use std::cmp::Ordering;

/// A product's high and low halves.
fn product(a: u128, b: u128) -> (u128, u128) {
    let (low, high) = a.carrying_mul(b, 0);
    (high, low)
}

/// Compares `a * b` with `c * d`.
pub fn compare_products(a: u128, b: u128, c: u128, d: u128) -> Ordering {
    match (a.checked_mul(b), c.checked_mul(d)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => product(a, b).cmp(&product(c, d)),
    }
}

/// Compares `sign * root(a)` of `x * root(a)` with `y`, exactly.
pub fn compare_root(x: i128, a: i64, y: i128) -> Ordering {
    if x.signum() != y.signum() || x == 0 {
        return x.signum().cmp(&y.signum());
    }
    let (one, other) = (x.unsigned_abs(), y.unsigned_abs());
    let larger = compare_products(one * u128::from(a.unsigned_abs()), one, other, other);
    if x > 0 { larger } else { larger.reverse() }
}

/// The root of `a * b`, rounded down; the root itself must fit 80 bits.
pub fn root_of_product(a: u128, b: u128) -> u128 {
    if let Some(square) = a.checked_mul(b) {
        return if square <= u128::from(u64::MAX) {
            u128::from((square as u64).isqrt())
        } else {
            square.isqrt()
        };
    }
    let (mut low, mut high) = (0_u128, 1_u128 << 80);
    while high - low > 1 {
        let middle = low.midpoint(high);
        match compare_products(middle, middle, a, b) {
            Ordering::Greater => high = middle,
            _ => low = middle,
        }
    }
    low
}
