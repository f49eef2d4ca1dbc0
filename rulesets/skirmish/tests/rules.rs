//! The contract of a game, held in random games of every edition and under house rules; data and rows without mistakes.

use std::path::{Path, PathBuf};
use umpire_core::command::mistakes;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::game::{Game, Pending};
use umpire_core::host::{Hosted, Hosting, Loaded};
use umpire_core::odds::Budget;
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::seat::Seat;
use umpire_core::testing::{
    faults_of_data, faults_of_scenarios, foreseen_game, holds_in_random_play, picks_are_drawn,
    random_game, replays_and_undoes, splitmix, views_wait_for_the_same,
};
use umpire_skirmish::{Rule, Skirmish};

fn collect(folder: &Path, name: &str, into: &mut Files) {
    let entries = std::fs::read_dir(folder).expect("the folder of tables can be read");
    for entry in entries.flatten() {
        let (path, name) =
            (entry.path(), format!("{name}/{}", entry.file_name().to_string_lossy()));
        match path.is_dir() {
            true => collect(&path, &name, into),
            false => into.insert(name, std::fs::read_to_string(&path).expect("tables are text")),
        }
    }
}

fn data() -> Files {
    let mut files = Files::default();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/skirmish");
    collect(&folder, "skirmish", &mut files);
    files
}

fn told(faults: &[DataError]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn loaded(changes: &[(&str, &str)]) -> Loaded<Skirmish> {
    let data = data();
    let mut scenario = data.get("skirmish/scenarios/default.yaml").expect("it is shipped");
    for (from, to) in changes {
        assert!(scenario.text.contains(from), "`{from}`");
        scenario.text = scenario.text.replace(from, to);
    }
    Skirmish::load(&data, &scenario).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

const MIDWAY: (&str, &str) = (
    "battlefield: ferry-landing\n",
    "battlefield: ferry-landing\nposition:\n  round: 2\n  turn: B\n  figures:\n    hedda: {at: [17, 23], lost: 1}\n    \
     bolt 1: {at: [16, 15], pinned: true}\n    bolt 2: {at: [25, 20]}\n    \
     old-merrin: {at: [30, 17]}\n    gurth: {at: [18, 31.5]}\n    reed 1: {at: [15.5, 26], lost: 0}\n    reed 2: {at: [29, 27]}\n    \
     slinger 1: {at: [33, 17]}\n    slinger 2: {gone: true}\n    boar: {at: [24, 23.5], tired: true}\n",
);

/// Nobody's turn it is.
const AT_FREE_TABLE: (&str, &str) = ("edition: standard", "edition: standard\nfree_table: true");

const GAMES: &[&[(&str, &str)]] = &[
    &[],
    &[("edition: standard", "edition: veteran")],
    &[MIDWAY],
    &[MIDWAY, ("edition: standard", "edition: veteran\nhouse_rules: [long-night]")],
];

#[test]
fn the_clock_never_goes_back_at_a_referees_table() {
    let Loaded { game, setup, .. } = loaded(&[MIDWAY, AT_FREE_TABLE]);
    let mut scratch = Vec::new();
    for seed in 0..6 {
        let mut state = game.start(&setup).expect("a sound table");
        let mut die = splitmix(seed);
        let (mut inputs, mut clock) = (0, game.clock(&state));
        while inputs < 60 && random_game(&game, &mut state, &mut scratch, &mut die, 1) == 1 {
            inputs += 1;
            let now = game.clock(&state);
            assert!(now >= clock, "after {inputs} inputs: {clock}, then {now}");
            clock = now;
        }
        assert!(inputs > 3, "{inputs}");
    }
}

#[test]
fn the_contract_holds_in_random_games() {
    let mut ended = 0;
    for (number, changes) in (0..).zip(GAMES) {
        let Loaded { game, setup, .. } = loaded(changes);
        for seed in 0..6 {
            let checked =
                holds_in_random_play(&game, &setup, &mut splitmix(100 * number + seed), 400);
            assert!(checked.legal > 100 && checked.refused > 10, "{checked:?}");
            ended += usize::from(checked.ended);
        }
        replays_and_undoes(|| loaded(changes).game, &setup, &mut splitmix(number), 120);
        views_wait_for_the_same(&game, &setup, &mut splitmix(number), 120);
    }
    assert!(ended > 20, "{ended} games came to their end");
}

#[test]
fn what_a_hand_picks_is_drawn() {
    let of_game = |(seed, changes): (u64, &&[(&str, &str)])| {
        let Loaded { game, setup, .. } = loaded(changes);
        picks_are_drawn(&game, &setup, &mut splitmix(seed), 150, Some(&["a figure", "the target"]))
    };
    let looked: usize = (0..).zip(GAMES).map(of_game).sum();
    assert!(looked > 1000, "only {looked} names were looked for");
}

#[test]
fn the_ground_of_the_shipped_battle_lies_on_its_table() {
    let map = loaded(&[]).game.field;
    for piece in &map.pieces {
        let (own, table) = (piece.outline.bounds(), map.bounds);
        let within = own.low.x >= table.low.x
            && own.low.y >= table.low.y
            && own.high.x <= table.high.x
            && own.high.y <= table.high.y;
        assert!(within, "{}: {own:?}", piece.name);
    }
}

#[test]
fn tables_and_scenarios_are_without_fault() {
    let faults = Skirmish::check_data(&data());
    assert!(faults.is_empty(), "{}", told(&faults));
}

#[test]
fn mistakes_in_tables_are_told_at_their_places() {
    for (file, from, to, expected) in [
        (
            "units",
            "quality: 3",
            "quality: 1",
            "skirmish/units.yaml:8:12: at `units[0].quality`: expected 2 to 6, found `1`",
        ),
        (
            "units",
            "range: 24",
            "range: 99",
            "skirmish/units.yaml:35:35: at `units[2].weapons[0].range`: expected 1 to 48, found `99`",
        ),
        (
            "editions/standard",
            "rounds: 4",
            "rounds: 0",
            "skirmish/editions/standard.yaml:5:11: at `fields.rounds`: expected 1 to 20, found `0`",
        ),
        (
            "battlefields/ferry-landing",
            "terrain: mud",
            "terrain: mudd",
            "skirmish/battlefields/ferry-landing.yaml:13:13: at `pieces[7].terrain`: unknown terrain `mudd`, did you mean `mud`?",
        ),
        (
            "scenarios/default",
            "edition: standard",
            "editoin: standard",
            "skirmish/scenarios/default.yaml:5:1: at `editoin`: unknown field `editoin`, did you mean `edition`?",
        ),
        (
            "scenarios/default",
            "old-merrin",
            "old-merin",
            "skirmish/scenarios/default.yaml:8:26: at `sides.A[3]`: unknown unit `old-merin`, did you mean `old-merrin`?",
        ),
        (
            "scenarios/default",
            "[gurth, reed, reed, slinger, slinger, boar]",
            "[]",
            "skirmish/scenarios/default.yaml:9:6: at `sides.B`: 0 figures, a side has 1 to 16 (SK-1.1)",
        ),
    ] {
        let (mut data, path) = (data(), format!("skirmish/{file}.yaml"));
        let text = data.get(&path).expect("it is shipped").text.replacen(from, to, 1);
        data.insert(path, text);
        assert_eq!(told(&Skirmish::check_data(&data)).lines().next(), Some(expected), "{to}");
    }
}

#[test]
fn every_command_has_a_row() {
    let Loaded { game, setup, .. } = loaded(&[MIDWAY]);
    let state = game.start(&setup).expect("the position is sound");
    let Pending::Choice(choice) = game.pending(&state, &mut Silent) else { panic!("B acts") };
    let mut actions = Vec::new();
    game.legal(&state, choice.seats.first().expect("somebody is asked"), &mut actions);
    assert_eq!(mistakes(&game, &state, &actions), Vec::<String>::new());
}

#[test]
fn a_verb_that_is_nearly_right_is_meant_with_the_words_behind_it() {
    let Loaded { game, setup, .. } = loaded(&[]);
    let state = game.start(&setup).expect("it is shipped");
    let meant = |typed: &str| game.parse(&state, Seat(0), typed).err().map(|slip| slip.suggestions);
    assert_eq!(meant("hedda advnces to 24 9"), Some(vec!["hedda advances to".to_string()]));
    assert_eq!(meant("hedda hodls"), Some(vec!["hedda holds".to_string()]));
}

#[test]
fn who_looks_ahead_plays_to_an_end() {
    let Loaded { game, setup, .. } = loaded(&[]);
    let mut state = game.start(&setup).expect("the setup is sound");
    assert!(foreseen_game(&game, &mut state, &mut splitmix(7), 400), "the game does not end");
}

#[test]
fn who_holds_what_counts_for_the_outlook_when_it_is_late() {
    let outlook = |round: &str, objectives: &str| {
        let position = MIDWAY.1.replace("round: 2", round);
        let position =
            position.replace("  turn: B", &format!("  turn: B\n  objectives: {objectives}"));
        let loaded = loaded(&[(MIDWAY.0, &position)]);
        let state = loaded.game.start(&loaded.setup).expect("it begins");
        let seat = umpire_core::Seat(0);
        (loaded.game.outlook(&state, seat), loaded.game.appraise(&state, seat)(&state))
    };
    let gained = |round| {
        let (held, not) = (outlook(round, "{landing: A}"), outlook(round, "{landing: B}"));
        (held.0 - not.0, held.1 - not.1)
    };
    let (early, late) = (gained("round: 2"), gained("round: 4"));
    assert!(early.0 < late.0 / 4.0, "{early:?} {late:?}");
    assert!(
        (early.1 - late.1).abs() < 1.0,
        "where bots go does not hang on it: {early:?} {late:?}"
    );
}

#[test]
fn a_scenario_of_another_form_is_told() {
    let scenario = Source::new(
        "mine.yaml",
        "game: skirmish\nsides: {A: [hedda], C: [boar]}\nbattlefield: ferry\n",
    );
    let faults = Skirmish::load(&data(), &scenario).err().expect("it has faults");
    assert_eq!(faults[0].problem, "unknown battlefield `ferry`");
}

#[test]
fn the_data_has_no_faults_and_every_scenario_holds() {
    let mut scenarios = Files::default();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios/skirmish");
    collect(&folder, "tests/scenarios/skirmish", &mut scenarios);
    let (data, ruleset) = (data(), std::marker::PhantomData::<fn() -> Skirmish>);
    assert_eq!(faults_of_data(&ruleset, &data, Rule::ALL), Vec::<String>::new());
    assert_eq!(faults_of_scenarios(&ruleset, &data, &scenarios), Vec::<String>::new());
}

#[test]
fn what_would_be_refused_itself_is_not_told_as_a_remedy() {
    let Loaded { game, setup, .. } = loaded(&[MIDWAY]);
    let state = game.start(&setup).expect("a game under way");
    let text = "slinger 1 advances to 2 17 and shoots old-merrin";
    let action = game.parse(&state, Seat(1), text).expect("an advance and a shot");
    let mut heard = Ruling::default();
    game.check(&state, Seat(1), &action, &mut heard)
        .expect("rules, all of which a judge may set aside");
    let told = game.ruling(&state, Seat(1), &action);
    let says = |ruling: &Ruling<Rule>| {
        ruling.remedies().iter().map(|remedy| remedy.says.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told.broken, heard.broken);
    let (place, shot) = ("advance to 29 20.6".to_string(), "shoot bolt 1".to_string());
    assert!(says(&heard).contains(&place) && says(&heard).contains(&shot), "{:?}", says(&heard));
    assert!(says(&told).iter().all(|it| *it == place), "from there nobody can shoot: {told:?}");
}

#[test]
fn odds_are_told_of_what_the_other_side_could_do() {
    let Loaded { game, setup, .. } = loaded(&[MIDWAY]);
    let state = game.start(&setup).expect("a game under way, B to act");
    let rows = |text: &str| {
        let answer = game.ask(&state, Some(Seat(1)), text, &Budget::default());
        answer.unwrap_or_else(|slip| panic!("{text}: {slip}")).rows
    };
    assert!(rows("odds slinger 1 shoots old-merrin").len() > 2);
    assert!(rows("odds bolt 2 shoots boar").len() > 2, "it is not A's turn");
    let slip = |text| game.ask(&state, None, text, &Budget::default()).expect_err(text).says;
    assert!(slip("odds boar holds").starts_with("no dice fall for this"));
    assert!(slip("los boar boar").starts_with("boar and who else?"));
}
