//! Inputs taken back and put right: what came later is carried out again, as far as it still stands.

use super::{Refused, Session};
use crate::game::Game;
use crate::seat::Seat;
use crate::transcript::{Input, digest};
use std::sync::Arc;

/// What came of a correction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Corrected {
    /// How many later inputs were carried out again.
    pub kept: usize,
    /// Line numbers of the later inputs that no longer stand.
    pub dropped: Vec<usize>,
    /// Why the first of those no longer stands.
    pub because: Option<String>,
    /// Whose sealed decisions no longer stand.
    pub forgotten: Vec<Seat>,
}

/// How many inputs the corrections of one game have played again at most: each correction plays what came
/// after it again, so that without a bound a short record could keep whoever reads it for days.
const MOST_AGAIN: usize = 100_000;

impl<G: Game> Session<G> {
    /// Takes back all but the first `keep` inputs that count; they stay on record.
    pub fn undo(&mut self, keep: usize) -> Result<(), Refused> {
        if !self.transcript.waiting.is_empty() {
            self.transcript.waiting.clear();
            if keep + 1 >= self.counted.len() {
                return Ok(());
            }
        }
        if keep >= self.counted.len() {
            return Err(Refused::Senseless("there is nothing to take back".into()));
        }
        self.reopened |= self.is_over();
        self.keep(keep);
        self.transcript.push(Input::Undo { keep }, None);
        Ok(())
    }

    /// Replaces the input of line `number` and carries out the later ones again, up to the first
    /// that no longer stands.
    ///
    /// # Errors
    /// Where there is no such input, where the new one is refused, and where corrections have had so much
    /// played again that another might keep whoever reads the record too long.
    pub fn correct(&mut self, number: usize, input: Input) -> Result<Corrected, Refused> {
        let no_such = || Refused::Senseless(format!("line {number} is not an input that counts"));
        let at = self.counted.iter().position(|c| c.number == number).ok_or_else(no_such)?;
        if matches!(self.counted[at].input, Input::Lay { .. }) || matches!(input, Input::Lay { .. })
        {
            return Err(Refused::Senseless(
                "files that were laid over are taken back, not put right".into(),
            ));
        }
        let later = self.counted.len() - at - 1;
        if self.again + later > MOST_AGAIN {
            return Err(Refused::Senseless(format!(
                "corrections have had {} inputs of this game played again and this one might {later} more, of \
                 {MOST_AGAIN} at most: `undo` takes back what came after instead",
                self.again
            )));
        }
        let later_games = self.games_after(at);
        let before = self.states[at].clone();
        let (after, events) = match self.carry_out(&before, &input) {
            Ok(done) => done,
            Err(refused) => {
                self.games_again(later_games);
                return Err(refused);
            }
        };
        self.reopened |= self.is_over();
        let later = self.counted.split_off(at + 1);
        let laid_over = later.iter().any(|later| matches!(later.input, Input::Lay { .. }));
        let mut states = self.states.split_off(at + 1).into_iter();
        let told = self.told.split_off(at).into_iter().skip(1);
        let asked = self.asked(self.state());
        let waiting = std::mem::take(&mut self.transcript.waiting);
        self.keep(at);
        self.count(number, input.clone(), after, events);
        let total = later.len();
        let mut corrected = Corrected::default();
        let mut later = later.into_iter().zip(told);
        while let Some((old, heard)) = later.next() {
            let was = states.next();
            if corrected.because.is_none() {
                if !laid_over && was.is_some_and(|was| was == *self.state()) {
                    // From a position that was there before, all goes on as it did.
                    let rest = [(old, heard)].into_iter().chain(later);
                    for ((old, heard), after) in rest.zip(states) {
                        self.count(old.number, old.input, after, heard);
                    }
                    break;
                }
                if let Input::Lay { files, .. } = &old.input {
                    match self.read_over(files) {
                        Ok(game) => {
                            self.go_on_under(game, old.number, old.input);
                            continue;
                        }
                        Err(refused) => corrected.because = Some(refused.says()),
                    }
                    corrected.dropped.push(old.number);
                    continue;
                }
                self.again += 1;
                match self.carry_out(self.state(), &old.input) {
                    Ok((after, events)) => {
                        self.count(old.number, old.input, after, events);
                        continue;
                    }
                    Err(refused) => corrected.because = Some(refused.says()),
                }
            }
            corrected.dropped.push(old.number);
        }
        corrected.kept = total - corrected.dropped.len();
        corrected.forgotten = waiting.iter().map(|sealed| sealed.seat).collect();
        self.transcript.waiting = self.still_standing(waiting, asked, self.state());
        let stands = |seat: &Seat| self.decided().any(|decided| decided == *seat);
        corrected.forgotten.retain(|seat| !stands(seat));
        let taken = Some(digest(self.state()));
        self.transcript.push(Input::Correct { entry: number, input: Box::new(input) }, taken);
        Ok(corrected)
    }

    /// Goes back to the rules as they were after so many inputs; gives back those since, the latest first.
    pub(super) fn games_after(&mut self, count: usize) -> Vec<(usize, Arc<G>)> {
        let mut since = Vec::new();
        while self.earlier.last().is_some_and(|(at, _)| *at >= count) {
            if let Some((at, before)) = self.earlier.pop() {
                since.push((at, std::mem::replace(&mut self.game, before)));
            }
        }
        since
    }

    fn games_again(&mut self, since: Vec<(usize, Arc<G>)>) {
        for (at, game) in since.into_iter().rev() {
            let before = std::mem::replace(&mut self.game, game);
            self.earlier.push((at, before));
        }
    }
}
