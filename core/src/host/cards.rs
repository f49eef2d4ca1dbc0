//! Cards, units and dice of a game as its tables have them: numbers, powers, and which of those code keeps.

use super::TerrainEntry;
use crate::command::begins_a_word;
use crate::rule_index::RuleIndex;
use serde::Serialize;
use std::fmt::Display;

/// A card, unit or die: what its players call a piece of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardEntry {
    /// Its name in scenarios and at the prompt.
    pub name: String,
    /// Its name in print.
    pub title: String,
    /// What kind of thing it is, in a line.
    pub says: String,
    /// Its numbers, each with what it is.
    pub numbers: Vec<(String, String)>,
    /// What it can do beyond its numbers.
    pub powers: Vec<PowerEntry>,
    /// Where the row comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// Something a card can do beyond its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PowerEntry {
    /// Its name.
    pub name: String,
    /// What it does, in our own words.
    pub says: String,
    /// Whether code keeps it; else its players do, and are told so.
    pub built: bool,
    /// The row of the rule index it is, where it is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

/// The tables of a game as they hold in one that is played: by its edition, with its house rules laid over them.
#[derive(Debug, Clone)]
pub struct TablesInPlay {
    /// The rule index, with rows of tables.
    pub rules: RuleIndex,
    /// The cards, units or dice.
    pub cards: Vec<CardEntry>,
    /// The terrain tables.
    pub terrain: Vec<TerrainEntry>,
}

/// How much of what a card can do is kept by code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Built {
    /// All there is, be it nothing beyond the numbers.
    All,
    /// Some powers.
    Partly,
    /// Its numbers alone.
    NumbersOnly,
}

impl CardEntry {
    /// A card by its name and what it is, without numbers; in print it is called the same.
    pub fn new(name: impl Into<String>, says: impl Into<String>) -> CardEntry {
        let (name, says) = (name.into(), says.into());
        let (numbers, powers) = (Vec::new(), Vec::new());
        CardEntry { title: name.clone(), name, says, numbers, powers, source: String::new() }
    }

    /// The same, called otherwise in print.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> CardEntry {
        CardEntry { title: title.into(), ..self }
    }

    /// The same, with a number.
    #[must_use]
    pub fn number(mut self, what: &str, number: impl Display) -> CardEntry {
        self.numbers.push((what.to_string(), number.to_string()));
        self
    }

    /// The same, with something it can do, which code keeps.
    #[must_use]
    pub fn power(mut self, name: impl Into<String>, says: impl Into<String>) -> CardEntry {
        let (name, says) = (name.into(), says.into());
        self.powers.push(PowerEntry { name, says, built: true, rule: String::new() });
        self
    }

    /// How much of it is built.
    pub fn built(&self) -> Built {
        let kept = self.powers.iter().filter(|power| power.built).count();
        match kept {
            kept if kept == self.powers.len() => Built::All,
            0 => Built::NumbersOnly,
            _ => Built::Partly,
        }
    }

    /// The powers that no code keeps.
    pub fn unbuilt(&self) -> impl Iterator<Item = &PowerEntry> {
        self.powers.iter().filter(|power| !power.built)
    }

    /// Whether a word stands in its names or in what it is.
    pub fn holds(&self, word: &str) -> bool {
        [&self.name, &self.title, &self.says].iter().any(|text| begins_a_word(text, word))
    }
}
