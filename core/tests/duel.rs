//! The tutorial game keeps the contract, like every ruleset.

#[path = "../examples/duel/game.rs"]
mod game;

use game::{Duel, Setup};
use umpire_core::testing::{holds_in_random_play, replays_and_undoes, splitmix};

#[test]
fn the_tutorial_keeps_the_contract() {
    let mut refused = 0;
    let mut overruled = 0;
    for seed in 0..200 {
        let mut die = splitmix(seed);
        let setup = Setup { lives: [3, 4] };
        let checked = holds_in_random_play(&Duel::new(), &setup, &mut die, 500);
        assert!(checked.ended, "twenty bouts end every duel");
        refused += checked.refused;
        overruled += checked.overruled;
    }
    assert!(refused > 50 && overruled > 20, "{refused} refused, {overruled} overruled");
}

#[test]
fn the_tutorial_replays() {
    for seed in 0..50 {
        let mut die = splitmix(seed);
        let setup = Setup { lives: [3, 3] };
        assert!(replays_and_undoes(Duel::new, &setup, &mut die, 80) > 1);
    }
}
