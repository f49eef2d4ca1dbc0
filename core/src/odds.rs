//! Exact odds: the real rules run under every outcome of the dice, weighed exactly.

use crate::dice::{Dice, Face, RollRequest, Worth};
use crate::game::{Deaf, Game, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

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
/// classes, not 6^10, and so are ten different dice of one seat and purpose. Where it matters which
/// die showed a face, each such die keeps its own.
pub fn classes<G: Game, W: Weight>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
) -> Vec<(Faces, W)> {
    classes_up_to(game, state, request, usize::MAX).unwrap_or_default()
}

/// The same, or nothing if there are more than `most` classes: told before they are all built.
pub fn classes_up_to<G: Game, W: Weight>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    most: usize,
) -> Option<Vec<(Faces, W)>> {
    let mut sums: Vec<(Seat, u8, Vec<Slot>)> = Vec::new();
    let mut place = 0;
    for group in &request.groups {
        let sides = game.dice().faces(group.die);
        let kinds: Kinds = Rc::from(alike(sides, |face| game.worth(state, group, face)));
        let slots = (place..).take(group.count.into()).map(|place| (place, kinds.clone()));
        match sums.iter_mut().find(|sum| (sum.0, sum.1) == (group.seat, group.purpose)) {
            Some((.., all)) => all.extend(slots),
            None => sums.push((group.seat, group.purpose, slots.collect())),
        }
        place += usize::from(group.count);
    }
    let mut all: Vec<(Faces, W)> = vec![(SmallVec::from_elem(0, place), W::from(1))];
    for (.., slots) in &sums {
        let one = sum_classes::<W>(slots, most)?;
        if all.len().saturating_mul(one.len()) > most {
            return None;
        }
        let mut next = Vec::with_capacity(all.len() * one.len());
        for (faces, weight) in &all {
            for (shown, times) in &one {
                let mut joined = faces.clone();
                for ((place, _), face) in slots.iter().zip(shown) {
                    joined[*place] = *face;
                }
                next.push((joined, weight.times(times)));
            }
        }
        all = next;
    }
    Some(all)
}

/// The faces of a die that count for different things, and how many faces count for each.
type Kinds = Rc<[(Worth, Face, u32)]>;

/// A die of the request: its place among the faces, and its kinds of faces.
type Slot = (usize, Kinds);

fn alike(sides: u8, worth: impl Fn(Face) -> Worth) -> Vec<(Worth, Face, u32)> {
    let mut kinds: Vec<(Worth, Face, u32)> = Vec::new();
    for face in 0..sides {
        let counts = worth(face);
        match kinds.iter_mut().find(|(known, ..)| *known == counts && counts != Worth::Distinct) {
            Some((.., times)) => *times += 1,
            None => kinds.push((counts, face, 1)),
        }
    }
    kinds
}

/// The classes of dice whose counters add up: faces in the order of the slots, and raw rolls;
/// nothing if there are more than `most`.
fn sum_classes<W: Weight>(slots: &[Slot], most: usize) -> Option<Vec<(Faces, W)>> {
    type Key = (u64, u8, SmallVec<[(u16, u16); 4]>);
    let mut all: Vec<(Key, W)> = vec![((0, 0, SmallVec::new()), W::from(1))];
    let mut back: Vec<Vec<(usize, Face)>> = Vec::with_capacity(slots.len());
    for (die, (_, kinds)) in slots.iter().enumerate() {
        let mut index: Table<Key, usize> = Table::default();
        index.reserve(all.len() * 2);
        let mut next: Vec<(Key, W)> = Vec::with_capacity(all.len() * 2);
        let mut from = Vec::with_capacity(all.len() * 2);
        for (before, ((sum, greatest, kept), weight)) in all.iter().enumerate() {
            for (counts, face, times) in kinds.iter() {
                let mut key = (*sum, *greatest, kept.clone());
                match counts {
                    Worth::Adds(amount) => key.0 += amount,
                    Worth::Highest(value) => key.1 = key.1.max(*value),
                    Worth::Each(mark) => key.2.push((die as u16, u16::from(*mark))),
                    Worth::Distinct => key.2.push((die as u16, 256 + u16::from(*face))),
                }
                let weight = weight.times(&W::from(*times));
                match index.entry(key) {
                    Entry::Occupied(at) => next[*at.get()].1.add(&weight),
                    Entry::Vacant(at) => {
                        next.push((at.key().clone(), weight));
                        from.push((before, *face));
                        at.insert(from.len() - 1);
                    }
                }
            }
        }
        if next.len() > most {
            return None;
        }
        all = next;
        back.push(from);
    }
    let shown = |end: usize| {
        let mut faces: Faces = SmallVec::from_elem(0, slots.len());
        let mut at = end;
        for (face, from) in faces.iter_mut().zip(&back).rev() {
            (at, *face) = from[at];
        }
        faces
    };
    Some(all.into_iter().enumerate().map(|(end, (_, weight))| (shown(end), weight)).collect())
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
    /// A roll that changes nothing whatever falls.
    #[error("a roll repeats itself for ever")]
    Endless,
    /// The policy gave an action that the rules refuse.
    #[error("the policy's answer is refused by the rules")]
    BadPolicy,
}

/// Plays every outcome of the dice up to `stop`, merging equal positions, and returns what
/// `measure` makes of each end with its share.
///
/// Choices met on the way are answered by `policy`. Shares are exact sums of exact weights divided
/// once per roll; they add up to 1. A roll that may leave the position as it was is summed to its end;
/// a longer way back to an earlier position runs into `limit`.
pub fn enumerate<G: Game, K: Hash + Eq>(
    game: &G,
    start: &G::State,
    limit: usize,
    mut stop: impl FnMut(&G::State) -> bool,
    mut policy: impl FnMut(&G::State, Seat) -> Option<G::Action>,
    measure: impl Fn(&G::State) -> K,
) -> Result<Vec<(K, Share)>, NoOdds> {
    let mut open: Table<G::State, Share> = Table::default();
    open.insert(start.clone(), Share::whole());
    let mut ends: Table<K, Share> = Table::default();
    let mut seen = 0;
    while !open.is_empty() {
        let mut next: Table<G::State, Share> = Table::default();
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
                    spread(game, &state, &request, &share, limit, &mut next)?;
                }
            }
        }
        open = next;
    }
    Ok(ends.into_iter().collect())
}

/// Shares a roll out among the positions it leads to. Where an outcome leaves the position as it was
/// (a die that is rolled again and again), the others take its share: the sum of the whole series.
fn spread<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    share: &Share,
    most: usize,
    next: &mut Table<G::State, Share>,
) -> Result<(), NoOdds> {
    let mut whole = raw_rolls::<_, BigUint>(game.dice(), request);
    let small = u64::try_from(&whole).is_ok();
    let weighed: Option<Vec<(Faces, BigUint)>> = if small {
        let exact = classes_up_to::<G, u128>(game, state, request, most);
        let widened = |(faces, weight)| (faces, BigUint::from(weight));
        exact.map(|exact: Vec<(Faces, u128)>| exact.into_iter().map(widened).collect())
    } else {
        classes_up_to(game, state, request, most)
    };
    let weighed = weighed.ok_or(NoOdds::TooMany(most))?;
    let mut led = Vec::with_capacity(weighed.len());
    for (faces, weight) in weighed {
        let mut after = state.clone();
        game.resolve(&mut after, &faces, &mut Deaf);
        if after == *state {
            whole -= weight;
        } else {
            led.push((after, weight));
        }
    }
    if led.is_empty() {
        return Err(NoOdds::Endless);
    }
    for (after, weight) in led {
        next.entry(after).or_default().add(&share.part(&weight, &whole));
    }
    Ok(())
}

/// A table that lives as long as one question.
type Table<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// A hash in a few steps a word. Positions are hashed whole, for every outcome of every roll, and
/// nobody chooses them in order to collide.
#[derive(Default)]
struct Quick(u64);

impl Quick {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix(u64::from_le_bytes(word.try_into().expect("a chunk has eight bytes")));
        }
        let rest = words.remainder().iter().rev();
        self.mix(rest.fold(0, |word, byte| (word << 8) | u64::from(*byte)));
    }
    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }
    fn write_u16(&mut self, word: u16) {
        self.mix(word.into());
    }
    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
    fn finish(&self) -> u64 {
        // The low bits of a product depend on few others.
        self.0 ^ (self.0 >> 32)
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

    fn dice(sides: u8, count: usize, worth: impl Fn(Face) -> Worth) -> Vec<Slot> {
        let kinds: Kinds = Rc::from(alike(sides, worth));
        (0..count).map(|place| (place, kinds.clone())).collect()
    }

    #[test]
    fn a_group_is_counted_by_what_its_faces_are_worth() {
        let worth = |face| Worth::Adds(u64::from(face < 3));
        let exact = sum_classes::<u128>(&dice(6, 10, worth), 11).expect("eleven classes");
        assert_eq!(exact.len(), 11);
        let weights: u128 = exact.iter().map(|(_, weight)| weight).sum();
        assert_eq!(weights, 6u128.pow(10));
        let half = exact.iter().find(|(faces, _)| faces.iter().filter(|f| **f < 3).count() == 5);
        assert_eq!(half.map(|(_, weight)| *weight), Some(252 * 3u128.pow(10)));
        let distinct = dice(6, 2, |_| Worth::Distinct);
        assert_eq!(sum_classes::<u128>(&distinct, 36).map(|all| all.len()), Some(36));
        assert!(sum_classes::<u128>(&distinct, 35).is_none(), "more than asked for");
        let saved = |face| Worth::Each(u8::from(face < 2));
        let each = sum_classes::<u128>(&dice(6, 2, saved), 4).expect("four classes");
        let weights: Vec<u128> = each.iter().map(|(_, weight)| *weight).collect();
        assert_eq!(weights, [4, 8, 8, 16], "both saved, one or the other, none");
    }

    #[test]
    fn different_dice_add_up_to_one_sum() {
        let low = |below: u8| move |face| Worth::Adds(u64::from(face < below));
        let slots: Vec<Slot> = [(6, 1), (6, 2), (4, 3)]
            .into_iter()
            .enumerate()
            .map(|(place, (sides, below))| (place, Kinds::from(alike(sides, low(below)))))
            .collect();
        let exact = sum_classes::<u128>(&slots, 99).expect("few classes");
        let weights: Vec<(usize, u128)> = exact
            .iter()
            .map(|(faces, weight)| {
                let hits = [1, 2, 3].iter().zip(faces).filter(|(below, face)| face < below);
                (hits.count(), *weight)
            })
            .collect();
        // 5*4*1 without a hit, 1*2*3 with three.
        assert_eq!(weights.len(), 4);
        assert!(weights.contains(&(0, 20)) && weights.contains(&(3, 6)), "{weights:?}");
        assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u128>(), 144);
    }

    #[test]
    fn weights_beyond_128_bits_are_counted_too() {
        assert!(fits_u128(49, 6) && !fits_u128(50, 6));
        let worth = |face| Worth::Adds(u64::from(face < 2));
        let exact = sum_classes::<BigUint>(&dice(6, 60, worth), 61).expect("few classes");
        let whole = exact.iter().fold(BigUint::ZERO, |sum, (_, weight)| sum + weight);
        assert_eq!(whole, BigUint::from(6u8).pow(60));
    }
}
