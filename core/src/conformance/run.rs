//! A scenario played step by step, each expectation checked.

use super::form::{
    AskStep, AsksStep, CorrectStep, JudgeStep, LegalStep, RefusedStep, Scalar, Step, ViewStep,
};
use super::{Open, Report};
use crate::data::{DataError, Source};
use crate::game::{Outcome, Stop};
use crate::host::{Asked, Listed, Measured, Table, Told};
use crate::odds::Endless;
use crate::ruling::{Node, Ruling};
use crate::seat::Seat;
use crate::session::Refused;
use crate::transcript::FaceSource;
use std::collections::BTreeMap;

/// A scenario being played.
pub(super) struct Run<'a> {
    pub table: Box<dyn Table>,
    pub told: Vec<Told>,
    pub report: &'a mut Report,
    pub open: Open<'a>,
    pub given: Source,
}

type Checked = Result<(), String>;

/// Why a scenario goes no further.
pub(super) enum Failed {
    /// A step does not hold; why not.
    Step(String),
    /// A position that is written in it has faults, each at its own place.
    Position(Vec<DataError>),
}

impl From<String> for Failed {
    fn from(says: String) -> Failed {
        Failed::Step(says)
    }
}

impl Run<'_> {
    /// Carries out one step; says what did not hold.
    ///
    /// `block` gives what is written under a field of the step, where that is a position.
    pub fn step(
        &mut self,
        step: &Step,
        game: &str,
        block: &dyn Fn(&str) -> Source,
    ) -> Result<(), Failed> {
        let mut taken = usize::from(step.given.is_some());
        if step.given.is_some() {
            self.given = block("given");
        }
        macro_rules! each {
            ($($field:ident => $run:expr),* $(,)?) => {
                $(if let Some(part) = &step.$field { taken += 1; $run(self, part)?; })*
            };
        }
        each! {
            act => Run::act,
            roll => Run::roll,
            refused => |run: &mut Run, refused: &RefusedStep| match refused.given {
                Some(_) => run.refused_position(refused, game, &block("refused.given")),
                None => run.refused(refused),
            },
            asks => Run::asks,
            told => Run::expect_told,
            not_told => Run::expect_not_told,
            facts => |run: &mut Run, facts| { let found = run.table.facts(); run.facts(facts, &found) },
            view => Run::view,
            legal => Run::legal,
            overrule => Run::overrule,
            amend => Run::amend,
            answer => Run::answer,
            correct => Run::correct,
            undo => Run::undo,
            stop => Run::stop,
            ask => Run::ask,
            over => Run::over,
        }
        let again = step.restart == Some(true);
        taken += usize::from(again);
        if again || step.given.is_some() {
            self.table = (self.open)(game, &self.given).map_err(Failed::Position)?;
            self.told.clear();
        }
        if taken == 1 { Ok(()) } else { Err("a step does exactly one thing".to_string().into()) }
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        if name.eq_ignore_ascii_case("judge") {
            return Ok(Seat::JUDGE);
        }
        let seats = self.table.seats();
        let found = seats.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        let known = || seats.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
        found
            .map(|(seat, _)| *seat)
            .ok_or_else(|| format!("no seat `{name}`, there are {}", known()))
    }

    fn split<'t>(&self, text: &'t str) -> Result<(Seat, &'t str), String> {
        let (seat, action) = text
            .split_once(':')
            .ok_or_else(|| format!("expected `SEAT: what it does`, found `{text}`"))?;
        Ok((self.seat(seat.trim())?, action.trim()))
    }

    fn hear(&mut self, told: Vec<Told>) {
        for one in &told {
            self.report.cited.insert(one.rule.clone());
            if !one.says.is_empty() {
                self.report.log.push(format!("{} ({})", one.says, one.rule));
            }
        }
        self.told.extend(told);
    }

    fn act(&mut self, text: &str) -> Checked {
        let (seat, action) = self.split(text)?;
        let action = self.table.parse(seat, action).map_err(|slip| slip.to_string())?;
        self.told.clear();
        let taken = if seat == Seat::JUDGE {
            self.table.answer(&action, "").map(Some)
        } else {
            self.table.act(seat, &action, "salt")
        };
        let told = taken.map_err(|refused| format!("`{text}` is refused: {}", full(&refused)))?;
        self.report.log.push(text.to_string());
        self.hear(told.unwrap_or_default());
        Ok(())
    }

    fn roll(&mut self, text: &str) -> Checked {
        self.cite_request();
        let faces = self.table.parse_faces(text).map_err(|slip| slip.to_string())?;
        self.told.clear();
        self.report.log.push(format!("dice: {}", self.table.say_faces(&faces)));
        let told = self.table.roll(&faces, FaceSource::Dictated, "salt");
        let told = told.map_err(|refused| refused.says())?;
        self.hear(told);
        Ok(())
    }

    fn cite_request(&mut self) {
        if let Asked::Roll { rule, why, .. } = self.table.pending() {
            self.report.cited.insert(rule);
            self.report.cited.extend(modifiers(&why).into_iter().map(|(_, rule, _)| rule));
            self.report.cited.extend(told_rules(&why.nodes));
        }
    }

    fn refused(&mut self, step: &RefusedStep) -> Checked {
        self.report.checks += 1;
        let before = self.table.digest();
        let refusal = if let Some(text) = &step.act {
            let (seat, action) = self.split(text)?;
            match self.table.parse(seat, action) {
                Err(slip) => slipped(step, &slip)?,
                Ok(action) => match self.table.act(seat, &action, "salt") {
                    Ok(_) => return Err(format!("`{text}` is accepted")),
                    Err(refused) => told_of(&refused),
                },
            }
        } else if let Some(text) = &step.roll {
            match self.table.parse_faces(text) {
                Err(slip) => slipped(step, &slip)?,
                Ok(faces) => match self.table.roll(&faces, FaceSource::Dictated, "salt") {
                    Ok(_) => return Err(format!("the dice `{text}` are accepted")),
                    Err(refused) => told_of(&refused),
                },
            }
        } else if let Some(text) = &step.amend {
            match self.table.parse_amendment(text) {
                Err(slip) => slipped(step, &slip)?,
                Ok(change) => match self.table.amend(&change, "") {
                    Ok(_) => return Err(format!("the amendment `{text}` is accepted")),
                    Err(refused) => told_of(&refused),
                },
            }
        } else if let Some(text) = &step.overrule {
            let (seat, action) = self.split(text)?;
            match self.table.parse(seat, action) {
                Err(slip) => slipped(step, &slip)?,
                Ok(action) => match self.table.overrule(seat, &action, "") {
                    Ok(_) => return Err(format!("overruling `{text}` is accepted")),
                    Err(refused) => told_of(&refused),
                },
            }
        } else {
            return Err("`refused` needs `do`, `roll`, `amend`, `overrule` or `given`".into());
        };
        if self.table.digest() != before {
            return Err("the refused input changed the position".into());
        }
        let (says, rules, remedies) = refusal;
        self.report.cited.extend(rules.iter().cloned());
        self.report.log.push(format!("refused: {says}"));
        for rule in &step.by {
            if !rules.contains(rule) {
                return Err(format!("expected a refusal by {rule}, found {rules:?}: {says}"));
            }
        }
        for words in &step.says.0 {
            if !says.contains(words.as_str()) {
                return Err(format!("expected the refusal to say `{words}`, found: {says}"));
            }
        }
        match &step.instead {
            Some(words) if !remedies.iter().any(|remedy| remedy.contains(words.as_str())) => {
                Err(format!("expected the remedy `{words}`, found {remedies:?}"))
            }
            _ => Ok(()),
        }
    }

    /// A position that is refused as a whole, with all its faults at once.
    fn refused_position(&mut self, step: &RefusedStep, game: &str, given: &Source) -> Checked {
        self.report.checks += 1;
        let Err(faults) = (self.open)(game, given) else {
            return Err("the position is accepted".into());
        };
        let says: Vec<String> = faults.iter().map(ToString::to_string).collect();
        self.report.cited.extend(faults.iter().filter_map(rule_of).map(String::from));
        self.report.log.push(format!("refused: {}", says.join("; ")));
        for rule in &step.by {
            if !faults.iter().any(|fault| rule_of(fault) == Some(rule.as_str())) {
                return Err(format!("expected a fault by {rule}, found: {}", says.join("; ")));
            }
        }
        for words in &step.says.0 {
            if !says.iter().any(|fault| fault.contains(words.as_str())) {
                return Err(format!("expected a fault `{words}`, found: {}", says.join("; ")));
            }
        }
        Ok(())
    }

    fn asks(&mut self, step: &AsksStep) -> Checked {
        let AsksStep { seats, rule, dice, modifiers: added, says } = step;
        let expects = seats.is_some() || rule.is_some() || dice.is_some() || added.is_some();
        self.expects(expects || !says.0.is_empty())?;
        self.report.checks += 1;
        self.cite_request();
        let names = |seats: &mut dyn Iterator<Item = Seat>| -> Vec<String> {
            seats.map(|seat| self.table.seat_name(seat)).collect()
        };
        let (rule, said, seats, dice, found) = match self.table.pending() {
            Asked::Over(_) => return Err("the game is over".into()),
            Asked::Choice { seats, rule, says, .. } => {
                (rule, says, names(&mut seats.iter()), None, None)
            }
            Asked::Roll { rule, groups, why, .. } => {
                let mut seats = names(&mut groups.iter().map(|group| group.seat));
                let group = |(group, seat): (&crate::host::AskedGroup, &String)| {
                    format!("{seat}: {} {}", group.count, group.die)
                };
                let dice: Vec<String> = groups.iter().zip(&seats).map(group).collect();
                let says = groups.iter().map(|group| group.says.as_str()).collect::<Vec<_>>();
                seats.dedup();
                (rule, says.join("; "), seats, Some(dice), Some(modifiers(&why)))
            }
        };
        self.report.cited.insert(rule.clone());
        same("the rule asking", step.rule.as_ref(), Some(&rule))?;
        same("who is asked", step.seats.as_ref(), Some(&seats))?;
        same("the dice", step.dice.as_ref(), dice.as_ref())?;
        let (found, reasons) = found.map_or((None, Vec::new()), |all| {
            let amount = |(amount, rule, _): &(i32, String, String)| format!("{amount:+} {rule}");
            let amounts = all.iter().map(amount).collect::<Vec<_>>();
            (Some(amounts), all.into_iter().map(|(_, _, says)| says).collect())
        });
        for words in &says.0 {
            if !std::iter::once(&said).chain(&reasons).any(|said| said.contains(words.as_str())) {
                let said = [&[said][..], &reasons].concat().join("; ");
                return Err(format!("expected the question to say `{words}`, found: {said}"));
            }
        }
        same("the modifiers", step.modifiers.as_ref(), found.as_ref())
    }

    /// A step that expects nothing cannot fail.
    fn expects(&self, something: bool) -> Checked {
        if something { Ok(()) } else { Err("nothing is expected, so nothing can fail".into()) }
    }

    fn expect_told(&mut self, lines: &[String]) -> Checked {
        let said: Vec<String> =
            self.told.iter().map(|told| format!("{} ({})", told.says, told.rule)).collect();
        let mut rest = said.iter();
        for line in lines {
            self.report.checks += 1;
            if !rest.any(|one| one.contains(line.as_str())) {
                return Err(format!("nobody was told `{line}` (in this order); told: {said:#?}"));
            }
        }
        Ok(())
    }

    fn expect_not_told(&mut self, lines: &[String]) -> Checked {
        for line in lines {
            self.report.checks += 1;
            let said =
                |told: &&Told| format!("{} ({})", told.says, told.rule).contains(line.as_str());
            if let Some(told) = self.told.iter().find(said) {
                return Err(format!("`{line}` was told: {}", told.says));
            }
        }
        Ok(())
    }

    fn facts(
        &mut self,
        expected: &BTreeMap<String, Scalar>,
        found: &BTreeMap<String, String>,
    ) -> Checked {
        for (name, value) in expected {
            self.report.checks += 1;
            let known = found.get(name).ok_or_else(|| {
                let near = crate::data::suggest(name, found.keys().map(String::as_str));
                let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
                format!("no fact `{name}`{near}")
            })?;
            if *known != value.to_string() {
                return Err(format!("`{name}` is `{known}`, expected `{value}`"));
            }
        }
        Ok(())
    }

    fn view(&mut self, step: &ViewStep) -> Checked {
        let seat = match step.seat.as_str() {
            "nobody" => Seat::NOBODY,
            name => self.seat(name)?,
        };
        let reads = !step.reads.is_empty() || !step.not_reads.is_empty();
        self.expects(!step.facts.is_empty() || reads)?;
        let found = self.table.facts_seen_by(seat);
        self.facts(&step.facts, &found)?;
        let last = self.table.counted().saturating_sub(1);
        let read = self.table.log_seen_by(Some(seat), last).pop().filter(|_| reads);
        let line = read.map(|line| {
            line.heard(|known_by| match seat {
                Seat::NOBODY => self.table.seats().iter().all(|(one, _)| known_by.contains(*one)),
                seat => known_by.contains(seat),
            })
        });
        let told = line
            .iter()
            .flat_map(|line| &line.told)
            .map(|one| format!("{} ({})", one.says, one.rule));
        let read: Vec<String> = line.iter().map(|line| line.says.clone()).chain(told).collect();
        let is_read = |text: &&String| read.iter().any(|line| line.contains(text.as_str()));
        self.report.checks += step.reads.len() + step.not_reads.len();
        if let Some(missing) = step.reads.iter().find(|text| !is_read(text)) {
            return Err(format!("`{missing}` is not read by {}; it reads: {read:#?}", step.seat));
        }
        match step.not_reads.iter().find(is_read) {
            Some(read) => Err(format!("`{read}` is read by {}", step.seat)),
            None => Ok(()),
        }
    }

    fn legal(&mut self, step: &LegalStep) -> Checked {
        let seat = self.seat(&step.seat)?;
        let (_, listed) = self.table.legal(seat);
        // However it is typed: an action that was listed in other words would not be lacking.
        let is_listed = |text: &&String| {
            let meant = self.table.parse(seat, text).ok();
            let is_it = |one: &Listed| one.says == **text || meant.as_ref() == Some(&one.action);
            listed.iter().any(is_it)
        };
        let says: Vec<&str> = listed.iter().map(|action| action.says.as_str()).collect();
        self.expects(!step.has.is_empty() || !step.lacks.is_empty() || step.count.is_some())?;
        for text in &step.lacks {
            // What means nothing is never listed.
            self.table.parse(seat, text).map_err(|slip| format!("`{text}`: {slip}"))?;
        }
        self.report.checks += step.has.len() + step.lacks.len() + usize::from(step.count.is_some());
        if let Some(missing) = step.has.iter().find(|text| !is_listed(text)) {
            return Err(format!("`{missing}` is not listed; listed: {says:#?}"));
        }
        if let Some(extra) = step.lacks.iter().find(is_listed) {
            return Err(format!("`{extra}` is listed"));
        }
        same("the number of listed actions", step.count.as_ref(), Some(&listed.len()))
    }

    fn overrule(&mut self, step: &JudgeStep) -> Checked {
        let (seat, action) = self.split(&step.says)?;
        let action = self.table.parse(seat, action).map_err(|slip| slip.to_string())?;
        self.told.clear();
        let told = self.table.overrule(seat, &action, &step.reason);
        let told = told.map_err(|refused| full(&refused))?;
        self.hear(told);
        Ok(())
    }

    fn amend(&mut self, step: &JudgeStep) -> Checked {
        let change = self.table.parse_amendment(&step.says).map_err(|slip| slip.to_string())?;
        self.told.clear();
        let told = self.table.amend(&change, &step.reason).map_err(|refused| full(&refused))?;
        self.hear(told);
        Ok(())
    }

    fn answer(&mut self, step: &JudgeStep) -> Checked {
        let action = self.table.parse(Seat::JUDGE, &step.says).map_err(|slip| slip.to_string())?;
        self.told.clear();
        let told = self.table.answer(&action, &step.reason).map_err(|refused| full(&refused))?;
        self.hear(told);
        Ok(())
    }

    fn correct(&mut self, step: &CorrectStep) -> Checked {
        self.report.checks += 1;
        self.told.clear();
        let corrected = self.table.correct(step.line, &step.to).map_err(|r| full(&r))?;
        same("the lines dropped", Some(&step.drops), Some(&corrected.dropped))
    }

    fn undo(&mut self, inputs: &usize) -> Checked {
        let all = self.table.counted();
        // What waits sealed is taken back first.
        if *inputs > all && self.table.decided().is_empty() {
            return Err(format!("{inputs} inputs are taken back, there are {all}"));
        }
        let keep = all.saturating_sub(*inputs);
        self.told.clear();
        self.table.undo(keep).map_err(|refused| refused.says())
    }

    fn stop(&mut self, text: &str) -> Checked {
        let stop = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["concede", seat] => Stop::Concede(self.seat(seat)?),
            ["draw"] => Stop::Draw,
            ["time"] => Stop::Time,
            _ => return Err("expected `concede SEAT`, `draw` or `time`".into()),
        };
        self.told.clear();
        let told = self.table.stop(stop).map_err(|refused| refused.says())?;
        self.hear(told);
        Ok(())
    }

    fn ask(&mut self, step: &AskStep) -> Checked {
        let seat = step.seat.as_ref().map(|name| self.seat(name)).transpose()?;
        let rows = [&step.says.0, &step.rules, &step.rows, &step.means, &step.alone];
        self.expects(step.yes.is_some() || rows.iter().any(|rows| !rows.is_empty()))?;
        let answer =
            self.table.ask(seat, &step.question, &Endless).map_err(|slip| slip.to_string())?;
        let lines = answer.ruling.as_ref().map_or(Vec::new(), |ruling| ruling.lines(9));
        let text = format!("{}\n{}", answer.headline, lines.join("\n"));
        self.report.checks += 1;
        self.report.log.push(format!("{}: {}", step.question, answer.headline));
        same("the answer", step.yes.as_ref(), answer.yes.as_ref())?;
        for words in &step.says.0 {
            if !text.contains(words.as_str()) {
                return Err(format!("expected the answer to say `{words}`, found: {text}"));
            }
        }
        for rule in &step.rules {
            if !text.contains(&format!("({rule})")) {
                return Err(format!("expected the answer to cite {rule}, found: {text}"));
            }
            self.report.cited.insert(rule.clone());
        }
        let numbers = |of: &[Measured]| of.iter().map(Measured::row).collect();
        has_rows("row", &step.rows, answer.rows)?;
        has_rows("average", &step.means, numbers(&answer.means))?;
        has_rows("chance of one alone", &step.alone, numbers(&answer.alone))
    }

    fn over(&mut self, winners: &[String]) -> Checked {
        self.report.checks += 1;
        let Asked::Over(Outcome { winners: found }) = self.table.pending() else {
            return Err("the game is not over".into());
        };
        let expected = winners.iter().map(|name| self.seat(name)).collect::<Result<_, String>>()?;
        same("the winners", Some(&expected), Some(&found))
    }
}

/// A refusal of what means nothing: only its words show that it is the one that is meant.
fn slipped(
    step: &RefusedStep,
    slip: &impl ToString,
) -> Result<(String, Vec<String>, Vec<String>), String> {
    let says = slip.to_string();
    if step.says.0.is_empty() {
        return Err(format!("it cannot be read, by no rule: `says` tells so on purpose; {says}"));
    }
    Ok((says, Vec::new(), Vec::new()))
}

/// That every row expected is among those found.
fn has_rows(what: &str, expected: &[String], found: Vec<Vec<String>>) -> Checked {
    let found: Vec<String> = found.iter().map(|row| row.join(" | ")).collect();
    match expected.iter().find(|row| !found.contains(row)) {
        Some(missing) => Err(format!("no {what} `{missing}`; found: {found:#?}")),
        None => Ok(()),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: Option<&T>,
    found: Option<&T>,
) -> Checked {
    match expected {
        Some(expected) if found != Some(expected) => {
            let found = found.map_or("nothing".to_string(), |found| format!("{found:?}"));
            Err(format!("{what}: expected {expected:?}, found {found}"))
        }
        _ => Ok(()),
    }
}

fn full(refused: &Refused) -> String {
    match refused {
        Refused::Ruling(ruling) => ruling.lines(3).join("; "),
        other => other.says(),
    }
}

fn told_of(refused: &Refused) -> (String, Vec<String>, Vec<String>) {
    let rules = refused.rules().into_iter().map(String::from).collect();
    let remedies = match refused {
        Refused::Ruling(ruling) => ruling.remedies().iter().map(|r| r.says.clone()).collect(),
        _ => Vec::new(),
    };
    (full(refused), rules, remedies)
}

/// The rule in brackets at the end of a fault.
fn rule_of(fault: &DataError) -> Option<&str> {
    fault.problem.strip_suffix(')')?.rsplit_once('(').map(|(_, rule)| rule)
}

/// The rules that are told of a roll, beside those that add to it.
fn told_rules(nodes: &[Node<String>]) -> Vec<String> {
    let rules = |node: &Node<String>| match node {
        Node::Told { rule, .. } => vec![rule.clone()],
        Node::Group { nodes, .. } => told_rules(nodes),
        Node::Premise { .. } | Node::Modifier { .. } => Vec::new(),
    };
    nodes.iter().flat_map(rules).collect()
}

/// All modifiers of a ruling, in the order in which they were weighed: how much, by which rule and why.
fn modifiers(ruling: &Ruling<String>) -> Vec<(i32, String, String)> {
    fn collect(nodes: &[Node<String>], into: &mut Vec<(i32, String, String)>) {
        for node in nodes {
            match node {
                Node::Modifier { amount, rule, says } => {
                    into.push((*amount, rule.clone(), says.clone()));
                }
                Node::Group { nodes, .. } => collect(nodes, into),
                Node::Premise { .. } | Node::Told { .. } => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(&ruling.nodes, &mut found);
    found
}
