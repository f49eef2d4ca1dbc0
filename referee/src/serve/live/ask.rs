//! What is asked at a table and changes nothing.

use super::Live;
use crate::completion::Typing;
use crate::prompt::{self, Command};
use crate::serve::problem::Problem;
use crate::serve::questions::{Asking, is_question};
use crate::serve::role::Role;
use crate::serve::wire::{Ask, Reply, StockEntry};
use umpire_core::seat::Seat;

impl Live {
    /// Answers a line that changes nothing.
    ///
    /// # Errors
    /// Where it means nothing.
    pub fn ask(&self, role: &Role, ask: &Ask) -> Result<Reply, Problem> {
        match self.answer(role, ask) {
            Err(problem) if ask.or_nothing && problem.means_nothing() => Ok(Reply::default()),
            answer => answer,
        }
    }

    fn answer(&self, role: &Role, ask: &Ask) -> Result<Reply, Problem> {
        if !ask.picked.is_empty() {
            let asking = self.asking(role, ask.seat.map(Seat));
            return Ok(asking.in_vain(&ask.picked));
        }
        let (seat, line) = self.split_seat(&ask.line, ask.seat.map(Seat));
        let mut command = prompt::read(line, self.table.questions()).map_err(Problem::says)?;
        if let (Some(at), Command::Other(action)) = (ask.at, &mut command) {
            let seat = self.speaker(role, seat);
            let meant = self.table.parse(seat, action)?;
            let there = self.table.aimed_at(seat, &meant, at.into())?;
            *action = self.table.say_action(seat, &there);
        }
        if let (Some(at), Command::Ask(question)) = (ask.at, &mut command) {
            *question = self.ending_at(question, Some(at))?;
        }
        if !is_question(&command) && !matches!(command, Command::Other(_)) {
            return Err(Problem::says("this is no question: it is typed at the prompt"));
        }
        self.reply(role, seat, command)
    }

    /// For whom somebody asks: the seat named, or the one of theirs that is asked.
    fn speaker(&self, role: &Role, named: Option<Seat>) -> Seat {
        let asked = Live::asked_seats(&self.table.pending());
        let own = role.seats.iter().copied();
        let speaker = own.clone().find(|seat| asked.contains(seat)).or(own.clone().next());
        named.unwrap_or(Seat(speaker.or(asked.first().copied()).unwrap_or(0)))
    }

    pub(super) fn reply(
        &self,
        role: &Role,
        named: Option<Seat>,
        command: Command,
    ) -> Result<Reply, Problem> {
        self.asking(role, named).reply(command)
    }

    fn asking(&self, role: &Role, named: Option<Seat>) -> Asking<'_> {
        Asking {
            table: &*self.table,
            library: &self.library,
            viewer: self.viewer(role),
            speaker: self.speaker(role, named),
        }
    }

    /// What a referee may put down; nothing for whoever is none.
    pub fn stock(&self, role: &Role) -> Vec<StockEntry> {
        match self.presides(role) {
            true => self.table.stock().into_iter().map(StockEntry::from).collect(),
            false => Vec::new(),
        }
    }

    /// Lines that could follow what somebody has typed so far.
    pub fn complete(&self, role: &Role, line: &str) -> Vec<String> {
        let (named, _) = self.split_seat(line, None);
        // Whoever types a name goes on behind it.
        let colon = named.and_then(|_| line.find(':'));
        let rest = colon.map_or(line, |colon| line[colon + 1..].trim_start());
        let before = &line[..line.len() - rest.len()];
        let typing = Typing {
            table: &*self.table,
            library: &self.library,
            seat: self.whose(role, named).or_else(|_| self.whose(role, None)).unwrap_or(Seat(0)),
            viewer: self.viewer(role),
        };
        let mut lines = typing.lines(rest);
        lines.iter_mut().for_each(|it| it.insert_str(0, before));
        // Nobody wants all words of the prompt before a letter is typed.
        lines.retain(|it| !line.is_empty() || !prompt::verbs().any(|verb| verb == it));
        lines.truncate(40);
        lines
    }
}
