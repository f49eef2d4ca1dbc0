//! Who sits at the table: a seat, and a set of seats.

use serde::{Deserialize, Serialize};

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

    /// Its letter, where seats have no names: `A` for the first; `judge` for the judge.
    pub fn lettered(self) -> String {
        match self {
            Seat::JUDGE => "judge".to_string(),
            Seat(number) => char::from(b'A' + number % 26).to_string(),
        }
    }

    /// Position in a list with one entry a player.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of seats (at most 32, the judge's included).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Seats(u32);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// Just one seat; nobody, for a seat that no set can hold.
    pub fn only(seat: Seat) -> Seats {
        Seats(1u32.checked_shl(seat.0.into()).unwrap_or(0))
    }

    /// The first `count` seats.
    pub fn first_of(count: u8) -> Seats {
        Seats(if count >= 31 { u32::MAX >> 1 } else { (1 << count) - 1 })
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & Seats::only(seat).0 != 0
    }

    /// The set with one seat more.
    #[must_use]
    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | Seats::only(seat).0)
    }

    /// The set with one seat less.
    #[must_use]
    pub fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !Seats::only(seat).0)
    }

    /// The lowest seat of the set.
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in clockwise order from seat 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..32).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}
