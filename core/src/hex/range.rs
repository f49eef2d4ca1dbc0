//! Fewest steps between hexes of a board, going round its gaps.

use std::collections::VecDeque;

/// Most hexes for which all distances are kept.
const TABLE_LIMIT: usize = 2_048;
const UNREACHED: u16 = u16::MAX;

/// All distances of a small board; nothing for a large one.
#[derive(Debug, Clone, Default)]
pub(super) struct RangeTable {
    hexes: usize,
    steps: Vec<u16>,
}

impl RangeTable {
    pub(super) fn new(neighbours: &[[u16; 6]]) -> Self {
        let hexes = neighbours.len();
        if hexes > TABLE_LIMIT {
            return Self::default();
        }
        let mut steps = Vec::with_capacity(hexes * hexes);
        for start in 0..hexes {
            steps.extend(distances(neighbours, start, None));
        }
        Self { hexes, steps }
    }

    /// Steps from `from` to `to`, or nothing if no chain of hexes joins them.
    pub(super) fn between(&self, neighbours: &[[u16; 6]], from: usize, to: usize) -> Option<u16> {
        let steps = if self.hexes > 0 {
            self.steps[from * self.hexes + to]
        } else {
            distances(neighbours, from, Some(to))[to]
        };
        (steps != UNREACHED).then_some(steps)
    }
}

/// Breadth-first search over the whole board, or until `goal` is reached.
fn distances(neighbours: &[[u16; 6]], start: usize, goal: Option<usize>) -> Vec<u16> {
    let mut steps = vec![UNREACHED; neighbours.len()];
    let mut open = VecDeque::from([start]);
    steps[start] = 0;
    while let Some(hex) = open.pop_front() {
        if Some(hex) == goal {
            break;
        }
        for next in neighbours[hex].map(usize::from) {
            if next < steps.len() && steps[next] == UNREACHED {
                steps[next] = steps[hex] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}
