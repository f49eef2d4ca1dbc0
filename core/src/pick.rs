//! Picks among pieces of different sizes: as much as fits a limit, each way listed once.

use crate::game::Listing;
use arrayvec::ArrayVec;

/// Pieces to pick from, of at most `N` kinds; pieces of one kind are interchangeable.
///
/// A set of them is how many of each kind are taken, in the order in which kinds were first added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces<K, const N: usize> {
    kinds: ArrayVec<Kind<K>, N>,
}

/// Pieces of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind<K> {
    /// What tells the kind from others.
    pub key: K,
    /// The size of each.
    pub size: u8,
    /// How many there are.
    pub count: u8,
}

impl<K, const N: usize> Default for Pieces<K, N> {
    fn default() -> Pieces<K, N> {
        Pieces { kinds: ArrayVec::new() }
    }
}

impl<K: PartialEq, const N: usize> Pieces<K, N> {
    /// Adds pieces to those of their kind and size. Says whether there was room for the kind, and for
    /// so many of it; pieces of size 0 are never picked and take no room.
    #[must_use]
    pub fn add_many(&mut self, key: K, size: u8, count: u8) -> bool {
        if size == 0 || count == 0 {
            return true;
        }
        if let Some(kind) = self.kinds.iter_mut().find(|k| k.key == key && k.size == size) {
            let more = kind.count.checked_add(count);
            kind.count = more.unwrap_or(kind.count);
            return more.is_some();
        }
        self.kinds.try_push(Kind { key, size, count }).is_ok()
    }

    /// Adds one piece.
    #[must_use]
    pub fn add(&mut self, key: K, size: u8) -> bool {
        self.add_many(key, size, 1)
    }
}

impl<K, const N: usize> Pieces<K, N> {
    /// The kinds, in the order in which they were first added.
    pub fn kinds(&self) -> &[Kind<K>] {
        &self.kinds
    }

    /// The greatest total of any set that is not above the limit.
    pub fn greatest(&self, limit: u8) -> u8 {
        self.kinds.iter().fold(Totals::NOTHING, Totals::with).greatest(limit)
    }

    /// The total of a set; nothing if it takes more than there are.
    pub fn total(&self, taken: &[u8; N]) -> Option<u32> {
        let (known, unknown) = taken.split_at(self.kinds.len());
        let there = self.kinds.iter().zip(known).all(|(kind, n)| *n <= kind.count);
        let sizes =
            self.kinds.iter().zip(known).map(|(kind, n)| u32::from(kind.size) * u32::from(*n));
        (there && unknown.iter().all(|n| *n == 0)).then(|| sizes.sum())
    }

    /// Whether a set takes as much as any can within the limit, and no more than there are.
    pub fn is_greatest(&self, limit: u8, taken: &[u8; N]) -> bool {
        self.total(taken) == Some(self.greatest(limit).into())
    }

    /// Hands on every set of the greatest total within the limit, at most that many of them.
    ///
    /// Sets that take more of the kinds added first come first.
    pub fn greatest_sets(&self, limit: u8, most: usize, each: impl FnMut(&[u8; N])) -> Listing {
        let mut ends: ArrayVec<Totals, N> = ArrayVec::new();
        let mut totals = Totals::NOTHING;
        for kind in self.kinds.iter().rev() {
            ends.push(totals);
            totals = totals.with(kind);
        }
        ends.reverse();
        let ends = Some(&ends[..]);
        Walk { pieces: self, ends, most, each, taken: [0; N] }.from(0, totals.greatest(limit))
    }

    /// Hands on every set of a total within the limit, at most that many of them; the empty one
    /// comes last.
    pub fn sets_up_to(&self, limit: u8, most: usize, each: impl FnMut(&[u8; N])) -> Listing {
        Walk { pieces: self, ends: None, most, each, taken: [0; N] }.from(0, limit)
    }
}

/// Walks through sets without a step that leads to none.
struct Walk<'a, K, F, const N: usize> {
    pieces: &'a Pieces<K, N>,
    /// How much each kind may leave for those after it; anything, if nothing is said.
    ends: Option<&'a [Totals]>,
    most: usize,
    each: F,
    taken: [u8; N],
}

impl<K, F: FnMut(&[u8; N]), const N: usize> Walk<'_, K, F, N> {
    fn from(&mut self, at: usize, left: u8) -> Listing {
        let kind = match self.pieces.kinds.get(at) {
            Some(kind) if left > 0 => kind,
            _ if self.most == 0 => return Listing::Candidates,
            _ => {
                self.most -= 1;
                (self.each)(&self.taken);
                return Listing::Complete;
            }
        };
        let mut listing = Listing::Complete;
        for taken in (0..=kind.count.min(left / kind.size)).rev() {
            let rest = left - taken * kind.size;
            if self.ends.is_none_or(|ends| ends[at].has(rest)) {
                self.taken[at] = taken;
                listing = self.from(at + 1, rest);
            }
            if listing == Listing::Candidates {
                break;
            }
        }
        self.taken[at] = 0;
        listing
    }
}

/// Totals from 0 to 255, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Totals {
    low: u128,
    high: u128,
}

impl Totals {
    const NOTHING: Totals = Totals { low: 1, high: 0 };

    fn has(self, total: u8) -> bool {
        let half = if total < 128 { self.low } else { self.high };
        half >> (total % 128) & 1 == 1
    }

    /// The totals with that much or nothing added; what passes 255 is dropped.
    fn or_more(self, by: u32) -> Totals {
        let (low, high) = match by {
            0 => (self.low, self.high),
            1..128 => (self.low << by, self.high << by | self.low >> (128 - by)),
            128..256 => (0, self.low << (by - 128)),
            _ => (0, 0),
        };
        Totals { low: self.low | low, high: self.high | high }
    }

    /// The totals with any number of pieces of a kind added.
    fn with<K>(self, kind: &Kind<K>) -> Totals {
        let (mut totals, mut lot, mut left) = (self, 1, u32::from(kind.count));
        // Lots of 1, 2, 4 and so on, and the rest, make up every number of pieces.
        while left > 0 {
            totals = totals.or_more(lot.min(left) * u32::from(kind.size));
            left -= lot.min(left);
            lot *= 2;
        }
        totals
    }

    fn greatest(self, limit: u8) -> u8 {
        let limit = u32::from(limit);
        let most = match limit {
            128.. if self.high << (255 - limit) != 0 => {
                limit - (self.high << (255 - limit)).leading_zeros()
            }
            128.. => 127 - self.low.leading_zeros(),
            // Nothing is always among the totals.
            _ => limit - (self.low << (127 - limit)).leading_zeros(),
        };
        most as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(kinds: &[(u8, u8)]) -> Pieces<usize, 32> {
        let mut pieces = Pieces::default();
        for (key, (size, count)) in kinds.iter().enumerate() {
            (0..*count).for_each(|_| assert!(pieces.add(key, *size)));
        }
        pieces
    }

    fn listed(pieces: &Pieces<usize, 32>, limit: u8, most: usize) -> (Vec<[u8; 32]>, Listing) {
        let mut sets = Vec::new();
        let listing = pieces.greatest_sets(limit, most, |set| sets.push(*set));
        (sets, listing)
    }

    fn set(counts: &[u8]) -> [u8; 32] {
        std::array::from_fn(|at| *counts.get(at).unwrap_or(&0))
    }

    #[test]
    fn sets_of_the_greatest_total_are_listed_once_each() {
        let pieces = pieces(&[(1, 2), (2, 2), (3, 1)]);
        assert_eq!(pieces.greatest(4), 4);
        let (sets, listing) = listed(&pieces, 4, 9);
        assert_eq!(listing, Listing::Complete);
        assert_eq!(sets, [set(&[2, 1]), set(&[1, 0, 1]), set(&[0, 2])]);
        assert_eq!(listed(&pieces, 4, 3).1, Listing::Complete);
        assert_eq!(listed(&pieces, 4, 2), (sets[..2].to_vec(), Listing::Candidates));
        assert!(sets.iter().all(|set| pieces.is_greatest(4, set)));
        assert!(!pieces.is_greatest(4, &set(&[1, 1])), "three are fewer than four");
        assert!(!pieces.is_greatest(4, &set(&[0, 0, 0, 4])), "there is no fourth kind");
        assert!(!pieces.is_greatest(3, &set(&[3])), "there are only two");
        assert_eq!(pieces.greatest(255), 9, "all there are");
    }

    #[test]
    fn what_fits_nowhere_leaves_nothing() {
        let big = pieces(&[(4, 3)]);
        assert_eq!((big.greatest(3), big.greatest(7), big.greatest(8)), (0, 4, 8));
        assert_eq!(listed(&big, 3, 9), (vec![set(&[])], Listing::Complete));
        assert_eq!(listed(&pieces(&[]), 9, 9), (vec![set(&[])], Listing::Complete));
        assert_eq!(listed(&big, 3, 0), (vec![], Listing::Candidates));
    }

    #[test]
    fn kinds_are_told_apart_and_have_room() {
        let mut few: Pieces<char, 2> = Pieces::default();
        assert!(few.add('a', 1) && few.add('b', 1) && few.add('a', 1) && few.add('c', 0));
        assert!(!few.add('c', 1) && !few.add('a', 2), "two kinds are all there is room for");
        let kind = |key, count| Kind { key, size: 1, count };
        assert_eq!(few.kinds(), [kind('a', 2), kind('b', 1)]);
        (0..253).for_each(|_| assert!(few.add('a', 1)));
        assert!(!few.add('a', 1));
        assert_eq!(few.greatest(255), 255);
    }

    /// Every set there is, with its total.
    fn every(kinds: &[(u8, u8)]) -> Vec<([u8; 32], u32)> {
        let mut all = vec![(set(&[]), 0)];
        for (at, (size, count)) in kinds.iter().enumerate() {
            let more = |(set, total): &([u8; 32], u32)| {
                let (set, total) = (*set, *total);
                (0..=*count).map(move |n| {
                    let mut set = set;
                    set[at] = n;
                    (set, total + u32::from(n) * u32::from(*size))
                })
            };
            all = all.iter().flat_map(more).collect();
        }
        all
    }

    proptest! {
        #[test]
        fn the_lists_are_those_of_trying_every_set(
            kinds in prop::collection::vec((1u8..=10, 1u8..4), 0..5),
            limit in 0u8..60,
        ) {
            let pieces = pieces(&kinds);
            let fits = |(_, total): &&([u8; 32], u32)| *total <= limit.into();
            let every = every(&kinds);
            let mut fit: Vec<([u8; 32], u32)> = every.iter().filter(fits).copied().collect();
            fit.sort_by_key(|(set, _)| std::cmp::Reverse(*set));
            let greatest = fit.iter().map(|(_, total)| *total).max().unwrap_or(0);
            prop_assert_eq!(u32::from(pieces.greatest(limit)), greatest);
            let best: Vec<[u8; 32]> =
                fit.iter().filter(|(_, total)| *total == greatest).map(|(set, _)| *set).collect();
            prop_assert_eq!(listed(&pieces, limit, best.len()), (best, Listing::Complete));
            let mut sets = Vec::new();
            pieces.sets_up_to(limit, usize::MAX, |set| sets.push(*set));
            let fit: Vec<[u8; 32]> = fit.iter().map(|(set, _)| *set).collect();
            prop_assert_eq!(sets, fit);
            for (set, total) in every {
                prop_assert_eq!(pieces.total(&set), Some(total));
                prop_assert_eq!(pieces.is_greatest(limit, &set), total == greatest);
            }
        }

        #[test]
        fn totals_of_many_kinds_are_those_of_adding_piece_by_piece(
            kinds in prop::collection::vec((1u8..=40, 1u8..30), 0..32),
            limit in any::<u8>(),
        ) {
            let mut reached = [false; 256];
            reached[0] = true;
            for (size, count) in &kinds {
                for _ in 0..*count {
                    for total in (usize::from(*size)..256).rev() {
                        reached[total] |= reached[total - usize::from(*size)];
                    }
                }
            }
            let greatest = (0..=limit).rev().find(|total| reached[usize::from(*total)]);
            prop_assert_eq!(Some(pieces(&kinds).greatest(limit)), greatest);
        }
    }
}
