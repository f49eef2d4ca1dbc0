//! Questions of whoever sits at the table: why, what the rules and tables say, and what only looking at the position tells.

use super::{Done, Last, Ruled, Sitting};
use crate::commands::question::answered;
use crate::help::{forms_of, is_change};
use crate::look_up::Tables;
use crate::patience::{self, Waiting, taken_off};
use crate::prompt::{self, Command};
use std::sync::atomic::AtomicBool;
use umpire_core::host::{Answer, Asked};
use umpire_core::seat::Seat;

impl Sitting<'_, '_> {
    /// Tells what the tables say of a thing. A piece of ground has a name of its own, and is of some kind.
    pub(super) fn look_up(&mut self, kind: &str, name: &str) -> Done {
        let tables = match Tables::in_play(self.library, &*self.table) {
            Ok(tables) => tables,
            Err(says) => return self.complain(&says, &[]),
        };
        let ground = self.table.ground_called(name).filter(|_| kind == "terrain");
        if let (Some(row), false) = (&ground, self.settings.json) {
            self.tell_note(&format!("{name} is of {}", row.replace('_', " ")))?;
        }
        let wanted = (kind, ground.as_deref().unwrap_or(name));
        let shown = tables.show(&mut self.console.out, wanted, self.settings.json)?;
        let Err(says) = shown else { return Ok(()) };
        // What is in play has names that the tables do not know.
        let of_things = ["card", "unit", "die"];
        if of_things.contains(&kind) && !name.is_empty() {
            let viewer = self.viewer(None);
            let verbs = self.table.questions().iter().map(|question| question.verb());
            let verbs: Vec<&str> = verbs.filter(|verb| of_things.contains(verb)).collect();
            let mut asked = verbs.into_iter().map(|verb| format!("{verb} {name}"));
            let answer = asked.find_map(|question| self.answered(viewer, &question));
            if let Some(answer) = answer.or_else(|| self.table.status(viewer, name).ok()) {
                return self.tell_answer(&answer);
            }
        }
        self.complain(&says, &[])
    }

    fn answered(&self, viewer: Option<Seat>, question: &str) -> Option<Answer> {
        let nobody_stops = AtomicBool::new(false);
        let waiting = Waiting::new(patience::USUAL, &nobody_stops, |_| {}).telling(false);
        self.table.ask(viewer, question, &waiting).ok()
    }

    /// What a person asks with their seat before it, `A: status`, or that they give up. Nobody asks so with what a bot may know.
    pub(super) fn asked_by_name(&self, asked: Option<Seat>, text: &str) -> Option<(Seat, Command)> {
        let (Some(named), rest) = self.split_seat(text) else { return None };
        if Some(named) != asked && !self.is_person(named) && named != Seat::JUDGE {
            return None;
        }
        let read = prompt::read(rest, self.table.questions()).ok()?;
        let asks = matches!(
            read,
            Command::Status(_)
                | Command::LookUp(..)
                | Command::Ask(_)
                | Command::List
                | Command::ListOf(_)
                | Command::Board(_)
                | Command::Help(_)
                | Command::Log(_)
                | Command::Why { .. }
                | Command::WhyAction { .. }
        );
        let gives_up =
            matches!(&read, Command::Concede(whose) if whose.is_empty() && named != Seat::JUDGE);
        (asks || gives_up).then_some((named, read))
    }

    /// Whether a word is what people call a rule.
    pub(super) fn names_a_rule(&self, word: &str) -> bool {
        let tables = Tables::in_play(self.library, &*self.table);
        tables.is_ok_and(|tables| tables.names_a_rule(word))
    }

    pub(super) fn why(&mut self, deep: bool) -> Done {
        let waits = matches!(self.table.pending(), Asked::Roll { .. });
        if waits {
            self.why_dice(deep)?;
        }
        match self.last.take() {
            Some(Last::Ruled(ruled)) => {
                self.tell_ruling(&ruled.about, &ruled.ruling, deep)?;
                self.last = Some(Last::Ruled(ruled));
                Ok(())
            }
            Some(Last::Dice) => {
                self.last = Some(Last::Dice);
                let mut rolls = self.table.dice_told(self.at_the_screen());
                rolls.truncate(if deep { rolls.len() } else { 1 });
                let mut told = rolls.iter().rev();
                told.try_for_each(|(about, ruling)| self.tell_ruling(about, ruling, deep))
            }
            None if waits => Ok(()),
            None => self.complain("there is no ruling yet: `why ACTION` asks for one", &[]),
        }
    }

    /// What the dice that are asked for count, and what is added to them.
    fn why_dice(&mut self, deep: bool) -> Done {
        let Asked::Roll { rule, groups, why, .. } = self.asked_here() else { return Ok(()) };
        let about = format!("{} by {rule}", self.say_groups(&groups).join("; "));
        self.tell_ruling(&about, &why, deep)
    }

    pub(super) fn why_action(
        &mut self,
        asked: Option<Seat>,
        deep: bool,
        text: &str,
        alone: bool,
    ) -> Done {
        let verb = text.split(' ').next().unwrap_or_default();
        let is_question = self.table.questions().iter().any(|question| question.verb() == verb);
        let (seat, action) = match self.whose(asked, text) {
            Ok(found) => found,
            Err(_) if is_question => return self.ask(asked, text),
            Err(says) => return self.complain(&says, &[]),
        };
        let read = self.table.parse(seat, &action);
        // `why all 12 N` may be asked of a move of all.
        let of_all = |slip| {
            let whole = deep.then(|| self.table.parse(seat, &format!("all {action}")).ok());
            whole.flatten().ok_or(slip)
        };
        match read.or_else(of_all) {
            // `why fire reds at blues` asks what `fire reds at blues` tells.
            Err(_) if is_question => self.ask(asked, text),
            Err(slip) => {
                let slip = self.slip_for_all(seat, &action, slip, alone);
                self.complain(&slip.to_string(), &[])
            }
            Ok(read) => match self.ruled(seat, &read) {
                Some(ruled) => self.tell_ruling(&ruled.about, &ruled.ruling, deep),
                None => self.complain("there is no ruling on this", &[]),
            },
        }
    }

    pub(super) fn ask(&mut self, seat: Option<Seat>, question: &str) -> Done {
        let seat = seat.or_else(|| self.persons().next());
        let seat = seat.filter(|seat| *seat != Seat::JUDGE && !self.settings.free);
        let (question, within) = match taken_off(question) {
            Ok(taken) => taken,
            Err(says) => return self.complain(&says, &[]),
        };
        match answered(self.table.as_ref(), seat, &question, within, self.console) {
            Ok(answer) => {
                self.tell_answer(&answer)?;
                let about = answer.headline;
                let ruled = answer.ruling.map(|ruling| Ruled { about, ruling });
                self.last = ruled.map(Last::Ruled).or(self.last.take());
                Ok(())
            }
            // At a referee's table a question may be a change as well: `range reds 1, blues 1 30 yes`.
            Err(_) if self.settings.free && is_change(&*self.table, &question) => {
                self.take(seat, &question, false)
            }
            Err(slip) => {
                // The tables know more things than are in play.
                let (verb, name) = question.split_once(' ').unwrap_or((&question, ""));
                if let (Some(kind), false) = (prompt::looked_up(verb), name.is_empty())
                    && let Ok(tables) = Tables::in_play(self.library, &*self.table)
                    && tables.has(name)
                    && slip.says.starts_with("there is no")
                {
                    let (wanted, json) = ((kind, name.trim()), self.settings.json);
                    let shown = tables.show(&mut self.console.out, wanted, json)?;
                    return shown.or_else(|says| self.complain(&says, &[]));
                }
                let says = self.missing(&question).unwrap_or_else(|| slip.to_string());
                self.complain(&says, &[])
            }
        }
    }

    /// The forms of a question of which only the verb was typed; nothing where that is a question of its own.
    fn missing(&self, question: &str) -> Option<String> {
        let forms = || self.table.questions().iter().filter(|asked| asked.verb() == question);
        let alone = |form: &str| form.split(' ').nth(1).is_none_or(|word| word.starts_with('['));
        let is_alone = forms().any(|asked| alone(asked.usage));
        forms_of(&*self.table, question).filter(|_| !is_alone)
    }
}
