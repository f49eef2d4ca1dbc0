//! Battlefields that are built by rows of house rules: checked, drawn on, analysed and played as if the rows were in the tables.

use umpire_core::data::{Files, Source};
use umpire_core::host::{HeldAt, Ruleset};
use umpire_core::odds::Budget;
use umpire_tests::{faults_in_lines, library};

/// A game, house rules with a tar pit in them, a battlefield with one, and a unit to hold over a place of it.
type Club = (&'static str, &'static str, &'static str, &'static str, (f32, f32));

const CLUBS: [Club; 3] = [
    (
        "heroscape",
        "terrain:\n  tiles:\n    add: [{id: tar_pit, letter: X, rule: HS-5.1.1, source: [D]}]\n",
        "legend: {g: grass, X: tar_pit}\nlevels:\n  1: |\n    g g g X X g g g\n     g g g X X g g g\nstart: |\n  A A . . . . B B\n   A A . . . . B B\n",
        "finn",
        (0.0, 0.0),
    ),
    (
        "ea-heresy",
        "terrain:\n  terrain:\n    add: [{id: tar_pit, name: Tar Pit, rule: EA-T.bog, table: own, cover: 6}]\n",
        "size: [120, 90]\npieces: [{terrain: tar_pit, rect: [50, 30, 70, 40]}]\n",
        "legion_tactical_squad",
        (20.0, 20.0),
    ),
    (
        "skirmish",
        "terrain:\n  add: [{id: tar_pit, difficult: true}]\n",
        "size: [48, 48]\npieces: [{terrain: tar_pit, rect: [20, 20, 28, 24]}]\n\
         deployment: {A: {rect: [0, 0, 48, 8]}, B: {rect: [0, 40, 48, 48]}}\n",
        "slinger",
        (10.0, 10.0),
    ),
];

struct Built {
    ruleset: &'static dyn Ruleset,
    data: Files,
    unit: &'static str,
    at: (f32, f32),
    body: String,
}

fn built((game, house, body, unit, at): Club) -> Built {
    let mut data = library().data.clone();
    data.insert("our-club.yaml", format!("game: {game}\nhouse_rules: our-club\n{house}"));
    let ruleset = library().ruleset(game).expect("the game is in this build");
    Built { ruleset, data, unit, at, body: format!("game: {game}\nbattlefield: mine\n{body}") }
}

impl Built {
    fn named(&self, rules: &str) -> Source {
        Source::new("mine.yaml", format!("{}house_rules: [{rules}]\n", self.body))
    }

    fn told(&self, file: &Source) -> String {
        faults_in_lines(&self.ruleset.check_file(&self.data, file))
    }
}

#[test]
fn a_battlefield_is_checked_by_the_house_rules_it_names() {
    for club in CLUBS.map(built) {
        let without = Source::new("mine.yaml", club.body.as_str());
        assert!(club.told(&without).contains("tar_pit"), "{}", club.told(&without));
        assert_eq!(club.told(&club.named("our-club")), "");
        let misspelt = club.told(&club.named("our-clup"));
        let says = "`house_rules[0]`: unknown house rules `our-clup`, did you mean `our-club`?";
        assert!(misspelt.contains(says), "{misspelt}");
    }
}

#[test]
fn faults_of_house_rules_that_a_battlefield_names_are_told_in_their_file() {
    for mut club in CLUBS.map(built) {
        let house = club.data.get("our-club.yaml").expect("it was put there").text;
        club.data.insert("our-club.yaml", format!("{house}fields: {{no_such_field: 1}}\n"));
        let told = club.told(&club.named("our-club"));
        assert!(told.contains("our-club.yaml:") && told.contains("no_such_field"), "{told}");
    }
}

#[test]
fn ground_of_house_rules_is_drawn_with_and_analysed() {
    for club in CLUBS.map(built) {
        let file = club.named("our-club");
        let sketch = club.ruleset.sketch(&club.data, &file, None, &[]);
        let tools: Vec<&str> = sketch.tools.iter().map(|tool| tool.id.as_str()).collect();
        assert!(tools.iter().any(|tool| tool.contains("tar_pit")), "{tools:?}");
        assert!(sketch.scene.is_some());
        let survey = club.ruleset.survey(&club.data, &file, &Budget::default());
        survey.unwrap_or_else(|why| panic!("{why}"));
        let held = HeldAt { unit: club.unit.into(), seat: 0, at: club.at };
        let held = club.ruleset.holding(&club.data, &file, &[held]);
        let (table, names) = held.unwrap_or_else(|why| panic!("{why}"));
        let opened = club.ruleset.open(&club.data, &table, &[], None);
        assert_eq!(opened.map_err(|faults| faults_in_lines(&faults)).err(), None, "{names:?}");
    }
}

#[test]
fn house_rules_of_a_battlefield_are_played_by_and_go_on_record_once() {
    for club in CLUBS.map(built) {
        let bare = club.named("our-club");
        let opened = club.ruleset.open(&club.data, &bare, &[], None);
        let table = opened.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).table;
        assert_eq!(table.transcript().header.house_rules, ["our-club"]);
        let both = club.ruleset.mustered(&bare, 400);
        let both = both.map(|it| Source::new(it.path, it.text + "house_rules: [our-club]\n"));
        if let Some(both) = both {
            let opened = club.ruleset.open(&club.data, &both, &[], None);
            let table =
                opened.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).table;
            assert_eq!(table.transcript().header.house_rules, ["our-club"]);
        }
    }
}
