//! The game keeps the contract, its data has no faults, and every scenario holds.

use umpire::library::texts;
use umpire_core::command::mistakes;
use umpire_core::data::{Files, Source};
use umpire_core::game::Game;
use umpire_core::host::{HeldAt, Hosted, Hosting, Loaded, Recipe};
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;
use umpire_core::testing::{faults_of_data, faults_of_scenarios, keeps_contract, splitmix};
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
        ("unit: warrior, at: [14, 6]", "unit: warior, at: [14, 6]", "did you mean `warrior`"),
        ("at: [14, 6]", "at: [14, 0.1]", "warrior 1 would not be wholly on the table"),
        ("at: [14, 6]", "at: [18, 18]", "warrior 1 would be in farm"),
        ("at: [14, 6]", "at: [21, 6]", "warrior 2 would overlap warrior 1"),
        ("at: [14, 6]", "at: [14, 6], wounds: 9", "has 1 to 3 wounds left, not 9"),
        (
            "{unit: warrior, at: [14, 30]}\n  - {unit: warrior, at: [22, 30]}\n  - {unit: archer, ",
            "{unit: archr, ",
            "did you mean `archer`",
        ),
        ("battlefield: the-farm", "battlefield: the-barn", "the-barn"),
    ] {
        let wrong = Source::new(&scenario.path, scenario.text.replacen(from, to, 1));
        let faults = NewGame::load(&data, &wrong).err().unwrap_or_default();
        assert_eq!(faults.len(), 1, "{to}: {faults:?}");
        assert!(faults[0].to_string().contains(told), "{to}: {}", faults[0]);
    }
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
    let state = game.start(&setup).expect("two bands at a farm");
    let mut legal = Vec::new();
    game.legal(&state, Seat(0), &mut legal);
    assert_eq!(mistakes(&game, &state, &legal), Vec::<String>::new());
    let typed = game.parse(&state, Seat(0), "Move w1 to 14 8").expect("warrior 1 moves");
    assert_eq!(game.say_action(&state, Seat(0), &typed), "warrior 1 moves to 14 8");
    let able: Vec<String> = game.complete(&state, Seat(0), "hold ");
    assert_eq!(able, ["hold warrior 1", "hold warrior 2", "hold archer 1"]);
}

#[test]
fn battlefields_are_played_drawn_analysed_and_told_by_the_rows_of_terrain() {
    let data = data();
    let field = data.get("new-game/battlefields/the-farm.yaml").expect("a battlefield");
    let Loaded { game, setup, .. } =
        NewGame::load(&data, &NewGame::at_free_table(&field)).expect("a referee's table");
    let state = game.start(&setup).expect("figures that wait to be put down");
    assert!(game.is_free(&state) && !game.stock(&state).is_empty());
    let sketch = RULESET.sketch(&data, &field, None, &[]);
    assert!(sketch.scene.is_some_and(|scene| scene.things.len() > 5));
    let survey = RULESET.survey(&data, &field, &Budget::default()).expect("it is analysed");
    assert_eq!(survey.mover, "a warrior, who moves 6 inches");
    let woods =
        RULESET.terrain(&data, None).expect("rows").into_iter().find(|row| row.name == "woods");
    let rules: Vec<String> =
        woods.expect("woods").effects.into_iter().map(|(_, rule)| rule).collect();
    assert_eq!(rules, ["NG-3.3", "NG-3.4", "NG-2.2"]);
}

#[test]
fn battlefields_are_drawn_at_random_and_figures_held_over_them() {
    let data = data();
    let recipe = Recipe { name: "the-glade".to_string(), size: Some((36, 48)), density: 3 };
    let drawn = RULESET.drawn_battlefield(&data, &recipe, &mut splitmix(7)).expect("a map");
    let field = Source::new("the-glade.yaml", drawn);
    assert_eq!(RULESET.check_file(&data, &field), Vec::new());
    let (units, asked) = RULESET.holdable(&data);
    assert_eq!(
        units.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(),
        ["warrior", "archer"]
    );
    let at = |unit: &str, seat, at| HeldAt { unit: unit.to_string(), seat, at };
    let bare = Source::new("bare.yaml", NewGame::blank_battlefield().expect("a bare table"));
    let held =
        [at("archer", 1, (9.0, 5.0)), at("warrior", 0, (9.0, 8.0)), at("archer", 0, (14.0, 8.0))];
    let (scenario, names) = RULESET.holding(&data, &bare, &held).expect("a table");
    assert_eq!(names, ["archer 2", "warrior", "archer 1"]);
    let Loaded { game, setup, .. } = NewGame::load(&data, &scenario).expect("they stand there");
    let state = game.start(&setup).expect("a position");
    for asked in asked {
        let line = asked.line.replace("UNIT", "archer 2").replace("OTHER", "archer 1");
        let answer = game.ask(&state, Some(Seat(1)), &line, &Budget::default());
        assert!(answer.is_ok(), "{line}: {answer:?}");
    }
    // What the other side could do is asked as well.
    let other = game.ask(&state, None, "odds archer 1 attacks archer 2", &Budget::default());
    assert!(other.is_ok(), "{other:?}");
    let (alone, names) = RULESET.holding(&data, &bare, &held[1..2]).expect("a table");
    assert_eq!(names, ["warrior"]);
    assert!(NewGame::load(&data, &alone).is_ok(), "whom nobody holds has left the table");
}
