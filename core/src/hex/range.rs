//! Fewest steps between hexes of a board, going round its gaps.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::board::NONE;

/// Most hexes for which all distances are kept.
const TABLE_LIMIT: usize = 2_048;
/// Most hexes of a larger board whose distances to all others are remembered; then all are forgotten.
const ROWS_LIMIT: usize = 256;
const UNREACHED: u16 = u16::MAX;

/// The distances of a board: all those of a small one, of a large one those to hexes asked about.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    hexes: usize,
    steps: Vec<u16>,
    rows: Mutex<HashMap<usize, Box<[u16]>>>,
}

/// A copy has to ask again about a large board.
impl Clone for Ranges {
    fn clone(&self) -> Self {
        Self { hexes: self.hexes, steps: self.steps.clone(), rows: Mutex::default() }
    }
}

impl Ranges {
    pub(super) fn new(neighbours: &[[u32; 6]]) -> Self {
        let hexes = neighbours.len();
        if hexes > TABLE_LIMIT {
            return Self::default();
        }
        let mut steps = Vec::with_capacity(hexes * hexes);
        for start in 0..hexes {
            steps.extend(distances(neighbours, start));
        }
        Self { hexes, steps, rows: Mutex::default() }
    }

    /// Steps from `from` to `to`, or nothing if no chain of hexes joins them.
    pub(super) fn between(&self, neighbours: &[[u32; 6]], from: usize, to: usize) -> Option<u16> {
        let steps = if self.hexes > 0 {
            self.steps[from * self.hexes + to]
        } else {
            self.searched(neighbours, from, to)
        };
        (steps != UNREACHED).then_some(steps)
    }

    /// The same by the remembered distances of either hex, or else by new ones of `to`.
    fn searched(&self, neighbours: &[[u32; 6]], from: usize, to: usize) -> u16 {
        // Who panicked while holding the lock left nothing half done.
        let known = || self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = known();
        if let Some(steps) = rows.get(&to).map(|row| row[from]) {
            return steps;
        }
        if let Some(steps) = rows.get(&from).map(|row| row[to]) {
            return steps;
        }
        drop(rows);
        let row = distances(neighbours, to);
        let steps = row[from];
        let mut rows = known();
        if rows.len() >= ROWS_LIMIT {
            rows.clear();
        }
        rows.insert(to, row.into());
        steps
    }
}

/// Breadth-first search over the whole board.
fn distances(neighbours: &[[u32; 6]], start: usize) -> Vec<u16> {
    let mut steps = vec![UNREACHED; neighbours.len()];
    let mut open = VecDeque::from([start as u32]);
    steps[start] = 0;
    while let Some(hex) = open.pop_front() {
        let next_steps = steps[hex as usize].saturating_add(1).min(UNREACHED - 1);
        for next in neighbours[hex as usize] {
            if next != NONE && steps[next as usize] == UNREACHED {
                steps[next as usize] = next_steps;
                open.push_back(next);
            }
        }
    }
    steps
}
