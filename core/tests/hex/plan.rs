//! Boards written in letters: what they are read as, where pieces go, how they look.

use serde::Deserialize;
use umpire_core::data::{Source, read};
use umpire_core::hex::{Ground, HexId, Plan, PlanForm, Side, Token};
use umpire_core::scene;
use umpire_core::seat::Seat;

#[derive(Deserialize)]
struct Form {
    board: PlanForm,
    ground: Vec<Ground>,
}

const GROUND: &str = "ground:
- {id: grass, letter: ., colour: '#a9c27a'}
- {id: woods, letter: w, colour: '#5f8a4e', steps: 2, cover: true}
- {id: rock, letter: '#', colour: '#7d7d78', impassable: true, blocks_sight: true}
";

fn laid(rows: &[&str]) -> Result<Plan, Vec<String>> {
    let rows: String = rows.iter().map(|row| format!("- '{row}'\n")).collect();
    let source = Source::new("board.yaml", format!("{GROUND}board:\n{rows}"));
    let form = read::<Form>(&source).expect("it has the form of a board");
    let laid = form.value.board.lay(&form.value.ground, "board", &form.places);
    laid.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn plan() -> Plan {
    laid(&[". w .", ". # .3", ". . _ ."]).expect("a board without faults")
}

fn at(plan: &Plan, name: &str) -> HexId {
    plan.named(name).unwrap_or_else(|| panic!("there is a hex {name}"))
}

#[test]
fn letters_are_ground_and_numbers_behind_them_levels() {
    let plan = plan();
    assert_eq!(plan.board.hexes(), 9);
    let ground = |name| plan.ground_of(at(&plan, name)).id.as_str();
    assert_eq!([ground("a1"), ground("B1"), ground(" B2 ")], ["grass", "woods", "rock"]);
    assert_eq!((plan.level(at(&plan, "A1")), plan.level(at(&plan, "C2"))), (1, 3));
    assert!(plan.named("C3").is_none(), "no hex lies where `_` stands");
    assert_eq!(plan.name(at(&plan, "d3")), "D3");
    assert_eq!(plan.distance(at(&plan, "A1"), at(&plan, "D3")), 4);
}

#[test]
fn what_means_nothing_is_told_at_its_row() {
    let faults = laid(&[". x .", ". w99 ."]).err().unwrap_or_default();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("board.yaml:6") && faults[0].contains("unknown kind of ground `x`"));
    assert!(faults[1].contains("board.yaml:7") && faults[1].contains("no level from 1 to 20"));
    assert!(laid(&["_ _"]).err().unwrap_or_default()[0].contains("at least one hex"));
    let wide = ". ".repeat(40_000);
    assert!(laid(&[&wide]).is_err(), "a board has an end");
}

#[test]
fn letters_are_signs_of_their_own() {
    use umpire_core::data::Files;
    use umpire_core::ruleset::Tables;
    let rows = "ground:
- {id: grass, letter: a, colour: '#a9c27a'}
- {id: woods, letter: a, colour: green}
- {id: stones, letter: 3, colour: '#7d7d78'}
";
    let data = Files::from_pairs([("game/ground.yaml", rows)]);
    let mut tables = Tables::of(&data, "game", &[]);
    assert!(tables.rows::<Ground>("ground").is_none());
    let faults: Vec<String> = tables.faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0].contains("`a` stands for grass already"));
    assert!(faults[1].contains("expected a colour such as"));
    assert!(faults[2].contains("neither a digit nor"));
}

#[test]
fn ways_take_what_each_step_takes_and_lead_round_what_is_closed() {
    let plan = plan();
    let step = |_: HexId, to: HexId| {
        let ground = plan.ground_of(to);
        (!ground.impassable).then_some(ground.steps.into())
    };
    let from = at(&plan, "A2");
    let ways = plan.ways(from, 3, step);
    assert_eq!(ways.steps_to(at(&plan, "B1")), Some(2));
    assert_eq!(ways.steps_to(at(&plan, "C1")), Some(3));
    assert_eq!(ways.steps_to(at(&plan, "B2")), None, "rock");
    let way: Vec<String> =
        ways.way_to(at(&plan, "C1")).into_iter().map(|hex| plan.name(hex)).collect();
    assert_eq!(way, ["A2", "B1", "C1"]);
    let mut found: Vec<(String, u32)> =
        ways.iter().map(|(hex, steps)| (plan.name(hex), steps)).collect();
    assert!(found.is_sorted_by_key(|(_, steps)| *steps), "the nearest first");
    assert!(found.iter().all(|(name, _)| name != "A2"), "not where it stands");
    found.sort();
    let expected = [("A1", 1), ("A3", 1), ("B1", 2), ("B3", 1), ("C1", 3)];
    assert_eq!(found, expected.map(|(name, steps)| (name.to_string(), steps)));
}

#[test]
fn the_first_that_hides_is_named_and_drawn() {
    let plan = plan();
    let (west, east) = (at(&plan, "A2"), at(&plan, "C2"));
    assert_eq!(plan.hidden_by(west, east), Some(at(&plan, "B2")));
    assert_eq!(plan.drawn_sight(west, east).len(), 2, "a line and its stop");
    assert_eq!(plan.hidden_by(west, at(&plan, "B2")), None, "what is looked at hides nothing");
    assert_eq!(plan.drawn_sight(west, at(&plan, "A1")).len(), 1);
}

/// What a hex is filled with.
fn drawn(scene: &scene::Scene, hex: &str) -> Option<String> {
    let thing = scene.things.iter().find(|thing| thing.id == hex)?;
    match scene.shapes.get(thing.shapes.0)? {
        scene::Shape::Polygon { paint, .. } => paint.fill.clone(),
        _ => None,
    }
}

#[test]
fn a_board_is_drawn_and_written_in_letters() {
    let plan = plan();
    let token = Token {
        at: at(&plan, "A1"),
        name: "spear 1".to_string(),
        mark: "s1".to_string(),
        title: "spear 1 of A".to_string(),
        owner: Some(Seat(0)),
        facing: None,
        badges: Vec::new(),
    };
    let turned = Token { facing: Some(Side::SouthEast), ..token.clone() };
    let scene = plan.scene(&[turned]);
    let lines: Vec<String> = scene.plain_lines().map(|line| line.trim_end().to_string()).collect();
    assert_eq!(lines[1], "1  s1↘ w   .");
    let token_of =
        |scene: &scene::Scene| scene.things.last().map(|thing| thing.shapes).expect("a token");
    let (from, to) = token_of(&scene);
    let nose = scene.shapes[from..to].iter().find_map(|shape| match shape {
        scene::Shape::Polygon { points, .. } => points.first().copied(),
        _ => None,
    });
    let (x, y) = nose.expect("a nose");
    let (own_x, own_y) = plan.middle(at(&plan, "A1"));
    assert!(x > own_x && y > own_y, "it points down and to the right");
    let scene = plan.scene(&[token]);
    assert_eq!(scene.things.len(), plan.board.hexes() + 1);
    let lines: Vec<String> = scene.plain_lines().map(|line| line.trim_end().to_string()).collect();
    assert_eq!(lines, ["   A   B   C   D", "1  s1  w   .", "2    .   #   .3", "3  .   .       ."]);
    let legend: Vec<&str> = scene.legend.iter().map(|sign| sign.words.as_str()).collect();
    assert_eq!(legend, ["grass", "woods", "rock", "spear 1 of A"]);
    let charts: Vec<&str> = scene.charts.iter().map(|chart| chart.name.as_str()).collect();
    assert_eq!(charts, ["terrain", "heights"]);
    let hex = scene.things.iter().find(|thing| thing.id == "C2").expect("each hex is a thing");
    assert_eq!((hex.words.as_str(), hex.heights), ("C2: grass, level 3", (0.0, 1.5)));
    let (low, high) = (drawn(&scene, "A1"), drawn(&scene, "C2"));
    assert_eq!(low.as_deref(), Some("#a9c27a"));
    assert!(low < high, "higher ground is lighter");
    let (left, top, right, bottom) = scene.bounds();
    assert!(right - left > 6.0 && bottom - top > 4.0, "nine hexes");
    let ring = plan.rings([at(&plan, "A1")].into_iter()).next();
    let centre = plan.middle(at(&plan, "A1"));
    assert!(matches!(ring, Some(scene::Shape::Circle { centre: c, .. }) if c == centre));
}
