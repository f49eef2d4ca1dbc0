//! Pieces by the square cells they lie in, and walks along segments through those cells.

use super::super::point::{Bounds, Length, Point};

/// Cells beside a segment that rounding might miss are walked too, up to this length.
const MARGIN: Length = 64;

/// The most cells along one side.
const MOST: i32 = 64;

/// Square cells, each with the numbers of the pieces that lie in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    low: Point,
    step: i64,
    columns: i64,
    rows: i64,
    starts: Vec<u32>,
    numbers: Vec<u16>,
}

impl Grid {
    /// A grid over rectangles given with their numbers, its cells about as wide as they are.
    pub fn new(pieces: &[(u16, Bounds)]) -> Grid {
        let Some(((_, first), rest)) = pieces.split_first() else { return Grid::default() };
        let whole = rest.iter().fold(*first, |all, (_, bounds)| all.with(*bounds)).wider(MARGIN);
        let (wide, tall) = (whole.high.x - whole.low.x, whole.high.y - whole.low.y);
        let size = |bounds: &Bounds| {
            let by = bounds.high - bounds.low;
            (by.x + by.y) / 2
        };
        let sum: i64 = pieces.iter().map(|(_, bounds)| size(bounds)).sum();
        let step = (sum / pieces.len() as i64).max(i64::from(wide.max(tall) / MOST)) + 1;
        let (columns, rows) = (i64::from(wide) / step + 1, i64::from(tall) / step + 1);
        let mut grid =
            Grid { low: whole.low, step, columns, rows, starts: Vec::new(), numbers: Vec::new() };
        let mut cells: Vec<Vec<u16>> = vec![Vec::new(); (columns * rows) as usize];
        for (number, bounds) in pieces {
            let bounds = bounds.wider(MARGIN);
            let (low, high) = (grid.cell(bounds.low), grid.cell(bounds.high));
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    cells[(row * columns + column) as usize].push(*number);
                }
            }
        }
        grid.starts.push(0);
        for cell in cells {
            grid.numbers.extend(cell);
            grid.starts.push(grid.numbers.len() as u32);
        }
        grid
    }

    /// The column and row of a place, those at the rim for places beyond.
    fn cell(&self, place: Point) -> (i64, i64) {
        let column = i64::from(place.x - self.low.x).div_euclid(self.step);
        let row = i64::from(place.y - self.low.y).div_euclid(self.step);
        (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1))
    }

    /// Goes through the pieces of every cell a segment passes, from its start on, until `stop`
    /// says so; whether it did. A piece that lies in several cells may be met several times.
    #[inline]
    pub fn walk(&self, from: Point, to: Point, mut stop: impl FnMut(u16) -> bool) -> bool {
        if self.numbers.is_empty() {
            return false;
        }
        let by = to - from;
        let upright = by.y.abs() > by.x.abs();
        // Along the longer side, in coordinates from the low corner of the grid.
        let turn = |x: i64, y: i64| if upright { (y, x) } else { (x, y) };
        let (ahead, aside) = turn(by.x, by.y);
        let (along, across) = turn(i64::from(from.x - self.low.x), i64::from(from.y - self.low.y));
        let (lanes, width) = turn(self.columns, self.rows);
        let lane = |at: i64| at.div_euclid(self.step).clamp(0, lanes - 1);
        let (first, last) = (lane(along), lane(along + ahead));
        let slope = if ahead == 0 { 0 } else { (aside << 20) / ahead };
        let height = |at: i64| across + (((at - along) * slope) >> 20);
        let forward = if last >= first { 1 } else { -1 };
        let (ends, stride) = turn(1, self.columns);
        let mut at = first;
        loop {
            let (near, far) = (at * self.step, (at + 1) * self.step);
            let (low, high) = (along.min(along + ahead), along.max(along + ahead));
            let (near, far) = (near.clamp(low, high), far.clamp(low, high));
            let (a, b) = (height(near), height(far));
            let bottom = (a.min(b) - 8).div_euclid(self.step).clamp(0, width - 1);
            let top = (a.max(b) + 8).div_euclid(self.step).clamp(0, width - 1);
            for row in bottom..=top {
                let cell = (at * ends + row * stride) as usize;
                let numbers = self.starts[cell] as usize..self.starts[cell + 1] as usize;
                if self.numbers[numbers].iter().any(|number| stop(*number)) {
                    return true;
                }
            }
            if at == last {
                return false;
            }
            at += forward;
        }
    }
}
