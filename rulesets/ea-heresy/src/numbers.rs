//! Numbers of units, formations, pieces of ground and profiles in a battle, and sets of numbers.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Debug};
use std::marker::PhantomData;

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
        )]
        pub struct $name(pub $inner);

        impl $name {
            /// Its place in the list of its kind.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Number for $name {
            fn numbered(number: usize) -> $name {
                $name(number as $inner)
            }

            fn index(self) -> usize {
                $name::index(self)
            }
        }
    )*};
}

numbers! {
    /// A unit, as an index into the units of a position.
    UnitNo(u16);
    /// A formation, as an index into its formations.
    FormationNo(u16);
    /// A piece of ground, as an index into the pieces of the board.
    PieceNo(u16);
    /// A model: a unit's profile with the characters that joined it, as an index into the game's.
    ModelNo(u16);
}

/// Words of 64 bits: numbers up to 1023.
const WORDS: usize = 16;
/// Words that are always written; more only where they hold something.
const WRITTEN: usize = 4;

/// What sets are made of.
pub trait Number: Copy {
    /// What has that number.
    fn numbered(number: usize) -> Self;
    /// Its number.
    fn index(self) -> usize;
}

/// A set of what has numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct NumberSet<N> {
    words: [u64; WORDS],
    of: PhantomData<N>,
}

/// A set of units of the whole battle.
pub type UnitSet = NumberSet<UnitNo>;

impl<N: Number> NumberSet<N> {
    /// Adds one; says whether it is new. Numbers that no battle has are passed over.
    pub fn add(&mut self, one: N) -> bool {
        let is_new = !self.has(one);
        match self.words.get_mut(one.index() / 64) {
            Some(word) => *word |= 1 << (one.index() % 64),
            None => return false,
        }
        is_new
    }

    /// Takes one out.
    pub fn remove(&mut self, one: N) {
        if let Some(word) = self.words.get_mut(one.index() / 64) {
            *word &= !(1 << (one.index() % 64));
        }
    }

    /// Whether it holds one.
    pub fn has(&self, one: N) -> bool {
        let word = self.words.get(one.index() / 64);
        word.is_some_and(|word| word >> (one.index() % 64) & 1 == 1)
    }

    /// How many it holds.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// All in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = N> {
        (0..WORDS).flat_map(move |word| {
            let mut left = self.words[word];
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    N::numbered(word * 64 + bit)
                })
            })
        })
    }
}

impl<N: Number + Debug> Debug for NumberSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<N: Number + Default> FromIterator<N> for NumberSet<N> {
    fn from_iter<I: IntoIterator<Item = N>>(all: I) -> Self {
        let mut set = Self::default();
        for one in all {
            set.add(one);
        }
        set
    }
}

impl<N> Serialize for NumberSet<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last = self.words.iter().rposition(|word| *word != 0).unwrap_or(0);
        serializer.collect_seq(&self.words[..WRITTEN.max(last + 1)])
    }
}

impl<'de, N: Default> Deserialize<'de> for NumberSet<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Vec::<u64>::deserialize(deserializer)?;
        let mut set = Self::default();
        let words = set.words.get_mut(..written.len());
        words.ok_or_else(|| D::Error::custom("too many words"))?.copy_from_slice(&written);
        Ok(set)
    }
}
