//! Sets of things that have numbers, a bit each.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// Words that are always written, where a set has so many; more only where they hold something.
const WRITTEN: usize = 4;

/// What sets are made of.
pub trait Numbered: Copy {
    /// What has that number.
    fn numbered(number: usize) -> Self;
    /// Its number, from 0.
    fn number(self) -> usize;
}

impl Numbered for u8 {
    fn numbered(number: usize) -> u8 {
        number as u8
    }

    fn number(self) -> usize {
        usize::from(self)
    }
}

/// Makes types of numbers of things in a list.
///
/// ```
/// umpire_core::numbered! {
///     /// A unit, as an index into the units of a position.
///     pub struct UnitNo(u16);
/// }
/// use umpire_core::number_set::NumberSet;
/// let units: NumberSet<UnitNo, 1> = [UnitNo(7)].into_iter().collect();
/// assert_eq!(units.iter().map(UnitNo::index).collect::<Vec<usize>>(), [7]);
/// ```
#[macro_export]
macro_rules! numbered {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[derive(::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        $vis struct $name(pub $number);

        impl $name {
            /// Its place in its list.
            #[inline]
            $vis const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::number_set::Numbered for $name {
            fn numbered(number: usize) -> $name {
                $name(number as $number)
            }

            fn number(self) -> usize {
                self.index()
            }
        }
    )*};
}

/// A set of what has numbers below 64 times `WORDS`; no larger number is ever in it.
///
/// Sets are in the order of the numbers that their bits make. They are written as a list of words, the lowest first.
///
/// ```
/// use umpire_core::number_set::NumberSet;
/// let dice: NumberSet<u8, 3> = [3, 130, 70].into_iter().collect();
/// assert_eq!(dice.iter().collect::<Vec<_>>(), [3, 70, 130]);
/// assert_eq!((dice.len(), dice.contains(70), dice.rank(130)), (3, true, 2));
/// ```
pub struct NumberSet<N, const WORDS: usize> {
    words: [u64; WORDS],
    of: PhantomData<N>,
}

impl<N, const WORDS: usize> NumberSet<N, WORDS> {
    /// Nothing.
    pub const EMPTY: Self = NumberSet { words: [0; WORDS], of: PhantomData };

    /// Everything there can be.
    pub const ALL: Self = NumberSet { words: [u64::MAX; WORDS], of: PhantomData };

    fn joined(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let words = std::array::from_fn(|word| of(self.words[word], other.words[word]));
        NumberSet { words, of: PhantomData }
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.joined(other, |own, other| own | other)
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        self.joined(other, |own, other| own & other)
    }

    /// What is in this one and not in the other.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        self.joined(other, |own, other| own & !other)
    }

    /// Whether the other holds all of it.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// Whether it holds nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// How many it holds.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl<N: Numbered, const WORDS: usize> NumberSet<N, WORDS> {
    /// The word of a number, and its bit there.
    #[inline]
    fn bit(one: N) -> (usize, u64) {
        (one.number() / 64, 1 << (one.number() % 64))
    }

    /// Puts one in; says whether it is new.
    #[inline]
    pub fn insert(&mut self, one: N) -> bool {
        let (at, bit) = Self::bit(one);
        let Some(word) = self.words.get_mut(at) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, one: N) {
        let (at, bit) = Self::bit(one);
        if let Some(word) = self.words.get_mut(at) {
            *word &= !bit;
        }
    }

    /// Whether it holds one.
    #[inline]
    pub fn contains(&self, one: N) -> bool {
        let (at, bit) = Self::bit(one);
        self.words.get(at).is_some_and(|word| word & bit != 0)
    }

    /// How many of it have a lower number.
    #[inline]
    pub fn rank(&self, one: N) -> usize {
        let (at, bit) = Self::bit(one);
        let Some(own) = self.words.get(at) else { return self.len() };
        let lower: u32 = self.words[..at].iter().map(|word| word.count_ones()).sum();
        (lower + (own & (bit - 1)).count_ones()) as usize
    }

    /// The one with the lowest number.
    #[inline]
    pub fn first(&self) -> Option<N> {
        self.iter().next()
    }

    /// All, the lowest number first.
    #[inline]
    pub fn iter(&self) -> Members<N, WORDS> {
        Members { left: *self, word: 0 }
    }
}

/// What is in a set, the lowest number first.
#[derive(Clone)]
pub struct Members<N, const WORDS: usize> {
    left: NumberSet<N, WORDS>,
    /// The words before this one have been looked through.
    word: usize,
}

impl<N: Numbered, const WORDS: usize> Iterator for Members<N, WORDS> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        while let Some(word) = self.left.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(N::numbered(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.len();
        (left, Some(left))
    }

    // Word by word, without looking again which word is meant: so `for_each`, `count` and `sum` go.
    #[inline]
    fn fold<B, F: FnMut(B, N) -> B>(self, init: B, mut each: F) -> B {
        let mut found = init;
        for (word, bits) in self.left.words.into_iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                found = each(found, N::numbered(word * 64 + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
        found
    }
}

impl<N: Numbered, const WORDS: usize> ExactSizeIterator for Members<N, WORDS> {}

impl<N, const WORDS: usize> Clone for NumberSet<N, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, const WORDS: usize> Copy for NumberSet<N, WORDS> {}

impl<N, const WORDS: usize> Default for NumberSet<N, WORDS> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<N, const WORDS: usize> PartialEq for NumberSet<N, WORDS> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<N, const WORDS: usize> Eq for NumberSet<N, WORDS> {}

impl<N, const WORDS: usize> PartialOrd for NumberSet<N, WORDS> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N, const WORDS: usize> Ord for NumberSet<N, WORDS> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }
}

impl<N, const WORDS: usize> Hash for NumberSet<N, WORDS> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<N: Numbered + Debug, const WORDS: usize> Debug for NumberSet<N, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<N: Numbered, const WORDS: usize> Extend<N> for NumberSet<N, WORDS> {
    fn extend<I: IntoIterator<Item = N>>(&mut self, all: I) {
        for one in all {
            self.insert(one);
        }
    }
}

impl<N: Numbered, const WORDS: usize> FromIterator<N> for NumberSet<N, WORDS> {
    fn from_iter<I: IntoIterator<Item = N>>(all: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(all);
        set
    }
}

impl<N, const WORDS: usize> Serialize for NumberSet<N, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last = self.words.iter().rposition(|word| *word != 0).unwrap_or(0);
        serializer.collect_seq(&self.words[..WRITTEN.min(WORDS).max(last + 1)])
    }
}

impl<'de, N, const WORDS: usize> Deserialize<'de> for NumberSet<N, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Vec::<u64>::deserialize(deserializer)?;
        let mut set = Self::EMPTY;
        let words = set.words.get_mut(..written.len());
        words.ok_or_else(|| D::Error::custom("too many words"))?.copy_from_slice(&written);
        Ok(set)
    }
}
