//! What corrections changed: the lines that read otherwise since, as they were before.

use super::{Live, MOST_CORRECTIONS};
use crate::serve::role::Role;
use crate::serve::wire;
use umpire_core::host::{Line, Table};

/// Lines that are told of one correction at most.
const MOST_LINES: usize = 40;

/// A correction.
#[derive(Debug, Clone)]
pub(super) struct Correction {
    /// Its number in the record.
    number: usize,
    changed: Vec<Changed>,
}

/// A line that reads otherwise since.
#[derive(Debug, Clone)]
struct Changed {
    /// How many inputs counted up to and with it.
    counted: usize,
    was: Line,
    /// The same line since, if it still stands.
    is: Option<Line>,
}

impl Correction {
    /// What came of a correction that is the last entry of a record; `were` are the lines after the first `before`, as they
    /// were until then.
    pub(super) fn of(table: &dyn Table, before: usize, were: Vec<Line>) -> Correction {
        let mut since = table.log(before).into_iter().peekable();
        let mut changed = Vec::new();
        for (was, counted) in were.into_iter().zip(before + 1..) {
            let is = since.next_if(|line| line.number == was.number);
            let same = |is: &Line| (&is.says, &is.told) == (&was.says, &was.told);
            if !is.as_ref().is_some_and(same) && changed.len() < MOST_LINES {
                changed.push(Changed { counted, was, is });
            }
        }
        Correction { number: table.transcript().entries.len(), changed }
    }
}

/// Remembers one more.
pub(super) fn remember(all: &mut Vec<Correction>, correction: Correction) {
    all.push(correction);
    let surplus = all.len().saturating_sub(MOST_CORRECTIONS);
    all.drain(..surplus);
}

/// Leaves what was changed of the first `keep` inputs.
pub(super) fn keep(all: &mut Vec<Correction>, keep: usize) {
    all.iter_mut().for_each(|one| one.changed.retain(|changed| changed.counted <= keep));
    all.retain(|one| !one.changed.is_empty());
}

impl Live {
    /// What was corrected, as somebody read it before: what reads the same to them as it did is not told.
    pub(super) fn corrections(&self, role: &Role) -> Vec<wire::Correction> {
        let read = |line: &Line, counted| self.line_for(role, line.clone(), counted);
        let was = |changed: &Changed| {
            let was = read(&changed.was, changed.counted);
            let is = changed.is.as_ref().map(|line| read(line, changed.counted));
            (is.as_ref() != Some(&was)).then_some(was)
        };
        let told = self.corrections.iter().map(|one| wire::Correction {
            number: one.number,
            were: one.changed.iter().filter_map(was).collect(),
        });
        told.filter(|one| !one.were.is_empty()).collect()
    }
}
