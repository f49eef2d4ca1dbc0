//! Lines that ask and change nothing: rulings, odds, sight, rules, how things stand.

use super::problem::Problem;
use super::wire::{Drawn, Reply};
use crate::console::Screen;
use crate::help::about;
use crate::library::Library;
use crate::look_up::Tables;
use crate::patience::{Waiting, taken_off};
use crate::prompt::Command;
use crate::session::names;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use umpire_core::host::{Asked, Table, UsageKind};
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

/// The longest an answer may take.
const LONGEST: Duration = Duration::from_secs(5);

/// Somebody who asks.
pub struct Asking<'a> {
    /// The table.
    pub table: &'a dyn Table,
    /// The table that actions are judged at: as they see it, where they do not decide for whom they ask.
    pub judged: &'a dyn Table,
    /// The tables of the games.
    pub library: &'a Library,
    /// As whom they see; nobody is a judge who sees everything.
    pub viewer: Option<Seat>,
    /// For whom they speak.
    pub speaker: Seat,
}

impl Asking<'_> {
    /// The answer.
    ///
    /// # Errors
    /// Where the line means nothing.
    pub fn reply(&self, command: Command) -> Result<Reply, Problem> {
        match command {
            Command::WhyAction { action, .. } | Command::Other(action) => self.ruling(&action),
            Command::Why { .. } => Ok(self.why()),
            Command::Ask(question) => self.answer(&question),
            Command::Status(thing) => {
                let answer = self.table.status(self.viewer, &thing)?;
                Ok(Reply::answered(answer, &|action| self.typed(action)))
            }
            Command::LookUp(kind, name) => {
                let tables = Tables::in_play(self.library, self.table).map_err(Problem::says)?;
                let ground = self.table.ground_called(&name).filter(|_| kind == "terrain");
                look_up(&tables, kind, ground.as_deref().unwrap_or(&name))
            }
            Command::List => Ok(self.list("all")),
            Command::ListOf(words) => Ok(self.list(&words)),
            Command::Help(what) => {
                let what = if what.is_empty() { "all" } else { what.as_str() };
                let pages = about(self.table, what).map_err(Problem::says)?;
                let lines = pages.into_iter().flat_map(|page| page.lines);
                let rows = lines.map(|(form, says)| vec![form, says]).collect();
                Ok(table("what may be typed", rows))
            }
            Command::Log(_) => {
                Err(Problem::says("what happened stands under `Log`, beside the board"))
            }
            Command::Board(_) => {
                let scene = self.table.scene(self.viewer);
                let rows = scene.plain_lines().map(|line| vec![line]).collect();
                Ok(table("the table", rows))
            }
            _ => Err(Problem::says("this is no question")),
        }
    }

    /// What may be done now that has all of some words in it.
    fn list(&self, words: &str) -> Reply {
        let (_, actions) = self.judged.legal(self.speaker);
        let named = actions.into_iter().map(|action| action.says).filter(|says| names(says, words));
        table("what may be done now", named.map(|says| vec![says]).collect())
    }

    fn typed(&self, action: &Value) -> String {
        self.judged.say_action(self.speaker, action)
    }

    fn ruling(&self, text: &str) -> Result<Reply, Problem> {
        let action = self.judged.parse(self.speaker, text)?;
        let ruling = self.judged.ruling(self.speaker, &action)?;
        let mut reply = self.ruled(self.typed(&action), &ruling);
        // What several decide in secret happens when all have: nobody is shown it before.
        let secret = matches!(self.table.pending(), Asked::Choice { sealed: true, .. });
        let after = self.judged.scene_after(self.speaker, &action, self.viewer);
        if let Some(after) = after.filter(|_| !secret && ruling.holds()) {
            let about = self.judged.about(&action);
            let names: Vec<&str> = about.iter().map(|(_, name)| name.as_str()).collect();
            let moved = after.moved_since(&self.judged.scene(self.viewer), &names);
            reply.after = moved.into_iter().map(Drawn::of).collect();
            reply.shapes.extend(self.judged.ways(&action).into_iter().map(Drawn::of));
        }
        Ok(reply)
    }

    fn ruled(&self, about: String, ruling: &Ruling<String>) -> Reply {
        Reply::ruled(about, ruling, &|action| self.typed(action))
    }

    /// Why nothing can be done with what a hand picked last: the forms of actions that are understood of these things,
    /// with as many of those picked before as they have room for, and why the rules refuse them; nothing where there is
    /// none.
    pub fn in_vain(&self, picked: &[String]) -> Reply {
        let (_, offered) = self.judged.legal(self.speaker);
        let usual: BTreeSet<&str> =
            offered.iter().flat_map(|action| action.says.split_whitespace()).collect();
        let usages = self.judged.usages();
        let actions = usages.iter().filter(|usage| usage.kind == UsageKind::Action);
        let mut forms: Vec<Vec<&str>> = actions.flat_map(|usage| forms_of(&usage.form)).collect();
        // What is done now is meant before what is not.
        let is_done_now =
            |form: &[&str]| form.iter().any(|word| !is_gap(word) && usual.contains(word));
        forms.sort_by_key(|form| !is_done_now(form));
        let tried = (1..=picked.len()).rev().map(|many| &picked[picked.len() - many..]);
        // Of fewer than were picked only what is done now is told: nobody asked to draft whom they looked at.
        let lines = tried.flat_map(|names| {
            let forms = forms.iter();
            let forms = forms.filter(|form| names.len() == picked.len() || is_done_now(form));
            forms.filter_map(|form| filled(form, names)).collect::<Vec<_>>()
        });
        let mut refused: Vec<(String, Ruling<String>)> = Vec::new();
        for line in lines.take(MOST_FORMS) {
            let Ok(action) = self.judged.parse(self.speaker, &line) else { continue };
            let Ok(ruling) = self.judged.ruling(self.speaker, &action) else { continue };
            let says = self.typed(&action);
            if !ruling.holds() && refused.iter().all(|(known, _)| *known != says) {
                refused.push((says, ruling));
            }
        }
        let names: BTreeSet<&str> = picked.iter().flat_map(|it| it.split_whitespace()).collect();
        let is_usual = |says: &str| {
            let mut words = says.split_whitespace().filter(|word| !names.contains(word));
            words.any(|word| usual.contains(word))
        };
        // What a rule forbids was meant before what would mean nothing, which is told alone.
        refused.sort_by_key(|(_, ruling)| !ruling.means_something());
        let mut refused = refused.into_iter();
        let Some((says, ruling)) = refused.next() else { return Reply::default() };
        let mut reply = self.ruled(says, &ruling);
        let others = refused.filter(|(says, ruling)| ruling.means_something() && is_usual(says));
        for (says, ruling) in others.take(2) {
            let why = ruling.lines(1).into_iter().find(|line| !reply.grounds.contains(line));
            reply.grounds.extend(why.map(|why| format!("`{says}`: {}", why.trim())));
        }
        reply
    }

    /// What the dice that are asked for count, and what came of those that fell last.
    fn why(&self) -> Reply {
        let mut reply = match self.table.pending_seen_by(self.viewer) {
            Asked::Roll { why, .. } => {
                Reply { yes: None, ..self.ruled("the dice that are asked for".into(), &why) }
            }
            _ => Reply { headline: "the dice that fell last".into(), ..Reply::default() },
        };
        for (roll, ruling) in self.table.dice_told(self.viewer) {
            reply.grounds.push(roll.clone());
            reply.grounds.extend(ruling.lines(2).into_iter().map(|line| format!("  {line}")));
            reply.all.push(roll);
            reply.all.extend(ruling.lines(9).into_iter().map(|line| format!("  {line}")));
        }
        reply
    }

    fn answer(&self, question: &str) -> Result<Reply, Problem> {
        let (question, within) = taken_off(question).map_err(Problem::says)?;
        let nobody_stops = AtomicBool::new(false);
        let waiting = Waiting::new(within.min(LONGEST), &nobody_stops, |_| {}).telling(false);
        let answer = self.table.ask(self.viewer, &question, &waiting)?;
        Ok(Reply::answered(answer, &|action| self.typed(action)))
    }
}

/// What a game's tables say of something, such as a rule.
///
/// # Errors
/// Where nothing is called so.
pub fn look_up(tables: &Tables, kind: &str, name: &str) -> Result<Reply, Problem> {
    let mut written = Vec::new();
    let mut screen = Screen::new(&mut written, false, false);
    let shown = tables.show(&mut screen, (kind, name), false);
    drop(screen);
    shown.map_err(|fault| Problem::says(fault.to_string()))?.map_err(Problem::says)?;
    let text = String::from_utf8_lossy(&written).into_owned();
    let mut lines = text.lines().map(String::from);
    let headline = lines.next().unwrap_or_default();
    let grounds: Vec<String> = lines.collect();
    Ok(Reply { headline, all: grounds.clone(), grounds, ..Reply::default() })
}

/// How many forms are tried on what was picked.
const MOST_FORMS: usize = 200;

/// The forms that a usage lists, without what may be left out.
fn forms_of(usage: &str) -> Vec<Vec<&str>> {
    let plain = usage.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    let words: Vec<&str> = plain.flat_map(str::split_whitespace).collect();
    words.split(|word| *word == "|").map(<[&str]>::to_vec).collect()
}

/// Whether a word of a form stands for a name.
fn is_gap(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|letter| letter.is_uppercase() || letter == '-')
}

/// A form with names in its gaps; nothing where there are not as many.
fn filled(form: &[&str], names: &[String]) -> Option<String> {
    let gaps = form.iter().filter(|word| is_gap(word)).count();
    let mut names = names.iter().take((gaps == names.len()).then_some(gaps)?);
    let words = form.iter().map(|word| match is_gap(word) {
        true => names.next().map_or("", String::as_str),
        false => word,
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

fn table(headline: &str, rows: Vec<Vec<String>>) -> Reply {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let head = vec![String::new(); columns];
    let rows = std::iter::once(head).chain(rows).collect();
    Reply { headline: headline.to_string(), rows, ..Reply::default() }
}
