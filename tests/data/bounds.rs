//! Files and lines beyond what any game needs are refused at their place, before they cost anything.

use umpire_core::data::Source;
use umpire_core::host::LONGEST_LINE;
use umpire_core::odds::Endless;
use umpire_core::seat::Seat;
use umpire_tests::{faults_in_lines, library};

/// What is told of a file.
fn told(game: &str, text: &str) -> String {
    let file = Source::new("strange.yaml", text);
    let ruleset = library().ruleset(game).expect("the game is in this build");
    faults_in_lines(&ruleset.check_file(&library().data, &file))
}

fn ground(rows: &str) -> String {
    told("ea-heresy", &format!("battlefield: strange\nsize: [120, 120]\n{rows}"))
}

#[test]
fn outlines_have_few_corners() {
    let comb = |teeth: u32| {
        let tooth = |at: u32| {
            let x = f64::from(at) / 20.0;
            format!("[{x:.3}, 10], [{:.3}, 20]", x + 0.025)
        };
        let teeth: Vec<String> = (0..teeth).map(tooth).collect();
        let last = "[100, 20], [100, 30], [0, 30]";
        ground(&format!("pieces:\n- {{terrain: woods, outline: [{}, {last}]}}\n", teeth.join(", ")))
    };
    assert_eq!(comb(400), "");
    let told = comb(15_000);
    assert!(told.contains("at `pieces[0].outline[1000]`: an outline has at most 1000"), "{told}");
    let row = |at: u32| {
        let circle = |turn: u32| {
            let angle = f64::from(turn) / 450.0 * std::f64::consts::PI;
            format!("[{:.3}, {:.3}]", 50.0 + 45.0 * angle.cos(), 60.0 + 45.0 * angle.sin())
        };
        let corners: Vec<String> = (0..900).map(circle).collect();
        format!("- {{name: wood {at}, terrain: woods, outline: [{}]}}\n", corners.join(", "))
    };
    let rows: String = (0..5).map(row).collect();
    let told = ground(&format!("pieces:\n{rows}"));
    assert!(told.ends_with("at `pieces[4]`: the pieces of a table have at most 4000 corners"));
}

#[test]
fn a_table_has_few_pieces_sides_and_objectives() {
    let rows = "- {terrain: woods, rect: [1, 1, 2, 2]}\n".repeat(20_000);
    let place = "strange.yaml:1004:3: at `pieces[1000]`";
    let problem = "a table has at most 1000 pieces of ground, found 20000";
    assert_eq!(ground(&format!("pieces:\n{rows}")), format!("{place}: {problem}"));
    let steep = "[[1, 1], [2, 1]], ".repeat(10_000);
    let told =
        ground(&format!("pieces:\n- {{terrain: hill, rect: [1, 1, 2, 2], steep: [{steep}]}}"));
    assert!(told.contains("at `pieces[0].steep[4]`: the piece has 4 sides, found 10000"), "{told}");
    let row = |at: u32| format!("- {{at: [{}, {}], half: near}}\n", at % 120, at / 120);
    let rows: String = (0..10_000).map(row).collect();
    let told = ground(&format!("objectives:\n{rows}"));
    assert!(
        told.ends_with("at `objectives[100].at`: a table has at most 100 objectives"),
        "{told}"
    );
}

#[test]
fn words_are_no_longer_than_a_line() {
    let long = "a ".repeat(LONGEST_LINE);
    let says = format!("{} bytes typed at once, {LONGEST_LINE} are the most", long.len());
    for ruleset in &library().rulesets {
        let path = format!("{}/scenarios/default.yaml", ruleset.name());
        let scenario = library().data.get(&path).expect("every game has a default");
        let opened = ruleset.open(&library().data, &scenario, &[], None);
        let table = opened.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).table;
        let seat = Seat(0);
        for slip in [
            table.parse(seat, &long).expect_err("too long").says,
            table.parse_amendment(&long).expect_err("too long").says,
            table.parse_faces(&long).expect_err("too long").says,
            table.ask(None, &long, &Endless).expect_err("too long").says,
        ] {
            assert_eq!(slip, says, "{}", ruleset.name());
        }
        assert_eq!(table.complete(seat, &long), Vec::<String>::new());
    }
}

/// A map of the oldest form: code, rotation, column, row and layer of each piece.
fn map(records: &[[i32; 5]]) -> Vec<u8> {
    let mut bytes = 0.0001f64.to_le_bytes().to_vec();
    bytes.extend((records.len() as i32).to_le_bytes());
    for [code, place @ ..] in records {
        bytes.extend(code.to_le_bytes());
        bytes.extend(0.0001f64.to_le_bytes());
        bytes.extend(place.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

fn imported(records: &[[i32; 5]]) -> Result<(String, Vec<String>), String> {
    let ruleset = library().ruleset("heroscape").expect("the game is in this build");
    ruleset.import_map(&library().data, "strange", &map(records))
}

const GRASS: i32 = 1001;
const WALL: i32 = 12_004;

#[test]
fn what_is_imported_can_be_checked() {
    let records =
        [[GRASS, 0, 0, 0, 0], [GRASS, 0, 20, 20, 0], [WALL, 0, 8, 4, 1], [WALL, 0, 0, 0, 1]];
    let again = [[WALL, 0, 0, 0, 2], [WALL, 3, 0, 0, 1]];
    let (text, report) = imported(&[&records[..], &again].concat()).expect("a map");
    assert_eq!(told("heroscape", &text), "");
    let report = report.join("\n");
    assert!(report.contains("stands beside no hex of the field, left out"), "{report}");
    assert!(report.contains("another piece stands there, left out"), "{report}");
    assert!(text.contains("stone_wall"), "{text}");
}

#[test]
fn a_map_without_ground_is_none() {
    let fault = imported(&[[WALL, 0, 8, 4, 1]]).expect_err("no tile");
    assert!(fault.contains("no battlefield can be made of it"), "{fault}");
    assert!(fault.contains("a battlefield needs at least one tile"), "{fault}");
}

#[test]
fn a_map_has_few_records_and_a_report_few_warnings() {
    let twice: Vec<[i32; 5]> = (0..5000).map(|at| [GRASS, 0, at % 50, at / 100, 0]).collect();
    let (_, report) = imported(&twice).expect("a map");
    assert_eq!(report.last().map(String::as_str), Some("warning: and 1500 more of these"));
    assert!(report.len() < 1100, "{} lines", report.len());
    let fault = imported(&vec![[GRASS, 0, 0, 0, 0]; 20_001]).expect_err("too many");
    let says = "strange: byte 8: 20001 tiles announced, 20000 are the most that are read";
    assert_eq!(fault, says);
}
