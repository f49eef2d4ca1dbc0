//! Newcomers and typists: examples that work, forgiving names, places found in contact, warnings.

use crate::staged::{Staged, text_of};
use umpire_core::game::Game;
use umpire_core::host::Hosted;
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_ea_heresy::position::action::{Action, Ending};
use umpire_ea_heresy::position::state::Whereabouts;
use umpire_ea_heresy::words::examples;

const REDS: &str = "{name: reds, units: {infantry: 3}, initiative: 1, from: [20, 20]}";
const GIANT: &str = "{name: giant, units: {titan: 1}, initiative: 1, at: [[60, 20]]}";
const BLUES: &str = "{name: blues, units: {infantry: 3}, from: [20, 80]}";
const ROAD: &str = "pieces:\n  - {terrain: road, line: {points: [[0, 60], [90, 60]], width: 4}}";

fn read(staged: &Staged, text: &str) -> Action {
    let read = staged.game.parse(&staged.state, Seat(0), text);
    read.unwrap_or_else(|slip| panic!("{text}: {slip}"))
}

fn slip(staged: &Staged, text: &str) -> String {
    let read = staged.game.parse(&staged.state, Seat(0), text);
    read.expect_err("it is wrong").to_string()
}

/// Begins an order; its test cannot fail, or is passed.
fn order(staged: &mut Staged, text: &str) {
    staged.act(&read(staged, text));
    while staged.groups() == [1] {
        staged.roll(&[6]);
    }
}

#[test]
fn how_many_of_its_weapons_fire_is_typed_as_it_is_told() {
    let orks = "{name: orks, units: {infantry: 3}, from: [50, 45]}";
    let mut staged = Staged::of(&[GIANT], &[orks], "");
    order(&mut staged, "giant sustain");
    let action = read(&staged, "shoot orks with giant rapid gun only 1 ap");
    let told = staged.game.say_action(&staged.state, Seat(0), &action);
    assert!(told.contains("with giant gun 2 only 1 AP"), "{told}");
    assert_eq!(read(&staged, &told), action);
    assert!(slip(&staged, "shoot orks with giant rapid gun only 0 ap").contains("only 1"));
    let Action::Shoot(fire) = read(&staged, "shoot orks with giant rapid gun ap") else {
        panic!("it is fire")
    };
    assert!(fire.volleys.iter().all(|volley| volley.count.is_none()), "all of them");
}

#[test]
fn every_example_of_a_free_table_works_as_it_stands() {
    let off = "{name: reds, units: {infantry: 3}, initiative: 1}";
    let text = text_of(&[off, GIANT], &[BLUES], "free_table: true");
    let staged = Staged::new(&text);
    let (game, state) = (&staged.game, &staged.state);
    let examples = game.complete(state, Seat(0), "");
    assert!(examples.iter().any(|line| line.starts_with("place reds 1 at (")), "{examples:?}");
    for line in &examples {
        let change = game.parse_amendment(state, line);
        let asked = game.ask(state, None, line, &Budget::default());
        assert!(change.is_ok() || asked.is_ok(), "{line}: {change:?}, {asked:?}");
        if let Ok(change) = change {
            let mut after = state.clone();
            let done = game.amend(&mut after, &change, &mut umpire_core::game::Deaf);
            assert!(done.is_ok(), "{line}: {done:?}");
        }
    }
    let greeting = examples::greeting(game, state);
    assert_eq!(greeting[0], "A has reds 1 to 3, giant; B has blues 1 to 3");
    assert!(greeting[1].starts_with(&format!("`{}`", examples[0])), "{greeting:?}");
    for text in ["reds 1 at (30, 31)", "put reds 1 at 30 31", "red 1 to (30, 31)"] {
        let change =
            game.parse_amendment(state, text).unwrap_or_else(|slip| panic!("{text}: {slip}"));
        assert_eq!(game.say_amendment(state, &change), "place reds 1 at (30, 31)", "{text}");
    }
    let unknown = slip(&staged, "place jeep at (20, 20)");
    assert_eq!(unknown, "there is no unit `jeep`, there are reds 1 to 3, giant, blues 1 to 3");
    assert!(slip(&staged, "jeep at (20, 20)").contains("there is no unit `jeep`"));
    assert!(slip(&staged, "place titan at (20, 20)").contains("did you mean `giant`"));
}

#[test]
fn names_and_places_may_be_typed_loosely() {
    let mut staged = Staged::of(&[REDS, GIANT], &[BLUES], "");
    let says = slip(&staged, "reds advence");
    assert!(says.contains("`advence` is no action of `reds`"), "{says}");
    assert!(says.ends_with("did you mean `reds advance`?"), "{says}");
    for text in ["unit giant 1", "unit giant", "los giant 1 blue 1", "range giant 1 to (60, 60)"] {
        let answer = staged.game.ask(&staged.state, None, text, &Budget::default());
        assert!(answer.is_ok(), "{text}: {answer:?}");
    }
    let range =
        staged.game.ask(&staged.state, None, "range (10, 10) (10, 22.5)", &Budget::default());
    let headline = range.expect("two places").headline;
    assert_eq!(headline, "(10, 10) and (10, 22.5) are 12.5 cm apart");
    order(&mut staged, "red advance");
    let Action::Move(ways) = read(&staged, "2 to 24 30") else { panic!("moves") };
    assert_eq!(ways[0].path, [Point::new(24 * CM, 30 * CM)]);
    assert!(slip(&staged, "hold").contains("`done` ends the move"));
    assert!(slip(&staged, "2 12 NNE").contains("as `12 NE` or `12 67`"));
}

#[test]
fn a_damage_of_one_is_not_the_number_of_a_lone_unit() {
    let staged = Staged::of(&[GIANT], &[BLUES], "");
    for text in ["damage giant 1", "shields giant 1"] {
        let change = staged.game.parse_amendment(&staged.state, text).expect("an amount");
        assert_eq!(staged.game.say_amendment(&staged.state, &change), text);
    }
    let change = staged.game.parse_amendment(&staged.state, "place giant 1 at (70, 20)");
    let words = staged.game.say_amendment(&staged.state, &change.expect("it is placed"));
    assert_eq!(words, "place giant at (70, 20)");
}

#[test]
fn a_whole_formation_charges_the_walls_side_by_side() {
    let reds = "{name: reds, units: {infantry: 5}, initiative: 1, from: [29, 20], step: [2.2, 0]}";
    let blues = "{name: blues, units: {infantry: 2}, in: keep}";
    let keep = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 32, 36, 38]}";
    let mut staged = Staged::of(&[reds], &[blues], keep);
    order(&mut staged, "reds engage");
    if staged.asked().1 != umpire_ea_heresy::tables::rule::Rule::ChargeMove {
        staged.act(&read(&staged, "engage blues"));
    }
    for text in ["all charge keep", "reds charge blues", "all invade keep"] {
        let action = read(&staged, text);
        let Action::Move(ways) = &action else { panic!("moves") };
        let ruling = staged.ruling(&action);
        assert!(ruling.holds(), "{text}: {:?}", ruling.broken);
        if text.starts_with("all invade") {
            assert!(ways.iter().all(|way| matches!(way.ends, Some(Ending::Invade(_)))), "{text}");
        } else {
            assert_eq!(ways.len(), 5, "{text}: all five find room along six centimetres and round");
        }
    }
}

#[test]
fn nobody_goes_along_a_road_that_is_not_there() {
    let mut staged = Staged::of(&[REDS], &[BLUES], ROAD);
    order(&mut staged, "reds advance");
    let says = slip(&staged, "1 5 N along the road");
    assert_eq!(says, "`reds 1` is not on a road (EA-5.9.1)");
}

#[test]
fn a_move_that_tears_a_formation_is_warned_of_before_it_ends() {
    let mut staged = Staged::of(&[REDS], &[BLUES], "");
    order(&mut staged, "reds advance");
    staged.act(&read(&staged, "1 hold; 2 hold"));
    let good = staged.ruling(&read(&staged, "3 hold"));
    assert!(good.holds() && good.warnings().is_empty());
    let torn = read(&staged, "3 14 N");
    let ruling = staged.ruling(&torn);
    assert!(ruling.holds(), "it is legal all the same");
    let warnings = ruling.warnings();
    let [(rule, says)] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert_eq!(**rule, umpire_ea_heresy::tables::rule::Rule::OutOfCoherency);
    assert!(says.contains("`reds 3` is 1") && says.contains("may be 5 cm"), "{says}");
    let typed = says.split("would be `").nth(1).and_then(|rest| rest.split('`').next());
    let better = read(&staged, typed.unwrap_or_else(|| panic!("no place in: {says}")));
    let mended = staged.ruling(&better);
    assert!(mended.holds() && mended.warnings().is_empty(), "{typed:?}");
    staged.act(&better);
    assert!(matches!(staged.state.units[2].place, Whereabouts::Table(_)));
}

#[test]
fn whoever_ends_a_move_or_names_a_part_is_told_first_who_is_destroyed() {
    let mut staged = Staged::of(&[REDS], &[BLUES], "");
    order(&mut staged, "reds advance");
    assert!(staged.ruling(&Action::Done).warnings().is_empty(), "nobody has strayed");
    staged.act(&read(&staged, "3 14 N"));
    let warned = |staged: &Staged, action: &Action| {
        let ruling = staged.ruling(action);
        assert!(ruling.holds(), "it is legal all the same");
        let warnings = ruling.warnings();
        let [(rule, says)] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert_eq!(**rule, umpire_ea_heresy::tables::rule::Rule::OutOfCoherency);
        says.to_string()
    };
    let says = warned(&staged, &Action::Done);
    assert!(says.contains("`reds 3` is 1"), "{says}");
    staged.act(&Action::Done);
    let says = warned(&staged, &read(&staged, "pick reds 3"));
    assert!(says.contains("`reds 1`") && says.contains("`reds 2`"), "{says}");
    let says = warned(&staged, &read(&staged, "pick reds 1"));
    assert!(says.contains("`reds 3`") && !says.contains("`reds 2`"), "{says}");
}

#[test]
fn lengths_are_told_in_centimetres_and_what_holds_in_words_that_fit() {
    let mut staged = Staged::of(&[REDS], &[BLUES], "");
    order(&mut staged, "reds advance");
    let far = staged.ruling(&read(&staged, "1 60 E"));
    let lines = far
        .worded(|rule| staged.game.say_rule(*rule))
        .cited(|rule| staged.game.cite(*rule))
        .lines(9)
        .join("\n");
    assert!(lines.contains("the way is 60 cm long, `reds 1` may go 15 cm (EA-3.1)"), "{lines}");
    assert!(!lines.contains("60000") && !lines.contains("yes:  ("), "{lines}");
    assert!(!lines.contains("yes: `reds 1` has made"), "{lines}");
}

#[test]
fn what_the_judge_measured_is_said_to_be_his() {
    let mut staged = Staged::of(&[REDS], &[BLUES], "");
    let near = "place blues 1 at (20, 42)";
    for text in [near, "range reds 1, blues 1 30 no"] {
        let change = staged.game.parse_amendment(&staged.state, text).expect("a change");
        let mut after = staged.state.clone();
        staged.game.amend(&mut after, &change, &mut umpire_core::game::Deaf).expect("sound");
        staged.state = after;
    }
    let answer = staged
        .game
        .ask(&staged.state, None, "range reds 1 blues 1", &Budget::default())
        .expect("asked");
    let lines = answer.ruling.expect("its grounds").lines(3).join("; ");
    assert!(lines.contains("the judge ruled that they are not within 30 cm (EA-U.1)"), "{lines}");
}
