//! What comes back after an attack: worked out by hand, and of armies too large to weigh whole.

mod alike;

use crate::words::loaded;
use umpire_core::host::{Answer, Assume, Hosted};
use umpire_core::odds::{Budget, Effort, Patience};
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::pieces::{Army, Place};
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::Counted;
use umpire_dragon_dice::words::told::Mean;
use umpire_dragon_dice::words::{ask, attack};

fn met(own: &str, target: &str) -> (DragonDice, State) {
    loaded(&format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
         terrains: {{frontier: swampland-city 7}}\n  armies:\n    \
         A: {{frontier: [{own}], reserve: [oak]}}\n    B: {{frontier: [{target}], reserve: [oak]}}\n"
    ))
}

fn asked(own: &str, target: &str) -> Answer {
    let (game, state) = met(own, target);
    let question = "odds A at frontier melee B at frontier";
    let answer = game.ask(&state, None, question, &Budget::default());
    answer.unwrap_or_else(|slip| panic!("{slip}"))
}

#[test]
fn what_comes_back_is_weighed_with_the_attack() {
    // An Oakling deals 1 to another in 5 of 9 rolls; if it does, nobody is left to strike back.
    let answer = asked("oakling", "oakling");
    let back = answer.means.iter().find(|mean| mean.of == "damage of the counter-attack");
    assert_eq!(back.map(|mean| mean.exactly.as_str()), Some("20/81"));
}

fn back(answer: &Answer) -> Vec<(&str, f64)> {
    let back = answer.means.iter().filter(|mean| mean.of.starts_with("damage of the counter"));
    back.map(|mean| (mean.of.as_str(), mean.value)).collect()
}

/// What comes back at least and at most.
fn bounds(own: &str, target: &str) -> (f64, f64) {
    let (game, state) = met(own, target);
    // The frontier.
    let at = |owner| Army { owner: Seat(owner), place: Place(2) };
    let budget = Budget::default();
    let start = ask::about_to_act(&state, at(0));
    let battle =
        attack::battle(&game, start, (at(0), at(1)), Counted::Melee, (Assume::First, &budget));
    match battle.back_bounded() {
        Ok(Some(Mean::Between { least, most })) => (least, most),
        other => panic!("{other:?}"),
    }
}

#[test]
fn twenty_four_against_twenty_four_are_weighed_with_what_comes_back() {
    let army = "6 bowman, 6 guardian, 6 watcher, 6 explorer";
    let answer = asked(army, army);
    let told = back(&answer);
    assert!(matches!(told[..], [("damage of the counter-attack", back)] if back > 1.0), "{told:?}");
}

#[test]
fn a_counter_attack_that_is_too_much_to_weigh_is_told_by_bounds() {
    // Treefolk that die roll to be replanted, each by itself.
    let army = "4 oakling, 4 oak, 4 willowling, 4 willow, 4 pineling, 4 hamadryad";
    let (least, most) = bounds(army, army);
    assert!(least > 2.1 && most - least < 0.05, "{least} to {most}");
}

#[test]
fn counter_attacks_that_are_each_too_much_to_weigh_are_followed_together() {
    let (least, most) = bounds("12 unicorn, 12 guardian", "8 oak, 8 willow, 8 oak-lord");
    assert!(least > 15.0 && most - least < 0.5, "{least} to {most}");
}

/// Waits as long as it takes, and would rather have a sample than nothing.
struct Samples;

impl Patience for Samples {
    fn lasts(&self, effort: Effort, done: usize) -> bool {
        effort == Effort::Exact || done < 50
    }

    fn draw(&self, _: u32) -> Option<u32> {
        Some(0)
    }
}

#[test]
fn attacks_of_twenty_four_on_twenty_four_are_not_sampled() {
    // Icons that kill, send away, damage and strike back; dice that fall again.
    let mut sampled = Vec::new();
    for (own, target, with) in [
        ("12 guardian, 12 oak-lord", "12 guardian, 12 watcher", "melee"),
        ("6 oak, 6 oakling, 6 oak-lord, 6 willow", "12 guardian, 12 watcher", "melee"),
        ("12 bear-master, 12 guardian", "12 oak, 12 guardian", "melee"),
        ("22 guardian, 2 tiger-folk", "12 oak, 12 guardian", "melee"),
        ("20 bowman, 4 crack-shot", "12 guardian, 12 watcher", "missile"),
        ("12 unicorn, 12 guardian", "8 oak, 8 willow, 8 oak-lord", "melee"),
    ] {
        let (game, state) = met(own, target);
        let budget = Budget::of(&Samples);
        let question = format!("odds A at frontier {with} B at frontier");
        let answer = game.ask(&state, None, &question, &budget);
        let answer = answer.unwrap_or_else(|slip| panic!("{own} at {target}: {slip}"));
        assert!(answer.means[0].value > 1.0, "{}", answer.headline);
        if budget.plays().is_some() {
            sampled.push(own);
        }
    }
    assert!(sampled.is_empty(), "{sampled:?}");
}

#[test]
fn how_well_a_number_is_known_is_said() {
    let answer = asked("oakling", "oakling");
    assert!(answer.headline.contains("damage on average, exactly"), "{}", answer.headline);
    let bounds = umpire_core::host::Measured::between("damage", 1.234, 2.341);
    assert_eq!(bounds.says, "between 1.23 and 2.35");
    assert_eq!(bounds.exactly, "proven bounds");
    let none = umpire_core::host::Measured::between("damage", 1.0, f64::INFINITY);
    assert_eq!(none.says, "at least 0.99");
}
