//! A game in progress: inputs go in, are judged and recorded, and can be taken back.

use crate::data::Files;
use crate::dice::Face;
use crate::game::{Deaf, Game, Pending, Stop};
use crate::numbers;
use crate::ruling::{Refusal, Ruling, Silent};
use crate::seat::{Seat, Seats};
use crate::transcript::{FaceSource, Header, Input, Sealed, Transcript, digest};
use serde_json::Value;
use std::sync::Arc;

mod corrections;
mod learned;
mod refused;
mod replay;

pub use corrections::Corrected;
pub use refused::Refused;
pub use replay::{Differs, Replaying, SeededFaces};

/// An input that counts, with the number of its line in the record.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The line's number.
    pub number: usize,
    /// The input.
    pub input: Input,
    /// Of those who play the ones that may know what it says.
    pub known_by: Seats,
}

/// Makes the rules of a game anew of files laid over those it was begun with; refuses where the position would not
/// go on under them.
pub type Reader<G> =
    Arc<dyn Fn(&Files, &G, &<G as Game>::State) -> Result<G, String> + Send + Sync>;

/// A game in progress.
pub struct Session<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The rules before each time that files were laid over them, and how many inputs counted then.
    earlier: Vec<(usize, Arc<G>)>,
    reader: Option<Reader<G>>,
    transcript: Transcript,
    counted: Vec<Counted>,
    states: Vec<G::State>,
    told: Vec<Vec<G::Event>>,
    /// How many inputs corrections have played again.
    again: usize,
    /// Who may not know some judge's word of the record.
    withheld_from: Seats,
    /// Whether something was taken back or put right when the game was over.
    reopened: bool,
}

impl<G: Game> Session<G> {
    /// Begins a game from the setup in the header.
    ///
    /// # Errors
    /// Everything that is wrong with the setup, in words: that it cannot be read, or what the rules refuse; never nothing.
    pub fn new(game: G, header: Header) -> Result<Session<G>, Vec<String>> {
        let setup = serde_json::from_value::<G::Setup>(header.setup.clone())
            .map_err(|trouble| vec![format!("its setup cannot be read: {trouble}")])?;
        let state = game.start(&setup).map_err(|refusals| match refusals.is_empty() {
            true => vec!["the rules refuse its setup, and do not say why".to_string()],
            false => refusals.iter().map(Refusal::told).collect(),
        })?;
        Ok(Session::at(Arc::new(game), header, state))
    }

    fn at(game: Arc<G>, header: Header, state: G::State) -> Session<G> {
        Session {
            game,
            earlier: Vec::new(),
            reader: None,
            transcript: Transcript::new(header),
            counted: Vec::new(),
            states: vec![state],
            told: Vec::new(),
            again: 0,
            withheld_from: Seats::NONE,
            reopened: false,
        }
    }

    /// The present position as a seat may see it, for questions: without what came before, and without the files.
    #[must_use]
    pub fn seen_by(&self, seat: Seat) -> Session<G> {
        let header = Header { sources: Files::default(), ..self.transcript.header.clone() };
        let header = Header { seed: None, secret: None, setup: Value::Null, ..header };
        Session::at(Arc::clone(&self.game), header, self.game.view(self.state(), seat))
    }

    /// The same, able to take files that are laid over those it was begun with.
    #[must_use]
    pub fn with_reader(mut self, reader: Reader<G>) -> Session<G> {
        self.reader = Some(reader);
        self
    }

    /// The position now.
    pub fn state(&self) -> &G::State {
        self.states.last().expect("a session holds at least its first position")
    }

    /// The position after the first `count` inputs that count.
    pub fn state_after(&self, count: usize) -> Option<&G::State> {
        self.states.get(count)
    }

    /// The position after an action, before any dice fall; nothing where it may not be taken. Nothing is put in.
    pub fn after(&self, seat: Seat, action: &Value) -> Option<G::State> {
        let input = match seat {
            Seat::JUDGE => Input::Answer { action: action.clone(), reason: String::new() },
            seat => Input::Act { seat, action: action.clone() },
        };
        self.carry_out(self.state(), &input).ok().map(|(after, _)| after)
    }

    /// All who play.
    pub fn players(&self) -> Seats {
        Seats::first_of(self.game.players(self.state()))
    }

    /// Of those who play the ones that may know what a judge's word said that was carried out. What was let
    /// through in place of a decision in secret is for whoever decides. A change is for those who hear all that came of it, and
    /// whose sight it changed by what it says: carried out on what they saw before, it comes to what they see after.
    fn may_know(
        &self,
        before: &G::State,
        input: &Input,
        (after, events): (&G::State, &[G::Event]),
    ) -> Seats {
        if let Input::Overrule { seat, .. } = input {
            return match self.game.pending(before, &mut Silent) {
                Pending::Choice(choice) if choice.is_secret() => Seats::only(*seat),
                _ => self.players(),
            };
        }
        let knows = |seat: &Seat| {
            let (was, is) = (self.game.view(before, *seat), self.game.view(after, *seat));
            (was != is || before == after)
                && events.iter().all(|event| self.game.audible(after, event, *seat))
                && self.carry_out(&was, input).is_ok_and(|(seen, _)| seen == is)
        };
        self.players().iter().filter(knows).collect()
    }

    /// Whether the record holds what a seat may not know, beside what is sealed in it: something hidden when the game began,
    /// or a judge's word on what it does not see, taken back or not.
    pub fn withholds(&self, seat: Seat) -> bool {
        let begun = &self.states[0];
        let is_kept = match seat {
            Seat::NOBODY => !self.withheld_from.is_empty(),
            seat => self.withheld_from.contains(seat),
        };
        is_kept || self.game.view(begun, seat) != *begun
    }

    /// Gives the record its secret, before the first input.
    pub fn keep_secret(&mut self, secret: &str) {
        self.transcript.keep_secret(secret);
    }

    /// The record so far.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The record with the position's digest, as it is saved.
    pub fn saved(&self) -> Transcript {
        let mut transcript = self.transcript.clone();
        transcript.close(digest(self.state()));
        transcript
    }

    /// A record of the first `keep` inputs that count, as if nothing else had ever been put in; nothing where there are
    /// not so many.
    pub fn begun_again(&self, keep: usize) -> Option<Transcript> {
        let mut transcript = Transcript::new(self.transcript.header.clone());
        for (at, counted) in self.counted.get(..keep)?.iter().enumerate() {
            let (before, after) = (&self.states[at], &self.states[at + 1]);
            let turned = self.game.clock(before) != self.game.clock(after);
            transcript.push(counted.input.clone(), turned.then(|| digest(after)));
        }
        Some(transcript)
    }

    /// The inputs that count, in order, each with what happened.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = (&Counted, &[G::Event])> {
        self.counted.iter().zip(self.told.iter().map(Vec::as_slice))
    }

    /// How many inputs count.
    pub fn len(&self) -> usize {
        self.counted.len()
    }

    /// Whether the game went on from where it was over: then its seed and what was decided in secret could be read.
    pub fn is_reopened(&self) -> bool {
        self.reopened
    }

    fn is_over(&self) -> bool {
        matches!(self.game.pending(self.state(), &mut Silent), Pending::Over(_))
    }

    /// Whether nothing has been put in yet.
    pub fn is_empty(&self) -> bool {
        self.counted.is_empty()
    }

    /// What is left of an action that was cut off when somebody had to answer.
    ///
    /// Found in what counts of this turn, so that dice, other decisions, undo and replay in
    /// between change what is left, and do not lose it.
    pub fn rest(&self) -> Option<(Seat, G::Action)> {
        let Pending::Choice(choice) = self.game.pending(self.state(), &mut Silent) else {
            return None;
        };
        let now = self.game.clock(self.state());
        let counted = self.counted.iter().zip(&self.states).rev();
        let this_turn = counted.take_while(|(_, before)| self.game.clock(before) == now);
        let left = |(counted, before): (&Counted, &G::State)| {
            let (Input::Act { seat, action } | Input::Overrule { seat, action, .. }) =
                &counted.input
            else {
                return None;
            };
            let action =
                self.action(before, action).ok().filter(|_| choice.seats.contains(*seat))?;
            Some((*seat, self.game.rest(before, &action, self.state())?))
        };
        let (seat, action) = this_turn.filter_map(left).next()?;
        let fits = self.game.check(self.state(), seat, &action, &mut Silent).is_ok();
        fits.then_some((seat, action))
    }

    /// Takes a decision. Where several seats decide at once, it is sealed with `salt` until all
    /// are in, and `None` is returned meanwhile.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &G::Action,
        salt: &str,
    ) -> Result<Option<&[G::Event]>, Refused> {
        let sealed = match self.game.pending(self.state(), &mut Silent) {
            Pending::Choice(choice) if choice.is_secret() => Some(choice),
            _ => None,
        };
        let Some(choice) = sealed.filter(|choice| choice.seats.contains(seat)) else {
            let action = value(action);
            return self.put(Input::Act { seat, action }).map(Some);
        };
        if self.transcript.waiting.iter().any(|sealed| sealed.seat == seat) {
            return Err(Refused::Senseless("this seat has already decided".into()));
        }
        self.judged(self.state(), seat, action)?;
        self.transcript.waiting.push(Sealed::new(seat, value(action), salt));
        if self.transcript.waiting.len() < choice.seats.len() {
            return Ok(None);
        }
        let mut together = self.transcript.waiting.clone();
        together.sort_by_key(|sealed| sealed.seat);
        let together = Input::Together(together);
        if let Err(refused) = self.carry_out(self.state(), &together) {
            // What others decided stays; whoever decided last may decide otherwise.
            self.transcript.waiting.pop();
            let says = format!("not together with what others decided: {}", refused.says());
            return Err(Refused::Senseless(says));
        }
        self.put(together).map(Some)
    }

    /// Forgets sealed decisions that were made for another choice than a position asks for, or that it no longer allows.
    fn forget_stale(&mut self, after: &G::State) {
        let asked = self.asked(self.state());
        let waiting = std::mem::take(&mut self.transcript.waiting);
        self.transcript.waiting = self.still_standing(waiting, asked, after);
    }

    /// Of sealed decisions on what was asked those that a position still asks for and allows.
    fn still_standing(
        &self,
        mut waiting: Vec<Sealed>,
        asked: Option<(Seats, G::Rule)>,
        after: &G::State,
    ) -> Vec<Sealed> {
        if asked != self.asked(after) {
            return Vec::new();
        }
        waiting.retain(|sealed| {
            let action = sealed.opened.as_ref().map(|opened| self.action(after, &opened.action));
            // Of a record that keeps it sealed nothing can be said yet.
            action.is_none_or(|it| it.is_ok_and(|it| self.judged(after, sealed.seat, &it).is_ok()))
        });
        waiting
    }

    /// Takes a seat's sealed decision back, as long as others still decide; whether there was one.
    pub fn withdraw(&mut self, seat: Seat) -> bool {
        let before = self.transcript.waiting.len();
        self.transcript.waiting.retain(|sealed| sealed.seat != seat);
        self.transcript.waiting.len() < before
    }

    /// The seats whose sealed decision is in.
    pub fn decided(&self) -> impl Iterator<Item = Seat> {
        self.transcript.waiting.iter().map(|sealed| sealed.seat)
    }

    /// Takes the faces of the pending roll. Where one seat alone may know them, they are sealed with `salt`.
    pub fn roll(
        &mut self,
        faces: &[Face],
        source: FaceSource,
        salt: &str,
    ) -> Result<&[G::Event], Refused> {
        let faces = faces.to_vec();
        self.put(match self.secret_roll(self.state()) {
            Some(seat) => {
                Input::SecretRoll { faces: Sealed::new(seat, value(&faces), salt), source }
            }
            None => Input::Roll { faces, source },
        })
    }

    /// Who alone may know the dice that a position waits for.
    pub(crate) fn secret_roll(&self, state: &G::State) -> Option<Seat> {
        match self.game.pending(state, &mut Silent) {
            Pending::Roll(request) => request.secret_to,
            _ => None,
        }
    }

    /// Carries out an action past the rules it breaks, on the judge's word.
    pub fn overrule(
        &mut self,
        seat: Seat,
        action: &G::Action,
        reason: &str,
    ) -> Result<&[G::Event], Refused> {
        let (action, reason) = (value(action), reason.to_string());
        self.put(Input::Overrule { seat, action, reason })
    }

    /// Changes the position, on the judge's word.
    ///
    /// # Errors
    /// Where the game refuses the change, or the position is so already. Records in which a change changed nothing are put in again
    /// as they are.
    pub fn amend(&mut self, change: &G::Amendment, reason: &str) -> Result<&[G::Event], Refused> {
        let input = Input::Amend { change: value(change), reason: reason.to_string() };
        let (after, events) = self.carry_out(self.state(), &input)?;
        if after == *self.state() {
            return Err(Refused::SoAlready);
        }
        Ok(self.take(input, after, events))
    }

    /// Records the judge's answer to what a rule leaves to judgement.
    pub fn answer(&mut self, action: &G::Action, reason: &str) -> Result<&[G::Event], Refused> {
        self.put(Input::Answer { action: value(action), reason: reason.to_string() })
    }

    /// Goes on under other files: rules and map are made of them anew, the position stays.
    pub fn lay(&mut self, files: &Files, reason: &str) -> Result<(), Refused> {
        let game = self.read_over(files)?;
        let input = Input::Lay { files: files.clone(), reason: reason.to_string() };
        let number = self.transcript.push(input.clone(), None);
        self.go_on_under(game, number, input);
        Ok(())
    }

    fn go_on_under(&mut self, game: G, number: usize, input: Input) {
        let before = std::mem::replace(&mut self.game, Arc::new(game));
        self.earlier.push((self.counted.len(), before));
        let state = self.state().clone();
        self.forget_stale(&state);
        self.count(number, input, state, Vec::new());
    }

    /// The rules of all files that were laid over since the beginning, and of these.
    fn read_over(&self, files: &Files) -> Result<G, Refused> {
        let cannot = || Refused::Senseless("files cannot be laid over those of this game".into());
        let reader = self.reader.as_ref().ok_or_else(cannot)?;
        let mut all = Files::default();
        let laid = self.counted.iter().filter_map(|counted| match &counted.input {
            Input::Lay { files, .. } => Some(files),
            _ => None,
        });
        for source in laid.chain([files]).flat_map(|files| files.under("")) {
            all.insert(source.path, source.text);
        }
        let game = reader(&all, &self.game, self.state()).map_err(Refused::Senseless)?;
        match game.check_invariants(self.state()) {
            Ok(()) => Ok(game),
            Err(refusals) => Err(Refused::Position(cited(&game, refusals))),
        }
    }

    /// Ends the game, or one seat's part in it, by the table's word.
    pub fn stop(&mut self, stop: Stop) -> Result<&[G::Event], Refused> {
        self.put(Input::Stop(stop))
    }

    /// Records words that change nothing.
    pub fn note(&mut self, words: &str) {
        self.transcript.push(Input::Note(words.to_string()), None);
    }

    /// How many inputs counted when the present turn began.
    pub fn turn_start(&self) -> usize {
        self.turn_start_of(self.counted.len())
    }

    /// How many inputs counted when the turn began in which that one of them, from 0, was put in.
    pub fn turn_start_of(&self, input: usize) -> usize {
        let clock = |at: usize| self.game.clock(&self.states[at]);
        let last = input.min(self.counted.len());
        (0..last).find(|at| clock(*at) == clock(last)).unwrap_or(last)
    }

    /// Puts in an input of a record once more.
    ///
    /// # Errors
    /// Where it may not be put in here.
    pub fn put_again(&mut self, input: &Input) -> Result<(), Refused> {
        match input {
            Input::Note(words) => self.note(words),
            Input::Lay { files, reason } => self.lay(files, reason)?,
            Input::Undo { keep } => self.undo(*keep)?,
            Input::Correct { entry, input } => {
                self.correct(*entry, (**input).clone())?;
            }
            other => {
                self.put(other.clone())?;
            }
        }
        Ok(())
    }

    fn put(&mut self, input: Input) -> Result<&[G::Event], Refused> {
        let (after, events) = self.carry_out(self.state(), &input)?;
        Ok(self.take(input, after, events))
    }

    /// Takes an input that was carried out into the record.
    fn take(&mut self, input: Input, after: G::State, events: Vec<G::Event>) -> &[G::Event] {
        let before = self.game.clock(self.state());
        let turned = self.game.clock(&after) != before;
        let taken = turned.then(|| digest(&after));
        match input {
            Input::Together(_) => self.transcript.waiting.clear(),
            _ => self.forget_stale(&after),
        }
        let number = self.transcript.push(input.clone(), taken);
        self.count(number, input, after, events);
        self.told.last().map_or(&[], Vec::as_slice)
    }

    fn asked(&self, state: &G::State) -> Option<(Seats, G::Rule)> {
        match self.game.pending(state, &mut Silent) {
            Pending::Choice(choice) => Some((choice.seats, choice.about)),
            _ => None,
        }
    }

    fn count(&mut self, number: usize, input: Input, after: G::State, events: Vec<G::Event>) {
        let known_by = match input.is_judges_word() {
            true => self.may_know(self.state(), &input, (&after, &events)),
            false => self.players(),
        };
        let unknown: Vec<Seat> =
            self.players().iter().filter(|seat| !known_by.contains(*seat)).collect();
        self.withheld_from = unknown.into_iter().fold(self.withheld_from, Seats::with);
        self.counted.push(Counted { number, input, known_by });
        self.states.push(after);
        self.told.push(events);
    }

    fn keep(&mut self, count: usize) {
        drop(self.games_after(count));
        self.counted.truncate(count);
        self.told.truncate(count);
        self.states.truncate(count + 1);
    }

    fn carry_out(
        &self,
        before: &G::State,
        input: &Input,
    ) -> Result<(G::State, Vec<G::Event>), Refused> {
        let mut state = before.clone();
        let mut events = Vec::new();
        match input {
            Input::Act { seat, action } => {
                self.known_seat(before, *seat)?;
                let action = self.action(before, action)?;
                self.judged(before, *seat, &action)?;
                self.game.apply(&mut state, *seat, &action, &mut events);
            }
            Input::Answer { action, .. } => {
                let action = self.action(before, action)?;
                self.judged(before, Seat::JUDGE, &action)?;
                self.game.apply(&mut state, Seat::JUDGE, &action, &mut events);
            }
            Input::Together(sealed) => {
                let asked = match self.game.pending(before, &mut Silent) {
                    Pending::Choice(choice) => choice.seats,
                    _ => return Err(Refused::Senseless("nobody is asked to decide".into())),
                };
                let seats: crate::seat::Seats = sealed.iter().map(|s| s.seat).collect();
                if seats != asked || sealed.len() != asked.len() {
                    return Err(Refused::Senseless("the seats that decide are others".into()));
                }
                for one in sealed {
                    let opened = one.opened.as_ref().filter(|_| one.is_true());
                    let hidden = || Refused::Senseless("a sealed decision is not opened".into());
                    let action = self.action(&state, &opened.ok_or_else(hidden)?.action)?;
                    self.judged(&state, one.seat, &action)?;
                    self.game.apply(&mut state, one.seat, &action, &mut events);
                }
            }
            Input::Roll { faces, .. } => {
                self.game.roll(&mut state, faces, &mut events).map_err(Refused::Roll)?;
            }
            Input::SecretRoll { faces: sealed, .. } => {
                let senseless = |says: &str| Refused::Senseless(says.to_string());
                if self.secret_roll(before) != Some(sealed.seat) {
                    return Err(senseless("no dice are asked for that this seat alone may know"));
                }
                let (faces, _) =
                    input.fallen().ok_or_else(|| senseless("a secret roll is not opened"))?;
                self.game.roll(&mut state, &faces, &mut events).map_err(Refused::Roll)?;
            }
            Input::Overrule { seat, action, .. } => {
                self.known_seat(before, *seat)?;
                let action = self.action(before, action)?;
                let overruled = self.game.overrule(&mut state, *seat, &action, &mut events);
                overruled.map_err(|broken| self.not_overruled(before, *seat, &action, broken.0))?;
            }
            Input::Amend { change, .. } => {
                let change = self.change(before, change)?;
                let cite = |refusals| Refused::Position(cited(&*self.game, refusals));
                self.game.amend(&mut state, &change, &mut events).map_err(cite)?;
            }
            Input::Stop(stop) => {
                if let Pending::Over(_) = self.game.pending(before, &mut Silent) {
                    return Err(Refused::Senseless("the game is over".into()));
                }
                if let Stop::Concede(seat) = stop {
                    self.known_seat(before, *seat)?;
                }
                self.game.stop(&mut state, *stop, &mut events);
            }
            Input::Lay { .. } | Input::Note(_) | Input::Undo { .. } | Input::Correct { .. } => {
                return Err(Refused::Senseless("this is no input to carry out".into()));
            }
        }
        Ok((state, events))
    }

    /// Reads an action as it stands at a position; numbers in it name what exists.
    pub(crate) fn action(&self, state: &G::State, action: &Value) -> Result<G::Action, Refused> {
        numbers::read(&*self.game, state, action, "an action of this game")
            .map_err(Refused::Senseless)
    }

    /// Reads a change of a position likewise.
    pub(crate) fn change(&self, state: &G::State, change: &Value) -> Result<G::Amendment, Refused> {
        numbers::read(&*self.game, state, change, "a change of the position")
            .map_err(Refused::Senseless)
    }

    /// Refuses seats that nobody can sit on.
    pub(crate) fn known_seat(&self, state: &G::State, seat: Seat) -> Result<(), Refused> {
        if seat == Seat::JUDGE || seat.0 < self.game.players(state) {
            return Ok(());
        }
        Err(Refused::Senseless("there is no such seat".into()))
    }

    fn judged(&self, state: &G::State, seat: Seat, action: &G::Action) -> Result<(), Refused> {
        match self.game.check(state, seat, action, &mut Silent) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.refusal(state, seat, action)),
        }
    }

    /// Why an action cannot be let through: a need it breaks, or an invariant of positions.
    fn not_overruled(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        rule: G::Rule,
    ) -> Refused {
        if self.game.check(state, seat, action, &mut Ruling::default()).is_err() {
            return self.refusal(state, seat, action);
        }
        let mut after = state.clone();
        self.game.apply(&mut after, seat, action, &mut Deaf);
        let says = match self.game.check_invariants(&after) {
            Err(faults) => faults.into_iter().next().map(|fault| fault.says),
            Ok(()) => None,
        };
        let says = says.unwrap_or_else(|| "the position would no longer be one".to_string());
        let rule = self.game.cite(rule);
        Refused::Position(vec![Refusal { rule, says, place: String::new() }])
    }

    fn refusal(&self, state: &G::State, seat: Seat, action: &G::Action) -> Refused {
        let ruling = self.game.ruling(state, seat, action);
        Refused::Ruling(ruling.cited(|rule| self.game.cite(*rule)))
    }
}

/// Refusals of a position with their rules as they are cited.
fn cited<G: Game>(game: &G, refusals: Vec<Refusal<G::Rule>>) -> Vec<Refusal<String>> {
    let one =
        |it: Refusal<G::Rule>| Refusal { rule: game.cite(it.rule), says: it.says, place: it.place };
    refusals.into_iter().map(one).collect()
}

fn value<T: serde::Serialize>(thing: &T) -> Value {
    serde_json::to_value(thing).expect("actions and amendments have string keys")
}
