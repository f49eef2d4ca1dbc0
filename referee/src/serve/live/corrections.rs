//! What corrections changed: the lines that read otherwise since, as they were before.

use super::{Live, MOST_CORRECTIONS};
use crate::serve::role::Role;
use crate::serve::wire;
use crate::taking_back::beside_line;
use umpire_core::host::{Line, Table};
use umpire_core::seat::Seat;
use umpire_core::transcript::{Entry, Input};

/// Lines that are told of one correction at most.
const MOST_LINES: usize = 40;

/// Lines of the log that may be gone soon, in the words of everybody who reads them.
#[derive(Debug, Clone)]
pub(super) struct Lines(Vec<(Option<Seat>, Vec<Line>)>);

impl Lines {
    /// The lines after the first `from`, as they read now.
    pub(super) fn of(table: &dyn Table, from: usize) -> Lines {
        let seats = table.seats().into_iter().map(|(seat, _)| Some(seat));
        let viewers = seats.chain([Some(Seat::NOBODY), None]);
        Lines(viewers.map(|viewer| (viewer, table.log_seen_by(viewer, from))).collect())
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, lines)| lines.is_empty())
    }

    /// What somebody reads of them.
    pub(super) fn read_by(&self, viewer: Option<Seat>) -> &[Line] {
        let own = self.0.iter().find(|(one, _)| *one == viewer);
        own.map_or(&[], |(_, lines)| lines)
    }
}

/// A correction.
#[derive(Debug, Clone)]
pub(super) struct Correction {
    /// Its number in the record.
    number: usize,
    /// What reads otherwise, to everybody who reads it.
    changed: Vec<(Option<Seat>, Vec<Changed>)>,
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
    pub(super) fn of(table: &dyn Table, before: usize, were: Lines) -> Correction {
        let changed = were.0.into_iter().map(|(viewer, were)| {
            let since = table.log_seen_by(viewer, before);
            (viewer, changed(before, were, since))
        });
        Correction { number: table.transcript().entries.len(), changed: changed.collect() }
    }
}

/// The lines after the first `before` that read otherwise since.
fn changed(before: usize, were: Vec<Line>, since: Vec<Line>) -> Vec<Changed> {
    let (mut since, mut changed) = (since.into_iter().peekable(), Vec::new());
    for (was, counted) in were.into_iter().zip(before + 1..) {
        let is = since.next_if(|line| line.number == was.number);
        let same = |is: &Line| (&is.says, &is.told) == (&was.says, &was.told);
        if !is.as_ref().is_some_and(same) && changed.len() < MOST_LINES {
            changed.push(Changed { counted, was, is });
        }
    }
    changed
}

/// Remembers one more.
pub(super) fn remember(all: &mut Vec<Correction>, correction: Correction) {
    all.push(correction);
    let surplus = all.len().saturating_sub(MOST_CORRECTIONS);
    all.drain(..surplus);
}

/// Leaves what was changed of the first `keep` inputs.
pub(super) fn keep(all: &mut Vec<Correction>, keep: usize) {
    let lines = all.iter_mut().flat_map(|one| &mut one.changed);
    lines.for_each(|(_, changed)| changed.retain(|changed| changed.counted <= keep));
    all.retain(|one| one.changed.iter().any(|(_, changed)| !changed.is_empty()));
}

/// The number of the line that a correction put right, and why, by the note after it.
fn put_right(entries: &[Entry], correction: usize) -> Option<(usize, Option<String>)> {
    let input = |number: usize| entries.get(number.wrapping_sub(1)).map(|entry| &entry.input);
    let Some(Input::Correct { entry, .. }) = input(correction) else { return None };
    let because = match input(correction + 1) {
        Some(Input::Note(words)) => words.split_once(&beside_line(*entry)),
        _ => None,
    };
    Some((*entry, because.map(|(_, because)| because.to_string())))
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
        let viewer = self.viewer(role);
        let told = self.corrections.iter().filter_map(|one| {
            let changed = one.changed.iter().filter(|(one, _)| *one == viewer);
            let were = changed.flat_map(|(_, changed)| changed).filter_map(was).collect();
            let (line, because) = put_right(&self.table.transcript().entries, one.number)?;
            Some(wire::Correction { number: one.number, line, were, because })
        });
        told.filter(|one| !one.were.is_empty()).collect()
    }
}
