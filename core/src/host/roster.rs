//! Pieces as they stand, each told once: facts, status, badges and what a referee may put down follow from it.

use super::{Standing, Stock};
use crate::scene::Badge;
use std::fmt::Display;

/// A piece as it stands, or what there is to know of the game as a whole.
///
/// ```
/// # use umpire_core::host::RosterEntry;
/// let bob = RosterEntry::of("figures of A", "bob")
///     .placed(Some("C4".to_string()), "removed")
///     .number("lives", 2, 3)
///     .flag("acted", true, "has acted", "v")
///     .profile("speed 5, 2 dice");
/// let facts: Vec<(String, String)> = bob.facts().collect();
/// let fact = |name: &str, is: &str| (name.to_string(), is.to_string());
/// assert_eq!(facts, [fact("bob.at", "C4"), fact("bob.lives", "2"), fact("bob.acted", "true")]);
/// assert_eq!(bob.standing().says, ["at C4", "2 of 3 lives", "has acted"]);
/// assert_eq!(bob.badges().len(), 2);
/// let door = RosterEntry::of("doors", "C4/D4").word("is", "open", "open").fixed();
/// assert_eq!(door.facts().next(), Some(("C4/D4.is".to_string(), "open".to_string())));
/// assert_eq!((door.standing().says, door.stock()), (vec!["open".to_string()], None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterEntry {
    group: String,
    name: String,
    is_down: bool,
    what: What,
    told: Vec<ToldOf>,
    profile: Vec<String>,
}

/// What an entry is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A piece, which is put down and picked up.
    Piece,
    /// Something that stays where it is.
    Fixed,
    /// The game as a whole.
    Game,
}

/// One thing that is told of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ToldOf {
    fact: &'static str,
    is: String,
    says: Option<String>,
    mark: Option<String>,
}

impl RosterEntry {
    /// A piece among others, such as `figures of A`, of which nothing is told yet.
    pub fn of(group: impl Into<String>, name: impl Into<String>) -> RosterEntry {
        let (group, name, what) = (group.into(), name.into(), What::Piece);
        RosterEntry { group, name, is_down: true, what, told: Vec::new(), profile: Vec::new() }
    }

    /// The round of the game, of so many.
    pub fn round(round: impl Display, most: impl Display) -> RosterEntry {
        let entry = RosterEntry::of("the game", format!("round {round}"));
        let entry = entry.told("round", round.to_string(), Some(format!("of {most}")), None);
        RosterEntry { what: What::Game, ..entry }
    }

    /// Where it stands, as it would be typed; nothing where it stands nowhere, and what that is called. Of what stands nowhere no more is told
    /// by `status`, and nothing by badges.
    #[must_use]
    pub fn placed(mut self, at: Option<String>, gone: &str) -> RosterEntry {
        self.is_down = at.is_some();
        let says = at.as_ref().map_or(gone.to_string(), |at| format!("at {at}"));
        self.told("at", at.unwrap_or(gone.to_string()), Some(says), None)
    }

    /// A number of what it has left, such as lives, of so many.
    #[must_use]
    pub fn number(self, of: &'static str, left: impl Display, most: impl Display) -> RosterEntry {
        let (is, says) = (left.to_string(), format!("{left} of {most} {of}"));
        self.told(of, is.clone(), Some(says), Some(is))
    }

    /// Something in words, such as what it carries, and how that is told; nothing is told of an empty one.
    #[must_use]
    pub fn word(self, of: &'static str, is: impl Into<String>, says: &str) -> RosterEntry {
        let is = is.into();
        let told = (!is.is_empty()).then(|| says.to_string());
        self.told(of, is, told, None)
    }

    /// Makes it something that nobody puts down or picks up, such as a door.
    #[must_use]
    pub fn fixed(self) -> RosterEntry {
        RosterEntry { what: What::Fixed, ..self }
    }

    /// What is so or not: the fact, whether it is, how that is told, and the letters of its badge.
    #[must_use]
    pub fn flag(self, fact: &'static str, is: bool, says: &str, mark: &str) -> RosterEntry {
        let told = |words: &str| is.then(|| words.to_string());
        self.told(fact, is.to_string(), told(says), told(mark))
    }

    /// What is told of it where it alone is asked about, and where it is put down: numbers of its kind.
    #[must_use]
    pub fn profile(mut self, words: impl Into<String>) -> RosterEntry {
        self.profile.push(words.into());
        self
    }

    fn told(
        mut self,
        fact: &'static str,
        is: String,
        says: Option<String>,
        mark: Option<String>,
    ) -> RosterEntry {
        self.told.push(ToldOf { fact, is, says, mark });
        self
    }

    /// Facts by name: `bob.lives` is `2`; of the game as a whole `round` is `1`.
    pub fn facts(&self) -> impl Iterator<Item = (String, String)> {
        let name = |fact: &str| match self.what {
            What::Piece | What::Fixed => format!("{}.{fact}", self.name),
            What::Game => fact.to_string(),
        };
        self.told.iter().map(move |told| (name(told.fact), told.is.clone()))
    }

    /// How it stands, for `status`.
    pub fn standing(&self) -> Standing {
        let most = if self.is_down { usize::MAX } else { 1 };
        let says = self.told.iter().filter_map(|told| told.says.clone()).take(most);
        let standing = Standing::of(self.group.as_str(), self.name.as_str());
        Standing { says: says.collect(), closely: self.profile.clone(), ..standing }
    }

    /// What there is to know of it at a glance, for its token.
    pub fn badges(&self) -> Vec<Badge> {
        let badge = |told: &ToldOf| {
            let (mark, words) = (told.mark.clone()?, told.says.clone()?);
            Some(Badge { mark, words })
        };
        self.told.iter().filter(|_| self.is_down).filter_map(badge).collect()
    }

    /// As a referee may put it down, by `place NAME at` and a place; nothing for what stays where it is.
    pub fn stock(&self) -> Option<Stock> {
        let (name, line) = (self.name.as_str(), format!("place {} at", self.name));
        (self.what == What::Piece).then(|| Stock {
            says: self.profile.join(", "),
            is_down: self.is_down,
            asks: format!("status {name}"),
            ..Stock::placed(self.group.as_str(), name, line)
        })
    }
}
