//! Exact odds: the real rules run under every outcome of the dice, weighed exactly.

#[doc(hidden)]
pub mod again;
mod binomial;
mod budget;
#[doc(hidden)]
pub mod classes;
mod cycles;
mod enumerate;
mod expect;
mod fallen;
mod likeliest;
mod lumping;
mod outcomes;
mod parts;
mod sample;
mod share;
mod sums;

pub use again::FAR;
pub use binomial::successes;
pub use budget::{Budget, Effort, Endless, Patience};
pub use classes::{Outlook, classes, classes_up_to};
pub use enumerate::{
    Bounds, NoOdds, Played, enumerate, enumerate_bounded, enumerate_coarsely, enumerate_told,
};
pub use expect::Expectation;
pub use likeliest::{Likeliest, Reached, enumerate_likeliest};
pub use lumping::{Lumping, Parts};
pub use outcomes::Outcomes;
pub use share::Share;
pub use sums::sums;

use crate::dice::{Dice, RollRequest, Worth};
use classes::Faces;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// How many raw rolls an outcome stands for.
pub trait Weight: Clone + PartialEq + From<u32> {
    /// That many raw rolls, as far as the weight holds them.
    fn of(rolls: u128) -> Self;
    /// Adds another weight.
    fn add(&mut self, other: &Self);
    /// The product with another weight.
    fn times(&self, other: &Self) -> Self;
    /// Adds a multiple of another weight.
    fn add_times(&mut self, other: &Self, times: u32) {
        self.add(&other.times(&Self::from(times)));
    }
    /// The share of a whole, for display.
    fn share_of(&self, whole: &Self) -> f64;
    /// The classes of an outlook, of those faces alone that are wanted; nothing if there are more than `most`. It is
    /// a method so that it is compiled here, once for each weight, and not in every game.
    #[doc(hidden)]
    fn classes_of(
        outlook: &Outlook,
        most: usize,
        wanted: &dyn Fn(Worth) -> bool,
    ) -> Option<Vec<(Faces, Self)>>;
    /// The sums of dice, likewise.
    #[doc(hidden)]
    fn sums_of(dice: Vec<(usize, Vec<(Worth, u32)>)>) -> Vec<(u64, Self)>;
}

/// What a weight has from the modules of classes and sums.
macro_rules! weighed {
    () => {
        fn classes_of(
            outlook: &Outlook,
            most: usize,
            wanted: &dyn Fn(Worth) -> bool,
        ) -> Option<Vec<(Faces, Self)>> {
            classes::of_outlook(outlook, most, wanted)
        }
        fn sums_of(dice: Vec<(usize, Vec<(Worth, u32)>)>) -> Vec<(u64, Self)> {
            sums::of_dice(dice)
        }
    };
}

impl Weight for u64 {
    weighed!();
    fn of(rolls: u128) -> u64 {
        rolls as u64
    }
    fn add(&mut self, other: &u64) {
        *self += other;
    }
    fn times(&self, other: &u64) -> u64 {
        self * other
    }
    fn share_of(&self, whole: &u64) -> f64 {
        *self as f64 / *whole as f64
    }
}

impl Weight for u128 {
    weighed!();
    fn of(rolls: u128) -> u128 {
        rolls
    }
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

impl Weight for f64 {
    weighed!();
    fn of(rolls: u128) -> f64 {
        rolls as f64
    }
    fn add(&mut self, other: &f64) {
        *self += other;
    }
    fn times(&self, other: &f64) -> f64 {
        self * other
    }
    fn share_of(&self, whole: &f64) -> f64 {
        self / whole
    }
}

impl Weight for BigUint {
    weighed!();
    fn of(rolls: u128) -> BigUint {
        rolls.into()
    }
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

/// A table that lives as long as one question. Positions are hashed whole, for every outcome of every roll, and nobody
/// chooses them in order to collide.
type Table<K, V> = FxHashMap<K, V>;
