//! A walk through the grid meets every piece that the segment may cross.

use crate::table::sight::Numbers;
use umpire_core::table::sight::grid::Grid;
use umpire_core::table::{Bounds, Point, Vector};

#[test]
fn a_walk_meets_every_piece_whose_rectangle_the_segment_crosses() {
    let mut numbers = Numbers::new(5);
    for _ in 0..200 {
        let mut place = |wide: i32| Point::new(numbers.below(wide), numbers.below(wide / 2));
        let pieces: Vec<(u16, Bounds)> = (0..20)
            .map(|number| {
                let low = place(100_000);
                (number, Bounds { low, high: low + place(9_000).into() })
            })
            .collect();
        let grid = Grid::new(&pieces);
        let off = Vector::new(10_000, 10_000);
        let (from, to) = (place(120_000) - off, place(120_000) - off);
        let mut met = Vec::new();
        grid.walk(from, to, |number| {
            met.push(number);
            false
        });
        for (number, bounds) in pieces {
            let middle = |part: i64| {
                let at = |a: i32, b: i32| (i64::from(a) + i64::from(b - a) * part / 500) as i32;
                Point::new(at(from.x, to.x), at(from.y, to.y))
            };
            let crossed = (0..=500).any(|part| bounds.holds(middle(part)));
            assert!(!crossed || met.contains(&number));
        }
    }
}
