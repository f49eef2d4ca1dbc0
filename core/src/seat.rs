//! Who sits at the table: a seat, and a set of seats.

use crate::number_set::{NumberSet, Numbered};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A place at the table, numbered clockwise from 0. The judge has a seat of their own.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that answers what a rule leaves to judgement.
    pub const JUDGE: Seat = Seat(31);

    /// A seat that nobody sits in: who looks with it sees what everybody may see.
    pub const NOBODY: Seat = Seat(30);

    /// Both sides of a game between two.
    pub const SIDES: [Seat; 2] = [Seat(0), Seat(1)];

    /// The other side of a game between two.
    pub const fn opponent(self) -> Seat {
        Seat(if self.0 == 0 { 1 } else { 0 })
    }

    /// Whether somebody sits there who plays.
    pub const fn is_players(self) -> bool {
        self.0 < Seat::NOBODY.0
    }

    /// Its letter, where seats have no names: `A` for the first; `judge` for the judge, `nobody` for nobody's.
    pub fn lettered(self) -> String {
        match self {
            Seat::JUDGE => "judge".to_string(),
            Seat::NOBODY => "nobody".to_string(),
            Seat(number) => char::from(b'A' + number % 26).to_string(),
        }
    }

    /// Position in a list with one entry a player.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What lines begin with that are nobody's answers: no seat is called so.
const SPEAKERS: [&str; 3] = ["judge", "nobody", "dice"];
/// What ends a name where lines and options name seats.
const ENDS: [char; 3] = [':', '/', '='];

/// Why a seat cannot be called so beside others, in words; nothing where it can.
pub fn why_no_seat(name: &str, others: &[String]) -> Option<String> {
    if name.trim().is_empty() {
        return Some("a seat has a name, such as `A`".to_string());
    }
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    if SPEAKERS.into_iter().any(same) {
        return Some(format!("no seat is called `{name}`: lines of others begin so"));
    }
    if let Some(twin) = others.iter().find(|other| same(other)) {
        return Some(format!("`{twin}` and `{name}` are the same name where lines are typed"));
    }
    let says = "in lines that are typed it would end the name of a seat";
    let ends = name.chars().find(|one| ENDS.contains(one) || one.is_control());
    let because = name.contains(" because ").then(|| "because".to_string());
    let ends = ends.map(String::from).or(because)?;
    Some(format!("a seat has a name without `{}`: {says}", ends.escape_debug()))
}

impl Numbered for Seat {
    fn numbered(number: usize) -> Seat {
        Seat(number as u8)
    }

    fn number(self) -> usize {
        self.index()
    }
}

/// A set of seats (at most 32, the judge's included).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(into = "u32", from = "u32")]
pub struct Seats(NumberSet<Seat, 1>);

/// Seats that a set can hold.
const MOST_SEATS: u8 = 32;

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(NumberSet::EMPTY);

    /// Just one seat; nobody, for a seat that no set can hold.
    pub fn only(seat: Seat) -> Seats {
        Some(seat).into_iter().collect()
    }

    /// The first `count` seats, the judge's never.
    pub fn first_of(count: u8) -> Seats {
        (0..count.min(Seat::JUDGE.0)).map(Seat).collect()
    }

    /// The side that has more of something in a game between two; nobody where both have as much.
    pub fn with_more<T: Ord>(of: impl Fn(Seat) -> T) -> Seats {
        let [a, b] = Seat::SIDES;
        match of(a).cmp(&of(b)) {
            Ordering::Greater => Seats::only(a),
            Ordering::Less => Seats::only(b),
            Ordering::Equal => Seats::NONE,
        }
    }

    /// Those of the set that have most of something: several where they have as much.
    #[must_use]
    pub fn with_most<T: Ord>(self, of: impl Fn(Seat) -> T) -> Seats {
        let most = self.iter().map(&of).max();
        self.iter().filter(|seat| most.as_ref() == Some(&of(*seat))).collect()
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0.contains(seat)
    }

    /// The set with one seat more.
    #[must_use]
    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0.union(Seats::only(seat).0))
    }

    /// The set with one seat less.
    #[must_use]
    pub fn without(self, seat: Seat) -> Seats {
        Seats(self.0.difference(Seats::only(seat).0))
    }

    /// The lowest seat of the set.
    pub fn first(self) -> Option<Seat> {
        self.0.first()
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The seats in clockwise order from seat 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        self.0.iter()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        Seats(seats.into_iter().filter(|seat| seat.0 < MOST_SEATS).collect())
    }
}

// Written as one number, a bit a seat.
impl From<Seats> for u32 {
    fn from(seats: Seats) -> u32 {
        seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)
    }
}

impl From<u32> for Seats {
    fn from(bits: u32) -> Seats {
        (0..MOST_SEATS).filter(|seat| bits >> seat & 1 == 1).map(Seat).collect()
    }
}
