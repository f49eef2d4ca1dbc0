//! What the table decides above the rules: taking back, correcting, overruling, amending, ending.

use super::{Done, Sitting};
use crate::console::Typed;
use crate::dice_source::DiceFrom;
use crate::help::{left_to_judge, meant_at, unfinished};
use crate::prompt::{self, Back, Command};
use crate::taking_back::{
    Theirs, corrected_words, correction_of, hidden_seen_since, reasoned, take_back, why_corrected,
};
use crate::trouble::Trouble;
use crate::watch::Watch;
use umpire_core::command::{counted, few};
use umpire_core::game::Stop;
use umpire_core::host::{Asked, Line, Table, Told};
use umpire_core::seat::{Seat, Seats};
use umpire_core::session::Refused;
use umpire_core::transcript::{Entry, Input};

/// The most lines that are told again where one was corrected.
const MOST_CORRECTED: usize = 12;

/// Why files are laid over those of a game.
const SAVED: &str = "saved while it was played";

impl Sitting<'_, '_> {
    /// Goes on under files that were saved since the last time, or says why not.
    pub(super) fn take_saved(&mut self) -> Done {
        let Some(saved) = self.watch.as_mut().and_then(Watch::saved) else { return Ok(()) };
        match self.table.lay(&saved, SAVED) {
            Ok(()) => {
                self.warned = None;
                self.asked = None;
                Ok(())
            }
            Err(refused) => {
                let names: Vec<&str> = saved.paths().collect();
                let says = format!("{} as saved is not played with", names.join(", "));
                self.refuse(&says, &refused)?;
                self.tell_note("the game goes on as it was")
            }
        }
    }

    pub(super) fn undo(&mut self, back: Back) -> Done {
        if let (Back::Last(1), Some((at, inputs))) = (&back, self.corrected.take()) {
            return self.uncorrect(at, &inputs);
        }
        let typed_dice = self.settings.dice == DiceFrom::Typed;
        let seats = |seat: Seat| self.is_person(seat);
        let theirs = Theirs { seats: &seats, anything: self.settings.free, typed_dice };
        let keep = match theirs.how_far(&*self.table, back) {
            Ok(keep) => keep,
            Err(says) => return self.complain(&says, &[]),
        };
        let decided = self.table.log(keep).into_iter().filter(|line| line.by.is_some());
        let decided: Vec<String> = decided.map(|line| format!("`{}`", line.says)).collect();
        let seen = self.seen_since(keep);
        match take_back(&mut *self.table, keep, &mut self.taken_back) {
            Err(refused) => self.refuse("taking back", &refused),
            Ok(gone) => {
                self.forget();
                let at = self.table.log(keep.saturating_sub(1)).last().map(|line| line.number);
                let to = match at.filter(|_| keep > 0) {
                    Some(number) => format!("the position after line {number}"),
                    None => "the beginning".into(),
                };
                self.tell_note(&format!("{gone}, to {to}"))?;
                if decided.len() > 1 {
                    self.tell_note(&few(decided.iter().map(String::as_str)))?;
                }
                match seen.is_empty() {
                    true => Ok(()),
                    false => {
                        let seen = seen.join(" and ");
                        let redo = if self.waits() { "; `redo` puts it back" } else { "" };
                        self.tell_note(&format!(
                            "{seen} had been seen, which the record keeps{redo}"
                        ))
                    }
                }
            }
        }
    }

    /// Takes a correction back: what counted after the first `at` inputs before it is put in again.
    fn uncorrect(&mut self, at: usize, inputs: &[Input]) -> Done {
        let put = |table: &mut dyn Table| {
            table.undo(at)?;
            inputs.iter().try_for_each(|input| table.put_again(input))
        };
        match put(&mut *self.table) {
            Err(refused) => self.refuse("taking the correction back", &refused),
            Ok(()) => {
                self.forget();
                let all = counted(inputs.len(), "line");
                self.tell_note(&format!(
                    "the correction is taken back; {all} put in again as before"
                ))
            }
        }
    }

    /// Whether a person is asked: bots and dice that fall by themselves go on at once, and nothing is put in again then.
    fn waits(&self) -> bool {
        match self.table.pending() {
            Asked::Choice { seats, .. } => seats.iter().any(|seat| self.is_person(seat)),
            Asked::Roll { .. } | Asked::Over(_) => false,
        }
    }

    /// What is known that was not before: to those who play against bots dice, and what bots decided; to anybody what persons
    /// saw by what they did themselves that had been hidden from them.
    fn seen_since(&self, keep: usize) -> Vec<String> {
        let bots = self.persons().next().is_some() && self.persons().count() < self.seats.len();
        let lines = if bots { self.table.log(keep) } else { Vec::new() };
        let mut seen = Vec::new();
        if lines.iter().any(|line| line.dice) {
            seen.push("dice".to_string());
        }
        if self.sees_hidden_since(keep) {
            seen.push("something hidden".to_string());
        }
        for (seat, name) in &self.seats {
            if !self.is_person(*seat) && lines.iter().any(|line| line.by == Some(*seat)) {
                seen.push(format!("what {name} decided"));
            }
        }
        seen
    }

    fn sees_hidden_since(&self, keep: usize) -> bool {
        let is_person = |seat: Seat| self.is_person(seat);
        let lines = self.table.log(keep);
        let own = |seat: Seat| seat != Seat::JUDGE && is_person(seat);
        let is_own = |input: usize| lines.get(input - keep).and_then(|it| it.by).is_some_and(own);
        !self.settings.free && hidden_seen_since(&*self.table, keep, &is_person).any(is_own)
    }

    /// Puts in again what was taken back last, if nothing else was put in since.
    pub(super) fn redo(&mut self) -> Done {
        match self.taken_back.put_again(&mut *self.table) {
            Err(Refused::Senseless(says)) => self.complain(&says, &[]),
            Err(refused) => self.refuse("putting in again", &refused),
            Ok(says) => {
                self.left.clear();
                (self.last, self.warned, self.asked) = (None, None, None);
                self.tell_note(&says)
            }
        }
    }

    /// After the record was changed: nothing before it is told again, nothing is kept for later.
    fn forget(&mut self) {
        self.shown = self.table.counted();
        self.left.clear();
        self.last = None;
        self.warned = None;
        self.asked = None;
    }

    /// Whether a line was decided in secret, and not all who sit at the keyboard may read it.
    pub(super) fn is_for_some_alone(&self, number: usize) -> bool {
        let entry = self.table.transcript().entries.get(number.wrapping_sub(1));
        let sealed = matches!(entry.map(|entry| &entry.input), Some(Input::Together(_)));
        sealed && !self.settings.free && self.persons().count() > 1
    }

    pub(super) fn correct(&mut self, number: usize, text: &str) -> Done {
        // A reason is noted for all: none of what only some may know.
        let (text, why) = match self.is_for_some_alone(number) {
            true => (text, None),
            false => reasoned(&*self.table, number, text),
        };
        let text = correction_of(&*self.table, number, text);
        let at = self.table.before_line(number).unwrap_or(0);
        let before = self.table.log(at);
        let inputs = self.table.begun_again(self.table.counted());
        match self.table.correct(number, text) {
            Err(refused) if self.is_for_some_alone(number) => {
                self.refuse(&format!("line {number} put right"), &refused)
            }
            Err(refused) => self.refuse(&format!("line {number} as `{text}`"), &refused),
            Ok(corrected) => {
                self.forget();
                if self.is_for_some_alone(number) {
                    self.cover()?;
                }
                // What came of later lines is told where it is something else now.
                let same = |known: &Line, line: &Line| {
                    (&known.says, &known.told) == (&line.says, &line.told)
                };
                let later = |line: &Line| {
                    line.number == number || !before.iter().any(|known| same(known, line))
                };
                let mut lines: Vec<Line> = self.table.log(at).into_iter().filter(later).collect();
                let more = lines.len().saturating_sub(MOST_CORRECTED);
                lines.truncate(MOST_CORRECTED);
                self.tell_lines(lines)?;
                if more > 0 {
                    let says = format!("{} came out otherwise, too: `log`", counted(more, "line"));
                    self.tell_note(&says)?;
                }
                if let Some(why) = why {
                    self.table.note(&why_corrected("judge", number, &why));
                }
                let lost = !corrected.dropped.is_empty();
                for says in corrected_words(number, corrected, |seat| self.name(seat)) {
                    self.tell_note(&says)?;
                }
                let inputs = inputs.into_iter().flat_map(|record| record.entries).skip(at);
                self.corrected = Some((at, inputs.map(|entry| entry.input).collect()));
                match lost {
                    true => self.tell_note("`undo` now puts all of it back as it was"),
                    false => Ok(()),
                }
            }
        }
    }

    pub(super) fn overrule(&mut self, seat: Option<Seat>, text: &str, reason: &str) -> Done {
        if text.is_empty() {
            return self.complain(&unfinished(&*self.table, "overrule", text), &[]);
        }
        // Nobody is asked while dice are: what they decide comes first.
        if self.settings.free && matches!(self.table.pending(), Asked::Roll { .. }) {
            let says = self.dice_first();
            return self.complain(&says, &[]);
        }
        let (seat, action) = match self.whose(seat, text) {
            Ok(found) => found,
            Err(says) => return self.complain(&says, &[]),
        };
        match self.table.parse(seat, &action) {
            Err(slip) => {
                let slip = self.slip_for_all(seat, &action, slip, false);
                let reason = if reason.is_empty() { "REASON" } else { reason };
                let says = match self.table.parse_amendment(&action) {
                    Ok(_) => format!("this is no action: `amend {action} because {reason}`"),
                    Err(asked) if asked.asks => {
                        format!("{asked}, with `amend` before it and `because {reason}` behind")
                    }
                    Err(_) => slip.to_string(),
                };
                self.complain(&says, &[])
            }
            Ok(_) if reason.is_empty() => {
                self.complain(&unfinished(&*self.table, "overrule", text), &[])
            }
            Ok(value) => {
                let taken = self.table.overrule(seat, &value, reason);
                self.after(text, taken)
            }
        }
    }

    pub(super) fn amend(&mut self, change: &str, reason: &str) -> Done {
        if change.is_empty() {
            return self.complain(&unfinished(&*self.table, "amend", change), &[]);
        }
        match self.table.parse_amendment(change) {
            Err(slip) => match left_to_judge(&*self.table, change) {
                Some(_) => self.answer(change, reason),
                None => self.complain(&slip.to_string(), &[]),
            },
            Ok(_) if reason.is_empty() => {
                self.complain(&unfinished(&*self.table, "amend", change), &[])
            }
            Ok(value) => {
                let taken = self.table.amend(&value, reason);
                self.after(change, taken)
            }
        }
    }

    pub(super) fn answer(&mut self, action: &str, reason: &str) -> Done {
        if action.is_empty() {
            return self.complain(&unfinished(&*self.table, "answer", action), &[]);
        }
        match self.table.parse(Seat::JUDGE, action) {
            Err(slip) => self.complain(&slip.to_string(), &[]),
            Ok(value) => {
                let taken = self.table.answer(&value, reason);
                self.after(action, taken)
            }
        }
    }

    pub(super) fn end(&mut self, stop: Stop) -> Done {
        let taken = self.table.stop(stop);
        self.after("ending the game", taken)
    }

    fn after(&mut self, about: &str, taken: Result<Vec<Told>, Refused>) -> Done {
        match taken {
            Ok(_) => self.drop_left(),
            Err(refused) => self.refuse(about, &refused),
        }
    }

    pub(super) fn concede(&mut self, asked: Option<Seat>, name: &str) -> Done {
        let named = self.seats.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        let named = named.map(|(seat, _)| *seat);
        if !name.is_empty() && named.is_none() {
            let names: Vec<&str> = self.seats.iter().map(|(_, name)| name.as_str()).collect();
            let says = format!("no seat `{name}`, there are {}", names.join(", "));
            return self.complain(&says, &[]);
        }
        let mut persons = self.persons();
        let only = persons.next().filter(|_| persons.next().is_none());
        drop(persons);
        let who = named.or(asked).or(only).filter(|seat| *seat != Seat::JUDGE);
        let any_person = self.persons().next().is_some();
        if let Some(seat) = who.filter(|seat| any_person && !self.is_person(*seat)) {
            let says = format!("{} is played by a bot, which does not give up", self.name(seat));
            return self.complain(&says, &[]);
        }
        let Some(seat) = who else { return self.complain("say who: `concede SEAT`", &[]) };
        let what = format!("{} gives up the game", self.name(seat));
        match self.is_sure(seat, &what, "concede")? {
            true => self.end(Stop::Concede(seat)),
            false => self.tell_note("nobody gives up; the game goes on"),
        }
    }

    /// The time is up: the game ends as it stands.
    pub(super) fn call_time(&mut self, asked: Option<Seat>) -> Done {
        let seat = asked.unwrap_or(Seat::JUDGE);
        match self.is_sure(seat, "the time is up, and the game ends as it stands", "time")? {
            true => self.end(Stop::Time),
            false => self.tell_note("there is time left; the game goes on"),
        }
    }

    /// Whether somebody means what ends the game: a person at a terminal is asked once, and may say it again.
    fn is_sure(&mut self, seat: Seat, what: &str, word: &str) -> Result<bool, Trouble> {
        let is_asked = self.console.out.terminal
            && self.console.lines.number().is_none()
            && !self.settings.json;
        if !is_asked {
            return Ok(true);
        }
        let name = self.name(seat);
        self.tell_note(&format!("{what}: sure? (yes or no)"))?;
        let typed = self.read_line(Some(seat), &name, false)?;
        Ok(matches!(&typed, Typed::Line(line)
            if ["y", "yes", word].contains(&line.trim().to_lowercase().as_str())))
    }

    /// A draw stands when every player agrees. Bots never do; a table without players decides alone.
    pub(super) fn agree_draw(&mut self, asked: Option<Seat>) -> Done {
        let asks = self.table.pending();
        if matches!(asks, Asked::Over(_)) {
            return self.end(Stop::Draw);
        }
        let persons: Vec<Seat> = self.persons().collect();
        let alone = self.settings.free || persons.is_empty();
        if !alone && persons.len() < self.seats.len() {
            return self.complain("the bots do not agree to a draw", &[]);
        }
        // While dice are asked for, whoever has to roll is at the keyboard.
        let rolls = match &asks {
            Asked::Roll { groups, .. } => groups.first().map(|group| group.seat),
            _ => None,
        };
        let offers = asked.or(rolls);
        let gone = self.have_conceded();
        let others = |seat: &Seat| !alone && Some(*seat) != offers && !gone.contains(*seat);
        for seat in persons.into_iter().filter(others) {
            let name = self.name(seat);
            self.tell_note(&format!("a draw is offered: does {name} agree? (yes or no)"))?;
            match self.says_yes(seat)? {
                Some(true) => {}
                Some(false) => {
                    return self.tell_note(&format!("{name} does not agree; the game goes on"));
                }
                None => return self.tell_note("the draw is not agreed to; the game goes on"),
            }
        }
        self.end(Stop::Draw)
    }

    /// Who gave up while others play on.
    fn have_conceded(&self) -> Seats {
        let counted = self.table.begun_again(self.table.counted());
        let inputs = counted.into_iter().flat_map(|record| record.entries);
        let gone = |entry: Entry| match entry.input {
            Input::Stop(Stop::Concede(seat)) => Some(seat),
            _ => None,
        };
        inputs.filter_map(gone).collect()
    }

    /// What a seat answers to a question that is open until it is answered. Questions of their own are answered meanwhile;
    /// what they do instead, such as `undo` or `quit`, ends it and is read next.
    fn says_yes(&mut self, seat: Seat) -> Result<Option<bool>, Trouble> {
        let name = self.name(seat);
        loop {
            let typed = self.read_line(Some(seat), &name, false)?;
            let Typed::Line(line) = &typed else {
                self.put_off = Some(typed);
                return Ok(None);
            };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(Some(true)),
                "n" | "no" => return Ok(Some(false)),
                _ => match prompt::read(line, self.table.questions()) {
                    Ok(command) if command.asks() => {
                        let command = meant_at(&*self.table, command, line, true);
                        self.obey(Some(seat), command, false)?;
                    }
                    Ok(Command::Empty | Command::Comment | Command::Other(_)) | Err(_) => {
                        self.complain("expected `yes` or `no`: a draw is offered", &[])?;
                    }
                    Ok(_) => {
                        self.put_off = Some(typed);
                        return Ok(None);
                    }
                },
            }
        }
    }
}
