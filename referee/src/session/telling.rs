//! How a sitting tells what happens, what is asked, and why.

use super::{Done, Ending, Last, Ruled, Sitting, asked_dice};
use crate::console::{Styled, bad, faint, good, strong};
use crate::program;
use serde_json::json;
use std::path::Path;
use umpire_core::command::{all_of, counted};
use umpire_core::game::Outcome;
use umpire_core::host::{Answer, Asked, AskedGroup, Line, Table, Told, UsageKind};
use umpire_core::ruling::{Ruling, times};
use umpire_core::seat::{Seat, Seats};
use umpire_core::session::Refused;
use umpire_core::transcript::{Entry, Input};

/// Answers that are told with the question, where there are no more.
const MOST_EXAMPLES: usize = 5;
/// Of so many answers one that names something is looked for.
const MOST_LOOKED_AT: usize = 5;

impl Sitting<'_, '_> {
    /// Tells the lines that came since the last time: what bots did in short, where a person plays against them.
    pub(super) fn tell_new(&mut self) -> Done {
        let (shown, lines) = (self.shown, self.table.log_seen_by(self.at_the_screen(), self.shown));
        self.shown = self.table.counted();
        let short = self.settings.short && !self.settings.json && self.persons().next().is_some();
        for (input, line) in (shown..).zip(lines) {
            match line.by {
                Some(seat) => self.bots_turn = short && !self.is_person(seat),
                None if line.dice => {}
                None => self.bots_turn = false,
            }
            let short = self.bots_turn.then(|| self.learned(input));
            self.tell_line(line, short)?;
        }
        Ok(())
    }

    pub(super) fn tell_lines(&mut self, lines: Vec<Line>) -> Done {
        lines.into_iter().try_for_each(|line| self.tell_line(line, None))
    }

    /// What a person at the keyboard learned by an input that had been hidden from them.
    fn learned(&self, input: usize) -> Vec<Told> {
        self.persons().filter_map(|seat| self.table.learned(input, seat)).flatten().collect()
    }

    /// The words on record that change nothing, from a line on, as lines.
    pub(super) fn notes_since(&self, first: Option<usize>) -> Vec<Line> {
        let entries = self.table.transcript().entries.iter();
        let since = entries.filter(|entry| entry.number >= first.unwrap_or(0));
        let note = |entry: &Entry| match &entry.input {
            Input::Note(words) => Some(Line {
                number: entry.number,
                by: None,
                dice: false,
                judges: false,
                known_by: self.table.seats().into_iter().map(|(seat, _)| seat).collect(),
                against: Vec::new(),
                says: format!("note: {words}"),
                short: None,
                told: Vec::new(),
            }),
            _ => None,
        };
        since.filter_map(note).collect()
    }

    /// Tells a line as all persons at the keyboard may hear it; in `short`, with what they learned that had been hidden.
    fn tell_line(&mut self, line: Line, short: Option<Vec<Told>>) -> Done {
        let alone = self.told_alone(&line);
        // What is let through was typed here, for all to read.
        let judges = line.judges && line.by == Some(Seat::JUDGE);
        let line = Line { judges, ..line }.heard(|known_by| self.hears(known_by));
        if self.settings.json {
            self.console.out.json(&line)?;
        } else {
            self.tell_heard(line, short)?;
        }
        self.tell_alone(&alone)
    }

    /// Tells a line with all that is left in it.
    pub(super) fn tell_heard(&mut self, mut line: Line, short: Option<Vec<Told>>) -> Done {
        line.told.retain(|told| !told.says.is_empty());
        let first_of_gist = match &short {
            Some(_) => line.told.len() - line.gist().len(),
            None => 0,
        };
        let learned = |told: &Told| short.iter().flatten().any(|one| one.event == told.event);
        let told = line.told.iter().enumerate();
        let told = told.filter(|(at, one)| *at >= first_of_gist || learned(one));
        let told: Vec<&Told> = told.map(|(_, one)| one).collect();
        self.cut |= told.len() < line.told.len() || short.is_some() && line.short.is_some();
        let says = line.short.as_ref().filter(|_| short.is_some()).unwrap_or(&line.says);
        let head = strong(format!("{:>4}  {says}", line.number));
        self.console.out.words(head)?;
        for told in told {
            let rule = faint(format!("({})", told.rule));
            let says = Styled::from(format!("        {} ", told.says));
            self.console.out.words(says.then(rule))?;
        }
        Ok(())
    }

    /// The persons at the keyboard who are told something of a line that not all of them may hear. What they themselves decided
    /// in secret tells them nothing.
    fn told_alone(&self, line: &Line) -> Vec<Seat> {
        let alone = |told: &&Told| !told.says.is_empty() && !self.hears(told.heard_by);
        let private: Vec<&Told> = line.told.iter().filter(alone).collect();
        let sealed = line.by.is_none() && !line.dice;
        let input = self.table.before_line(line.number).filter(|_| sealed && !private.is_empty());
        let is_told = |seat: &Seat| {
            let learned = input.map(|input| self.table.learned(input, *seat).unwrap_or_default());
            let is_new = |told: &Told| {
                learned.as_ref().is_none_or(|all| all.iter().any(|one| one.event == told.event))
            };
            private.iter().any(|told| told.heard_by.contains(*seat) && is_new(told))
        };
        self.persons().filter(is_told).collect()
    }

    /// Says who is told something alone, and how they ask for it.
    fn tell_alone(&mut self, seats: &[Seat]) -> Done {
        let told = seats.iter().map(|seat| {
            let name = self.name(*seat);
            format!("{name} alone is told something: `{name}: log` shows it")
        });
        let told: Vec<String> = told.collect();
        told.iter().try_for_each(|says| self.tell_note(says))
    }

    /// Says, once, where what was told in short is told in full.
    fn tell_cut(&mut self) -> Done {
        if !self.cut || self.told_of_log {
            return Ok(());
        }
        self.told_of_log = true;
        self.tell_note(
            "what bots do is told in short: `log` tells it all, `log 5` the last five lines",
        )
    }

    /// What all persons at the keyboard may hear; a spectator hears everything.
    pub(super) fn hears(&self, known_by: Seats) -> bool {
        self.settings.free || self.persons().all(|seat| known_by.contains(seat))
    }

    /// Draws the board when a round begins: when the fact `round` is another, or, in a game
    /// without such a fact, the turn.
    pub(super) fn tell_round(&mut self) -> Done {
        if !self.settings.board || self.settings.json {
            return Ok(());
        }
        let round = self.table.facts().remove("round");
        let round = round.unwrap_or_else(|| format!("turn {}", self.table.turn_start()));
        if self.round.as_ref() != Some(&round) {
            self.round = Some(round);
            self.show_board(None, "", false)?;
        }
        Ok(())
    }

    /// How things stand, as the one who asks may know it.
    pub(super) fn tell_status(&mut self, asked: Option<Seat>, thing: &str) -> Done {
        let viewer = self.viewer(asked);
        match self.table.status(viewer, thing) {
            Ok(answer) if thing.is_empty() && !self.settings.json => {
                let header = &self.table.transcript().header;
                let house = match header.house_rules.as_slice() {
                    [] => String::new(),
                    names => format!(", house rules: {}", names.join(", ")),
                };
                let says = format!("edition {}{house}", header.edition);
                self.tell_note(&says)?;
                self.tell_answer(&answer)
            }
            Ok(answer) => self.tell_answer(&answer),
            Err(slip) => self.complain(&slip.to_string(), &[]),
        }
    }

    /// Whose knowledge is told to the seat that asks, or, unasked, to all at the screen: at a referee's table all of it.
    pub(super) fn viewer(&self, asked: Option<Seat>) -> Option<Seat> {
        let viewer = asked.or_else(|| self.at_the_screen()).filter(|_| !self.settings.free);
        viewer.filter(|seat| *seat != Seat::JUDGE)
    }

    pub(super) fn is_told(&self, asked: &Asked) -> bool {
        self.asked.as_ref().is_some_and(|(at, told)| *at == self.table.counted() && told == asked)
    }

    /// Says what the game waits for, once.
    pub(super) fn tell_asked(&mut self, asked: &Asked) -> Done {
        if self.is_told(asked) {
            return Ok(());
        }
        self.asked = Some((self.table.counted(), asked.clone()));
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "asks": asked }))?);
        }
        match asked {
            Asked::Over(outcome) => self.tell_over(*outcome),
            Asked::Choice { seats, rule, says, sealed } => {
                self.tell_cut()?;
                let who = self.names(*seats);
                let rule = faint(format!("({rule})"));
                let says = Styled::from(format!("      {who}: {says} "));
                self.console.out.words(says.then(rule))?;
                self.tell_examples(*seats, *sealed)?;
                self.tell_rest(*sealed)
            }
            Asked::Roll { rule, groups, why, .. } => {
                let dice = self.say_groups(groups);
                let cited = faint(format!("({rule})"));
                let says = Styled::from(format!("      {} ", dice.join("; ")));
                self.console.out.words(says.then(cited))?;
                for ((amount, says, rule), often) in asked_dice::modifiers(&why.nodes) {
                    // What is no number, such as what counts twice, has none before it.
                    let amount = match amount {
                        0 => String::new(),
                        amount => format!("{amount:+} "),
                    };
                    let line = format!("        {amount}{says}{} ({rule})", times(often));
                    self.console.out.words(faint(line))?;
                }
                self.last.take_if(|last| !matches!(last, Last::Dice));
                Ok(())
            }
        }
    }

    /// How an answer is typed: every one where they are few, else one with real names. Where others read it too, those that
    /// they know of.
    fn tell_examples(&mut self, asked: Seats, sealed: bool) -> Done {
        let mut persons = asked.iter().filter(|seat| self.settings.free || self.is_person(*seat));
        let Some(seat) = persons.next() else { return Ok(()) };
        let mut count = 0;
        let first = self.table.nth_legal(seat, &mut |of| {
            count = of;
            0
        });
        let Some(first) = first else { return Ok(()) };
        if self.settings.free && self.table.offered(seat).1.is_empty() {
            return self.tell_change(seat);
        }
        let seen = if sealed { None } else { self.seen_by_all() };
        // Of few single steps a hand may pick more: whole moves, and what comes after them.
        let offered = (count <= MOST_EXAMPLES).then(|| self.table.offered(seat).1);
        let count = offered.as_ref().map_or(count, Vec::len);
        let known = seen.as_ref().map(|seen| {
            let answers = offered.clone().unwrap_or_else(|| self.table.legal(seat).1);
            self.known_to_all(&**seen, seat, answers)
        });
        if known.as_ref().is_some_and(Vec::is_empty) {
            let words = self.how_to_list(seat);
            return Ok(self.console.out.words(faint(format!("        {words}")))?);
        }
        let count = known.as_ref().map_or(count, Vec::len);
        let said = |at: usize| match known.as_ref().or(offered.as_ref()) {
            Some(listed) => listed.get(at).map(|it| it.says.clone()),
            None if at == 0 => Some(self.table.say_action(seat, &first)),
            None => {
                let action = self.table.nth_legal(seat, &mut |_| at);
                action.map(|action| self.table.say_action(seat, &action))
            }
        };
        let shown = || {
            let shown = self.table.example(seat)?;
            let all_know = |seen: &dyn Table| seen.example(seat).as_ref() == Some(&shown);
            seen.as_deref().is_none_or(all_know).then_some(shown)
        };
        let example = || shown().or_else(|| first_that_names(&said, count));
        let few = known.as_ref().or(offered.as_ref()).filter(|_| count <= MOST_EXAMPLES);
        let mut all: Vec<String> = match few {
            Some(few) => few.iter().map(|it| it.says.clone()).collect(),
            None => example().into_iter().collect(),
        };
        let fits = all.iter().map(|said| said.chars().count() + 4).sum::<usize>() <= 70;
        if !fits {
            all = example().into_iter().collect();
        }
        let words = match (all.as_slice(), count) {
            ([only], 2..) => format!("such as `{only}`; `list` tells all"),
            (all, _) => format!("`{}`", all.join("`, `")),
        };
        Ok(self.console.out.words(faint(format!("        {words}")))?)
    }

    /// How a change is typed where nobody's turn it is: a line of the game's own, or the form of the first there is.
    fn tell_change(&mut self, seat: Seat) -> Done {
        let usages = self.table.usages().into_iter();
        let mut forms = usages.filter(|it| it.kind == UsageKind::Amendment).map(|it| it.form);
        let Some(shown) = self.table.example(seat).or_else(|| forms.next()) else { return Ok(()) };
        let words = format!("such as `{shown}`; `list` and `help changes` tell more");
        Ok(self.console.out.words(faint(format!("        {words}")))?)
    }

    /// The rest of what was cut off, as long as all who read it know that it may be done.
    fn tell_rest(&mut self, sealed: bool) -> Done {
        if let Some((seat, rest)) = self.table.rest()
            && self.is_person(seat)
        {
            let seen = if sealed { None } else { self.seen_by_all() };
            let known =
                |seen: &dyn Table| !self.known_to_all(seen, seat, vec![rest.clone()]).is_empty();
            if !seen.as_deref().is_none_or(known) {
                return Ok(());
            }
            let words = format!("      an empty line goes on with `{}`", rest.says);
            self.console.out.words(faint(words))?;
        }
        Ok(())
    }

    /// A phrase for each purpose of the dice that are asked for.
    pub(super) fn say_groups(&self, groups: &[AskedGroup]) -> Vec<String> {
        asked_dice::phrases(groups, self.table.dice(), |group| self.name(group.seat))
    }

    pub(super) fn names(&self, seats: Seats) -> String {
        all_of(&seats.iter().map(|seat| self.name(seat)).collect::<Vec<_>>(), "and")
    }

    pub(super) fn tell_over(&mut self, outcome: Outcome) -> Done {
        let winners: Vec<String> = outcome.winners.iter().map(|seat| self.name(seat)).collect();
        if self.settings.json {
            // A position with few unknowns can be guessed from its digest.
            let digest = (!self.has_person()).then(|| self.table.digest());
            let mut over = json!({ "winners": winners });
            if let Some(digest) = digest {
                over["digest"] = digest.into();
            }
            return Ok(self.console.out.json(&json!({ "over": over }))?);
        }
        let says = match winners.as_slice() {
            [] => "nobody wins".to_string(),
            [one] => format!("{one} wins"),
            many => format!("{} win together", many.join(" and ")),
        };
        let inputs = counted(self.table.counted(), "input");
        Ok(self.console.out.words(good(format!("over after {inputs}: {says}")))?)
    }

    /// Words of the program itself.
    pub(super) fn tell_note(&mut self, says: &str) -> Done {
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "note": says }))?);
        }
        Ok(self.console.out.words(faint(format!("      {says}")))?)
    }

    /// Says what was wrong with a line, naming it if it came from a file.
    pub(super) fn complain(&mut self, says: &str, more: &[String]) -> Done {
        let number = self.console.lines.number();
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "refused": says, "line": number }))?);
        }
        let place = number.map_or(String::new(), |number| format!("line {number}: "));
        self.console.out.words(bad(format!("  {place}{says}")))?;
        more.iter().try_for_each(|line| self.console.out.words(format!("    {line}")))?;
        Ok(())
    }

    /// Says why an input was refused, and keeps the ruling for `why`.
    pub(super) fn refuse(&mut self, about: &str, refused: &Refused) -> Done {
        let Refused::Ruling(ruling) = refused else {
            return self.complain(&refused.says(), &[]);
        };
        let ruled = Ruled { about: about.to_string(), ruling: ruling.clone() };
        self.last = Some(Last::Ruled(ruled));
        if self.settings.json {
            let line = self.console.lines.number();
            let value = json!({ "refused": refused.says(), "rules": ruling.broken, "line": line });
            return Ok(self.console.out.json(&value)?);
        }
        let lines = ruling.lines(3);
        if !lines.iter().any(|line| line.trim_start().starts_with("instead")) {
            // Without a remedy it helps to read again what is asked.
            self.asked = None;
        }
        match lines.split_first() {
            Some((first, more)) => self.complain(first, more),
            None => self.complain(&refused.says(), &[]),
        }
    }

    /// A ruling with its grounds.
    pub(super) fn tell_ruling(&mut self, about: &str, ruling: &Ruling<String>, deep: bool) -> Done {
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "about": about, "ruling": ruling }))?);
        }
        let tells = ruling.only_tells();
        let head = match ruling.holds() {
            true if tells => format!("      {about}").into(),
            true => good(format!("      {about}: yes")),
            false => {
                let mut rules: Vec<&str> = Vec::new();
                for rule in &ruling.broken {
                    if !rules.contains(&rule.as_str()) {
                        rules.push(rule);
                    }
                }
                let rules = rules.join(", ");
                bad(format!("      {about}: no, by {rules}"))
            }
        };
        self.console.out.words(head)?;
        for line in ruling.lines(if deep { 9 } else { 3 }) {
            self.console.out.words(format!("        {line}"))?;
        }
        Ok(())
    }

    pub(super) fn tell_answer(&mut self, answer: &Answer) -> Done {
        if self.settings.json {
            return Ok(self.console.out.json(answer)?);
        }
        Ok(crate::words::show_answer(&mut self.console.out, answer)?)
    }

    pub(super) fn tell_ending(&mut self, ending: Ending) -> Done {
        match ending {
            Ending::Over | Ending::Quit => Ok(()),
            Ending::Interrupted => self.tell_note("stopped"),
            Ending::InputEnded => match self.asked_here() {
                Asked::Over(_) => Ok(()),
                Asked::Choice { seats, says, .. } => {
                    let who = self.names(seats);
                    self.tell_note(&format!("the input ended; the game waits for {who}: {says}"))
                }
                Asked::Roll { groups, .. } => {
                    let dice = self.say_groups(&groups).join("; ");
                    self.tell_note(&format!("the input ended; the game waits for dice: {dice}"))
                }
            },
        }
    }

    pub(super) fn tell_saved(&mut self, path: &Path) -> Done {
        let path = path.display();
        match self.table.pending() {
            Asked::Over(_) => {
                self.tell_note(&format!("saved; `{} replay {path}` verifies it", program::name()))
            }
            _ => {
                let play = if self.settings.free { "table" } else { "play" };
                let name = program::name();
                let how = format!("`{name} {play} --resume {path} --save {path}`");
                self.tell_note(&format!("saved; {how} goes on"))
            }
        }
    }
}

/// The first of a few answers that names something: `pass` shows nobody how the others are typed.
fn first_that_names(said: &dyn Fn(usize) -> Option<String>, count: usize) -> Option<String> {
    let mut few = (0..count.min(MOST_LOOKED_AT)).filter_map(said);
    few.find(|said| said.contains(' ')).or_else(|| said(0))
}
