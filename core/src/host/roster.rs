//! Pieces as they stand, each told once: facts, status, badges and what a referee may put down follow from it.

use super::{Phase, Standing, Stock};
use crate::scene::Badge;
use crate::seat::Seat;
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
/// // What is told otherwise in one place than in another is told in each by itself.
/// let ann = RosterEntry::of("figures of B", "ann").fact("", "hale").says("as good as new").badge("+", "hale");
/// assert_eq!(ann.facts().next(), Some(fact("ann", "hale")));
/// assert_eq!((ann.standing().says, ann.badges().len()), (vec!["as good as new".to_string()], 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterEntry {
    /// What it is and whose, without what is told of it.
    known: Standing,
    is_down: bool,
    what: What,
    told: Vec<ToldOf>,
    /// What it is put down as, where that is not its profile.
    stocked: Option<String>,
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

/// One thing that is told of a piece: as a fact, by `status`, at a glance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ToldOf {
    fact: Option<(&'static str, String)>,
    says: Option<String>,
    badge: Option<Badge>,
}

impl RosterEntry {
    /// A piece among others, such as `figures of A`, of which nothing is told yet.
    pub fn of(group: impl Into<String>, name: impl Into<String>) -> RosterEntry {
        let (known, what) = (Standing::of(group, name), What::Piece);
        RosterEntry { known, is_down: true, what, told: Vec::new(), stocked: None }
    }

    /// The round of the game, of so many.
    pub fn round(round: impl Display, most: impl Display) -> RosterEntry {
        let entry = RosterEntry::of("the game", format!("round {round}")).also("round");
        let entry = entry.word("round", round.to_string(), &format!("of {most}"));
        let known = entry.known.tells_when(format!("round {round} of {most}"));
        RosterEntry { known, what: What::Game, ..entry }
    }

    /// The part of a round that is under way.
    #[must_use]
    pub fn in_phase(self, phase: Option<Phase>) -> RosterEntry {
        RosterEntry { known: self.known.tells_phase(phase), ..self }
    }

    /// Whose it is.
    #[must_use]
    pub fn owned_by(self, side: Seat) -> RosterEntry {
        RosterEntry { known: self.known.owned_by(side), ..self }
    }

    /// A card, unit or die that it is, by its name in the tables of the game.
    #[must_use]
    pub fn card(self, name: impl Into<String>) -> RosterEntry {
        RosterEntry { known: self.known.card(name), ..self }
    }

    /// What else people call it.
    #[must_use]
    pub fn also(self, name: impl Into<String>) -> RosterEntry {
        RosterEntry { known: self.known.also(name), ..self }
    }

    /// Where it stands, as it would be typed; nothing where it stands nowhere, and what that is called. Of what stands nowhere no more is told
    /// by `status`, and nothing by badges.
    #[must_use]
    pub fn placed(mut self, at: Option<String>, gone: &str) -> RosterEntry {
        self.is_down = at.is_some();
        let says = at.as_ref().map_or(gone.to_string(), |at| format!("at {at}"));
        self.fact("at", at.unwrap_or(gone.to_string())).says(says)
    }

    /// Makes it one that stands nowhere, and says what that is called, as no fact.
    #[must_use]
    pub fn away(self, says: &str) -> RosterEntry {
        RosterEntry { is_down: false, ..self.says(says) }
    }

    /// A number of what it has left, such as lives, of so many.
    #[must_use]
    pub fn number(self, of: &'static str, left: impl Display, most: impl Display) -> RosterEntry {
        let (is, says) = (left.to_string(), format!("{left} of {most} {of}"));
        let badge = Badge { mark: is.clone(), words: says.clone() };
        self.told(ToldOf { fact: Some((of, is)), says: Some(says), badge: Some(badge) })
    }

    /// Something in words, such as what it carries, and how that is told; nothing is told of an empty one.
    #[must_use]
    pub fn word(self, of: &'static str, is: impl Into<String>, says: &str) -> RosterEntry {
        let is = is.into();
        let says = (!is.is_empty()).then(|| says.to_string());
        self.told(ToldOf { fact: Some((of, is)), says, badge: None })
    }

    /// Makes it something that nobody puts down or picks up, such as a door.
    #[must_use]
    pub fn fixed(self) -> RosterEntry {
        RosterEntry { what: What::Fixed, ..self }
    }

    /// What is so or not: the fact, whether it is, how that is told, and the letters of its badge.
    #[must_use]
    pub fn flag(self, fact: &'static str, is: bool, says: &str, mark: &str) -> RosterEntry {
        let entry = self.fact(fact, is.to_string());
        if is { entry.says(says).badge(mark, says) } else { entry }
    }

    /// A fact that is told nowhere else; one without a name goes by that of the piece.
    #[must_use]
    pub fn fact(self, name: &'static str, is: impl Into<String>) -> RosterEntry {
        self.told(ToldOf { fact: Some((name, is.into())), ..ToldOf::default() })
    }

    /// Something that `status` alone tells.
    #[must_use]
    pub fn says(self, words: impl Into<String>) -> RosterEntry {
        self.told(ToldOf { says: Some(words.into()), ..ToldOf::default() })
    }

    /// A badge alone, with what it means.
    #[must_use]
    pub fn badge(self, mark: impl Into<String>, words: impl Into<String>) -> RosterEntry {
        let badge = Badge { mark: mark.into(), words: words.into() };
        self.told(ToldOf { badge: Some(badge), ..ToldOf::default() })
    }

    /// What it is put down as, in a line; by default its profile.
    #[must_use]
    pub fn stocked_as(self, words: impl Into<String>) -> RosterEntry {
        RosterEntry { stocked: Some(words.into()), ..self }
    }

    /// What is told of it where it alone is asked about, and where it is put down: numbers of its kind.
    #[must_use]
    pub fn profile(self, words: impl Into<String>) -> RosterEntry {
        RosterEntry { known: self.known.closely(words), ..self }
    }

    fn told(mut self, told: ToldOf) -> RosterEntry {
        self.told.push(told);
        self
    }

    /// Facts by name: `bob.lives` is `2`; of the game as a whole `round` is `1`.
    pub fn facts(&self) -> impl Iterator<Item = (String, String)> {
        let name = |fact: &str| match self.what {
            What::Game => fact.to_string(),
            What::Piece | What::Fixed if fact.is_empty() => self.known.name.clone(),
            What::Piece | What::Fixed => format!("{}.{fact}", self.known.name),
        };
        let facts = self.told.iter().filter_map(|told| told.fact.clone());
        facts.map(move |(fact, is)| (name(fact), is))
    }

    /// How it stands, for `status`.
    pub fn standing(&self) -> Standing {
        let most = if self.is_down { usize::MAX } else { 1 };
        let says = self.told.iter().filter_map(|told| told.says.clone()).take(most);
        Standing { says: says.collect(), ..self.known.clone() }
    }

    /// What there is to know of it at a glance, for its token.
    pub fn badges(&self) -> Vec<Badge> {
        let told = self.told.iter().filter(|_| self.is_down);
        told.filter_map(|told| told.badge.clone()).collect()
    }

    /// As a referee may put it down, by `place NAME at` and a place; nothing for what stays where it is.
    pub fn stock(&self) -> Option<Stock> {
        let Standing { group, name, closely, .. } = &self.known;
        (self.what == What::Piece).then(|| Stock {
            says: self.stocked.clone().unwrap_or_else(|| closely.join(", ")),
            is_down: self.is_down,
            asks: format!("status {name}"),
            ..Stock::placed(group, name, format!("place {name} at"))
        })
    }
}
