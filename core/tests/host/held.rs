//! Units held over an open table stand in a scenario of it, each under its name.

use umpire_core::data::Source;
use umpire_core::host::{HeldAt, HeldFigure, HeldTable};
use umpire_core::seat::Seat;

const FIELD: &str = "battlefield: yard\nunit: inches\nsize: [24, 36]\n";

fn held(unit: &str, seat: u8, at: (f32, f32)) -> HeldAt {
    HeldAt { unit: unit.to_string(), seat, at }
}

fn table(text: &str, held: &[HeldAt]) -> Result<HeldTable, String> {
    HeldTable::of(&Source::new("yard.yaml", text), held, ["spear", "bow"])
}

#[test]
fn they_stand_where_they_are_held_and_those_of_a_come_first() {
    let all = [held("spear", 1, (3.0, 6.0)), held("spear", 0, (5.04, 30.0))];
    let table = table(FIELD, &all).expect("a table");
    let told = |figure: &HeldFigure| {
        (figure.name.clone(), figure.at.as_ref().map(ToString::to_string), figure.side)
    };
    let told: Vec<_> = table.figures().iter().map(told).collect();
    assert_eq!(told[0], ("spear 1".to_string(), Some("[5, 6]".to_string()), Seat(0)));
    assert_eq!(told[1], ("spear 2".to_string(), Some("[3, 30]".to_string()), Seat(1)));
    let sides = table.sides(|figure| umpire_core::data::Written::word(&figure.unit));
    let (scenario, names) =
        table.clone().scenario("yards", [("sides", sides), ("turn", table.turn())]);
    assert_eq!(names, ["spear 2", "spear 1"]);
    let lines: Vec<&str> = scenario.text.lines().collect();
    let field = "battlefield: {battlefield: yard, unit: inches, size: [24, 36]}";
    assert_eq!(lines, ["game: yards", field, "sides: {A: [spear], B: [spear]}", "turn: B"]);
}

#[test]
fn a_side_of_which_nobody_is_held_has_one_that_is_nowhere() {
    let table = table(FIELD, &[held("spear", 0, (5.0, 30.0))]).expect("a table");
    let [own, other] = table.figures() else { panic!("two figures, not {table:?}") };
    assert!(own.at.is_some() && own.name == "spear");
    assert!(other.at.is_none() && other.name == "bow" && other.side == Seat(1));
    let (_, names) = table.scenario("yards", []);
    assert_eq!(names, ["spear"], "only who is held is told");
}

#[test]
fn what_cannot_be_held_is_told() {
    let told = |text: &str, unit: &str| table(text, &[held(unit, 0, (5.0, 5.0))]).err();
    assert_eq!(told(FIELD, "pike").as_deref(), Some("there is no unit `pike`"));
    assert_eq!(told("battlefield: yard\n", "bow").as_deref(), Some("the table has no size yet"));
    assert_eq!(told("a: [", "bow").as_deref(), Some("the text has to be mended first"));
}
