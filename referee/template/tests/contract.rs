//! The game keeps the contract, its data has no faults, and every scenario holds.

use umpire::library::texts;
use umpire_core::command::mistakes;
use umpire_core::data::{Files, Source};
use umpire_core::game::Game;
use umpire_core::host::{Hosted, Loaded};
use umpire_core::seat::Seat;
use umpire_core::testing::{faults_of_data, faults_of_scenarios, keeps_contract};
use umpire_new_game::{DATA, NewGame, RULESET, Rule, SCENARIOS};

fn data() -> Files {
    texts(&DATA)
}

fn opened() -> Loaded<NewGame> {
    let data = data();
    let scenario = data.get("new-game/scenarios/default.yaml").expect("the default scenario");
    NewGame::load(&data, &scenario).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn every_scenario_keeps_the_contract_in_random_play() {
    let kept = keeps_contract::<NewGame>(&data(), 30, 500);
    assert!(kept.games > 0, "there is a scenario, and an edition");
    assert_eq!(kept.ended, kept.games, "the last round ends every game");
}

#[test]
fn what_is_wrong_in_a_scenario_is_told_where_it_stands() {
    let data = data();
    let scenario = data.get("new-game/scenarios/default.yaml").expect("the default scenario");
    for (from, to, told) in [
        ("unit: warrior, at: A3", "unit: warior, at: A3", "did you mean `warrior`"),
        ("at: A3", "at: Z9", "there is no hex `Z9`"),
        ("at: A3", "at: B4", "cannot stand in the rock on B4"),
        ("at: A3", "at: A5", "stands on A5"),
        ("at: A3", "at: A3, wounds: 9", "has 1 to 3 wounds left, not 9"),
        (".  w ", ".  x ", "unknown kind of ground `x`"),
    ] {
        let wrong = Source::new(&scenario.path, scenario.text.replacen(from, to, 1));
        let faults = NewGame::load(&data, &wrong).err().unwrap_or_default();
        assert_eq!(faults.len(), 1, "{to}: {faults:?}");
        assert!(faults[0].to_string().contains(told), "{to}: {}", faults[0]);
    }
    let bare = Source::new("field.yaml", "game: new-game\nbattlefield: a field\nsize: [4, 4]\n");
    let faults = NewGame::load(&data, &bare).err().unwrap_or_default();
    assert!(faults.len() == 1 && faults[0].to_string().contains("has no battlefields"));
}

#[test]
fn the_data_has_no_faults_and_every_scenario_holds() {
    let data = data();
    assert_eq!(faults_of_data(RULESET, &data, Rule::ALL), Vec::<String>::new());
    assert_eq!(faults_of_scenarios(RULESET, &data, &texts(&SCENARIOS)), Vec::<String>::new());
}

#[test]
fn what_is_typed_is_read_and_said() {
    let Loaded { game, setup, .. } = opened();
    let state = game.start(&setup).expect("two bands at a hill");
    let mut legal = Vec::new();
    game.legal(&state, Seat(0), &mut legal);
    assert_eq!(mistakes(&game, &state, &legal), Vec::<String>::new());
    let typed = game.parse(&state, Seat(0), "Move w1 to b3").expect("warrior 1 moves");
    assert_eq!(game.say_action(&state, Seat(0), &typed), "warrior 1 moves to B3");
    let able: Vec<String> = game.complete(&state, Seat(0), "hold ");
    assert_eq!(able, ["hold warrior 1", "hold warrior 2", "hold archer 1"]);
}

#[test]
fn ground_is_told_with_its_rules() {
    let rows = RULESET.terrain(&data(), None).expect("rows of ground");
    let woods = rows.into_iter().find(|row| row.name == "woods").expect("woods");
    let told: Vec<(&str, &str)> =
        woods.effects.iter().map(|(says, rule)| (says.as_str(), rule.as_str())).collect();
    assert_eq!(told, [("gives cover", "NG-3.4"), ("takes 2 steps", "NG-2.1")]);
}
