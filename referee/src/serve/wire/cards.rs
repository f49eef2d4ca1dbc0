//! The cards, units or dice of a game as its tables have them.

use serde::Serialize;
use umpire_core::host::{CardEntry, PowerEntry};
use utoipa::ToSchema;

/// A card, unit or die.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Card {
    /// Its name, as typed.
    pub name: String,
    /// Its name in print.
    pub title: String,
    /// What kind of thing it is, in a line.
    pub says: String,
    /// Its numbers.
    pub numbers: Vec<Number>,
    /// What it can do beyond its numbers.
    pub powers: Vec<Power>,
}

/// A number of a card.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Number {
    /// What it is of.
    pub what: String,
    /// How much; also words, such as the faces of a die.
    pub is: String,
}

/// Something that a card can do beyond its numbers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// What it does.
    pub says: String,
    /// Whether the table keeps it; else those who play do.
    pub built: bool,
    /// The rule it is; may be empty.
    pub rule: String,
}

impl From<CardEntry> for Card {
    fn from(entry: CardEntry) -> Card {
        let CardEntry { name, title, says, numbers, powers, .. } = entry;
        let power = |PowerEntry { name, says, built, rule }| Power { name, says, built, rule };
        Card {
            name,
            title,
            says,
            numbers: numbers.into_iter().map(|(what, is)| Number { what, is }).collect(),
            powers: powers.into_iter().map(power).collect(),
        }
    }
}
