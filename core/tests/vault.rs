//! A vault of doors, trapdoors and dice of symbols: boards that change while a game is played keep the contract, and ways are one's own.

mod game;

use game::{Action, Breaks, State, Vault, vault};
use umpire_core::Deaf;
use umpire_core::game::Game;
use umpire_core::host::Hosted;
use umpire_core::seat::Seat;
use umpire_core::testing::{holds_in_random_play, picks_are_drawn, replays_and_undoes, splitmix};

const A: Seat = Seat(0);

/// Two rooms with two doors between them, one of which is locked, and trapdoors.
fn rooms() -> Vault {
    let rows = [". . t . . .", ". t . . . .", ". . . . . x", ". . . # . ."];
    vault(&rows, &["C1-C3 e wall", "C2/D2 door", "C3/D3 locked door"], ["A1", "A4"])
}

fn started() -> (Vault, State) {
    let game = rooms();
    let state = game.start(&()).expect("a sound setup");
    (game, state)
}

/// Plays what is typed, for whoever is asked.
fn typed(game: &Vault, state: &mut State, lines: &[&str]) {
    for line in lines {
        let seat = Seat::SIDES.into_iter().find(|seat| {
            game.check(state, *seat, &Action::Wait, &mut umpire_core::ruling::Silent).is_ok()
        });
        let seat = seat.expect("somebody is asked");
        let action = game.parse(state, seat, line).unwrap_or_else(|slip| panic!("{line}: {slip}"));
        assert_eq!(game.say_action(state, seat, &action), *line);
        game.act(state, seat, &action, &mut Deaf).unwrap_or_else(|why| panic!("{line}: {why:?}"));
    }
}

#[test]
fn a_game_of_doors_and_ways_keeps_the_contract() {
    let mut ended = 0;
    for seed in 0..25 {
        ended += usize::from(holds_in_random_play(&rooms(), &(), &mut splitmix(seed), 60).ended);
        assert!(replays_and_undoes(rooms, &(), &mut splitmix(seed), 40) > 1);
    }
    assert_eq!(ended, 25);
    assert!(picks_are_drawn(&rooms(), &(), &mut splitmix(0), 40, None) > 50);
}

#[test]
fn one_goes_the_shortest_way_or_by_places_of_ones_own() {
    let (game, mut state) = started();
    typed(&game, &mut state, &["to C2", "wait"]);
    let stands = |state: &State| game.facts(state)["A.at"].clone();
    let (_, mut round) = started();
    typed(&game, &mut round, &["to C2 via A2, A3, B3", "wait"]);
    assert_eq!((stands(&state), stands(&round)), ("A1".to_string(), "C2".to_string()));
    let ground = |state: &State| {
        let plan = game.plan(state);
        plan.ground_of(plan.named("B2").expect("a square")).id.clone()
    };
    assert_eq!([ground(&state), ground(&round)], ["pit", "trapdoor"]);
    let refused = game.parse(&round, A, "to A1 via B3, A3, B2, A2").expect("squares");
    let ruling = game.ruling(&round, A, &refused);
    assert!(!ruling.holds() && format!("{ruling:?}").contains("A1 is 5 steps away"), "{ruling:?}");
    let still = game.parse(&round, A, "to C2 via B3, B3").expect("squares");
    let ruling = game.ruling(&round, A, &still);
    assert!(format!("{ruling:?}").contains("it stands on B3 already"), "{ruling:?}");
}

#[test]
fn a_door_keeps_its_name_however_it_stands() {
    let (game, mut state) = started();
    let is = |state: &State, door: &str| game.facts(state)[&format!("door {door}.is")].clone();
    assert_eq!([is(&state, "C2/D2"), is(&state, "C3/D3")], ["door", "locked door"]);
    typed(&game, &mut state, &["to C2 via A2, A3, B3", "to C3"]);
    let shut = state.clone();
    typed(&game, &mut state, &["open door C2/D2"]);
    assert_eq!(is(&state, "C2/D2"), "open door");
    let seen = |state: &State| {
        let plan = game.plan(state);
        let at = |name| plan.named(name).expect("a square");
        plan.hidden_by(at("C2"), at("E2")).map(|stop| plan.said(stop))
    };
    assert_eq!(seen(&shut).as_deref(), Some("the door between C2 and D2"));
    assert_eq!(seen(&state), None);
    typed(&game, &mut state, &["break door C3/D3"]);
    assert!(game.scene(&state).things.iter().any(|thing| thing.id == "door C3/D3"));
    let faces = ["crowbar", "n"].map(|word| Breaks::die().face_named(word).expect("a face"));
    game.roll(&mut state, &faces, &mut Deaf).expect("two dice");
    assert_eq!(is(&state, "C3/D3"), "broken");
    typed(&game, &mut state, &["shut door C2/D2"]);
    assert_eq!(is(&state, "C2/D2"), "door");
    // A board that is as it was has no changes left, and what is gone is not drawn.
    let only_broken = serde_json::to_string(&state.changes).expect("changes have string keys");
    assert_eq!(only_broken, r#"{"ground":[],"walls":[[2,null]]}"#);
    assert!(game.scene(&state).things.iter().all(|thing| thing.id != "door C3/D3"));
}
