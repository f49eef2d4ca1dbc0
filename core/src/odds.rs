//! Exact odds: the real rules run under every outcome of the dice, weighed exactly.

use crate::dice::{Dice, Face, RollRequest, Worth};
use crate::game::{Deaf, Game, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::hash::Hash;

/// How many raw rolls an outcome stands for.
pub trait Weight: Clone + PartialEq + From<u32> {
    /// Adds another weight.
    fn add(&mut self, other: &Self);
    /// The product with another weight.
    fn times(&self, other: &Self) -> Self;
    /// The share of a whole, for display.
    fn share_of(&self, whole: &Self) -> f64;
}

impl Weight for u128 {
    fn add(&mut self, other: &u128) {
        *self += other;
    }
    fn times(&self, other: &u128) -> u128 {
        self * other
    }
    fn share_of(&self, whole: &u128) -> f64 {
        *self as f64 / *whole as f64
    }
}

impl Weight for BigUint {
    fn add(&mut self, other: &BigUint) {
        *self += other;
    }
    fn times(&self, other: &BigUint) -> BigUint {
        self * other
    }
    fn share_of(&self, whole: &BigUint) -> f64 {
        let shift = whole.bits().saturating_sub(120);
        let (part, whole) = (self >> shift, whole >> shift);
        let number = |n: BigUint| u128::try_from(n).map_or(f64::INFINITY, |n| n as f64);
        number(part) / number(whole)
    }
}

/// Whether `u128` can count every raw roll of that many dice of that many faces.
pub fn fits_u128(dice: usize, faces: u8) -> bool {
    dice as f64 * f64::from(faces.max(1)).log2() < 127.0
}

type Faces = SmallVec<[Face; 32]>;

/// Every class of outcome of one request: faces that stand for it, and its number of raw rolls.
///
/// Faces that count for the same are one class, so ten dice that show hits or nothing are eleven
/// classes, not 6^10. Dice of one group are interchangeable: only sums and greatest (or, for distinct
/// faces, which faces in which order) matter.
pub fn classes<G: Game, W: Weight>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
) -> Vec<(Faces, W)> {
    let mut all: Vec<(Faces, W)> = vec![(Faces::new(), W::from(1))];
    for (number, group) in request.groups.iter().enumerate() {
        let worth = |face| game.worth(state, number, face);
        let faces = game.dice().faces(group.die);
        let one = group_classes::<W>(faces, usize::from(group.count), worth);
        let mut next = Vec::with_capacity(all.len() * one.len());
        for (faces, weight) in &all {
            for (more, times) in &one {
                let joined = faces.iter().chain(more).copied().collect();
                next.push((joined, weight.times(times)));
            }
        }
        all = next;
    }
    all
}

fn group_classes<W: Weight>(
    faces: u8,
    count: usize,
    worth: impl Fn(Face) -> Worth,
) -> Vec<(Faces, W)> {
    type Key = (u64, u8, SmallVec<[(u16, Face); 4]>);
    let mut kinds: Vec<(Worth, Face, u32)> = Vec::new();
    for face in 0..faces {
        let counts = worth(face);
        match kinds.iter_mut().find(|(known, ..)| *known == counts && counts != Worth::Distinct) {
            Some((.., times)) => *times += 1,
            None => kinds.push((counts, face, 1)),
        }
    }
    let mut all: Vec<(Key, Faces, W)> = vec![((0, 0, SmallVec::new()), Faces::new(), W::from(1))];
    for die in 0..count {
        let mut index: HashMap<Key, usize> = HashMap::new();
        let mut next: Vec<(Key, Faces, W)> = Vec::new();
        for ((sum, greatest, kept), shown, weight) in &all {
            for (counts, face, times) in &kinds {
                let mut key = (*sum, *greatest, kept.clone());
                match counts {
                    Worth::Adds(amount) => key.0 += amount,
                    Worth::Highest(value) => key.1 = key.1.max(*value),
                    Worth::Distinct => key.2.push((die as u16, *face)),
                }
                let weight = weight.times(&W::from(*times));
                if let Some(at) = index.get(&key) {
                    next[*at].2.add(&weight);
                } else {
                    let mut shown = shown.clone();
                    shown.push(*face);
                    index.insert(key.clone(), next.len());
                    next.push((key, shown, weight));
                }
            }
        }
        all = next;
    }
    all.into_iter().map(|(_, shown, weight)| (shown, weight)).collect()
}

/// How many raw rolls a request has.
pub fn raw_rolls<R, W: Weight>(dice: &Dice, request: &RollRequest<R>) -> W {
    let mut rolls = W::from(1);
    for group in &request.groups {
        for _ in 0..group.count {
            rolls = rolls.times(&W::from(u32::from(dice.faces(group.die))));
        }
    }
    rolls
}

/// Why odds cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoOdds {
    /// More positions than the caller allows.
    #[error("more than {0} positions would have to be weighed")]
    TooMany(usize),
    /// The policy gave an action that the rules refuse.
    #[error("the policy's answer is refused by the rules")]
    BadPolicy,
}

/// Plays every outcome of the dice up to `stop`, merging equal positions, and returns what
/// `measure` makes of each end with its share.
///
/// Choices met on the way are answered by `policy`. Shares are exact sums of exact weights divided
/// once per roll; they add up to 1.
pub fn enumerate<G: Game, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    limit: usize,
    mut stop: impl FnMut(&G::State) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    measure: impl Fn(&G::State) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let mut open: HashMap<G::State, Share> = HashMap::from([(start.clone(), Share::whole())]);
    let mut ends: HashMap<K, Share> = HashMap::new();
    let mut seen = 0;
    while !open.is_empty() {
        let mut next: HashMap<G::State, Share> = HashMap::new();
        for (mut state, share) in open {
            seen += 1;
            if seen > limit {
                return Err(NoOdds::TooMany(limit));
            }
            if stop(&state) {
                ends.entry(measure(&state)).or_default().add(&share);
                continue;
            }
            match game.pending(&state, &mut Silent) {
                Pending::Over(_) => ends.entry(measure(&state)).or_default().add(&share),
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().ok_or(NoOdds::BadPolicy)?;
                    let action = policy(&state, seat).ok_or(NoOdds::BadPolicy)?;
                    game.act(&mut state, seat, &action, &mut Deaf)
                        .map_err(|_| NoOdds::BadPolicy)?;
                    next.entry(state).or_default().add(&share);
                }
                Pending::Roll(request) => {
                    spread(game, &state, &request, &share, &mut next);
                }
            }
        }
        open = next;
    }
    Ok(ends.into_iter().collect())
}

fn spread<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    share: &Share,
    next: &mut HashMap<G::State, Share>,
) {
    let whole = raw_rolls::<_, BigUint>(game.dice(), request);
    let small = u64::try_from(&whole).is_ok();
    let weighed: Vec<(Faces, BigUint)> = if small {
        let exact = classes::<G, u128>(game, state, request);
        exact.into_iter().map(|(faces, weight)| (faces, BigUint::from(weight))).collect()
    } else {
        classes(game, state, request)
    };
    for (faces, weight) in weighed {
        let mut after = state.clone();
        game.resolve(&mut after, &faces, &mut Deaf);
        next.entry(after).or_default().add(&share.part(&weight, &whole));
    }
}

/// An exact share of all outcomes: a fraction of whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    part: BigUint,
    whole: BigUint,
}

impl Default for Share {
    fn default() -> Share {
        Share { part: BigUint::ZERO, whole: BigUint::from(1u8) }
    }
}

impl Share {
    /// Everything.
    pub fn whole() -> Share {
        Share { part: BigUint::from(1u8), whole: BigUint::from(1u8) }
    }

    /// The fraction `part / whole`; `whole` is not 0.
    pub fn of(part: impl Into<BigUint>, whole: impl Into<BigUint>) -> Share {
        Share { part: part.into(), whole: whole.into() }
    }

    /// That fraction of this share.
    #[must_use]
    pub fn part(&self, part: &BigUint, whole: &BigUint) -> Share {
        Share { part: &self.part * part, whole: &self.whole * whole }
    }

    /// Adds another share.
    pub fn add(&mut self, other: &Share) {
        if self.whole == other.whole {
            self.part += &other.part;
        } else if (&self.whole % &other.whole) == BigUint::ZERO {
            self.part += &other.part * (&self.whole / &other.whole);
        } else if (&other.whole % &self.whole) == BigUint::ZERO {
            self.part = &self.part * (&other.whole / &self.whole) + &other.part;
            self.whole = other.whole.clone();
        } else {
            self.part = &self.part * &other.whole + &other.part * &self.whole;
            self.whole = &self.whole * &other.whole;
        }
    }

    /// The share as a number from 0 to 1, for display.
    pub fn as_f64(&self) -> f64 {
        self.part.share_of(&self.whole)
    }

    /// The share as a fraction in lowest terms, such as `5/36`.
    pub fn in_lowest_terms(&self) -> (BigUint, BigUint) {
        let (mut a, mut b) = (self.part.clone(), self.whole.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        if a == BigUint::ZERO {
            (a, self.whole.clone())
        } else {
            (&self.part / &a, &self.whole / a)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_stay_exact_under_any_denominators() {
        let mut sum = Share::default();
        for (part, whole) in [(1u8, 6u8), (1, 4), (1, 3), (1, 4)] {
            sum.add(&Share::of(part, whole));
        }
        assert_eq!(sum.in_lowest_terms(), (1u8.into(), 1u8.into()));
        assert_eq!(Share::of(2u8, 8u8).as_f64(), 0.25);
    }

    #[test]
    fn a_group_is_counted_by_what_its_faces_are_worth() {
        let worth = |face| Worth::Adds(u64::from(face < 3));
        let exact = group_classes::<u128>(6, 10, worth);
        assert_eq!(exact.len(), 11);
        let weights: u128 = exact.iter().map(|(_, weight)| weight).sum();
        assert_eq!(weights, 6u128.pow(10));
        let half = exact.iter().find(|(faces, _)| faces.iter().filter(|f| **f < 3).count() == 5);
        assert_eq!(half.map(|(_, weight)| *weight), Some(252 * 3u128.pow(10)));
        assert_eq!(group_classes::<u128>(6, 2, |_| Worth::Distinct).len(), 36);
        let highest = group_classes::<u128>(6, 2, Worth::Highest);
        let weights: Vec<u128> = highest.iter().map(|(_, weight)| *weight).collect();
        assert_eq!(weights, [1, 3, 5, 7, 9, 11]);
    }

    #[test]
    fn weights_beyond_128_bits_are_counted_too() {
        assert!(fits_u128(49, 6) && !fits_u128(50, 6));
        let exact = group_classes::<BigUint>(6, 60, |face| Worth::Adds(u64::from(face < 2)));
        let whole = exact.iter().fold(BigUint::ZERO, |sum, (_, weight)| sum + weight);
        assert_eq!(whole, BigUint::from(6u8).pow(60));
    }
}
