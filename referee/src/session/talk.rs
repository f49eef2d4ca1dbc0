//! Lines a person types during a sitting, and what is done about them.

use super::shared::seen_by_nobody;
use super::{Done, Ending, Last, Ruled, Sitting, Step, salt};
use crate::completion::Typing;
use crate::console::{Typed, bad};
use crate::dice_source::{read_typed, without_seats};
use crate::help::{change_at_table, meant_at, why_no_change};
use crate::look_up::Tables;
use crate::prompt::{self, Command};
use crate::save::{kept_aside, save_as};
use crate::trouble::Trouble;
use serde_json::json;
use std::path::PathBuf;
use umpire_core::data::suggest;
use umpire_core::host::Asked;
use umpire_core::seat::Seat;
use umpire_core::transcript::FaceSource;

impl Sitting<'_, '_> {
    /// Reads one line and does what it says. `seat` is the one that is asked to decide.
    pub(super) fn talk(&mut self, seat: Option<Seat>, label: &str, secret: bool) -> Step {
        let typed = match self.put_off.take() {
            Some(typed) => typed,
            None => self.read_line(seat, label, secret)?,
        };
        // What was saved while somebody thought holds for what they typed.
        self.take_saved()?;
        match typed {
            Typed::End if self.may_end()? => Ok(Some(Ending::InputEnded)),
            Typed::End => Ok(None),
            Typed::Interrupted if self.may_quit("the same key")? => Ok(Some(Ending::Interrupted)),
            Typed::Interrupted => Ok(None),
            Typed::Unreadable(says) => self.complain(&says, &[]).map(|()| None),
            Typed::Line(line) => match prompt::read(&line, self.table.questions()) {
                Ok(Command::Quit) if self.may_quit("`quit`")? => Ok(Some(Ending::Quit)),
                Ok(Command::Quit) => Ok(None),
                Ok(command) => {
                    let command = meant_at(&*self.table, command, &line, true);
                    self.obey(seat, command, secret).map(|()| None)
                }
                Err(says) => self.complain(&says, &[]).map(|()| None),
            },
        }
    }

    pub(super) fn read_line(
        &mut self,
        seat: Option<Seat>,
        label: &str,
        secret: bool,
    ) -> Result<Typed, Trouble> {
        self.console.out.flush()?;
        let prompt = format!("{label}> ");
        let table = &*self.table;
        let (library, viewer) = (self.library, self.viewer(seat));
        let is_shared = self.is_shared() && !secret;
        let complete = |typed: &str| {
            let seen = if is_shared { seen_by_nobody(table) } else { None };
            let typing = Typing {
                table: seen.as_deref().unwrap_or(table),
                library,
                seat: seat.unwrap_or(Seat(0)),
                viewer,
            };
            typing.lines(typed)
        };
        let typed = self.console.lines.read(&prompt, secret, &complete)?;
        if let (Typed::Line(line), Some(_), false) =
            (&typed, self.console.lines.number(), self.settings.json)
        {
            // What others may not know is not written where they may read it.
            let hidden = match prompt::read(line, table.questions()) {
                Ok(Command::Other(_)) => secret,
                Ok(Command::Correct(number, _)) => self.is_for_some_alone(number),
                _ => false,
            };
            let shown = if hidden { "(not shown)" } else { line };
            self.console.out.line(format!("{prompt}{shown}"))?;
        }
        Ok(typed)
    }

    pub(super) fn obey(&mut self, seat: Option<Seat>, command: Command, secret: bool) -> Done {
        let entries = self.table.transcript().entries.len();
        let is_kept = matches!(command, Command::Correct(..) | Command::Note(_));
        self.carry_out(seat, command, secret)?;
        if !is_kept && self.table.transcript().entries.len() > entries {
            self.corrected = None;
        }
        Ok(())
    }

    fn carry_out(&mut self, seat: Option<Seat>, command: Command, secret: bool) -> Done {
        match command {
            Command::Empty => self.take_rest(),
            Command::Comment => Ok(()),
            Command::Why { deep } => self.why(deep),
            Command::WhyAction { deep, action } => self.why_action(seat, deep, &action, secret),
            Command::Ask(question) => self.ask(seat, &question),
            Command::List => self.list(seat, "", secret),
            Command::ListOf(words) => self.list(seat, &words, secret),
            Command::Undo(back) => self.undo(back),
            Command::Redo => self.redo(),
            Command::Correct(number, text) => self.correct(number, &text),
            Command::Overrule { action, reason } => self.overrule(seat, &action, &reason),
            Command::Amend { change, reason } => self.amend(&change, &reason),
            Command::Answer { action, reason } => self.answer(&action, &reason),
            Command::Note(words) => {
                self.table.note(&words);
                self.tell_note("noted")
            }
            Command::Save(path) => self.save_to(path),
            Command::Concede(name) => self.concede(seat, &name),
            Command::Draw => self.agree_draw(seat),
            Command::Time => self.call_time(seat),
            Command::Board(what) => self.show_board(seat, &what, true),
            Command::LookUp(kind, name) => self.look_up(kind, &name),
            Command::Status(thing) => self.tell_status(seat, &thing),
            Command::Log(count) => {
                let lines = self.last_lines(self.at_the_screen(), count);
                self.tell_lines(lines)
            }
            Command::Help(about) => self.help(&about),
            Command::Roll(what) => self.roll_drawn(&what),
            Command::Other(text) => match self.asked_by_name(seat, &text) {
                Some((named, Command::Log(count))) => self.tell_log_of(named, count),
                Some((named, Command::List)) => self.list_for(named, ""),
                Some((named, Command::ListOf(words))) => self.list_for(named, &words),
                Some((named, question)) => self.obey(Some(named), question, secret),
                None => self.take(seat, &text, secret),
            },
            Command::Quit => Ok(()),
        }
    }

    /// Dice where dice are asked for, else an action.
    pub(super) fn take(&mut self, seat: Option<Seat>, text: &str, secret: bool) -> Done {
        if let Asked::Roll { .. } = self.table.pending() {
            let bare = without_seats(&*self.table, text);
            let bare = bare.filter(|bare| !self.is_action(bare) && !self.names_no_face(bare));
            let named = bare.is_none() && self.split_seat(text).0.is_some();
            let text = bare.as_deref().unwrap_or(text);
            match read_typed(&*self.table, text) {
                Ok(typed) => {
                    self.left = typed.left;
                    if !self.left.is_empty() {
                        let note = format!("`{}` is kept for the next dice", self.left);
                        self.tell_note(&note)?;
                    }
                    return self.take_faces(&typed.faces, FaceSource::Typed);
                }
                Err(says) if !named => {
                    let says = match self.is_action(text) {
                        true => self.dice_first(),
                        false if self.names_no_face(text) => {
                            self.neither_dice_nor_command(text, &says)
                        }
                        false => says,
                    };
                    return self.complain(&says, &[]);
                }
                Err(_) => {}
            }
        }
        if self.settings.free && self.puts_down(seat, text)? {
            return Ok(());
        }
        let (seat, action) = match self.whose(seat, text) {
            Ok(found) => found,
            Err(says) => {
                // Whose it is says nothing about a line that nobody could do.
                let says = self.nobodys(text).unwrap_or(says);
                return self.complain(&says, &[]);
            }
        };
        if !self.settings.free && !self.is_person(seat) {
            let name = self.name(seat);
            return self.complain(&format!("{name} is not played from the keyboard"), &[]);
        }
        match self.table.parse(seat, &action) {
            Ok(value) => self.act(seat, &value, secret),
            Err(_) if matches!(self.table.pending(), Asked::Roll { .. }) => {
                let says = self.dice_first();
                self.complain(&says, &[])
            }
            Err(_) if self.table.parse_amendment(&prompt::because(text).0).is_ok() => {
                let (change, reason) = prompt::because(text);
                let reason = if reason.is_empty() { "REASON" } else { &reason };
                let says = format!("this changes the position: `amend {change} because {reason}`");
                self.complain(&says, &[])
            }
            Err(slip) => {
                let slip = self.slip_for_all(seat, &action, slip, secret);
                let change = || why_no_change(&*self.table, self.split_seat(text).1);
                // What a change asks back is nearer to one than that the line is no action.
                let asks = || {
                    let slip = self.table.parse_amendment(self.split_seat(text).1).err();
                    slip.filter(|slip| slip.asks)
                };
                let asks = || if slip.asks { None } else { asks() };
                let told = self.settings.free.then(|| change().or_else(asks)).flatten();
                let mut slip = told.unwrap_or(slip);
                if prompt::are_numbers(text) {
                    let says = "no dice are asked for now; `list` tells what is";
                    return self.complain(says, &[]);
                }
                // A word of the rules is no action, and what they say of it may be what is asked for.
                let few = text.split_whitespace().count() <= 2;
                if few && slip.suggestions.is_empty() && self.names_a_rule(text) {
                    let says = format!("{slip}; `rule {text}` tells what the rules say of it");
                    return self.complain(&says, &[]);
                }
                // One word that is no action may be a command that was misspelt.
                let is_name = || self.table.status(None, text).is_ok();
                if slip.suggestions.is_empty()
                    && text.len() > 2
                    && !text.contains(' ')
                    && !is_name()
                {
                    slip = slip.meant(self.near_verb(text));
                }
                self.complain(&slip.to_string(), &[])
            }
        }
    }

    /// The word most like one, of those with which questions and commands begin.
    fn near_verb(&self, word: &str) -> Option<String> {
        let tables = Tables::in_play(self.library, &*self.table).ok();
        let is_there = |kind: &&str| tables.as_ref().is_some_and(|tables| tables.has_kind(kind));
        let looked_up = prompt::LOOK_UPS.into_iter().filter(is_there);
        let asked = self.table.questions().iter().map(|question| question.verb());
        suggest(word, prompt::verbs().chain(asked).chain(looked_up)).map(String::from)
    }

    /// What is wrong with a line that is an action of no seat's.
    fn nobodys(&self, text: &str) -> Option<String> {
        let first = |line: &str| line.split(' ').next().unwrap_or_default().to_lowercase();
        if self.table.usages().iter().any(|usage| first(&usage.form) == first(text)) {
            return None;
        }
        let mut slips = self.seats.iter().map(|(seat, _)| self.table.parse(*seat, text).err());
        let first = slips.next().flatten()?;
        slips.all(|slip| slip.is_some()).then(|| first.to_string())
    }

    /// At a referee's table a change of the position needs no `amend` and no reason, unless it is
    /// also something a player may do now. Says whether it was one.
    fn puts_down(&mut self, seat: Option<Seat>, text: &str) -> Result<bool, Trouble> {
        let may = self.whose(seat, text).is_ok_and(|(seat, action)| {
            let ruling = self.table.parse(seat, &action).map(|it| self.table.ruling(seat, &it));
            ruling.is_ok_and(|ruling| ruling.is_ok_and(|ruling| ruling.holds()))
        });
        let change = change_at_table(&*self.table, self.split_seat(text).1).filter(|_| !may);
        let Some((change, reason)) = change else { return Ok(false) };
        match self.table.amend(&change, &reason) {
            Ok(_) => self.drop_left()?,
            Err(refused) => self.refuse(text, &refused)?,
        }
        Ok(true)
    }

    /// Tells what an action would cost, once: typed again it is carried out.
    fn warn(
        &mut self,
        seat: Seat,
        action: &serde_json::Value,
        ruled: &Ruled,
    ) -> Result<bool, Trouble> {
        let lines: Vec<String> = ruled
            .ruling
            .warnings()
            .iter()
            .map(|(rule, says)| format!("mind: {says} ({rule})"))
            .collect();
        let again = Some((self.table.counted(), seat, action.clone()));
        if lines.is_empty() || self.warned == again {
            self.warned = None;
            return Ok(false);
        }
        self.warned = again;
        self.last = Some(Last::Ruled(ruled.clone()));
        if self.settings.json {
            self.console.out.json(&json!({ "warns": lines, "again": true }))?;
            return Ok(true);
        }
        for line in lines {
            self.console.out.words(bad(format!("  {line}")))?;
        }
        self.tell_note("nothing has been done: type it again to do it all the same")?;
        Ok(true)
    }

    fn act(&mut self, seat: Seat, action: &serde_json::Value, secret: bool) -> Done {
        let about = format!("{}: {}", self.name(seat), self.table.say_action(seat, action));
        let ruled = self.ruled(seat, action).filter(|_| !secret);
        if let Some(ruled) = &ruled
            && ruled.ruling.holds()
            && self.warn(seat, action, ruled)?
        {
            return Ok(());
        }
        let forgone = self.table.forgoes(seat, action).filter(|_| !secret);
        let taken = match seat {
            Seat::JUDGE => self.table.answer(action, "").map(Some),
            seat => self.table.act(seat, action, &salt()),
        };
        match taken {
            Ok(told) => {
                self.drop_left()?;
                self.last = ruled.map(Last::Ruled);
                if let Some(forgone) = forgone {
                    self.tell_note(&format!("{forgone}: `undo` goes back to it"))?;
                }
                if told.is_none() || secret {
                    self.close_hand(seat, secret)?;
                }
                Ok(())
            }
            Err(refused) => {
                self.refuse(&about, &refused)?;
                match self.settings.free && refused.may_be_overruled() {
                    true => {
                        let whose = if seat == Seat::JUDGE { "" } else { "SEAT: " };
                        let says =
                            format!("`overrule {whose}ACTION because REASON` lets it through");
                        self.tell_note(&says)
                    }
                    false => Ok(()),
                }
            }
        }
    }

    fn take_rest(&mut self) -> Done {
        let Some((seat, rest)) = self.table.rest() else { return Ok(()) };
        if !self.settings.free && !self.is_person(seat) {
            return Ok(());
        }
        self.act(seat, &rest.action, false)
    }

    /// Whether what is typed may end here. Lines of a file or of another program do; at a terminal a key ends them, and whoever
    /// presses it quits.
    fn may_end(&mut self) -> Result<bool, Trouble> {
        Ok(self.console.lines.number().is_some() || self.may_quit("the same key")?)
    }

    /// Whether somebody who quits may go: who would lose a game under way is told so, once, and what leaves it.
    fn may_quit(&mut self, by: &str) -> Result<bool, Trouble> {
        let now = self.table.counted();
        let is_over = matches!(self.table.pending(), Asked::Over(_));
        let loses = !is_over && self.is_unsaved() && self.has_person();
        if !loses || !self.console.out.terminal || self.quit_at == Some(now) {
            return Ok(true);
        }
        self.quit_at = Some(now);
        let lost = match (self.unsaved, self.saved_at) {
            (true, _) => {
                "not all of it is saved: `save FILE` keeps the game in another file".into()
            }
            (false, 0) => "nothing is saved: `save FILE` keeps the game".into(),
            (false, line) => {
                format!("what came after line {line} is not saved: `save FILE` keeps it")
            }
        };
        self.tell_note(&format!("{lost}, {by} again leaves it"))?;
        Ok(false)
    }

    fn save_to(&mut self, path: Option<PathBuf>) -> Done {
        let Some(path) = path.or_else(|| self.settings.save.clone()) else {
            let says = "expected `save FILE`, such as `save game.umpire`";
            return self.complain(says, &[]);
        };
        let record = self.table.saved();
        if let Some(journal) = self.journal.as_ref().filter(|it| it.is_a_device())
            && journal.is_at(&path)
        {
            let says = format!(
                "`{}` is no file to add to: it gets the whole game when you leave",
                path.display()
            );
            return self.complain(&says, &[]);
        }
        let saved = match &mut self.journal {
            Some(journal) if journal.is_at(&path) => journal.rewrite(&record).map(|()| None),
            _ => save_as(&path, &record),
        };
        match saved {
            Ok(aside) => {
                self.saved_at = self.table.counted();
                let kept = kept_aside(aside.as_deref());
                self.tell_note(&format!("saved to {}{kept}", path.display()))
            }
            Err(trouble) => self.complain(&trouble.to_string(), &[]),
        }
    }

    /// The seat a line names before a colon, and the rest.
    pub(super) fn split_seat<'t>(&self, text: &'t str) -> (Option<Seat>, &'t str) {
        prompt::split_seat(&self.seats, text)
    }

    /// Whose action a line is: the seat it names, or the one that is asked.
    pub(super) fn whose(&self, asked: Option<Seat>, text: &str) -> Result<(Seat, String), String> {
        let (named, action) = self.split_seat(text);
        let only = || match self.table.pending() {
            Asked::Choice { seats, .. } if seats.len() == 1 => seats.first(),
            _ => None,
        };
        // Where the judge alone decides, they do it for whoever is named.
        let named = match only() {
            Some(Seat::JUDGE) if self.settings.free => named.map(|_| Seat::JUDGE),
            _ => named,
        };
        let seat = named.or(asked).or_else(only);
        let seat = seat.or_else(|| self.persons().next().filter(|_| !self.settings.free));
        let names: Vec<&str> = self.seats.iter().map(|(_, name)| name.as_str()).collect();
        let who = || format!("say for whom: `SEAT: {action}`, with one of {}", names.join(", "));
        seat.map(|seat| (seat, action.to_string())).ok_or_else(who)
    }

    /// Asks the next person to the keyboard before they decide in secret.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Done {
        if self.settings.json || !self.console.out.terminal || self.console.lines.number().is_some()
        {
            return Ok(());
        }
        let name = self.name(seat);
        self.tell_note(&format!("{name} decides in secret: hand over the keyboard"))
    }

    /// Wipes what was typed in secret off a terminal.
    pub(super) fn cover(&mut self) -> Done {
        if self.console.out.terminal && self.console.lines.number().is_none() {
            self.console.out.clear()?;
        }
        Ok(())
    }

    fn close_hand(&mut self, seat: Seat, secret: bool) -> Done {
        if secret {
            self.cover()?;
        }
        let name = self.name(seat);
        self.tell_note(&format!("{name} has decided"))
    }
}
