//! An index names what meets an area, each once.

use proptest::prelude::*;
use umpire_core::table::{Bounds, Index, Point, Vector};

fn any_bounds() -> impl Strategy<Value = Bounds> {
    let at = || (-50_000..50_000_i32, -50_000..50_000_i32).prop_map(|(x, y)| Point::new(x, y));
    let size = (0..9000_i64, 0..9000_i64).prop_map(|(x, y)| Vector::new(x, y));
    (at(), size).prop_map(|(low, size)| Bounds { low, high: low + size })
}

#[test]
fn an_index_of_nothing_names_nothing() {
    let all = Bounds { low: Point::new(-9, -9), high: Point::new(9, 9) };
    assert_eq!(Index::new(&[]).query(all).count(), 0);
}

proptest! {
    #[test]
    fn an_index_names_what_meets_each_once(
        areas in prop::collection::vec(any_bounds(), 0..60),
        asked in any_bounds(),
    ) {
        let mut found: Vec<usize> = Index::new(&areas).query(asked).collect();
        found.sort_unstable();
        let meets = |number: &usize| areas[*number].meets(asked);
        let expected: Vec<usize> = (0..areas.len()).filter(meets).collect();
        prop_assert_eq!(found, expected);
    }
}
