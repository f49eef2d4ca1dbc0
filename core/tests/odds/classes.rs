//! Classes of rolls are what all raw rolls come to.

use num_bigint::BigUint;
use proptest::prelude::*;
use std::rc::Rc;
use umpire_core::dice::{Face, Worth};
use umpire_core::odds::classes::{Kinds, Slot, sum_classes};
use umpire_core::odds::fits_u128;

fn dice(sides: u8, count: usize, worth: impl Fn(Face) -> Worth) -> Vec<Slot> {
    let kinds = Rc::new(Kinds::of(&(0..sides).map(worth).collect::<Vec<_>>(), |_| true));
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
        .map(|(place, (sides, below))| {
            let worths: Vec<Worth> = (0..sides).map(low(below)).collect();
            (place, Rc::new(Kinds::of(&worths, |_| true)))
        })
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

/// What faces come to: the sum, the greatest value, and what each die shows for itself.
type Comes = (u64, u8, Vec<(usize, Worth)>);

fn comes(dice: &[Vec<Worth>], faces: &[Face]) -> Comes {
    let mut comes = Comes::default();
    for (die, face) in faces.iter().enumerate() {
        match dice[die][usize::from(*face)] {
            Worth::Adds(amount) => comes.0 += amount,
            Worth::Highest(value) => comes.1 = comes.1.max(value),
            mark @ (Worth::Each(_) | Worth::Again(_)) => comes.2.push((die, mark)),
            Worth::Distinct => comes.2.push((die, Worth::Adds((*face).into()))),
        }
    }
    comes.2.sort_unstable_by_key(|(die, _)| *die);
    comes
}

fn worths() -> impl Strategy<Value = Worth> {
    prop_oneof![
        4 => (0u64..3, 0u32..3).prop_map(|(amount, lane)| Worth::Adds(amount << (8 * lane))),
        2 => (0u8..4).prop_map(Worth::Highest),
        1 => (0u8..2).prop_map(Worth::Each),
        1 => (0u64..2).prop_map(Worth::Again),
        1 => Just(Worth::Distinct),
    ]
}

proptest! {
    #[test]
    fn classes_are_what_all_raw_rolls_come_to(
        dice in prop::collection::vec(prop::collection::vec(worths(), 4), 1..5),
    ) {
        let kinds = |die: &Vec<Worth>| Rc::new(Kinds::of(die, |_| true));
        let slots: Vec<Slot> = dice.iter().map(kinds).enumerate().collect();
        let mut raw: Vec<(Comes, u128)> = Vec::new();
        for number in 0..4usize.pow(dice.len() as u32) {
            let face = |die: usize| (number >> (2 * die) & 3) as Face;
            let comes = comes(&dice, &(0..dice.len()).map(face).collect::<Vec<_>>());
            match raw.iter_mut().find(|(known, _)| *known == comes) {
                Some((_, rolls)) => *rolls += 1,
                None => raw.push((comes, 1)),
            }
        }
        let all = sum_classes::<u128>(&slots, raw.len()).expect("as many as there are");
        prop_assert_eq!(all.len(), raw.len(), "each is listed once");
        for (faces, rolls) in &all {
            let comes = (comes(&dice, faces), *rolls);
            prop_assert!(raw.contains(&comes), "{comes:?}");
        }
        prop_assert!(sum_classes::<u128>(&slots, raw.len() - 1).is_none());
    }
}
