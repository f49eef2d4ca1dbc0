//! Lines that ask and change nothing: rulings, odds, sight, rules, how things stand.

use super::problem::Problem;
use super::wire::{Drawn, Reply};
use crate::console::Screen;
use crate::help::about;
use crate::library::Library;
use crate::look_up::Tables;
use crate::patience::{Waiting, taken_off};
use crate::prompt::Command;
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use umpire_core::host::{Asked, Table};
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

/// The longest an answer may take.
const LONGEST: Duration = Duration::from_secs(5);

/// Whether a line asks and changes nothing.
pub fn is_question(command: &Command) -> bool {
    matches!(
        command,
        Command::Why { .. }
            | Command::WhyAction { .. }
            | Command::Ask(_)
            | Command::List
            | Command::Status(_)
            | Command::LookUp(..)
            | Command::Log(_)
            | Command::Board(_)
            | Command::Help(_)
    )
}

/// Somebody who asks.
pub struct Asking<'a> {
    /// The table.
    pub table: &'a dyn Table,
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
            Command::LookUp(kind, name) => self.look_up(kind, &name),
            Command::List => {
                let (_, actions) = self.table.legal(self.speaker);
                let rows = actions.into_iter().map(|action| vec![action.says]).collect();
                Ok(table("what may be done now", rows))
            }
            Command::Help(what) => {
                let what = if what.is_empty() { "all" } else { what.as_str() };
                let pages = about(self.table, what).map_err(Problem::says)?;
                let lines = pages.into_iter().flat_map(|page| page.lines);
                let rows = lines.map(|(form, says)| vec![form, says]).collect();
                Ok(table("what may be typed", rows))
            }
            Command::Board(_) => {
                let scene = self.table.scene(self.viewer);
                let rows = scene.plain_lines().map(|line| vec![line]).collect();
                Ok(table("the table", rows))
            }
            _ => Err(Problem::says("this is no question")),
        }
    }

    fn typed(&self, action: &Value) -> String {
        self.table.say_action(self.speaker, action)
    }

    fn ruling(&self, text: &str) -> Result<Reply, Problem> {
        let action = self.table.parse(self.speaker, text)?;
        let ruling = self.table.ruling(self.speaker, &action)?;
        let mut reply = self.ruled(self.typed(&action), &ruling);
        // What several decide in secret happens when all have: nobody is shown it before.
        let secret = matches!(self.table.pending(), Asked::Choice { sealed: true, .. });
        let after = self.table.scene_after(self.speaker, &action, self.viewer);
        if let Some(after) = after.filter(|_| !secret && ruling.holds()) {
            let about = self.table.about(&action);
            let names: Vec<&str> = about.iter().map(|(_, name)| name.as_str()).collect();
            let moved = after.moved_since(&self.table.scene(self.viewer), &names);
            reply.after = moved.into_iter().map(Drawn::of).collect();
        }
        Ok(reply)
    }

    fn ruled(&self, about: String, ruling: &Ruling<String>) -> Reply {
        Reply::ruled(about, ruling, &|action| self.typed(action))
    }

    /// What the dice that are asked for count, and what came of those that fell last.
    fn why(&self) -> Reply {
        let mut reply = match self.table.pending() {
            Asked::Roll { why, .. } => {
                Reply { yes: None, ..self.ruled("the dice that are asked for".into(), &why) }
            }
            _ => Reply { headline: "the dice that fell last".into(), ..Reply::default() },
        };
        for (roll, ruling) in self.table.dice_told() {
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

    fn look_up(&self, kind: &str, name: &str) -> Result<Reply, Problem> {
        let tables = Tables::of(self.library, self.table.ruleset()).map_err(Problem::says)?;
        let mut written = Vec::new();
        let shown = tables.show(&mut Screen::new(&mut written, false, false), kind, name);
        shown.map_err(|fault| Problem::says(fault.to_string()))?.map_err(Problem::says)?;
        let text = String::from_utf8_lossy(&written).into_owned();
        let mut lines = text.lines().map(String::from);
        let headline = lines.next().unwrap_or_default();
        let grounds: Vec<String> = lines.collect();
        Ok(Reply { headline, all: grounds.clone(), grounds, ..Reply::default() })
    }
}

fn table(headline: &str, rows: Vec<Vec<String>>) -> Reply {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let head = vec![String::new(); columns];
    let rows = std::iter::once(head).chain(rows).collect();
    Reply { headline: headline.to_string(), rows, ..Reply::default() }
}
