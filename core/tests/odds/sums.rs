//! Sums of dice are those of adding face by face.

use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeMap;
use umpire_core::odds::{Weight, sums};

type Kind = (usize, Vec<(u64, u32)>);

fn listed<W: Weight>(dice: &[Kind]) -> Vec<(u64, W)> {
    sums(dice.iter().map(|(count, faces)| (*count, &faces[..])))
}

/// The same face by face, without counters.
fn one_by_one(dice: &[Kind]) -> BTreeMap<u64, u128> {
    let mut all = BTreeMap::from([(0u64, 1u128)]);
    for (_, faces) in dice.iter().flat_map(|kind| vec![kind; kind.0]) {
        let mut next = BTreeMap::new();
        for (sum, rolls) in all {
            for (amount, times) in faces {
                let rolls = rolls * u128::from(*times);
                *next.entry(sum.wrapping_add(*amount)).or_default() += rolls;
            }
        }
        all = next;
    }
    all
}

#[test]
fn the_square_of_one_die_is_two_dice() {
    let mut all = listed::<u128>(&[(2, vec![(0, 3), (1, 2), (1 << 8, 1)])]);
    all.sort_unstable();
    // (3 + 2x + y)^2, with x in the first counter and y in the second.
    assert_eq!(all, [(0, 9), (1, 12), (2, 4), (256, 6), (257, 4), (512, 1)]);
    assert_eq!(listed::<u128>(&[]), [(0, 1)]);
    assert_eq!(listed::<u128>(&[(1, vec![])]), [], "a die without faces shows nothing");
}

#[test]
fn more_rolls_than_a_word_holds_are_counted_too() {
    let dice: [Kind; 2] = [(30, vec![(1, 2), (0, 4)]), (30, vec![(1 << 8, 3), (0, 3)])];
    let all = listed::<BigUint>(&dice);
    assert_eq!(all.len(), 31 * 31);
    let whole = all.iter().fold(BigUint::ZERO, |sum, (_, rolls)| sum + rolls);
    assert_eq!(whole, BigUint::from(6u8).pow(60));
    let none = all.iter().find(|(sum, _)| *sum == 0).map(|(_, rolls)| rolls.clone());
    assert_eq!(none, Some(BigUint::from(4u8).pow(30) * BigUint::from(3u8).pow(30)));
    let wide = listed::<u128>(&[(49, vec![(1, 1), (0, 5)])]);
    assert_eq!(wide.iter().map(|(_, rolls)| rolls).sum::<u128>(), 6u128.pow(49));
}

fn kinds(amount: impl Strategy<Value = u64>) -> impl Strategy<Value = Vec<Kind>> {
    let faces = prop::collection::vec((amount, 1u32..4), 1..6);
    prop::collection::vec((0usize..4, faces), 0..4)
}

proptest! {
    #[test]
    fn sums_are_those_of_adding_face_by_face(
        dice in prop_oneof![
            kinds((0u64..4, 0u32..3).prop_map(|(amount, lane)| amount << (8 * lane))),
            kinds((0u64..3, 0u64..3).prop_map(|(a, b)| 4 * a + (b << 40))),
            kinds(any::<u64>()),
        ],
    ) {
        let mut all: BTreeMap<u64, u128> = BTreeMap::new();
        for (sum, rolls) in listed::<u128>(&dice) {
            prop_assert!(rolls > 0);
            *all.entry(sum).or_default() += rolls;
        }
        prop_assert_eq!(all, one_by_one(&dice));
    }
}
