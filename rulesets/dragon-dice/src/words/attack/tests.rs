//! What comes back after an attack: worked out by hand, and of armies too large to weigh whole.

use crate::game::DragonDice;
use crate::state::State;
use crate::words::tests::loaded;
use umpire_core::host::{Answer, Hosted};
use umpire_core::odds::Budget;

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
    let answer = asked(army, army);
    let told = back(&answer);
    assert!(matches!(told[..], [("damage of the counter-attack", back)] if back > 1.0), "{told:?}");
}
