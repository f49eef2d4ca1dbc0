//! The tutorial game keeps the contract, like every ruleset.

#[path = "../examples/duel/game.rs"]
mod game;

use game::{Duel, Setup};
use serde_json::{Value, json};
use umpire_core::command::mistakes;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::Assume;
use umpire_core::host::{Hosted, Question, Table, Usage, UsageKind};
use umpire_core::ruleset::asked;
use umpire_core::seat::Seat;
use umpire_core::session::{Refused, Session};
use umpire_core::testing::{header, holds_in_random_play, replays_and_undoes, splitmix};
use umpire_core::transcript::Input;

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

fn session(setup: Value) -> Result<Session<Duel>, Vec<String>> {
    Session::new(Duel::new(), header("duel", setup))
}

#[test]
fn what_is_wrong_with_a_setup_is_said() {
    let faults = |setup| session(setup).err().expect("nobody plays so").join("; ");
    assert!(faults(json!({ "lives": "three" })).starts_with("its setup cannot be read: "));
    assert!(faults(json!({ "lives": [0, 3] })).contains("lives"));
}

#[test]
fn a_sealed_decision_that_no_longer_stands_is_forgotten_and_no_other() {
    let mut session = session(json!({ "lives": [3, 4] })).expect("both are alive");
    let (duel, state) = (Duel::new(), session.state().clone());
    let stance = |seat, words| duel.parse(&state, seat, words).expect("a stance");
    let (a, b) = (Seat(0), Seat(1));
    let thrust = stance(a, "thrust");
    assert_eq!(session.act(a, &thrust, "salt"), Ok(None), "it waits for B");
    assert!(
        matches!(session.act(a, &thrust, "salt"), Err(Refused::Senseless(_))),
        "once is enough"
    );
    let change = duel.parse_amendment(&state, "lives A 1").expect("a change");
    session.amend(&change, "a hit was forgotten").expect("it is sound");
    assert_eq!(session.decided().count(), 0, "with one life nobody thrusts");
    assert_eq!(session.act(a, &stance(a, "guard"), "salt"), Ok(None));
    let change = duel.parse_amendment(&state, "lives B 2").expect("a change");
    session.amend(&change, "so was another").expect("it is sound");
    assert_eq!(session.decided().collect::<Vec<_>>(), [a], "a guard still stands");
    let change = duel.parse_amendment(&state, "lives B 1").expect("a change");
    let change = serde_json::to_value(change).expect("changes have string keys");
    let other = Input::Amend { change, reason: "it was the other".into() };
    let line = session.counted().last().map(|(counted, _)| counted.number);
    let corrected = session.correct(line.expect("two inputs"), other).expect("it is sound, too");
    assert_eq!((corrected.kept, corrected.forgotten), (0, vec![]));
    assert_eq!(session.decided().collect::<Vec<_>>(), [a], "put right, it stands still");
    assert!(session.withdraw(a) && !session.withdraw(a));
    assert_eq!(session.act(a, &stance(a, "guard"), "salt"), Ok(None));
    assert!(session.act(b, &stance(b, "guard"), "salt").is_ok_and(|told| told.is_some()));
}

#[test]
fn the_best_of_one_seat_for_the_other_is_its_own_worst() {
    let (duel, mut state) = position();
    let (a, b) = (Seat(0), Seat(1));
    let guard = duel.parse(&state, b, "guard").expect("a stance");
    duel.apply(&mut state, b, &guard, &mut Deaf);
    let chosen = |assume: Assume, whom| assume.answer_for(&duel, &state, a, whom);
    assert_ne!(chosen(Assume::Best, a), chosen(Assume::Worst, a));
    assert_eq!(chosen(Assume::Best, b), chosen(Assume::Worst, a));
    assert_eq!(chosen(Assume::Worst, b), chosen(Assume::Best, a));
}

#[test]
fn what_may_be_asked_is_told_whoever_asks_something_else() {
    const ONE: &[Question] = &[Question::new("los A B", "who sees whom")];
    const TWO: &[Question] = &[Question::new("los A B", ""), Question::new("reach A", "")];
    assert_eq!(asked(ONE, "los wolf bear"), Ok(("los", "wolf bear")));
    let slip = |questions, text| asked(questions, text).expect_err("nothing is asked").says;
    assert_eq!(slip(ONE, "los "), "expected `los A B`");
    assert_eq!(slip(TWO, "odds"), "expected `los A B` or `reach A`");
}

#[test]
fn one_sealed_decision_is_put_right_and_the_others_stay_sealed_as_they_were() {
    let setup = Setup { lives: [3, 3] };
    let mut session = Session::new(Duel::new(), header("duel", json!(setup))).expect("a duel");
    let act = |session: &mut Session<Duel>, seat, stance: &str| {
        let action = json!(stance);
        Table::act(session, seat, &action, "salt").map(|_| ()).expect("a stance")
    };
    act(&mut session, Seat(0), "thrust");
    act(&mut session, Seat(1), "guard");
    let sealed = |input: &Input| match input {
        Input::Together(sealed) => sealed.clone(),
        other => panic!("{other:?}"),
    };
    let before = sealed(&session.transcript().entries[0].input);
    for refused in ["feint", "C: feint", "B: lunge"] {
        assert!(Table::correct(&mut session, 1, refused).is_err(), "{refused}");
    }
    Table::correct(&mut session, 1, "b: feint").expect("a stance");
    let Some(Input::Correct { input, .. }) =
        session.transcript().entries.last().map(|it| &it.input)
    else {
        panic!("no correction")
    };
    let after = sealed(input);
    assert_eq!(after[0], before[0]);
    assert_eq!(after[1].opened.as_ref().map(|it| &it.action), Some(&json!("feint")));
    // The same again is not known by its hash.
    assert!(after[1].is_true());
    Table::correct(&mut session, 1, "B: feint").expect("the same stance");
    assert_eq!(session.saved().verify(), Ok(()));
    let seen = session.saved().seen_by(Seat(0), false);
    let told = serde_json::to_string(&seen.entries).expect("lines");
    assert!(
        !told.contains("feint") && !told.contains("guard") && told.contains("thrust"),
        "{told}"
    );
}
