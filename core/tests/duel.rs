//! The tutorial game keeps the contract, like every ruleset.

#[path = "../examples/duel/game.rs"]
mod game;

use game::{Duel, Setup};
use umpire_core::command::mistakes;
use umpire_core::game::Game;
use umpire_core::host::{Hosted, Usage, UsageKind};
use umpire_core::seat::Seat;
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
fn where_a_property_fails_the_steps_that_led_there_are_told() {
    let mut drawn = 0;
    let mut die = splitmix(3);
    let mut failing = |below| {
        drawn += 1;
        assert!(drawn < 60, "nothing more is drawn");
        die(below)
    };
    let setup = Setup { lives: [3, 4] };
    let play = || holds_in_random_play(&Duel::new(), &setup, &mut failing, 500);
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)).err();
    let told = failed.and_then(|told| told.downcast::<String>().ok()).expect("what failed");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "nothing more is drawn");
    assert_eq!(lines[1], format!("after {} steps:", lines.len() - 2));
    let step = |line: &&str| line.starts_with("  - do: \"A: ") || line.starts_with("  - do: \"B: ");
    assert!(lines[2..].iter().all(|line| step(line) || line.starts_with("  - roll: ")), "{told}");
    assert!(lines[2..].iter().any(step) && told.contains("  - roll: "), "{told}");
}

#[test]
fn the_tutorial_replays() {
    for seed in 0..50 {
        let mut die = splitmix(seed);
        let setup = Setup { lives: [3, 3] };
        assert!(replays_and_undoes(Duel::new, &setup, &mut die, 80) > 1);
    }
}

fn position() -> (Duel, game::State) {
    let duel = Duel::new();
    let state = duel.start(&Setup { lives: [3, 1] }).expect("lives from 1 to 9 are sound");
    (duel, state)
}

#[test]
fn rows_read_what_they_say() {
    let (duel, state) = position();
    let mut legal = Vec::new();
    duel.legal(&state, Seat(0), &mut legal);
    assert_eq!(mistakes(&duel, &state, &legal), Vec::<String>::new());
    for action in legal {
        let said = duel.say_action(&state, Seat(0), &action);
        assert_eq!(duel.parse(&state, Seat(0), &said), Ok(action));
    }
    let change =
        duel.parse_amendment(&state, " Lives b  7").expect("case and blanks do not matter");
    assert_eq!(duel.say_amendment(&state, &change), "lives B 7");
}

#[test]
fn slips_say_what_is_missing_and_what_was_meant() {
    let (duel, state) = position();
    let slip =
        |text: &str| duel.parse_amendment(&state, text).expect_err("nothing is meant").to_string();
    assert_eq!(slip("lives"), "`lives` which seat? A, B (`lives SEAT NUMBER`)");
    assert_eq!(
        slip("lives A"),
        "`lives A` which number? 1, 2, 3, 4, 5, 6, 7, 8 and 1 more (`lives SEAT NUMBER`)"
    );
    assert_eq!(slip("lives C 3"), "there is no seat `C`; there is A, B");
    assert_eq!(slip("lives A three"), "`three` is no number");
    assert_eq!(slip("lives A 3 now"), "`3 now` is no number");
    assert_eq!(
        slip("livse A 3"),
        "`livse A 3` is no change of the position, type `help`, did you mean `lives A 3`?"
    );
    assert_eq!(slip(""), "nothing was typed, type `help`");
    let thrusts = duel.parse(&state, Seat(0), "trust").expect_err("it is no stance");
    assert_eq!(thrusts.suggestions, ["thrust"]);
    assert_eq!(duel.parse(&state, Seat(0), "feints"), duel.parse(&state, Seat(0), "FEINT"));
}

#[test]
fn lines_are_completed_word_by_word() {
    let (duel, state) = position();
    assert_eq!(duel.complete(&state, Seat(1), "gu"), ["guard"]);
    assert!(duel.complete(&state, Seat(0), "li").is_empty(), "a change is no action");
    assert_eq!(duel.complete_amendment(&state, "li"), ["lives"]);
    assert_eq!(duel.complete_amendment(&state, "lives "), ["lives A", "lives B"]);
    assert_eq!(duel.complete_amendment(&state, "lives a 2"), ["lives a 2"]);
    let usages = duel.usages();
    assert!(usages.contains(&Usage::new(UsageKind::Amendment, "lives SEAT NUMBER", "set lives")));
}
