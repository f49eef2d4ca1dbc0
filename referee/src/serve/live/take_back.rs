//! What is taken back at a table: at once where it is free, else by consent.

use super::{Live, MOST_UNDONE, replayed};
use crate::dice_source::seeded;
use crate::library::Library;
use crate::prompt::Back;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::Done;
use crate::taking_back::{TakenBack, Theirs, learned_since, take_back};
use std::time::{Duration, Instant};
use umpire_core::host::Line;
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::transcript::{Entry, Input, Transcript};

/// The longest that what was taken back in a record is played again when its table is fetched.
const LONGEST_UNDONE: Duration = Duration::from_secs(10);

/// A take-back that waits for consent.
#[derive(Debug, Clone)]
pub(super) struct Proposed {
    pub(super) by: Role,
    pub(super) keep: usize,
    pub(super) because: String,
    pub(super) waits_for: Vec<u8>,
}

impl Live {
    pub(super) fn how_far(&self, role: &Role, back: Back) -> Result<usize, Problem> {
        let seats = |seat: Seat| role.holds(seat);
        let anything = self.table.is_free() || (role.judge && role.seats.is_empty());
        let theirs = Theirs { seats: &seats, anything, typed_dice: self.settings.typed };
        theirs.how_far(&*self.table, back).map_err(Problem::says)
    }

    /// Takes back to the position after `keep` inputs: at once where it is free or theirs to say, else with the consent
    /// of the others.
    pub(super) fn take_back(&mut self, role: &Role, keep: usize) -> Result<Done, Problem> {
        if keep > self.table.counted() {
            return Err(Problem::says("there are not so many inputs"));
        }
        let theirs = |seat: Seat| role.seats.contains(&seat.0);
        let others = self.others(role);
        let learned = learned_since(&*self.table, keep, &theirs);
        match learned.filter(|_| !self.presides(role)) {
            None => self.carry_back(keep),
            Some(because) => {
                let says = "the others are asked whether they agree".to_string();
                let (by, waits_for) = (role.clone(), others);
                self.proposal = Some(Proposed { by, keep, because, waits_for });
                Ok(Done::saying(says))
            }
        }
    }

    fn carry_back(&mut self, keep: usize) -> Result<Done, Problem> {
        self.proposal = None;
        let gone = self.table.log(keep);
        let taken = take_back(&mut *self.table, keep, &mut self.taken_back);
        let says = taken.map_err(|refused| self.refusal(&refused))?;
        if !gone.is_empty() {
            self.undone.push((keep, gone));
            let surplus = self.undone.len().saturating_sub(MOST_UNDONE);
            self.undone.drain(..surplus);
        }
        Ok(Done::saying(says))
    }

    /// Puts in again what was taken back last: where others play, they would have to put in theirs anew.
    pub(super) fn redo(&mut self, role: &Role) -> Result<Done, Problem> {
        if !self.may_redo(role) && self.taken_back.is_there(&*self.table) {
            let says = "others play here: what was taken back is played anew";
            return Err(Problem::forbidden(says));
        }
        let put = self.taken_back.put_again(&mut *self.table);
        let says = put.map_err(|refused| self.refusal(&refused))?;
        self.proposal = None;
        Ok(Done::saying(says))
    }

    /// Whether somebody may put in again what was taken back last.
    pub(super) fn may_redo(&self, role: &Role) -> bool {
        !role.looks_on() && self.presides(role) && self.taken_back.is_there(&*self.table)
    }

    pub(super) fn consent(&mut self, role: &Role, consent: bool) -> Result<Done, Problem> {
        let nothing = || Problem::says("no take-back is proposed");
        let proposed = self.proposal.as_mut().ok_or_else(nothing)?;
        let withdrawn = proposed.by == *role && !consent;
        let asked = role.judge || proposed.waits_for.iter().any(|seat| role.seats.contains(seat));
        if !withdrawn && !asked {
            return Err(Problem::forbidden("this is for the others to say"));
        }
        if !consent {
            self.proposal = None;
            let says = if withdrawn { "withdrawn" } else { "not taken back" };
            return Ok(Done::saying(says));
        }
        proposed.waits_for.retain(|seat| !role.judge && !role.seats.contains(seat));
        match proposed.waits_for.is_empty() {
            true => {
                let keep = proposed.keep;
                self.carry_back(keep)
            }
            false => Ok(Done::default()),
        }
    }
}

/// What was taken back, with how many inputs counted then.
pub(super) type Undone = Vec<(usize, Vec<Line>)>;

/// What was taken back in a record, as it was told then, and what of it may be put in again: what was taken back last.
pub(super) fn undone_in(
    library: &Library,
    transcript: &Transcript,
) -> Result<(Undone, TakenBack), Problem> {
    let undo = |(at, entry): (usize, &Entry)| match entry.input {
        Input::Undo { keep } => Some((at, keep)),
        _ => None,
    };
    let all: Vec<_> = transcript.entries.iter().enumerate().filter_map(undo).collect();
    let is_undo = |entry: &Entry| matches!(entry.input, Input::Undo { .. });
    let put_in = transcript.entries.iter().rposition(|entry| !is_undo(entry));
    let first_of_last = put_in.map_or(0, |at| at + 1);
    // What was taken back last is wanted most: where playing it all again takes too long, the rest is left out.
    let begun = Instant::now();
    let goes_on = &|_| begun.elapsed() < LONGEST_UNDONE;
    let mut played = Vec::new();
    for (at, keep) in all.iter().rev().take(MOST_UNDONE) {
        let mut before = transcript.clone();
        before.entries.truncate(*at);
        before.waiting.clear();
        let how = Replaying { goes_on, ..Replaying::whole(&seeded) };
        match replayed(library, &before, how) {
            Ok(table) => played.push((*at, *keep, table)),
            Err(_) if !goes_on(0) => break,
            Err(damaged) => return Err(damaged),
        }
    }
    let (mut undone, mut again) = (Vec::new(), TakenBack::default());
    for (at, keep, table) in played.into_iter().rev() {
        undone.push((keep, table.log(keep)));
        if at >= first_of_last {
            again.remember(&*table, keep);
            again.is_taken(at + 1);
        }
    }
    Ok((undone, again))
}
