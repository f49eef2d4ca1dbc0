//! What is asked at a table and changes nothing.

use super::Live;
use crate::completion::Typing;
use crate::prompt::{self, Command};
use crate::serve::problem::Problem;
use crate::serve::questions::Asking;
use crate::serve::role::Role;
use crate::serve::wire::{Ask, ChangeEntry, Reply, StockEntry};
use umpire_core::host::{Table, UsageKind};
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
            let named = ask.seat.map(Seat);
            return Ok(self.asking(role, named, |asking| asking.in_vain(&ask.picked)));
        }
        let (seat, line) = self.split_seat(&ask.line, ask.seat.map(Seat));
        let mut command = prompt::read(line, self.table.questions()).map_err(Problem::says)?;
        if let (Some(at), Command::Other(action)) = (ask.at, &mut command) {
            *action = self.asking(role, seat, |asking| {
                let (table, seat) = (asking.judged, asking.speaker);
                let meant = table.parse(seat, action)?;
                let there = table.aimed_at(seat, &meant, at.into())?;
                Ok::<_, Problem>(table.say_action(seat, &there))
            })?;
        }
        if let (Some(at), Command::Ask(question)) = (ask.at, &mut command) {
            *question = self.ending_at(question, Some(at))?;
        }
        if !command.asks() && !matches!(command, Command::Other(_)) {
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

    fn reply(&self, role: &Role, named: Option<Seat>, command: Command) -> Result<Reply, Problem> {
        self.asking(role, named, |asking| asking.reply(command))
    }

    fn asking<T>(&self, role: &Role, named: Option<Seat>, ask: impl FnOnce(Asking<'_>) -> T) -> T {
        let speaker = self.speaker(role, named);
        let seen = self.seen_by(role, speaker);
        ask(Asking {
            table: &*self.table,
            judged: seen.as_deref().unwrap_or(&*self.table),
            library: &self.library,
            viewer: self.viewer(role),
            speaker,
        })
    }

    /// The table as somebody sees it who does not decide now for the seat whose actions they ask about: what may be done, and
    /// why not, must not tell them what only others know. Nothing for whoever does, or sees everything.
    fn seen_by(&self, role: &Role, speaker: Seat) -> Option<Box<dyn Table>> {
        let asked = Live::asked_seats(&self.table.pending());
        let decides = self.decides(role, speaker) && asked.contains(&speaker.0);
        let viewer = self.viewer(role).filter(|_| !decides);
        viewer.map(|viewer| self.table.seen_by(viewer))
    }

    /// What a referee may put down; nothing for whoever is none.
    pub fn stock(&self, role: &Role) -> Vec<StockEntry> {
        match self.presides(role) {
            true => self.table.stock().into_iter().map(StockEntry::from).collect(),
            false => Vec::new(),
        }
    }

    /// How a referee may change the position, and which of that takes a name where it begins to ask for one; nothing for
    /// whoever is none.
    pub fn changes(&self, role: &Role, about: &str) -> Vec<ChangeEntry> {
        if !self.presides(role) {
            return Vec::new();
        }
        let seen = self.seen_by(role, self.speaker(role, None));
        let table = seen.as_deref().unwrap_or(&*self.table);
        let usages = table.usages().into_iter();
        let changes = usages.filter(|usage| usage.kind == UsageKind::Amendment);
        let forms = changes.flat_map(|usage| {
            let says = usage.says.to_string();
            let forms: Vec<String> = usage.form.split(" | ").map(String::from).collect();
            forms.into_iter().map(move |usage| (usage, says.clone()))
        });
        let fits = |usage: &str| {
            let before = before_the_gap(usage)?;
            let line = format!("{before}{about}");
            table.complete_amendment(&line).into_iter().find(|typed| *typed == line)
        };
        let entry = |(usage, says): (String, String)| {
            let fits = !about.is_empty() && fits(&usage).is_some();
            ChangeEntry { usage, says, fits }
        };
        forms.map(entry).collect()
    }

    /// Lines that could follow what somebody has typed so far.
    pub fn complete(&self, role: &Role, line: &str) -> Vec<String> {
        let (named, _) = self.split_seat(line, None);
        // Whoever types a name goes on behind it.
        let colon = named.and_then(|_| line.find(':'));
        let rest = colon.map_or(line, |colon| line[colon + 1..].trim_start());
        let before = &line[..line.len() - rest.len()];
        let seat = self.whose(role, named).or_else(|_| self.whose(role, None)).unwrap_or(Seat(0));
        let seen = self.seen_by(role, seat);
        let table = seen.as_deref().unwrap_or(&*self.table);
        let typing = Typing { table, library: &self.library, seat, viewer: self.viewer(role) };
        let mut lines = typing.lines(rest);
        lines.iter_mut().for_each(|it| it.insert_str(0, before));
        // Nobody wants all words of the prompt before a letter is typed.
        lines.retain(|it| !line.is_empty() || !prompt::verbs().any(|verb| verb == it));
        lines.truncate(40);
        lines
    }
}

/// The words of a form before the first that stands for something.
fn before_the_gap(usage: &str) -> Option<&str> {
    let stands = |word: &str| {
        let mut letters = word.chars().filter(|letter| letter.is_alphabetic());
        letters.clone().next().is_some() && letters.all(char::is_uppercase)
    };
    let gap = usage.split(' ').find(|word| stands(word))?;
    usage.split_once(gap).map(|(before, _)| before)
}
