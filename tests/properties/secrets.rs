//! What a seat may not know reaches it in no way: two positions that differ in nothing else answer it alike, byte for byte.

use serde_json::{Value, json};
use umpire_core::game::Game;
use umpire_core::host::{Asked, Hosted, Limits, Loaded, Table};
use umpire_core::odds::Endless;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_core::transcript::FaceSource;
use umpire_heroscape::position::state::{CopyId, State};
use umpire_heroscape::{Event, HeroScape};
use umpire_tests::{library, loaded, project, source};

/// Words that a seat may type, whether they mean something or not.
const WORDS: [&str; 9] = [
    "",
    "pass",
    "x",
    "order 1 finn",
    "order",
    "finn attacks marro 1",
    "marro 1 attacks finn",
    "move marro 1 to d4",
    "reveal",
];
/// Questions a seat may ask.
const QUESTIONS: [&str; 8] = [
    "los finn marro 1",
    "reach finn",
    "reach marro 1",
    "odds finn attacks marro 1",
    "odds roll-off",
    "odds initiative",
    "card finn",
    "odds marro 1 attacks finn --assume best",
];

/// All that a table answers a seat, in one text.
fn all_that(table: &dyn Table, seat: Seat) -> Value {
    let legal = table.legal(seat);
    let ruled = |action: &Value| {
        let ruling = table.ruling(seat, action).map(|ruling| ruling.lines(9));
        json!([format!("{ruling:?}"), table.say_action(seat, action)])
    };
    let rulings: Vec<Value> = legal.1.iter().map(|listed| ruled(&listed.action)).collect();
    let typed: Vec<String> = WORDS
        .iter()
        .map(|words| format!("{:?} {:?}", table.parse(seat, words), table.complete(seat, words)))
        .collect();
    let refused: Vec<Value> = WORDS
        .iter()
        .filter_map(|words| table.parse(seat, words).ok())
        .map(|action| ruled(&action))
        .collect();
    let searched = |die: &mut dyn FnMut(u32) -> u32| {
        let limits = Limits { decisions: 2, inputs: 20, ..Limits::USUAL };
        table.searched(seat, &limits, &mut |playouts| playouts < 4, die)
    };
    let asked: Vec<String> = QUESTIONS
        .iter()
        .map(|question| format!("{:?}", table.ask(Some(seat), question, &Endless)))
        .collect();
    json!({
        "asked": table.pending(), "legal": legal.1, "offered": table.offered(seat).1, "rulings": rulings, "typed": typed,
        "refused": refused, "answers": asked, "facts": table.facts_seen_by(seat),
        "picture": table.scene(Some(seat)), "view": table.view(Some(seat)),
        "searched": searched(&mut splitmix(1)), "counted": table.counted(), "decided": table.decided().len(),
    })
}

/// Puts what lies on two cards the other way round: which marker is where is secret, on which cards
/// they lie is not.
fn swap(action: &mut Value) {
    let fields = action.as_object_mut().into_iter().flatten();
    for (_, cards) in fields {
        let Some(cards) = cards.as_array_mut() else { continue };
        if let Some(other) = (1..cards.len()).find(|at| cards[*at] != cards[0]) {
            cards.swap(0, other);
        }
    }
}

/// Lets one table decide and roll as drawn; what the hidden seat decides in secret may be swapped.
fn go_on(table: &mut dyn Table, turn: u64, hidden: Seat, swapped: bool) -> bool {
    let mut die = splitmix(turn);
    match table.pending() {
        Asked::Over(_) => false,
        Asked::Roll { groups, .. } => {
            let sides = groups
                .iter()
                .flat_map(|group| std::iter::repeat_n(u32::from(group.faces), group.count.into()));
            let faces: Vec<u8> = sides.map(|sides| die(sides) as u8).collect();
            table.roll(&faces, FaceSource::Typed, "salt").is_ok()
        }
        Asked::Choice { seats, sealed, .. } => {
            let waiting = seats.iter().find(|seat| !table.decided().contains(*seat));
            let Some(seat) = waiting else { return false };
            let chosen = table.nth_legal(seat, &mut |count| die(count as u32) as usize);
            let Some(mut action) = chosen else { return false };
            if sealed && seat == hidden && swapped {
                swap(&mut action);
            }
            table.act(seat, &action, "salt").is_ok()
        }
    }
}

/// How many pairs of positions were compared before the hidden seat was asked in the open.
fn compared(path: &str, game: &str, seed: u64) -> usize {
    let library = library();
    let given = source(&project().join(path)).expect("the scenario can be read");
    let open = || {
        let ruleset = library.ruleset(game).expect("the game is known");
        ruleset.open(&library.data, &given, &[], None).map(|it| it.table).expect("it begins")
    };
    let (mut one, mut other) = (open(), open());
    let (seer, hidden) = (Seat(0), Seat(1));
    let mut pairs = 0;
    for turn in 0..60 {
        let in_the_open = matches!(one.pending(), Asked::Choice { seats, sealed: false, .. }
            if seats.contains(hidden));
        if one.digest() != other.digest() {
            if in_the_open {
                break;
            }
            let (left, right) = (all_that(&*one, seer), all_that(&*other, seer));
            for (about, own) in left.as_object().expect("it has fields") {
                assert_eq!(*own, right[about], "{path}, seed {seed}, turn {turn}: {about}");
            }
            assert_eq!(left.to_string(), right.to_string());
            pairs += 1;
        }
        let turn = seed * 1000 + turn;
        if !go_on(&mut *one, turn, hidden, false) || !go_on(&mut *other, turn, hidden, true) {
            break;
        }
    }
    pairs
}

#[test]
fn positions_that_differ_in_what_a_seat_may_not_know_answer_it_alike() {
    let path = "data/heroscape/scenarios/default.yaml";
    let pairs: usize = (0..12).map(|seed| compared(path, "heroscape", seed)).sum();
    assert!(pairs > 20, "{pairs} pairs of positions were compared");
}

/// Two glyphs face down, one face up, and a treasure face down.
const GLYPHS: &str = "
game: heroscape
battlefield:
  battlefield: row
  levels: {1: \"g g g g g g\"}
  glyphs:
    - {at: B1, kind: astrid, face: hidden}
    - {at: C1, kind: heroic-rune, face: hidden}
    - {at: D1, kind: gerda, face: hidden}
    - {at: E1, kind: jalgard, face: up}
seats:
  A: {cards: [finn]}
  B: {cards: [thorgrim]}
position: {figures: {finn: A1, thorgrim: F1}, turn: {card: finn}}
";

fn glyphs_of(game: &HeroScape, state: &State) -> Vec<Option<String>> {
    let id = |kind: usize| game.catalog.glyphs[kind].id.clone();
    state.glyphs.iter().map(|laid| laid.kind.map(|kind| id(usize::from(kind.0)))).collect()
}

#[test]
fn glyphs_face_down_are_imagined_as_those_of_the_battlefield_that_nobody_sees() {
    let Loaded { game, setup, .. } = loaded::<HeroScape>(GLYPHS);
    let state = game.start(&setup).expect("the position is sound");
    let view = game.view(&state, Seat(1));
    assert_eq!(glyphs_of(&game, &view), [None, None, None, Some("jalgard".into())]);
    let found = [0, 1].map(|first| {
        let glyphs = glyphs_of(&game, &game.sample(&view, &mut |sides| first % sides));
        let glyphs: Vec<String> = glyphs.into_iter().flatten().collect();
        assert_eq!((glyphs[1].as_str(), glyphs[3].as_str()), ("heroic-rune", "jalgard"));
        (glyphs[0].clone(), glyphs[2].clone())
    });
    let (astrid, gerda) = ("astrid".to_string(), "gerda".to_string());
    assert!(found.contains(&(astrid.clone(), gerda.clone())), "{found:?}");
    assert!(found.contains(&(gerda, astrid)), "{found:?}");
}

#[test]
fn which_marker_a_power_moves_only_its_own_side_hears() {
    let Loaded { game, setup, .. } = loaded::<HeroScape>(GLYPHS);
    let state = game.start(&setup).expect("the position is sound");
    let moved = Event::MarkerMoved { seat: Seat(0), marker: 1, to: CopyId(0) };
    let heard = [Seat(0), Seat(1), Seat::JUDGE].map(|seat| game.audible(&state, &moved, seat));
    assert_eq!(heard, [true, false, true]);
    let told = Event::MarkerShifted { seat: Seat(0), to: CopyId(0) };
    assert!(game.audible(&state, &told, Seat(1)));
}

/// Inputs that seats put in in the open, and those by which they learned what had been hidden from them, as they were told.
fn learned_in(path: &str, game: &str, seed: u64) -> (usize, Vec<String>) {
    let library = library();
    let given = source(&project().join(path)).expect("the scenario can be read");
    let ruleset = library.ruleset(game).expect("the game is known");
    let opened = ruleset.open(&library.data, &given, &[], None).map(|it| it.table);
    let mut table = opened.expect("it begins");
    let mut turns = 0..200;
    while turns.next().is_some_and(|turn| go_on(&mut *table, seed * 1000 + turn, Seat(1), false)) {}
    let lines = table.log(0).into_iter().enumerate();
    let own: Vec<_> = lines.filter_map(|(input, line)| Some((input, line.by?, line))).collect();
    let learned = own.iter().filter_map(|(input, seat, line)| {
        let learned = table.learned(*input, *seat)?;
        let told: Vec<String> = learned.into_iter().map(|told| told.event.to_string()).collect();
        Some(format!("{}: {}", line.says, told.join(", ")))
    });
    (own.len(), learned.collect())
}

#[test]
fn who_acts_learns_what_was_hidden_where_something_is_turned_up_and_nowhere_else() {
    let games = [
        ("heroscape", &["default", "training-day", "two-hills", "treasure-hunt", "last-watch"][..]),
        ("dragon-dice", &["default", "dragon-winter", "castle-gate"]),
        ("ea-heresy", &["default", "beacons"]),
    ];
    for (game, paths) in games {
        let (mut own, mut learned) = (0, 0);
        let runs = paths.iter().flat_map(|path| (0..2).map(move |seed| (path, seed)));
        for (path, seed) in runs {
            let path = format!("data/{game}/scenarios/{path}.yaml");
            let (more, told) = learned_in(&path, game, seed);
            (own, learned) = (own + more, learned + told.len());
            let turned_up = |one: &&String| {
                ["marker_revealed", "glyph_turned_up"].iter().any(|event| one.contains(event))
            };
            assert!(told.iter().all(|one| turned_up(&one)), "{path}, seed {seed}: {told:?}");
        }
        let hides = game == "heroscape";
        assert_eq!(learned > 20, hides, "{game}: {learned} of {own}");
        assert!(learned * 4 < own, "{game}: {learned} of {own} taught something");
    }
}

#[test]
fn what_a_player_who_looks_ahead_decides_in_secret_is_not_always_the_same() {
    let library = library();
    let path = project().join("data/heroscape/scenarios/default.yaml");
    let given = source(&path).expect("the scenario can be read");
    let ruleset = library.ruleset("heroscape").expect("the game is known");
    let opened = ruleset.open(&library.data, &given, &[], None).map(|it| it.table);
    let mut table = opened.expect("it begins");
    let is_secret =
        |table: &dyn Table| matches!(table.pending(), Asked::Choice { sealed: true, .. });
    for turn in 0..20 {
        if is_secret(&*table) {
            break;
        }
        go_on(&mut *table, turn, Seat(1), false);
    }
    assert!(is_secret(&*table), "{:?}", table.pending());
    let decided = |seed: u64| {
        let mut die = splitmix(seed);
        let action = table.foreseen(Seat(0), &mut |count| die(count as u32) as usize);
        action.map(|action| table.say_action(Seat(0), &action)).expect("an answer")
    };
    let all: Vec<String> = (0..40).map(decided).collect();
    let often = |one: &String| all.iter().filter(|other| *other == one).count();
    assert!(all.iter().all(|one| often(one) < 35), "{all:?}");
    assert_eq!(decided(7), all[7], "the same seed decides alike");
}
