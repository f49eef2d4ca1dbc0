//! New kinds of ground without a line of Rust: rows are added to a table, drawn, explained, and played on.

use umpire::bots::{Bots, Player};
use umpire::dice_source::seeded_faces;
use umpire_core::data::{Change, Files, Source, Tree, edited};
use umpire_core::host::{Asked, HeldAt, Stroke};
use umpire_core::odds::Endless;
use umpire_core::transcript::FaceSource;
use umpire_tests::library;

/// Decisions after which a game is long enough.
const LONG: usize = 4000;

/// The tables with new rows at the end of lists of one of them.
fn with_rows(path: &str, rows: &[(&str, &str)]) -> Files {
    let mut data = library().data.clone();
    for (list, row) in rows {
        let source = data.get(path).expect("a table");
        let whole = Tree::parse(&Source::new("row.yaml", *row)).expect(row).written();
        let push = Change::Push { list: list.to_string(), row: whole };
        data.insert(path, edited(&source, &[push]).expect(row));
    }
    data
}

/// A row of hexes, drawn with some tools one after the other.
fn drawn(data: &Files, strokes: &[(&str, &[(f32, f32)])]) -> Source {
    let ruleset = library().ruleset("heroscape").expect("a game");
    let mut file = Source::new("field.yaml", ruleset.blank_battlefield().expect("a text"));
    for (tool, points) in strokes {
        let stroke =
            Stroke { tool: tool.to_string(), points: points.to_vec(), ..Stroke::default() };
        let (changes, _) = ruleset.stroke(data, &file, &stroke).expect(tool);
        file.text = edited(&file, &changes).expect(tool);
    }
    assert!(ruleset.check_file(data, &file).is_empty(), "{:?}", ruleset.check_file(data, &file));
    file
}

/// Where a figure held over a place can go, and at what cost.
fn reach(data: &Files, file: &Source, at: (f32, f32)) -> Vec<Vec<String>> {
    let ruleset = library().ruleset("heroscape").expect("a game");
    let held = HeldAt { unit: "finn".into(), seat: 0, at };
    let (scenario, names) = ruleset.holding(data, file, &[held]).expect("a table");
    let table = ruleset.open(data, &scenario, &[], None).map_err(|faults| format!("{faults:?}"));
    let table = table.expect("a table").table;
    let answer = table.ask(None, &format!("reach {}", names[0]), &Endless).expect("an answer");
    answer.rows
}

const X: f32 = 1.732_050_8;

#[test]
fn a_bog_that_costs_three_a_minefield_and_burning_ground_are_rows() {
    let data = with_rows(
        "heroscape/terrain.yaml",
        &[
            (
                "tiles",
                "{id: deep_bog, letter: Y, enter_cost: 3, tags: [land], colour: \"#3f3a22\", rule: HS-5.1.1, source: [D]}",
            ),
            (
                "tiles",
                "{id: mined_ground, letter: Z, on_enter: {die: d20, destroyed_on: [1, 4]}, tags: [land], colour: \"#7a6a4a\", rule: HS-5.4.2, source: [D]}",
            ),
            (
                "tiles",
                "{id: burning_ground, letter: U, on_round_end: {die: combat, wound_on: skull}, tags: [land], colour: \"#b0522a\", rule: HS-5.4.1, source: [D]}",
            ),
        ],
    );
    let ruleset = library().ruleset("heroscape").expect("a game");
    assert_eq!(ruleset.check(&data), []);
    let told = ruleset.terrain(&data, None).expect("terrain");
    let effects = |name: &str| {
        let entry = told.iter().find(|entry| entry.name == name).expect(name);
        entry
            .effects
            .iter()
            .map(|(words, rule)| format!("{words} {rule}"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(effects("deep_bog").contains("costs 3 points"), "{}", effects("deep_bog"));
    assert!(
        effects("mined_ground").contains("1 to 4 destroys HS-5.4.2"),
        "{}",
        effects("mined_ground")
    );
    assert!(effects("burning_ground").contains("a skull wounds"), "{}", effects("burning_ground"));
    let file = drawn(
        &data,
        &[
            ("tile:grass", &[(0.0, 0.0), (X, 0.0), (2.0 * X, 0.0), (3.0 * X, 0.0)]),
            ("tile:deep_bog", &[(X, 0.0)]),
            ("tile:mined_ground", &[(2.0 * X, 0.0)]),
            ("tile:burning_ground", &[(3.0 * X, 0.0)]),
        ],
    );
    assert!(file.text.contains("g Y Z U"), "{}", file.text);
    let rows = reach(&data, &file, (0.0, 0.0));
    let row =
        |space: &str| rows.iter().find(|row| row[0] == space).unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!(row("B1/1")[1], "3");
    assert_eq!((row("C1/1")[1].as_str(), row("C1/1")[3].as_str()), ("4", "deadly ground"));
}

#[test]
fn a_wall_that_is_low_on_one_side_alone_is_crossed_one_way() {
    let data = with_rows(
        "heroscape/terrain.yaml",
        &[(
            "edges",
            "{id: one_way_wall, height_inside: 1, height_outside: 20, climb: true, rule: HS-5.7.1, source: [D]}",
        )],
    );
    let ruleset = library().ruleset("heroscape").expect("a game");
    assert_eq!(ruleset.check(&data), []);
    let file = drawn(
        &data,
        &[("tile:grass", &[(0.0, 0.0), (X, 0.0)]), ("edge:one_way_wall", &[(0.8, 0.0)])],
    );
    assert!(file.text.contains("{kind: one_way_wall, at: A1, side: east}"), "{}", file.text);
    let gets =
        |from: f32, to: &str| reach(&data, &file, (from, 0.0)).iter().any(|row| row[0] == to);
    assert!(gets(0.0, "B1/1"), "{:?}", reach(&data, &file, (0.0, 0.0)));
    assert!(!gets(X, "A1/1"), "{:?}", reach(&data, &file, (X, 0.0)));
}

#[test]
fn games_are_played_on_ground_of_one_s_own() {
    let data = with_rows(
        "heroscape/terrain.yaml",
        &[(
            "tiles",
            "{id: mined_ground, letter: Z, on_enter: {die: d20, destroyed_on: [1, 4]}, tags: [land], colour: \"#7a6a4a\", rule: HS-5.4.2, source: [D]}",
        )],
    );
    let ruleset = library().ruleset("heroscape").expect("a game");
    let field = data.get("heroscape/battlefields/training-ground.yaml").expect("a field");
    let points = (0..6).map(|row| (4.5 * X, 1.5 * row as f32)).collect();
    let stroke = Stroke { tool: "tile:mined_ground".into(), points, ..Stroke::default() };
    let (changes, _) = ruleset.stroke(&data, &field, &stroke).expect("a stroke");
    let field = Source::new("mined.yaml", edited(&field, &changes).expect("a stroke"));
    let mut table = ruleset
        .open(&data, &field, &[], Some(3))
        .map_err(|faults| format!("{faults:?}"))
        .expect("a table")
        .table;
    let bots = Bots::new(3);
    let mut mines = 0;
    for _ in 0..LONG {
        match table.pending() {
            Asked::Over(_) => break,
            Asked::Roll { groups, rule, .. } => {
                mines += usize::from(rule.starts_with("HS-5.4.2"));
                let faces = seeded_faces(3, table.counted(), &groups);
                table
                    .roll(&faces, FaceSource::Seeded, "salt")
                    .map(drop)
                    .map_err(|it| it.says())
                    .expect("a roll");
            }
            Asked::Choice { seats, .. } => {
                let seat = seats.iter().next().expect("a seat");
                let action = bots.decide(&*table, seat, Player::Random).expect("an action");
                bots.carry_out(&mut *table, seat, &action, "salt").expect("an action");
            }
        }
    }
    assert!(mines > 0, "nobody ended a move on a mine");
}

#[test]
fn an_eighth_face_of_one_s_own_is_a_row_and_is_explained() {
    let ruleset = library().ruleset("dragon-dice").expect("a game");
    let data = &library().data;
    let house = data.get("dragon-dice/house_rules/wild-lands.yaml").expect("house rules");
    assert_eq!(ruleset.check_file(data, &house), []);
    let mut files = data.clone();
    let text = house
        .text
        .replace("id: beacon", "id: lantern")
        .replace("eighth: beacon", "eighth: lantern");
    let text = text
        .replace("house_rules: wild-lands", "house_rules: lanterns")
        .replace("feyland-beacon", "feyland-lantern");
    files.insert("dragon-dice/house_rules/lanterns.yaml", text.clone());
    let faults = ruleset
        .check_file(&files, &Source::new("dragon-dice/house_rules/lanterns.yaml", text.clone()));
    assert_eq!(faults, []);
    let wrong = text.replace("recruit_or_promote", "recruit_or_demote");
    let faults =
        ruleset.check_file(&files, &Source::new("dragon-dice/house_rules/lanterns.yaml", wrong));
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line > 1), "{faults:?}");
}

const LANTERNS: &str = "house_rules: lanterns
says: a lantern recruits like a City and shoots like a Tower
terrain:
  eighth_faces:
    add:
      - id: lantern
        name: Lantern
        current:
          - {rule: DD-14.13, does: recruit_or_promote}
          - {rule: DD-14.16, does: {missiles_anywhere: {reserves: non_id}}}
        classic: [{rule: DD-14.21, does: recruit_or_promote}]
  terrains:
    add:
      - {id: coastland-lantern, land: coastland, eighth: lantern, faces: [magic, missile, missile, missile, melee, melee, melee]}
";

#[test]
fn games_are_played_for_an_eighth_face_of_one_s_own() {
    let ruleset = library().ruleset("dragon-dice").expect("a game");
    let mut data = library().data.clone();
    data.insert("dragon-dice/house_rules/lanterns.yaml", LANTERNS);
    let begun = data.get("dragon-dice/scenarios/default.yaml").expect("a scenario");
    let text = begun.text.replace("frontier: coastland-tower", "frontier: coastland-lantern");
    let text = text.replace("frontier: highland-city", "frontier: coastland-lantern");
    let scenario = Source::new("lanterns.yaml", format!("{text}house_rules: [lanterns]\n"));
    assert_eq!(ruleset.check_file(&data, &scenario), []);
    let (mut shown, mut used) = (0, 0);
    for seed in 1..=6 {
        let opened = ruleset.open(&data, &scenario, &[], Some(seed));
        let mut table = opened.map_err(|faults| format!("{faults:?}")).expect("a table").table;
        let bots = Bots::new(seed);
        for _ in 0..LONG {
            match table.pending() {
                Asked::Over(_) => break,
                Asked::Roll { groups, .. } => {
                    let faces = seeded_faces(seed, table.counted(), &groups);
                    let rolled = table.roll(&faces, FaceSource::Seeded, "salt");
                    rolled.map(drop).map_err(|it| it.says()).expect("a roll");
                }
                Asked::Choice { seats, rule, .. } => {
                    used += usize::from(rule == "DD-14.13");
                    let seat = seats.iter().next().expect("a seat");
                    let action = bots.decide(&*table, seat, Player::Greedy).expect("an action");
                    bots.carry_out(&mut *table, seat, &action, "salt").expect("an action");
                }
            }
            let shows = table.facts().remove("terrain frontier.shows");
            shown += usize::from(shows.as_deref() == Some("lantern"));
        }
    }
    assert!(shown > 0 && used > 0, "it showed {shown} times and was used {used} times");
}
