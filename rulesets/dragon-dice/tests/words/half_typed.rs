//! What is half typed is asked for, and names are read wherever the game prints them.

use super::{act, loaded};
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Hosted, UsageKind};
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::{Action, Cast, Target};
use umpire_dragon_dice::position::pieces::{Army, Piece, Place};
use umpire_dragon_dice::position::state::State;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn refused(game: &DragonDice, state: &State, seat: Seat, text: &str) -> String {
    match game.parse(state, seat, text) {
        Ok(action) => panic!("`{text}` is read as {action:?}"),
        Err(slip) => slip.to_string(),
    }
}

#[test]
fn a_verb_without_its_word_is_no_pass() {
    let (game, mut state) = loaded(super::POSITION);
    let asked = refused(&game, &state, A, "take");
    assert!(asked.starts_with("`take` which dice? "), "{asked}");
    assert!(asked.contains("nymph, ") && asked.contains(" (`take DICE`)"), "{asked}");
    let answered = "; what is asked now is answered as `march home A`";
    assert_eq!(
        refused(&game, &state, A, "bring"),
        format!("`bring` which minor terrain? there is none (`bring MINOR-TERRAIN`){answered}")
    );
    assert_eq!(
        refused(&game, &state, A, "retreat").split('?').next(),
        Some("`retreat` which dice")
    );
    let face = refused(&game, &state, A, "face");
    assert_eq!(face, format!("`face` which face? (`face FACE`){answered}"));
    let end = "nothing that `end` ends is under way, did you mean `pass`?";
    assert_eq!(refused(&game, &state, A, "end"), end);
    for text in ["march frontier", "maneuver"] {
        act(&game, &mut state, 0, text);
    }
    assert_eq!(refused(&game, &state, B, "end"), end, "the maneuver waits for its answer");
    assert!(refused(&game, &state, B, "army").starts_with("`army` which army?"));
    assert_eq!(game.parse(&state, B, "counter"), Ok(Action::Accept));
}

#[test]
fn moves_are_ended_by_end_and_by_done() {
    let (game, mut state) = loaded(super::POSITION);
    for text in ["pass", "pass"] {
        act(&game, &mut state, 0, text);
    }
    for text in ["end", "done", "pass"] {
        assert_eq!(game.parse(&state, A, text), Ok(Action::Pass), "{text}");
    }
}

#[test]
fn an_army_may_be_aimed_at_by_its_place() {
    let (game, mut state) = loaded(super::POSITION);
    for text in ["march frontier", "no"] {
        act(&game, &mut state, 0, text);
    }
    let target = |text: &str| match game.parse(&state, A, text) {
        Ok(Action::Attack { target, .. }) => target,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(target("missile home B"), Army { owner: B, place: Place::terrain(1) });
    assert_eq!(target("melee at the frontier"), Army { owner: B, place: state.frontier() });
    let nobody = "no army of an opponent is at `home A`";
    assert_eq!(refused(&game, &state, A, "missile home A"), nobody);
    assert_eq!(
        refused(&game, &state, A, "mele B"),
        "`mele B` is no action, type `help`, did you mean `melee B`?"
    );
}

#[test]
fn what_is_left_out_of_a_question_is_asked_for() {
    let (game, state) = loaded(super::POSITION);
    let asked = |text: &str| {
        let answer = game.ask(&state, Some(A), text, &Budget::default());
        answer.expect_err("it asks for nothing").to_string()
    };
    assert!(asked("where").starts_with("`where` which die? "), "{}", asked("where"));
    assert!(asked("where").ends_with(" (`where [SEAT] DIE`)"));
    assert!(asked("targets").starts_with("`targets` which army? A at "), "{}", asked("targets"));
}

#[test]
fn a_change_of_the_position_may_begin_with_what_it_is_about() {
    let (game, state) = loaded(super::POSITION);
    let read = |text: &str| game.parse_amendment(&state, text);
    assert_eq!(read("frontier terrain 5"), read("terrain frontier 5"));
    assert_eq!(read("home A holder none"), read("holder home A none"));
    let slip = |text: &str| read(text).expect_err("it is no change").to_string();
    assert_eq!(
        slip("home A 5"),
        "`5` is nothing that `home A` does: `home A terrain NUMBER`, `home A holder SEAT|NONE`, \
         `home A named EIGHTH-FACE|NONE`, `home A held NUMBER`"
    );
    assert_eq!(
        slip("hodler frontier A"),
        "`hodler frontier A` is no change of the position, type `help`, did you mean `holder \
         frontier A`?"
    );
    assert_eq!(
        slip("xyzzy"),
        "`xyzzy` is no change of the position; one begins with put, kill, terrain, face, holder, named, held, \
         minor, begin, end, turn (`help`)"
    );
}

#[test]
fn what_ends_is_named() {
    let (game, mut state) = loaded(super::POSITION);
    let end = |state: &State| game.parse_amendment(state, "end").unwrap_err().to_string();
    assert_eq!(end(&state), "`end` which effect? there is none (`end EFFECT`)");
    let begun = game.parse_amendment(&state, "begin wind-walk on A at frontier").expect("it reads");
    game.amend(&mut state, &begun, &mut Deaf).expect("it is sound");
    assert_eq!(end(&state), "`end` which effect? 1 (Wind Walk) (`end EFFECT`)");
}

#[test]
fn dice_are_put_where_they_are_not_yet() {
    let (game, mut state) = loaded(super::POSITION);
    let slip = game.parse_amendment(&state, "put A pine to home A").unwrap_err();
    assert_eq!(slip.to_string(), "A's pine lies at `home A` already");
    let slip = game.parse_amendment(&state, "put A 2 oakling from frontier to frontier");
    assert_eq!(slip.unwrap_err().to_string(), "A's 2 oakling lie at `frontier` already");
    // Each time another of them.
    for there in ["oakling, pine", "2 oakling, pine", "3 oakling, pine"] {
        let put =
            game.parse_amendment(&state, "put A oakling to home A").expect("one is elsewhere");
        game.amend(&mut state, &put, &mut Deaf).expect("it is sound");
        assert_eq!(game.facts(&state)["A home A"], there);
    }
}

#[test]
fn whoever_holds_a_terrain_is_named_by_a_change() {
    let (game, mut state) = loaded(super::POSITION);
    let change = |text: &str| game.parse_amendment(&state, text).expect("it reads");
    let (held, nobody) = (change("holder frontier A"), change("holder frontier none"));
    game.amend(&mut state, &held, &mut Deaf).expect("it is sound");
    let refusals = game.amend(&mut state, &nobody, &mut Deaf).expect_err("somebody holds it");
    let says = "frontier shows 8, and nobody holds it: name who does, as `holder frontier A`, or let \
                it show 7, as `terrain frontier 7`";
    assert!(format!("{refusals:?}").contains(says), "{refusals:?}");
    for text in ["holder frontier A", "terrain frontier 7"] {
        let change = game.parse_amendment(&state, text).expect("it can be typed");
        game.amend(&mut state.clone(), &change, &mut Deaf).expect("it helps");
    }
}

#[test]
fn what_stands_is_told_by_the_names_the_game_prints() {
    let (game, state) = loaded(super::POSITION);
    let all = game.standings(&state);
    let called = |name: &str| {
        let found = all.iter().filter(|it| it.also.iter().any(|other| other == name));
        found.map(|it| it.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(called("A at frontier"), ["A frontier"]);
    assert_eq!(called("oak"), ["A frontier", "B home B"]);
    assert_eq!(called("Oakling"), ["A frontier", "A dead", "B home B", "B frontier"]);
    let frontier = all.iter().find(|it| it.name == "frontier").expect("it is a terrain");
    assert_eq!(frontier.says[0], "Swampland Temple");
    assert_eq!(called("swampland-temple"), ["frontier"]);
}

#[test]
fn lines_go_on_with_what_may_be_typed_now() {
    let (game, mut state) = loaded(super::POSITION);
    let offered = |state: &State, text: &str| game.complete(state, A, text);
    assert_eq!(
        offered(&state, "march "),
        ["march home A", "march frontier", "march reserve"],
        "places, and no `march PLACE`"
    );
    assert!(offered(&state, "").iter().all(|line| line == "pass" || line.starts_with("march ")));
    assert_eq!(offered(&state, "ca"), ["cast"]);
    assert_eq!(offered(&state, "cast wind-walk on f"), ["cast wind-walk on frontier"]);
    act(&game, &mut state, 0, "march frontier");
}

#[test]
fn every_verb_stands_in_the_help() {
    let (game, _) = loaded(super::POSITION);
    let usages = game.usages();
    let actions = usages.iter().filter(|usage| usage.kind == UsageKind::Action);
    let forms: Vec<&str> = actions.flat_map(|usage| usage.form.split(' ')).collect();
    for verb in ["keep", "roll", "bury", "up", "down", "done", "pass", "yes"] {
        assert!(forms.contains(&verb), "nobody finds `{verb}`");
    }
}

#[test]
fn a_spell_at_what_nobody_has_is_said_all_the_same() {
    let (game, state) = loaded(super::POSITION);
    let stranger = Piece { owner: Seat(9), number: 200 };
    let at = Target::Sent { piece: stranger, to: state.frontier() };
    let Ok(Action::Cast(cast)) = game.parse(&state, A, "cast path on A oak to home A with air")
    else {
        panic!("a spell is cast")
    };
    let said = game.say_action(&state, A, &Action::Cast(Cast { at, ..cast }));
    assert!(said.starts_with("cast path on ") && said.ends_with(" to frontier with air"), "{said}");
}

#[test]
fn nothing_that_was_typed_is_dropped() {
    let (game, mut state) = loaded(super::POSITION);
    let change = |state: &State, text: &str| game.parse_amendment(state, text);
    // Without `on` it is not told where one name ends and the other begins.
    assert!(change(&state, "begin blizzard home B").is_err());
    assert!(change(&state, "begin 3 wind-walk on A at frontier").is_err());
    let begun = change(&state, "begin wind-walk on A at frontier").expect("it reads");
    game.amend(&mut state, &begun, &mut Deaf).expect("it is sound");
    assert!(change(&state, "end 1 2").is_err());
    let listed = game.complete_amendment(&state, "begin ");
    assert!(listed.iter().all(|line| !line.contains('(')), "what lasts is no spell: {listed:?}");
    act(&game, &mut state, 0, "march frontier");
    assert_eq!(game.parse(&state, A, "yes"), Ok(Action::Maneuver));
    assert_eq!(game.parse(&state, A, "no maneuver"), Ok(Action::Pass));
    act(&game, &mut state, 0, "no maneuver");
    assert_eq!(refused(&game, &state, A, "no maneuver"), "no maneuver is asked about now");
    assert!(refused(&game, &state, A, "army Z at home A").contains("there is no player `z`"));
    let endless = "campaign horde terrain ".repeat(60);
    assert!(game.parse(&state, A, &format!("home {endless}")).is_err());
    let words = refused(&game, &state, A, &"oak ".repeat(300));
    assert_eq!(words, "this is no action: none has more than 200 words");
}
