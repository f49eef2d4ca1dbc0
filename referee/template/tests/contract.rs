//! The game keeps the contract, its data has no faults, and every scenario holds.

use std::path::Path;
use umpire_core::RuleId;
use umpire_core::command::mistakes;
use umpire_core::conformance::{faults_of_rules, run};
use umpire_core::data::{Files, Source};
use umpire_core::game::Game;
use umpire_core::host::{Hosted, Hosting};
use umpire_core::rule_index::Status;
use umpire_core::seat::Seat;
use umpire_core::testing::{holds_in_random_play, replays_and_undoes, splitmix};
use umpire_new_game::position::{Action, Setup};
use umpire_new_game::tables::Rule;
use umpire_new_game::{DATA, NewGame, RULESET};

fn data() -> Files {
    Files::from_pairs(DATA.iter().copied())
}

fn game() -> NewGame {
    let data = data();
    let scenario = data.get("new-game/scenarios/default.yaml").expect("the default scenario");
    NewGame::load(&data, &scenario).unwrap_or_else(|faults| panic!("{faults:?}")).game
}

#[test]
fn the_contract_holds_in_random_play() {
    let game = game();
    for seed in 0..100 {
        let checked = holds_in_random_play(&game, &Setup::default(), &mut splitmix(seed), 500);
        assert!(checked.ended, "the last round ends every game");
    }
    for seed in 0..20 {
        assert!(replays_and_undoes(self::game, &Setup::default(), &mut splitmix(seed), 80) > 1);
    }
}

#[test]
fn the_data_has_no_faults_and_the_rows_no_mistakes() {
    let faults: Vec<String> =
        NewGame::check_data(&data()).iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let index = RULESET.rules(&data()).expect("the rule index has no faults");
    let unknown = Rule::ALL.iter().filter(|rule| index.get(rule.id()).is_none());
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&Rule>::new(), "these are not in `rules.yaml`");
    let game = game();
    let state = game.start(&Setup::default()).expect("an empty hill");
    let mut legal = Vec::new();
    game.legal(&state, Seat(0), &mut legal);
    assert_eq!(mistakes(&game, &state, &legal), Vec::<String>::new());
    assert_eq!(game.parse(&state, Seat(0), "Climb 2"), Ok(Action::Climb(2)));
}

#[test]
fn every_scenario_holds_and_every_rule_has_one() {
    let data = data();
    let index = RULESET.rules(&data).expect("the rule index has no faults");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let (mut shown, mut files) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).expect("there are scenarios").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a scenario can be read");
        let source = Source::new(entry.path().display().to_string(), text);
        let open = |_: &str, given: &Source| {
            RULESET.open(&data, given, &[], None).map(|opened| opened.table)
        };
        let mut report = run(&source, &open);
        let faults = faults_of_rules(&source, &index, Some(&report));
        report.faults.extend(faults);
        let faults: Vec<String> = report.faults.iter().map(|fault| fault.show()).collect();
        assert!(report.passed(), "{}", faults.join("\n"));
        shown.extend(report.rules);
        files += 1;
    }
    assert!(files > 0, "there are scenarios");
    for rule in index.rules.iter().filter(|rule| rule.status == Status::Enforced) {
        assert!(shown.contains(&rule.id), "no scenario shows {}: {}", rule.id, rule.says);
    }
}
