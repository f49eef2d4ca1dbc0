//! Lines of the log as a person reads them: in full, and in short.

use crate::seat::{Seat, Seats};
use serde::Serialize;
use serde_json::Value;

/// The most that is told in short of an input.
const MOST: usize = 3;

/// Something that happened, in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// The rule behind it.
    pub rule: String,
    /// What happened; empty where there is nothing to say.
    pub says: String,
    /// The event itself, with its rule by id.
    pub event: Value,
    /// Who hears it.
    pub heard_by: Seats,
}

/// One line of the log: an input that counts and what happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Number of the line in the record.
    pub number: usize,
    /// Whose decision it was; nobody's where dice fell, or several decided.
    pub by: Option<Seat>,
    /// Whether dice fell.
    pub dice: bool,
    /// Whether a judge changed the position, or let an action through.
    #[serde(skip)]
    pub judges: bool,
    /// Who may know what was put in: of a judge's word only those whose sight of the game changed by what it says.
    #[serde(skip)]
    pub known_by: Seats,
    /// The rules that a judge set aside to let it through, as far as those saw the position who read it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<String>,
    /// The input in words.
    pub says: String,
    /// The input in few words, where it is long.
    #[serde(skip)]
    pub short: Option<String>,
    /// What happened.
    pub told: Vec<Told>,
}

impl Line {
    /// The line as somebody may read it, by who may: what they hear of what happened. Of a judge's word that they may not know
    /// they read no more than that there was one.
    #[must_use]
    pub fn heard(mut self, is_for: impl Fn(Seats) -> bool) -> Line {
        self.told.retain(|told| is_for(told.heard_by));
        if self.judges && !is_for(self.known_by) {
            self.says = "judge: a change that others know of".to_string();
            self.short = None;
            self.against = Vec::new();
        }
        self
    }

    /// What the input came to: what dice did, else what was told last, with what one rule told beside it. Nothing where that only says the decision again, step by
    /// step: one rule did it all, and it begins with the same.
    pub fn gist(&self) -> &[Told] {
        let told = |most| &self.told[self.told.len().saturating_sub(most)..];
        if self.dice {
            return told(MOST);
        }
        let words = |says| str::split(says, |one: char| !one.is_alphabetic() && one != '-');
        let decision = self.says.split_once(": ").map_or(self.says.as_str(), |(_, rest)| rest);
        let said: Vec<&str> = words(decision).filter(|word| word.chars().count() > 2).collect();
        let Some(last) = self.told.last() else { return &[] };
        let again = self.told.iter().all(|one| {
            one.rule == last.rule
                && words(&one.says).next().is_some_and(|word| said.contains(&word))
        });
        let beside = self.told.iter().rev().take_while(|one| one.rule == last.rule).count();
        if again { &[] } else { told(beside.min(MOST)) }
    }
}
