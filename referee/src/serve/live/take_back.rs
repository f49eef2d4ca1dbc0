//! What is taken back at a table, and draws: at once where that is free, else by consent.

use super::corrections::{self, Correction, Lines};
use super::{Live, MOST_CORRECTIONS, MOST_UNDONE, replayed};
use crate::bots::Player;
use crate::dice_source::seeded;
use crate::library::Library;
use crate::prompt::Back;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::Done;
use crate::taking_back::{
    TakenBack, Theirs, corrected_words, correction_of, learned_since, reasoned, take_back,
    why_corrected,
};
use umpire_core::game::Stop;
use umpire_core::host::Asked;
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::transcript::{Entry, Input, Transcript};

/// Why it is not free to take back the end of a game.
const OVER: &str = "the game was over: its seed and what was decided in secret could be read";
/// What is noted where a game goes on after that.
const DRAWN: &str =
    "the game was over, and its seed could be read: dice are drawn afresh from here";

/// What waits for consent.
#[derive(Debug, Clone)]
pub(super) struct Proposed {
    /// Which of those of this table it is: consent is given to one of them.
    pub(super) number: u32,
    pub(super) by: Role,
    pub(super) what: What,
    /// Why, in the words of whoever proposes it.
    pub(super) says: Option<String>,
    pub(super) waits_for: Vec<u8>,
}

/// What was proposed and came to nothing.
#[derive(Debug, Clone)]
pub(super) struct Declined {
    pub(super) proposed: Proposed,
    /// Who did not agree, withdrew it, or went on.
    pub(super) who: Role,
    /// Whether nobody said no: somebody else put in what counts while it waited.
    pub(super) went_on: bool,
    /// Why, in their words.
    pub(super) because: Option<String>,
}

/// What is proposed.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// To go on from an earlier moment, and why that is not free.
    TakeBack { keep: usize, because: String },
    /// To put dice right that were told wrongly: the line, and what it should say.
    Correct { number: usize, text: String },
    /// To end the game without a winner.
    Draw,
}

impl Live {
    pub(super) fn how_far(&self, role: &Role, back: Back) -> Result<usize, Problem> {
        let seats = |seat: Seat| role.holds(seat);
        let anything = self.table.is_free() || (role.judge && role.seats.is_empty());
        let theirs = Theirs { seats: &seats, anything, typed_dice: self.settings.typed };
        theirs.how_far(&*self.table, back).map_err(Problem::says)
    }

    /// Takes back to the position after `keep` inputs: at once where it is free or theirs to say, else with the consent
    /// of the others, who may be told why.
    pub(super) fn take_back(
        &mut self,
        role: &Role,
        keep: usize,
        why: Option<String>,
    ) -> Result<Done, Problem> {
        if keep > self.table.counted() {
            return Err(Problem::says("there are not so many inputs"));
        }
        let theirs = |seat: Seat| role.seats.contains(&seat.0);
        // What somebody has decided in secret is theirs alone.
        let sealed: Vec<Seat> = self.table.decided().iter().collect();
        if keep == self.table.counted() && sealed.iter().any(|seat| theirs(*seat)) {
            sealed.into_iter().filter(|seat| theirs(*seat)).for_each(|seat| {
                self.table.withdraw(seat);
            });
            self.settle();
            return Ok(Done::saying("your decision is open again"));
        }
        let others = self.others(role);
        let decided = || sealed.iter().find(|seat| !theirs(**seat)).map(|seat| self.name(*seat));
        let decided = || decided().map(|name| format!("{name} has decided in secret"));
        let over = matches!(self.table.pending(), Asked::Over(_)) && keep < self.table.counted();
        let over = over.then(|| OVER.to_string());
        let learned = over.or_else(|| learned_since(&*self.table, keep, &theirs)).or_else(decided);
        match learned.filter(|_| !self.presides(role)) {
            None => self.carry_back(keep),
            Some(because) => {
                self.propose(role, What::TakeBack { keep, because }, why, others);
                Ok(Done::saying("the others are asked whether they agree"))
            }
        }
    }

    /// Ends the game without a winner: at once for whoever plays alone or judges, else with the consent of the others, who may
    /// be told why.
    pub(super) fn draw(&mut self, role: &Role, why: Option<String>) -> Result<Done, Problem> {
        let bots = self.players.iter().any(|player| *player != Player::Human);
        if bots && !self.table.is_free() {
            return Err(Problem::says("the bots do not agree to a draw"));
        }
        if self.presides(role) {
            return self.carry_draw();
        }
        if let Asked::Over(_) = self.table.pending() {
            return Err(Problem::says("the game is over"));
        }
        self.propose(role, What::Draw, why, self.others(role));
        Ok(Done::saying("the others are asked whether they agree to a draw"))
    }

    fn propose(&mut self, by: &Role, what: What, says: Option<String>, waits_for: Vec<u8>) {
        self.settle();
        self.proposals += 1;
        let (number, by) = (self.proposals, by.clone());
        self.proposal = Some(Proposed { number, by, what, says, waits_for });
    }

    /// Something else was proposed, or counts: what was proposed before no longer matters.
    pub(super) fn settle(&mut self) {
        (self.proposal, self.declined) = (None, None);
    }

    /// What is proposed and what came to nothing, before something is put in that may settle both.
    pub(super) fn open(&self) -> (Option<Proposed>, Option<Declined>) {
        (self.proposal.clone(), self.declined.clone().filter(|declined| declined.went_on))
    }

    /// Where something counts that another than whoever proposed put in, or nobody did, they read that it was passed over, until they go
    /// on themselves or something else is proposed.
    pub(super) fn passes_over(
        &mut self,
        by: Option<&Role>,
        (proposal, told): (Option<Proposed>, Option<Declined>),
    ) {
        if self.proposal.is_some() || self.declined.is_some() {
            return;
        }
        let passed = proposal.zip(by).map(|(proposed, who)| {
            let (who, because) = (who.clone(), None);
            Declined { proposed, who, went_on: true, because }
        });
        self.declined = passed.or(told).filter(|it| by != Some(&it.proposed.by));
    }

    /// What is proposed, or the proposal of that number: no other, which may have come in its place meanwhile.
    fn proposed_as(&mut self, number: Option<u32>) -> Result<&mut Proposed, Problem> {
        let nothing = || Problem::says("nothing is proposed");
        let proposed = self.proposal.as_mut().ok_or_else(nothing)?;
        match number.is_some_and(|number| number != proposed.number) {
            true => Err(Problem::stale()),
            false => Ok(proposed),
        }
    }

    /// Says why something is proposed, after it was.
    pub(super) fn say_why(&mut self, role: &Role, of: u32, why: String) -> Result<Done, Problem> {
        let proposed = self.proposed_as(Some(of))?;
        if proposed.by != *role {
            return Err(Problem::forbidden("why something is proposed, whoever proposes it says"));
        }
        proposed.says = Some(why);
        Ok(Done::default())
    }

    /// Puts a line right: at once for whoever plays alone or judges, else with the consent of the others where it is dice that a
    /// person told.
    pub(super) fn correct(
        &mut self,
        role: &Role,
        number: usize,
        text: &str,
        why: Option<String>,
    ) -> Result<Done, Problem> {
        let (text, reason) = reasoned(&*self.table, number, text);
        let why = why.or(reason);
        if self.presides(role) {
            return self.carry_correction(role, number, text, why);
        }
        let entry = self.table.transcript().entries.get(number.wrapping_sub(1));
        if !entry.is_some_and(|entry| matches!(entry.input, Input::Roll { .. })) {
            let says = "with the others' consent dice are corrected that all saw; other lines are the judge's: \
                        take them back instead";
            return Err(Problem::forbidden(says));
        }
        self.may_type_dice()?;
        // What the others are asked for can be done.
        let mut tried = self.past().now()?;
        tried.carry_correction(role, number, text, None)?;
        let what = What::Correct { number, text: text.to_string() };
        self.propose(role, what, why, self.others(role));
        Ok(Done::saying("the others are asked whether they agree"))
    }

    fn carry_correction(
        &mut self,
        by: &Role,
        number: usize,
        text: &str,
        because: Option<String>,
    ) -> Result<Done, Problem> {
        let text = correction_of(&*self.table, number, text);
        let before = self.table.before_line(number).unwrap_or(0);
        let were = Lines::of(&*self.table, before);
        let corrected = self.table.correct(number, text).map_err(|it| self.refusal(&it))?;
        self.settle();
        let correction = Correction::of(&*self.table, before, were);
        corrections::remember(&mut self.corrections, correction);
        if let Some(because) = because {
            let by = by.says(|seat| self.name(seat));
            self.table.note(&why_corrected(&by, number, &because));
        }
        let says = corrected_words(number, corrected, |seat| self.name(seat)).join("; ");
        Ok(Done::saying(says))
    }

    fn carry_draw(&mut self) -> Result<Done, Problem> {
        let told = self.table.stop(Stop::Draw);
        self.told(told)
    }

    fn carry_back(&mut self, keep: usize) -> Result<Done, Problem> {
        self.settle();
        let gone = Lines::of(&*self.table, keep);
        let was_known = self.is_read_by_others();
        let taken = take_back(&mut *self.table, keep, &mut self.taken_back);
        let says = taken.map_err(|refused| self.refusal(&refused))?;
        corrections::keep(&mut self.corrections, keep);
        if !gone.is_empty() {
            self.undone.push((keep, gone));
            let surplus = self.undone.len().saturating_sub(MOST_UNDONE);
            self.undone.drain(..surplus);
        }
        if self.is_read_by_others() && !was_known && !self.settings.typed {
            self.table.note(DRAWN);
        }
        Ok(Done::saying(says))
    }

    /// Whether the game went on from where it was over, and several play: each of them could have read its seed.
    pub(super) fn is_read_by_others(&self) -> bool {
        let persons = self.seats.iter().filter(|(seat, _)| self.is_person(*seat)).count();
        persons > 1 && self.table.is_reopened()
    }

    /// Puts in again what was taken back last: where others play, they would have to put in theirs anew.
    pub(super) fn redo(&mut self, role: &Role) -> Result<Done, Problem> {
        if !self.may_redo(role) && self.taken_back.is_there(&*self.table) {
            let says = "others play here: what was taken back is played anew";
            return Err(Problem::forbidden(says));
        }
        let put = self.taken_back.put_again(&mut *self.table);
        let says = put.map_err(|refused| self.refusal(&refused))?;
        self.settle();
        Ok(Done::saying(says))
    }

    /// Whether somebody may put in again what was taken back last.
    pub(super) fn may_redo(&self, role: &Role) -> bool {
        !role.looks_on() && self.presides(role) && self.taken_back.is_there(&*self.table)
    }

    /// Somebody's yes or no to what is proposed, or to the proposal of that number; a no with why.
    pub(super) fn consent(
        &mut self,
        role: &Role,
        consent: bool,
        to: Option<u32>,
        because: Option<String>,
    ) -> Result<Done, Problem> {
        let proposed = self.proposed_as(to)?;
        let withdrawn = proposed.by == *role && !consent;
        let asked = role.judge || proposed.waits_for.iter().any(|seat| role.seats.contains(seat));
        if !withdrawn && !asked {
            return Err(Problem::forbidden("this is for the others to say"));
        }
        if !consent {
            let refused = match proposed.what {
                What::TakeBack { .. } => "not taken back",
                What::Correct { .. } => "not corrected",
                What::Draw => "no draw; the game goes on",
            };
            let proposed = self.proposal.take();
            self.declined = proposed.map(|proposed| {
                let (who, went_on) = (role.clone(), false);
                Declined { proposed, who, went_on, because }
            });
            return Ok(Done::saying(if withdrawn { "withdrawn" } else { refused }));
        }
        proposed.waits_for.retain(|seat| !role.judge && !role.seats.contains(seat));
        if !proposed.waits_for.is_empty() {
            return Ok(Done::default());
        }
        let Proposed { by, what, says, .. } = proposed.clone();
        match what {
            What::TakeBack { keep, .. } => self.carry_back(keep),
            What::Correct { number, text } => self.carry_correction(&by, number, &text, says),
            What::Draw => self.carry_draw(),
        }
    }
}

/// What was taken back, with how many inputs counted then.
pub(super) type Undone = Vec<(usize, Lines)>;

/// What no longer counts of a record as it was put in.
#[derive(Default)]
pub(super) struct ChangedSince {
    pub(super) undone: Undone,
    /// What may be put in again: what was taken back last.
    pub(super) taken_back: TakenBack,
    pub(super) corrections: Vec<Correction>,
}

/// What was taken back and corrected in a record, as it was told then.
pub(super) fn changed_in(
    library: &Library,
    transcript: &Transcript,
) -> Result<ChangedSince, Problem> {
    let entries = &transcript.entries;
    let is_undo = |entry: &Entry| matches!(entry.input, Input::Undo { .. });
    let is_correction = |entry: &Entry| matches!(entry.input, Input::Correct { .. });
    // Played again once: up to the first that is told, and on from there.
    let first_told = |is: &dyn Fn(&Entry) -> bool, most: usize| {
        let all = entries.iter().enumerate().rev().filter(|(_, entry)| is(entry));
        all.take(most).last().map(|(at, _)| at)
    };
    let undo = first_told(&is_undo, MOST_UNDONE);
    let correction = first_told(&is_correction, MOST_CORRECTIONS);
    let mut changed = ChangedSince::default();
    let Some(first) = undo.into_iter().chain(correction).min() else { return Ok(changed) };
    let put_in = entries.iter().rposition(|entry| !is_undo(entry));
    let first_of_last = put_in.map_or(0, |at| at + 1);
    let mut before = transcript.clone();
    before.entries.truncate(first);
    before.waiting.clear();
    let mut table = replayed(library, &before, Replaying::whole(&seeded))?;
    for (at, entry) in entries.iter().enumerate().skip(first) {
        let corrected = match entry.input {
            Input::Undo { keep } => {
                changed.undone.push((keep, Lines::of(&*table, keep)));
                corrections::keep(&mut changed.corrections, keep);
                if at >= first_of_last {
                    changed.taken_back.remember(&*table, keep);
                    changed.taken_back.mark_taken(at + 1);
                }
                None
            }
            Input::Correct { entry, .. } => table.before_line(entry),
            _ => None,
        };
        let were = corrected.map(|before| (before, Lines::of(&*table, before)));
        table.put_again(&entry.input).map_err(|refused| Problem::says(refused.says()))?;
        if let Some((before, were)) = were {
            let correction = Correction::of(&*table, before, were);
            corrections::remember(&mut changed.corrections, correction);
        }
    }
    let surplus = changed.undone.len().saturating_sub(MOST_UNDONE);
    changed.undone.drain(..surplus);
    Ok(changed)
}
