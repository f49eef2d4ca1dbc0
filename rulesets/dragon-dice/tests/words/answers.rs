//! What each answer is about and what it does, and how magic is asked about.

use crate::words::before_dice::met;
use crate::words::{act, loaded};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::state::State;

/// What is asked.
fn question(game: &DragonDice, state: &State) -> String {
    match game.pending(state, &mut Silent) {
        Pending::Choice(choice) => game.say_choice(state, &choice),
        other => panic!("{other:?}"),
    }
}

/// Each listed answer as it would be typed, with what it is about and what it does.
fn answers(game: &DragonDice, state: &State) -> Vec<(String, Vec<String>, String)> {
    let Pending::Choice(choice) = game.pending(state, &mut Silent) else { panic!("nobody asked") };
    let seat = choice.seats.first().expect("somebody is asked");
    let mut actions: Vec<Action> = Vec::new();
    game.legal(state, seat, &mut actions);
    let told = |action: &Action| {
        let about = game.about(state, action).into_iter().map(|(_, thing)| thing);
        let meaning = game.meaning(state, action).unwrap_or_default();
        (game.say_action(state, seat, action), about.collect(), meaning)
    };
    actions.iter().map(told).collect()
}

#[test]
fn whoever_is_asked_about_a_maneuver_sees_which_army_and_what_each_answer_does() {
    let (game, mut state) = met("maneuver", "sentry", "sentry", "");
    let told = answers(&game, &state);
    let [(yes, yes_about, turns), (no, no_about, stays)] = told.as_slice() else {
        panic!("{told:?}")
    };
    assert_eq!((yes.as_str(), no.as_str()), ("maneuver", "pass"));
    assert_eq!(yes_about, &["A at frontier", "maneuver"]);
    assert_eq!(no_about, &["A at frontier", "no maneuver"]);
    assert!(turns.starts_with("the terrain turns to 7, ") && turns.contains(" or 5, "), "{turns}");
    assert!(turns.ends_with("unless B counters it with a better roll"), "{turns}");
    assert!(stays.starts_with("the terrain stays at 6, "), "{stays}");
    act(&game, &mut state, 0, "maneuver");
    let told = answers(&game, &state);
    assert_eq!(told[0].1, ["B at frontier", "counter-maneuver"]);
    assert!(told[0].2.contains("if yours is more than that of A at frontier"), "{told:?}");
    assert!(told[1].2.contains("the maneuver succeeds"), "{told:?}");
}

#[test]
fn magic_is_asked_about_in_words_and_each_casting_tells_its_number_and_cost() {
    let position = "game: dragon-dice\nseats: {A: {}, B: {}}\nposition:\n  action: frontier\n  \
                    terrains: {frontier: swampland-city 1}\n  armies:\n    \
                    A: {frontier: [2 oak-lord, 2 pine], home A: [oak]}\n    B: {frontier: [soldier], home B: [soldier]}\n";
    let (game, mut state) = loaded(position);
    act(&game, &mut state, 0, "magic");
    let Pending::Roll(request) = game.pending(&state, &mut Silent) else { panic!("it rolls") };
    let count = request.groups.iter().map(|it| usize::from(it.count)).sum();
    game.roll(&mut state, &vec![0; count], &mut Deaf).expect("IDs are the first faces");
    let asked = question(&game, &state);
    assert!(asked.contains(" magic to spend (at most ") && asked.contains(" earth, "), "{asked}");
    assert!(asked.contains("Cast spells, then end") && !asked.contains('`'), "{asked}");
    let told = answers(&game, &state);
    let of = |line: &str| {
        let found = told.iter().find(|(says, ..)| says == line);
        found.unwrap_or_else(|| panic!("{line}: {told:?}"))
    };
    assert_eq!(of("end").2, "no spell is cast: the magic is lost");
    let (_, about, once) = of("cast stone-skin on A at frontier");
    assert_eq!(about, &["stone-skin", "A at frontier"]);
    assert!(once.starts_with("once: 2 earth magic"), "{once}");
    let (_, about, twice) = of("cast 2 stone-skin on A at frontier");
    assert_eq!(about, &["2 stone-skin", "A at frontier"]);
    assert!(twice.starts_with("twice, 4 magic in all: 2 earth magic"), "{twice}");
    act(&game, &mut state, 0, "cast stone-skin on A at frontier");
    assert_eq!(
        answers(&game, &state)
            .into_iter()
            .find(|(says, ..)| says == "end")
            .map(|it| it.2)
            .as_deref(),
        Some("what is cast takes effect; magic that is left is lost")
    );
    for words in ["end", "done", "pass"] {
        assert_eq!(game.parse(&state, Seat(0), words), Ok(Action::Pass), "{words}");
    }
}
