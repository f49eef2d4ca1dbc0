//! Boards of hexes written in letters: what they are read as, where pieces go, how they look.

use super::laid_of;
use proptest::prelude::*;
use umpire_core::hex::{HexId, Plan, Side, Token, hex_clear};
use umpire_core::plan::{Ground, NoWay, Stop};
use umpire_core::scene;
use umpire_core::seat::Seat;

fn laid(rows: &[&str]) -> Result<Plan, Vec<String>> {
    laid_of(rows, &[])
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
    assert_eq!(plan.places().len(), 9);
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
    assert!(faults[0].contains("board.yaml:8") && faults[0].contains("unknown kind of ground `x`"));
    assert!(faults[1].contains("board.yaml:9") && faults[1].contains("no level from 1 to 20"));
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
fn what_stands_between_costs_steps_and_covers_who_stands_behind_it() {
    let plan: Plan =
        laid_of(&[". . . . .", ". w . . ."], &["C1 e woods", "C1 w wall"]).expect("a board");
    let [a1, c1, d1, e1] = ["A1", "C1", "D1", "E1"].map(|name| at(&plan, name));
    assert_eq!(plan.steps(c1, d1), Some(2), "one more than without");
    assert_eq!((plan.steps(d1, e1), plan.steps(a1, at(&plan, "A2"))), (Some(1), Some(1)));
    assert_eq!(plan.ways(c1, 1, |from, to| plan.steps(from, to)).steps_to(d1), None);
    let covered =
        |from, to| plan.covered_by(from, to).map_or("nothing".to_string(), |it| plan.said(it));
    assert_eq!(covered(a1, d1), "the woods between C1 and D1");
    assert_eq!(covered(d1, c1), "the woods between C1 and D1", "from both sides");
    assert_eq!(covered(a1, e1), "nothing", "it is not the last side that is crossed");
    assert_eq!(covered(e1, d1), "nothing", "it stands behind it");
    assert_eq!(covered(a1, c1), "nothing", "a wall without cover");
    assert_eq!(covered(a1, at(&plan, "B2")), "the woods on B2");
    assert_eq!(covered(d1, d1), "nothing");
    let [wall, woods] = ["wall c1/B1", "C1/d1"].map(|name| plan.wall_named(name));
    assert_eq!(wall.map(|wall| plan.wall_name(wall)).as_deref(), Some("wall B1/C1"));
    assert_eq!(woods, plan.wall_between(c1, d1));
    for none in ["woods B1/C1", "wall A1/B1", "wall", "B1/C9", ""] {
        assert_eq!(plan.wall_named(none), None, "`{none}`");
    }
}

#[test]
fn along_a_side_both_ways_have_to_be_covered() {
    let rows = [". . .", ". . .", ". . ."];
    let covered = |walls: &[&str]| {
        let plan: Plan = laid_of(&rows, walls).expect("a board");
        plan.covered_by(at(&plan, "B1"), at(&plan, "B3")).is_some()
    };
    assert!(!covered(&["A2 se woods"]), "free by B2");
    assert!(covered(&["A2 se woods", "B2 sw woods"]));
}

#[test]
fn by_places_of_ones_own_it_is_told_why_no_way_leads() {
    let plan = laid(&[". . . . #", "# # # # ."]).expect("a board");
    let [a1, c1, d1, e2] = ["A1", "C1", "D1", "E2"].map(|name| at(&plan, name));
    let by = |by: &[HexId], most| plan.way_by(a1, by, most, |from, to| plan.steps(from, to));
    assert_eq!(by(&[c1, d1], 3).map(|way| way.steps), Ok(3));
    assert_eq!(by(&[c1, a1, d1], 3), Err(NoWay::Far(a1, 4)));
    assert_eq!(by(&[c1, d1], 2), Err(NoWay::Far(d1, 3)));
    assert_eq!(by(&[c1, e2], 9), Err(NoWay::Barred(e2)));
    assert_eq!(by(&[c1, c1], 9), Err(NoWay::Here(c1)));
}

#[test]
fn the_first_that_hides_is_named_and_drawn() {
    let plan = plan();
    let (west, east) = (at(&plan, "A2"), at(&plan, "C2"));
    assert_eq!(plan.hidden_by(west, east), Some(Stop::At(at(&plan, "B2"))));
    assert_eq!(plan.drawn_sight(west, east).len(), 2, "a line and its stop");
    assert_eq!(plan.hidden_by(west, at(&plan, "B2")), None, "what is looked at hides nothing");
    assert_eq!(plan.drawn_sight(west, at(&plan, "A1")).len(), 1);
    let row = laid(&[". . # # ."]).expect("a board without faults");
    let first = |from, to| row.hidden_by(at(&row, from), at(&row, to));
    assert_eq!(first("A1", "E1"), Some(Stop::At(at(&row, "C1"))));
    assert_eq!(first("E1", "A1"), Some(Stop::At(at(&row, "D1"))));
}

#[test]
fn along_a_side_what_stops_is_the_hex_behind_where_one_beside_it_is_free() {
    // From A2 to A6 the line runs along the side of A3 and the hex left of it, which is not there, through A4, and along another.
    let plan = laid(&["_ . _", ". . .", "# . .", "# . .", ". . .", ". . ."]).expect("a board");
    let (north, south) = (at(&plan, "B1"), at(&plan, "B5"));
    assert_eq!(plan.hidden_by(north, south), None, "B3 is free");
    let plan = laid(&["_ . _", "# . .", ". # .", "# . .", ". . ."]).expect("a board");
    assert_eq!(plan.hidden_by(north, at(&plan, "B5")), Some(Stop::At(at(&plan, "B3"))));
}

#[test]
fn walls_stand_on_sides_of_hexes_too() {
    let plan: Plan = laid_of(&[". . .", ". . .", ". . ."], &["A1-B1 se wall"]).expect("a board");
    let name = |stop| plan.said(stop);
    let hidden = plan.hidden_by(at(&plan, "A1"), at(&plan, "B3"));
    assert_eq!(hidden.map(name).as_deref(), Some("the wall between A1 and A2"));
    assert!(plan.barred_by(at(&plan, "A1"), at(&plan, "A2")).is_some());
    assert_eq!(plan.barred_by(at(&plan, "A1"), at(&plan, "B1")), None);
    // Along a side the line goes by the hex that no wall stands before.
    let along = plan.hidden_by(at(&plan, "B1"), at(&plan, "B3"));
    assert_eq!(along, None, "past the wall to the south-east the way by A2 is free");
    let lines: Vec<String> =
        plan.scene(&[]).plain_lines().map(|line| line.trim_end().to_string()).collect();
    assert_eq!(lines[2], "     --   --", "the wall stands on the left upper side of A2 and B2");
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
    assert_eq!(scene.things.len(), plan.places().len() + 1);
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

proptest! {
    #[test]
    fn a_plan_hides_what_its_board_does_not_let_a_line_through(
        rocks in prop::collection::vec(any::<bool>(), 64),
        from in 0usize..64,
        to in 0usize..64,
    ) {
        let letter = |rock: &bool| if *rock { "# " } else { ". " };
        let rows: Vec<String> = rocks.chunks(8).map(|row| row.iter().map(letter).collect()).collect();
        let plan = laid(&rows.iter().map(String::as_str).collect::<Vec<_>>()).expect("a board");
        let hexes: Vec<HexId> = plan.places().collect();
        let (from, to) = (hexes[from], hexes[to]);
        let is_clear = hex_clear(&plan.board, from, to, &|hex| plan.ground_of(hex).blocks_sight);
        let stop = plan.hidden_by(from, to);
        prop_assert_eq!(stop.is_none(), is_clear);
        if let Some(stop) = stop {
            let Stop::At(hex) = stop else { panic!("there are no walls: {stop:?}") };
            prop_assert!(plan.ground_of(hex).blocks_sight && hex != from && hex != to);
        }
    }
}
