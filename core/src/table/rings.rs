//! The rings around the cells of a grid, for drawing areas.

/// A corner of cells: its column and row.
pub type Corner = (usize, usize);

/// The four directions of edges, each a quarter turn against the clock from the last.
const AHEAD: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The rings around the cells that are in, row by row with `side` to a row: against the clock
/// around each part, with the clock around each hole, without corners on straight stretches.
/// Cells that meet only in a corner count as apart.
pub fn rings_of(cells: &[bool], side: usize) -> Vec<Vec<Corner>> {
    let rows = cells.len() / side.max(1);
    let holds = |column: i32, row: i32| {
        let inside = (0..side as i32).contains(&column) && (0..rows as i32).contains(&row);
        inside && cells[row as usize * side + column as usize]
    };
    // Whether an edge leaves a corner in a direction: the cell on its left is in, on its right out.
    let edge = |(x, y): (i32, i32), way: usize| {
        let (left, right) = match way {
            0 => ((x, y), (x, y - 1)),
            1 => ((x - 1, y), (x, y)),
            2 => ((x - 1, y - 1), (x - 1, y)),
            _ => ((x, y - 1), (x - 1, y - 1)),
        };
        holds(left.0, left.1) && !holds(right.0, right.1)
    };
    let mut done = vec![false; (side + 1) * (rows + 1)];
    let mut rings = Vec::new();
    for row in 0..rows as i32 {
        for column in 0..side as i32 {
            // Every ring has an edge along a row with its cell above.
            let number = row as usize * (side + 1) + column as usize;
            if done[number] || !edge((column, row), 0) {
                continue;
            }
            let start = ((column, row), 0);
            let (mut here, mut way) = start;
            let mut ring = Vec::new();
            loop {
                if way == 0 {
                    done[here.1 as usize * (side + 1) + here.0 as usize] = true;
                }
                here = (here.0 + AHEAD[way].0, here.1 + AHEAD[way].1);
                // The sharpest turn to the left keeps to the same cell.
                let next = [1, 0, 3]
                    .map(|turn| (way + turn) % 4)
                    .into_iter()
                    .find(|next| edge(here, *next));
                let next = next.expect("edges around cells close");
                if next != way {
                    ring.push((here.0 as usize, here.1 as usize));
                }
                way = next;
                if (here, way) == start {
                    break;
                }
            }
            rings.push(ring);
        }
    }
    rings
}
