//! Dice that fall again are a series, and those together the product of their series.

use num_bigint::BigUint;
use umpire_core::dice::Worth;
use umpire_core::odds::again::{Class, Closed};
use umpire_core::odds::classes::GroupOutlook;
use umpire_core::odds::{FAR, NoOdds, Outlook};
use umpire_core::seat::Seat;

fn alone(count: u8, worth: &[Worth]) -> Outlook {
    let worth = worth.iter().copied().collect();
    Outlook(vec![GroupOutlook { seat: Seat(0), purpose: 0, count, worth, like: None }])
}

fn closed(dice: u8, worth: &[Worth]) -> Closed {
    let outlook = alone(dice, worth);
    outlook.closed(10_000).unwrap_or_else(|no| panic!("{no}"))
}

fn total(closed: &Closed, worth: &[Worth], class: &Class) -> u64 {
    let faces = class.faces.iter().chain(class.then.iter().flat_map(|(_, faces)| faces));
    let counts = faces.map(|face| match worth[usize::from(*face)] {
        Worth::Adds(amount) | Worth::Again(amount) => amount,
        _ => 0,
    });
    assert!(class.rolls <= closed.whole);
    counts.sum()
}

#[test]
fn a_die_that_falls_again_is_a_series() {
    // A blank, a 1, and 2 with another fall: 2k and 2k + 1 have a chance of 1 in 3^(k + 1) each.
    let worth = [Worth::Adds(0), Worth::Adds(1), Worth::Again(2)];
    let one = closed(1, &worth);
    let sum: BigUint = one.classes.iter().map(|class| &class.rolls).sum();
    assert_eq!(sum, one.whole);
    for class in one.classes.iter().filter(|class| !class.beyond) {
        let falls = total(&one, &worth, class) as u32 / 2;
        let fell = class.then.iter().map(|(_, faces)| faces.len() as u32).sum::<u32>();
        assert_eq!(fell, falls, "one more face for each fall");
        assert_eq!(&class.rolls * BigUint::from(3u8).pow(falls + 1), one.whole);
    }
    let beyond: Vec<&Class> = one.classes.iter().filter(|class| class.beyond).collect();
    assert_eq!(beyond.len(), 2, "an even and an odd sum");
    assert!(beyond.iter().all(|class| total(&one, &worth, class) >= FAR.into()));
}

#[test]
fn dice_together_are_the_product_of_their_series() {
    // Two dice: (k + 1) ways to fall k times, each 1 in 3^k, and both lie in 4 of 9 rolls.
    let worth = [Worth::Adds(0), Worth::Adds(0), Worth::Again(1)];
    let two = closed(2, &worth);
    for class in two.classes.iter().filter(|class| !class.beyond) {
        let falls = total(&two, &worth, class) as u32;
        let ways = &two.whole * 4u8 * (falls + 1);
        assert_eq!(&class.rolls * 9u8 * BigUint::from(3u8).pow(falls), ways, "{falls}");
    }
}

#[test]
fn faces_that_only_fall_again_are_none() {
    let worth = [Worth::Adds(0), Worth::Adds(1), Worth::Again(0)];
    let one = closed(1, &worth);
    let halves: Vec<bool> = one.classes.iter().map(|c| &c.rolls * 2u8 == one.whole).collect();
    assert_eq!(halves, [true, true]);
    let ever = alone(1, &[Worth::Again(1)]);
    assert!(matches!(ever.closed(10), Err(NoOdds::Endless)));
}
