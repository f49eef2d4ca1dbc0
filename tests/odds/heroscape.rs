//! HeroScape: the real attack rule under every outcome of its dice, beside the closed form.

use std::collections::BTreeMap;
use umpire_core::odds::{Share, enumerate, fits_u128};
use umpire_heroscape::words::odds;
use umpire_tests::announced_attack;

/// Wounds with their exact share, by the rules themselves.
fn by_the_rules(attack: u8, defense: u8) -> BTreeMap<u8, Share> {
    let (game, state, target) = announced_attack(attack, defense);
    let over = |state: &umpire_heroscape::State| state.attack.is_none();
    let wounds = |state: &umpire_heroscape::State| state.figure(target).wounds;
    let ends = enumerate(&game, &state, 10_000, over, |_, _| None, wounds);
    ends.expect("an attack has few outcomes and no choices").into_iter().collect()
}

#[test]
fn the_closed_form_is_the_rule() {
    for attack in 1..=8 {
        for defense in 0..=8 {
            let (game, ..) = announced_attack(attack, defense);
            let ways: Vec<u128> = odds::wound_ways(&game, attack, defense);
            let whole = 6u128.pow(u32::from(attack + defense));
            assert_eq!(ways.iter().sum::<u128>(), whole);
            let ruled = by_the_rules(attack, defense);
            assert_eq!(ruled.len(), ways.len(), "{attack} against {defense}");
            for (wounds, ways) in ways.into_iter().enumerate() {
                let share = ruled[&(wounds as u8)].in_lowest_terms();
                let closed = Share::of(ways, whole).in_lowest_terms();
                assert_eq!(share, closed, "{wounds} wounds of {attack} against {defense}");
            }
        }
    }
}

#[test]
fn odds_agree_with_counting_by_hand() {
    let (game, ..) = announced_attack(1, 1);
    // One die each: a skull (3 of 6) wounds unless a shield (2 of 6) stands against it.
    assert_eq!(odds::wound_ways::<u128>(&game, 1, 1), [36 - 3 * 4, 3 * 4]);
    // Two against one. Two skulls are 9 of 36, one is 18 of 36; a shield is 2 of 6.
    assert_eq!(odds::wound_ways::<u128>(&game, 2, 1), [9 * 6 + 18 * 2, 18 * 4 + 9 * 2, 9 * 4]);
}

#[test]
fn every_pool_up_to_fifty_has_exact_odds() {
    let (game, ..) = announced_attack(1, 1);
    for (attack, defense) in [(10, 8), (24, 24), (50, 50), (50, 0), (1, 50)] {
        let ways: Vec<num_bigint::BigUint> = odds::wound_ways(&game, attack, defense);
        let whole = num_bigint::BigUint::from(6u8).pow(u32::from(attack) + u32::from(defense));
        assert_eq!(ways.len(), usize::from(attack) + 1);
        assert_eq!(ways.iter().sum::<num_bigint::BigUint>(), whole);
        if fits_u128(usize::from(attack) + usize::from(defense), 6) {
            let small: Vec<u128> = odds::wound_ways(&game, attack, defense);
            assert!(ways.iter().zip(small).all(|(big, small)| *big == small.into()));
        }
    }
}
