//! What is put in at a table: who may put in what, and what comes of it.

use super::Live;
use crate::bots::Player;
use crate::dice_source::read_typed;
use crate::free_dice;
use crate::help::{change_at_table, left_to_judge, meant_at, unfinished, why_no_change};
use crate::prompt::{self, Command};
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::{Done, Fault, Put, Said};
use crate::session::salt;
use crate::taking_back::beside_line;
use serde_json::Value;
use umpire_core::command::all_of;
use umpire_core::game::Stop;
use umpire_core::host::{Asked, AskedGroup, Slip, Told};
use umpire_core::printable::printable;
use umpire_core::seat::Seat;
use umpire_core::session::Refused;
use umpire_core::transcript::{Entry, FaceSource, Input};

/// Letters of the longest words that are said at a table.
const LONGEST_SAID: usize = 500;
/// Lines of a record, and bytes of all notes in it: so that it can be read and taken in again.
const MOST_LINES: usize = 30_000;
const MOST_NOTED: usize = 1_000_000;

impl Live {
    /// Takes an input.
    ///
    /// # Errors
    /// Where it came too late, is not theirs to put in, means nothing, or is against the rules.
    pub fn put(&mut self, role: &Role, put: &Put) -> Result<Done, Problem> {
        if role.looks_on() {
            return Err(Problem::forbidden("spectators look on: this link decides for nobody"));
        }
        if put.after.is_some_and(|after| after != self.table.transcript().entries.len()) {
            return Err(Problem::stale());
        }
        if self.table.transcript().entries.len() >= MOST_LINES {
            let says = "this record is full: download it, or go on from this moment at a new table";
            return Err(Problem::says(says));
        }
        self.forget_views();
        let open = self.open();
        let done = self.carry_out(role, put)?;
        // What everybody agreed to was not passed over.
        if put.consent.is_none() {
            self.passes_over(Some(role), open);
        }
        self.fault = None;
        Ok(Done { after: self.table.transcript().entries.len(), ..done })
    }

    fn carry_out(&mut self, role: &Role, put: &Put) -> Result<Done, Problem> {
        let because = reason(put)?;
        if let Some(consent) = put.consent {
            unexplained(because.as_ref().filter(|_| consent))?;
            return self.consent(role, consent, put.proposal, because);
        }
        if let Some(keep) = put.keep {
            return self.take_back(role, keep, because);
        }
        if let Some(faces) = &put.faces {
            unexplained(because.as_ref())?;
            return self.roll(role, put.seat.map(Seat), faces);
        }
        if put.decide {
            unexplained(because.as_ref())?;
            return self.decide(role, put.seat.map(Seat));
        }
        let Some(line) = put.line.as_deref() else {
            let said = put.proposal.zip(because);
            let (of, why) = said.ok_or_else(|| Problem::says("nothing was put in"))?;
            return self.say_why(role, of, why);
        };
        let (seat, line) = self.split_seat(line, put.seat.map(Seat));
        let line = self.ending_at(line, put.at)?;
        let command = prompt::read(&line, self.table.questions()).map_err(Problem::says)?;
        let command = meant_at(&*self.table, command, &line, role.judge);
        let (command, because) = explained(command, because)?;
        self.obey(role, seat, command, because)
    }

    /// A line with the place that a hand points at after it; a reason stands last.
    pub(super) fn ending_at(&self, line: &str, at: Option<[f32; 2]>) -> Result<String, Problem> {
        let Some(at) = at else { return Ok(line.to_string()) };
        let nowhere = || Problem::says("at this table a hand points at things, not at places");
        let place = self.table.place_at(at.into()).ok_or_else(nowhere)?;
        Ok(match line.split_once(" because ") {
            Some((change, reason)) => format!("{change} {place} because {reason}"),
            None => format!("{line} {place}"),
        })
    }

    /// What somebody says, as it is kept.
    ///
    /// # Errors
    /// Where it is nothing, or they only look on.
    pub fn said(&self, role: &Role, words: &str) -> Result<String, Problem> {
        if role.looks_on() {
            return Err(Problem::forbidden("spectators look on: this link decides for nobody"));
        }
        let words: String = printable(words.trim()).chars().take(LONGEST_SAID).collect();
        if words.is_empty() {
            return Err(Problem::says("nothing was said"));
        }
        let by = role.says(|seat| self.called(seat));
        serde_json::to_string(&Said { by, words }).map_err(|it| Problem::says(it.to_string()))
    }

    /// Hears what was said, as it is kept.
    pub fn hear(&mut self, kept: &[(i64, String)]) {
        self.forget_views();
        for (number, said) in kept {
            if *number > self.heard {
                self.chat.extend(serde_json::from_str::<Said>(said));
                self.heard = *number;
            }
        }
        let surplus = self.chat.len().saturating_sub(crate::serve::hall::MOST_SAID);
        self.chat.drain(..surplus);
    }

    /// The number of what was said last.
    pub fn heard(&self) -> i64 {
        self.heard
    }

    /// The seat a line names before a colon, and the rest.
    pub(super) fn split_seat<'t>(
        &self,
        text: &'t str,
        seat: Option<Seat>,
    ) -> (Option<Seat>, &'t str) {
        let (named, rest) = prompt::split_seat(&self.seats, text);
        (named.or(seat), rest)
    }

    /// A judge's word says what and why, and neither at great length.
    fn finished(&self, verb: &str, what: &str, reason: &str) -> Result<(), Problem> {
        Slip::of_length(reason)?;
        match what.is_empty() || reason.is_empty() {
            true => Err(Problem::says(unfinished(&*self.table, verb, what))),
            false => Ok(()),
        }
    }

    fn obey(
        &mut self,
        role: &Role,
        seat: Option<Seat>,
        command: Command,
        because: Option<String>,
    ) -> Result<Done, Problem> {
        match command {
            Command::Empty => match self.table.rest() {
                Some((seat, rest)) if role.holds(seat) => self.act(role, seat, &rest.action),
                _ => Err(Problem::says("nothing was put in")),
            },
            Command::Comment => Ok(Done::default()),
            Command::Undo(back) => {
                let keep = self.how_far(role, back)?;
                self.take_back(role, keep, because)
            }
            Command::Redo => self.redo(role),
            Command::Correct(number, text) => self.correct(role, number, &text, because),
            Command::Overrule { action, reason } => {
                self.preside(role, "overruling")?;
                self.finished("overrule", &action, &reason)?;
                let (seat, action) = self.split_seat(&action, seat);
                let asked = Live::asked_seats(&self.table.pending());
                let alone = asked.first().filter(|_| role.judge && asked.len() == 1);
                let seat = self.whose(role, seat.or(alone.map(|seat| Seat(*seat))))?;
                let value = self.table.parse(seat, action)?;
                let told = self.table.overrule(seat, &value, &reason);
                self.told(told)
            }
            Command::Amend { change, reason } => {
                self.preside(role, "amending")?;
                let told = match self.table.parse_amendment(&change) {
                    Ok(value) => {
                        self.finished("amend", &change, &reason)?;
                        self.table.amend(&value, &reason)
                    }
                    Err(slip) => {
                        Slip::of_length(&reason)?;
                        let value = left_to_judge(&*self.table, &change).ok_or(slip)?;
                        self.table.answer(&value, &reason)
                    }
                };
                self.told(told)
            }
            Command::Answer { action, reason } => {
                self.preside(role, "answering")?;
                Slip::of_length(&reason)?;
                let value = self.table.parse(Seat::JUDGE, &action)?;
                let told = self.table.answer(&value, &reason);
                self.told(told)
            }
            Command::Note(words) => {
                Slip::of_length(&words)?;
                let noted = |entry: &Entry| match &entry.input {
                    Input::Note(words) => words.len(),
                    _ => 0,
                };
                let noted: usize = self.table.transcript().entries.iter().map(noted).sum();
                if noted + words.len() > MOST_NOTED {
                    return Err(Problem::says("the record holds no more notes"));
                }
                let by = role.says(|seat| self.name(seat));
                self.table.note(&format!("{by}: {}", printable(&words)));
                let says = "noted: it stands in the log, for everybody at the table";
                Ok(Done::saying(says))
            }
            Command::Concede(name) => {
                let (named, _) = self.split_seat(&format!("{name}:"), None);
                if !name.is_empty() && named.is_none() {
                    let names: Vec<&str> = self.seats.iter().map(|(_, it)| it.as_str()).collect();
                    let says = format!("no seat `{name}`, there are {}", names.join(", "));
                    return Err(Problem::says(says));
                }
                let named = named.or(seat);
                let own = || role.seats.first().filter(|_| role.seats.len() == 1);
                let seat = named.or_else(|| own().map(|seat| Seat(*seat)));
                let seat = seat.ok_or_else(|| Problem::says("say who: `concede SEAT`"))?;
                if !self.seats.iter().any(|(it, _)| *it == seat) {
                    return Err(Problem::says(
                        "the judge plays no side: there is nothing to concede",
                    ));
                }
                if !role.holds(seat) {
                    return Err(Problem::forbidden("nobody concedes for another"));
                }
                let told = self.table.stop(Stop::Concede(seat));
                self.told(told)
            }
            Command::Draw => self.draw(role, because),
            Command::Time => {
                self.preside(role, "calling time")?;
                let told = self.table.stop(Stop::Time);
                self.told(told)
            }
            Command::Roll(what) if what.is_empty() => {
                let Asked::Roll { groups, .. } = self.table.pending() else {
                    return Err(Problem::says("no dice are asked for now"));
                };
                if !self.may_roll(role, &groups) {
                    return Err(Problem::forbidden("these are others' dice"));
                }
                self.roll_own(role, &groups)
            }
            Command::Roll(what) => {
                let number = self.table.transcript().entries.len() as u64;
                let rolled = free_dice::rolled(&*self.table, (self.seed, number), &what);
                let says = rolled.map_err(Problem::says)?;
                let by = role.says(|seat| self.name(seat));
                self.table.note(&format!("{by}: {says}"));
                Ok(Done::saying(says))
            }
            Command::Other(text) => self.take(role, seat, &text),
            Command::Quit | Command::Save(_) => Ok(Done::saying("everything is stored already")),
            // Questions that are put in are asked: see `asked_in`.
            _ => Err(Problem::says("this is no input")),
        }
    }

    /// For whom somebody speaks: the seat named, or the one of theirs that is asked. A judge speaks for players by their names, as
    /// whoever writes down what is said at a real table.
    pub(super) fn whose(&self, role: &Role, named: Option<Seat>) -> Result<Seat, Problem> {
        let asked = Live::asked_seats(&self.table.pending());
        let decided = self.table.decided();
        let own = || role.seats.iter().map(|seat| Seat(*seat));
        let open = |seat: &Seat| asked.contains(&seat.0) && !decided.contains(*seat);
        let judge = || (role.judge && asked.contains(&Seat::JUDGE.0)).then_some(Seat::JUDGE);
        let seat = named.or_else(|| own().find(open)).or_else(judge).or_else(|| own().next());
        let seat = seat.ok_or_else(|| {
            let names: Vec<String> = match asked.is_empty() {
                true => self.seats.iter().map(|(_, name)| format!("`{name}: ACTION`")).collect(),
                false => {
                    asked.iter().map(|it| format!("`{}: ACTION`", self.name(Seat(*it)))).collect()
                }
            };
            Problem::says(format!("say for whom: {}", names.join(" or ")))
        })?;
        let speaks_for = |seat| self.table.is_free() || (named.is_some() && self.is_person(seat));
        if !(self.decides(role, seat) || (role.judge && speaks_for(seat))) {
            let says = format!("this link does not decide for {}", self.name(seat));
            return Err(Problem::forbidden(says));
        }
        Ok(seat)
    }

    /// Dice where dice are asked for, else an action; at a referee's table a change of the position, where it is one.
    fn take(&mut self, role: &Role, named: Option<Seat>, text: &str) -> Result<Done, Problem> {
        let is_its = |group: &AskedGroup| named.is_none_or(|seat| seat == group.seat);
        if let Asked::Roll { groups, .. } = self.table.pending()
            && groups.iter().all(is_its)
            && (named.is_none() || read_typed(&*self.table, text).is_ok())
        {
            if !self.may_roll(role, &groups) {
                return Err(Problem::forbidden("these are others' dice"));
            }
            let typed = read_typed(&*self.table, text).map_err(Problem::says)?;
            self.may_type_dice()?;
            if !typed.left.is_empty() {
                let says = format!("`{}` is more than the dice that are asked for", typed.left);
                return Err(Problem::says(says));
            }
            return self.fell(role, &typed.faces, &groups);
        }
        let free = self.table.is_free() && role.judge;
        let seat = self.whose(role, named);
        let parsed = seat.and_then(|seat| {
            let action = self.table.parse(seat, text)?;
            Ok((seat, action))
        });
        if free {
            let may = parsed.as_ref().is_ok_and(|(seat, action)| {
                self.table.ruling(*seat, action).is_ok_and(|ruling| ruling.holds())
            });
            let change = change_at_table(&*self.table, text).filter(|_| !may);
            if let Some((change, reason)) = change {
                let told = self.table.amend(&change, &reason);
                return self.told(told);
            }
        }
        let (seat, action) = parsed.map_err(|problem| {
            let change = free.then(|| why_no_change(&*self.table, text)).flatten();
            change.map_or(problem, Problem::from)
        })?;
        self.act(role, seat, &action)
    }

    pub(super) fn act(&mut self, role: &Role, seat: Seat, action: &Value) -> Result<Done, Problem> {
        let number = self.table.transcript().entries.len() + 1;
        let taken = match seat {
            Seat::JUDGE => self.table.answer(action, "").map(Some),
            seat => self.table.act(seat, action, &salt()),
        };
        let says = match taken.map_err(|refused| self.refusal(&refused))? {
            None => format!("{} has decided", self.name(seat)),
            Some(_) => {
                self.enters(role, number, &[seat]);
                String::new()
            }
        };
        self.settle();
        Ok(Done::saying(says))
    }

    /// Takes a decision as a bot would.
    fn decide(&mut self, role: &Role, named: Option<Seat>) -> Result<Done, Problem> {
        let seat = self.whose(role, named)?;
        let action = self.bots.decide(&*self.table, seat, Player::Greedy);
        let action = action.ok_or_else(|| Problem::says("nothing is asked of you now"))?;
        let says = self.table.say_action(seat, &action);
        let done = self.act(role, seat, &action)?;
        Ok(if done.says.is_empty() { Done { says, ..done } } else { done })
    }

    fn roll(&mut self, role: &Role, seat: Option<Seat>, faces: &[u8]) -> Result<Done, Problem> {
        let Asked::Roll { groups, secret_to, .. } = self.table.pending() else {
            return Err(Problem::says("no dice are asked for now"));
        };
        if !self.may_roll(role, &groups) {
            return Err(Problem::forbidden("these are others' dice"));
        }
        self.may_type_dice()?;
        match seat {
            // What falls in secret lies nowhere for others to see.
            Some(seat) if secret_to.is_none() => self.lay(role, seat, faces, &groups),
            _ => self.fell(role, faces, &groups),
        }
    }

    /// Nobody tells how dice fell that come from the seed.
    pub(super) fn may_type_dice(&self) -> Result<(), Problem> {
        match self.settings.typed || self.table.is_free() {
            true => Ok(()),
            false => Err(Problem::forbidden("at this table the seed rolls")),
        }
    }

    pub(super) fn roll_seeded(&mut self, groups: &[AskedGroup]) -> Result<Done, Problem> {
        let (faces, source) = self.drawn(groups);
        self.faces(&faces, source)
    }

    pub(super) fn faces(&mut self, faces: &[u8], source: FaceSource) -> Result<Done, Problem> {
        let told = self.table.roll(faces, source, &salt());
        self.told(told)
    }

    /// Real dice, as somebody tells them.
    pub(super) fn fell(
        &mut self,
        role: &Role,
        faces: &[u8],
        groups: &[AskedGroup],
    ) -> Result<Done, Problem> {
        let number = self.table.transcript().entries.len() + 1;
        let told = self.table.roll(faces, FaceSource::Typed, &salt());
        if told.is_ok() {
            let mut seats: Vec<Seat> = groups.iter().map(|group| group.seat).collect();
            seats.dedup();
            self.enters(role, number, &seats);
        }
        self.told(told)
    }

    /// Notes beside the line put in last that a judge put it in for others; at a referee's table that is so of every line, and
    /// what several decided in secret they did not all leave to the judge.
    fn enters(&mut self, role: &Role, line: usize, seats: &[Seat]) {
        let for_others = |seat: &Seat| self.is_person(*seat) && !role.holds(*seat);
        let input = self.table.transcript().entries.get(line - 1).map(|entry| &entry.input);
        let alone =
            input.is_some_and(|input| input.is_roll() || matches!(input, Input::Act { .. }));
        if alone && role.judge && !self.table.is_free() && seats.iter().all(for_others) {
            let names: Vec<String> = seats.iter().map(|seat| self.name(*seat)).collect();
            self.table.note(&format!("{}{}", entered(line), all_of(&names, "and")));
        }
    }

    /// Whether a line of the record was put in by a judge for somebody else, by the note after it.
    pub(super) fn was_entered(&self, line: usize) -> bool {
        let note = self.table.transcript().entries.get(line).map(|entry| &entry.input);
        matches!(note, Some(Input::Note(words)) if words.starts_with(&entered(line)))
    }

    pub(super) fn told(&mut self, told: Result<Vec<Told>, Refused>) -> Result<Done, Problem> {
        told.map_err(|refused| self.refusal(&refused))?;
        self.settle();
        Ok(Done::default())
    }

    pub(super) fn refusal(&self, refused: &Refused) -> Problem {
        let typed = |action: &Value| self.typed(action);
        Problem::refused(Fault::refused(refused, &typed))
    }

    /// An action as it would be typed, for whoever is asked.
    fn typed(&self, action: &Value) -> String {
        let asked = Live::asked_seats(&self.table.pending());
        self.table.say_action(Seat(asked.first().copied().unwrap_or(0)), action)
    }
}

/// How the note begins that says for whom a judge put in a line.
fn entered(line: usize) -> String {
    format!("judge{}put in for ", beside_line(line))
}

/// Why something is put in, as far as that is said.
fn reason(put: &Put) -> Result<Option<String>, Problem> {
    let reason = put.because.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    reason.map_or(Ok(()), Slip::of_length)?;
    Ok(reason.map(String::from))
}

/// Refuses a reason where nobody would read it.
fn unexplained(because: Option<&String>) -> Result<(), Problem> {
    let says = "a reason goes with what is proposed, with a no to that, or with a judge's word";
    because.map_or(Ok(()), |_| Err(Problem::says(says)))
}

/// A command with the reason that was given beside it: a judge's word that has none takes it up.
fn explained(
    command: Command,
    because: Option<String>,
) -> Result<(Command, Option<String>), Problem> {
    let or = |reason: String, because: Option<String>| match reason.is_empty() {
        true => because.unwrap_or_default(),
        false => reason,
    };
    Ok(match command {
        Command::Overrule { action, reason } => {
            (Command::Overrule { action, reason: or(reason, because) }, None)
        }
        Command::Amend { change, reason } => {
            (Command::Amend { change, reason: or(reason, because) }, None)
        }
        Command::Answer { action, reason } => {
            (Command::Answer { action, reason: or(reason, because) }, None)
        }
        Command::Undo(_) | Command::Draw | Command::Correct(..) => (command, because),
        other => {
            unexplained(because.as_ref())?;
            (other, None)
        }
    })
}
