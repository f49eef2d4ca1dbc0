//! Picks among pieces: one of all, drawn; of pieces of different sizes as much as fits a limit, each way listed once.

use crate::game::Listing;
use arrayvec::ArrayVec;

/// One of some things, drawn; `die(n)` draws a number below `n`. For [`Hosted::glimpsed`](crate::host::Hosted::glimpsed).
///
/// ```
/// assert_eq!(umpire_core::pick::drawn(["a", "b", "c"], &mut |_| 1), Some("b"));
/// assert_eq!(umpire_core::pick::drawn::<&str>([], &mut |_| 0), None);
/// ```
pub fn drawn<T>(all: impl IntoIterator<Item = T>, die: &mut dyn FnMut(u32) -> u32) -> Option<T> {
    let all: Vec<T> = all.into_iter().collect();
    let at = die(all.len() as u32) as usize;
    let last = all.len().saturating_sub(1);
    all.into_iter().nth(at.min(last))
}

/// Pieces to pick from, of at most `N` kinds; pieces of one kind are interchangeable.
///
/// A set of them is how many of each kind are taken, in the order in which kinds were first added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool<K, const N: usize> {
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

impl<K, const N: usize> Default for Pool<K, N> {
    fn default() -> Pool<K, N> {
        Pool { kinds: ArrayVec::new() }
    }
}

impl<K: PartialEq, const N: usize> Pool<K, N> {
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

impl<K, const N: usize> Pool<K, N> {
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
    pieces: &'a Pool<K, N>,
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
