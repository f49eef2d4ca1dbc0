//! Battlefields read from their files, written and read again, and every fault with its exact place.

use crate::pieces;
use proptest::prelude::*;
use umpire_core::data::{DataError, Source};
use umpire_heroscape::tables::battlefield::*;

fn known() -> Known {
    let mut known = Known::of_pieces(pieces());
    for (kind, letter) in [("grass", 'g'), ("water", 'w'), ("molten_lava", 'L')] {
        let tile = known.tiles.get_mut(kind).expect("one of the pieces");
        tile.letter = Some(letter);
        tile.refuses_glyphs = kind == "molten_lava";
    }
    known
}

const OURS: [(&str, &str); 3] = [
    ("training-ground", include_str!("../../../data/heroscape/battlefields/training-ground.yaml")),
    ("twin-hills", include_str!("../../../data/heroscape/battlefields/twin-hills.yaml")),
    ("old-road", include_str!("../../../data/heroscape/battlefields/old-road.yaml")),
];

fn field(text: &str) -> Battlefield {
    match from_source(&Source::new("field.yaml", text), &known()) {
        Ok((field, _)) => field,
        Err(faults) => panic!("{}", told(&faults).join("\n")),
    }
}

fn told(faults: &[DataError]) -> Vec<String> {
    faults.iter().map(DataError::to_string).collect()
}

fn faults(text: &str) -> Vec<String> {
    match from_source(&Source::new("f", text), &known()) {
        Ok(_) => panic!("no fault found"),
        Err(faults) => told(&faults),
    }
}

fn at_level(field: &Battlefield, level: i16) -> usize {
    let known = known();
    let spaces = field.spaces(&known.pieces, &|kind| known.is_fluid(kind));
    spaces.keys().filter(|space| space.level == level).count()
}

#[test]
fn our_battlefields_are_as_they_are_meant_to_be() {
    let [ground, hills, road] = OURS.map(|(name, text)| {
        let field = field(text);
        assert_eq!(field.name, name);
        let seats: Vec<char> = field.start.iter().map(|zone| zone.seat).collect();
        assert_eq!(seats, ['A', 'B']);
        assert!(field.start.iter().all(|zone| zone.spaces.len() >= 12));
        field
    });
    assert_eq!([0, 1, 2].map(|level| at_level(&ground, level)), [0, 60, 0]);
    // 8 of water; each hill has 1, 6, 4 and 8 spaces at levels 5, 4, 3 and 2
    assert_eq!([0, 1, 2, 3, 4, 5].map(|level| at_level(&hills, level)), [8, 104, 16, 8, 12, 2]);
    let glyphs: Vec<_> = hills.glyphs.iter().map(|glyph| glyph.space.to_string()).collect();
    assert_eq!(glyphs, ["I3/1", "G8/1"]);
    // 154 hexes: 2 of water, 8 and 5 raised, 2 of them twice, 6 filled by trees and brush
    assert_eq!([0, 1, 2, 3].map(|level| at_level(&road, level)), [2, 133, 11, 2]);
    assert_eq!((road.obstacles.len(), road.edges.len()), (6, 20));
}

#[test]
fn twin_hills_are_the_same_when_turned() {
    let hills = field(OURS[1].1);
    let turned = |hex: Hex| Hex { column: 14 - hex.column, row: 9 - hex.row };
    let mut other = hills.clone();
    other.tiles.iter_mut().for_each(|tile| tile.hex = turned(tile.hex));
    other.sort();
    assert_eq!(hills.tiles, other.tiles);
}

#[test]
fn writing_and_reading_again_changes_nothing() {
    let known = known();
    for (_, text) in OURS {
        let read = field(text);
        let written = to_yaml(&read, &known);
        let again = field(&written);
        assert_eq!(read, again);
        assert_eq!(written, to_yaml(&again, &known));
    }
}

const SMALL: &str = "\
battlefield: small
levels:
  1: |
    g g w
     g g g
  2: |
    g
  4: |
    g
";

#[test]
fn a_file_is_written_as_a_person_would() {
    let text = "\
battlefield: two-levels
author: \"Anna: the \\\"first\\\"\"
snow: heavy
ice: slippery
legend: {r: rock}
levels:
  1: |
    g g w
     g r .
  2: |
    g . .
start:
  A: {name: Blue side, colour: blue, spaces: A1 B1}
  B: A2
glyphs:
  - {at: B1, face: hidden}
  - {at: C1, kind: astrid, face: up}
obstacles:
  - {kind: tree_11, at: B2, rotation: 3}
edges:
  - {kind: ruin_long, at: A1, side: east}
  - {kind: ruin_long, at: B2/4, side: southwest}
";
    assert_eq!(to_yaml(&field(text), &known()), text);
}

#[test]
fn a_hex_alone_names_its_highest_surface() {
    let text = format!("{SMALL}start:\n  A: A1 A1/2 c1\nglyphs:\n  - at: A1/2\n");
    let field = field(&text);
    let spaces: Vec<_> = field.start[0].spaces.iter().map(Space::to_string).collect();
    assert_eq!(spaces, ["A1/2", "A1/4", "C1/0"]);
    assert!(!field.glyphs[0].face_up && field.glyphs[0].kind.is_none());
}

#[test]
fn start_zones_may_be_lists_texts_or_a_grid() {
    let zones = |text: &str| field(&format!("{SMALL}start:{text}")).start;
    let list = zones("\n  A: [A2, B2]\n  B: {spaces: [C2]}\n");
    assert_eq!(list, zones(" |\n  . . .\n   A A B\n"));
    assert_eq!(list, zones("\n  A: |\n    A2\n    B2\n  B: \"C2\"\n"));
}

#[test]
fn faults_inside_a_grid_are_placed_at_their_letter() {
    let text = "\
battlefield: x
levels:
  1: |
    g x g
    g g
      gg \u{2192}
  2: |
    . .
     . . q
  0: |
    g
  two: g
start: |
  A a
   . . B
";
    let expected = [
        "f:4:7: at `levels.1`: unknown tile `x` at B1",
        "f:5:5: at `levels.1`: row 2 lies half a hex to the right: it must be indented by one blank",
        "f:6:5: at `levels.1`: row 3 must not be indented",
        "f:6:7: at `levels.1`: `gg` is not one letter: hexes are parted by blanks",
        "f:6:10: at `levels.1`: unknown tile `\u{2192}` at B3",
        "f:9:10: at `levels.2`: unknown tile `q` at C2",
        "f:10:3: at `levels.0`: levels are numbers from 1 to 100, found `0`",
        "f:12:3: at `levels.two`: levels are numbers from 1 to 100, found `two`",
        "f:14:5: at `start`: seats are letters `A` to `Z`, found `a`",
        "f:15:8: at `start`: there is no tile at C2",
    ];
    assert_eq!(faults(text), expected);
}

#[test]
fn rows_that_are_read_as_one_are_told() {
    let text = "battlefield: f\nlegend: {g: grass}\nlevels:\n  1:\n    g g\n     g g\n";
    let told =
        "f:5:5: at `levels.1`: its rows are read as one: `|` after the colon keeps them apart";
    assert_eq!(faults(text), [told]);
    let one_row = "battlefield: f\nlegend: {g: grass}\nlevels:\n  1: g g\n";
    assert!(from_source(&Source::new("f", one_row), &known()).is_ok());
}

#[test]
fn a_fault_in_a_grid_is_shown_with_its_line() {
    let source = Source::new("f", "battlefield: x\nlevels:\n  1: |\n    g g\n     g ? g\n");
    let faults = from_source(&source, &known()).expect_err("an unknown letter");
    let shown = "f:5:8: at `levels.1`: unknown tile `?` at B2\n  |\n5 |      g ? g\n  |        ^";
    assert_eq!(faults[0].show(), shown);
    assert_eq!(faults[0].expected.as_deref(), Some("L molten_lava, g grass, w water"));
}

#[test]
fn faults_in_rows_are_placed_at_their_field() {
    let text = format!(
        "{SMALL}\
legend: {{xy: grass, z: gras}}
obstacles:
  - {{kind: tre_11, at: A2}}
  - {{kind: tree_11, at: B9}}
  - {{kind: tree_11, at: B2, rotation: 6}}
  - {{kind: tree_12, at: B2}}
  - {{kind: tree_10, at: B2}}
  - {{kind: tree_15, at: A1/0, rotation: 1}}
edges:
  - {{kind: ruin, at: B1, side: east}}
  - {{kind: ladder, at: B1/x, side: east}}
  - {{kind: ladder, at: B1, side: east}}
  - {{kind: ladder, at: B1/1, side: east}}
glyphs:
  - {{at: B2, kind: astrid}}
  - {{at: B1, kind: astird, face: up}}
  - {{at: B1, kind: gerda}}
  - {{at: A1/3, kind: gerda}}
  - {{at: C2, face: up}}
  - {{at: 7B}}
"
    );
    let expected = [
        "f:10:10: at `legend.xy`: `xy` is not one letter",
        "f:10:24: at `legend.z`: unknown tile `gras`, did you mean `grass`?",
        "f:12:12: at `obstacles[0].kind`: unknown obstacle `tre_11`, did you mean `tree_11`?",
        "f:13:25: at `obstacles[1].at`: there is no tile at B9",
        "f:14:39: at `obstacles[2].rotation`: a rotation is 0 to 5 sixths of a turn, found `6`",
        "f:16:25: at `obstacles[4].at`: `tree_10` stands inside `tree_12`",
        "f:17:25: at `obstacles[5].at`: `tree_15` at A1 reaches beyond the sheet",
        "f:19:12: at `edges[0].kind`: unknown edge piece `ruin`",
        "f:20:24: at `edges[1].at`: expected a level from 0 after the `/`, found `x`",
        "f:22:24: at `edges[3].at`: `ladder` stands east of B1/1 already",
        "f:24:10: at `glyphs[0].at`: B2/1 is filled by an obstacle",
        "f:25:20: at `glyphs[1].kind`: unknown glyph `astird`, did you mean `astrid`?",
        "f:26:10: at `glyphs[2].at`: a glyph lies on B1/1 already",
        "f:27:10: at `glyphs[3].at`: there is no space A1/3, only A1/2, A1/4",
        "f:28:20: at `glyphs[4].face`: a glyph that lies face up needs a kind",
        "f:29:10: at `glyphs[5].at`: expected a hex by column letters and row number, such as `F7`",
    ];
    assert_eq!(faults(&text), expected);
}

#[test]
fn faults_in_lists_of_spaces_are_placed_at_their_word() {
    let text = format!(
        "{SMALL}\
start:
  A: A2 B2 A2
  B: {{colour: red, spaces: B2 Z9}}
  C: \"\"
  d: C2
  E: [C1, \"B1 C1\"]
"
    );
    let expected = [
        "f:11:12: at `start.A`: A2/1 is named twice",
        "f:12:28: at `start.B.spaces`: B2/1 is a start space of `A` already",
        "f:12:31: at `start.B.spaces`: there is no tile at Z9",
        "f:13:6: at `start.C`: a start zone needs at least one space",
        "f:14:3: at `start.d`: seats are letters `A` to `Z`, found `d`",
        "f:15:15: at `start.E[1]`: C1/0 is named twice",
    ];
    assert_eq!(faults(&text), expected);
}

#[test]
fn no_glyph_lies_on_molten_lava_and_no_field_is_empty() {
    let text = "battlefield: x\nlevels:\n  1: L\nglyphs:\n  - {at: A1, kind: gerda}\n";
    assert_eq!(faults(text), ["f:5:10: at `glyphs[0].at`: no glyph may lie on `molten_lava`"]);
    let text = "battlefield: x\nlevels: {}\n";
    assert_eq!(faults(text), ["f:2:9: at `levels`: a battlefield needs at least one tile"]);
}

#[test]
fn misspelt_fields_and_values_are_told() {
    let text = "battlefeild: x\nsnow: hevy\nlevels:\n  1: g\nedges:\n  - {kind: ladder, at: A1, side: est}\n";
    let told = faults(text).join("\n");
    for part in [
        "f:1:1:",
        "did you mean `battlefield`?",
        "f:2:7:",
        "did you mean `heavy`?",
        "f:6:34:",
        "did you mean `east`?",
    ] {
        assert!(told.contains(part), "{part} in:\n{told}");
    }
}

#[test]
fn a_field_too_large_is_refused_once_for_each_side() {
    let wide = "g ".repeat(302);
    let text = format!("battlefield: x\nlevels:\n  1: |\n    {wide}\n");
    assert_eq!(faults(&text), ["f:4:605: at `levels.1`: a battlefield has at most 300 columns"]);
    let rows = "    g\n     g\n".repeat(151);
    let text = format!("battlefield: x\nlevels:\n  1: |\n{rows}");
    assert_eq!(faults(&text), ["f:304:5: at `levels.1`: a battlefield has at most 300 rows"]);
}

#[test]
fn a_grid_with_nothing_but_faults_is_told_in_bounds() {
    let row = "    x x x x x x x x x x\n     x x x x x x x x x x\n".repeat(100);
    let text = format!("battlefield: x\nlevels:\n  1: |\n{row}");
    let count = faults(&text).len();
    assert!((900..=1000).contains(&count), "{count}");
}

#[test]
fn pieces_are_checked_at_their_place() {
    let text = "\
shapes:
  one: [\"0,0\", \"0,0\", \"0,0\", \"0,0\", \"0,0\", \"0,0\"]
  odd: [\"0,0\", \"0,0 1\"]
  few: [\"0,0\"]
pieces:
  - {code: 1, name: a, shape: one, class: land, kind: grass}
  - {code: 1, name: b, shape: two, class: land, kind: grass}
  - {code: 1, name: c, shape: one, class: obstacle, kind: tree, heights: [1, 2]}
  - {code: 2, name: d, shape: one, class: edge, kind: wall, along: up}
  - {code: 1, name: e, shape: one, class: land, kind: grass}
  - {code: 3, name: f, shape: one, class: start, kind: grass}
glyphs: {}
start_colours: []
";
    let faults = Pieces::from_source(&Source::new("p", text)).expect_err("many faults");
    let expected = [
        "p:3:8: at `shapes.odd`: expected a step such as `1,0`, found `1`",
        "p:4:8: at `shapes.few`: expected 6 rotations, found 1",
        "p:7:31: at `pieces[1].shape`: unknown shape `two`",
        "p:8:74: at `pieces[2].heights`: expected 1, one for each hex, found 2",
        "p:9:68: at `pieces[3].along`: unknown side `up`",
        "p:10:12: at `pieces[4].code`: code 1 is `a` already",
        "p:11:56: at `pieces[5].kind`: tiles, obstacles and edge pieces have a kind, markers have none",
    ];
    assert_eq!(told(&faults), expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_file_is_refused_or_read_and_never_worse(
        which in 0..3usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..4),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let known = known();
        let mut letters: Vec<char> = OURS[which].1.chars().collect();
        for (index, letter) in changes {
            let at = index.index(letters.len());
            letters[at] = letter;
        }
        if is_cut {
            letters.truncate(cut.index(letters.len()));
        }
        let text: String = letters.into_iter().collect();
        let source = Source::new("changed.yaml", text);
        match from_source(&source, &known) {
            Ok((read, _)) => prop_assert_eq!(&read, &field(&to_yaml(&read, &known))),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }

    // Separators of lines and paragraphs are unprintable, and so in no text that is read.
    #[test]
    fn any_name_and_notes_are_written_and_read_back(
        name in "[^\\p{C}\\p{Zl}\\p{Zp}]{0,20}",
        notes in "[^\\p{C}\\p{Zl}\\p{Zp}\n]{0,40}(\n[^\\p{C}\\p{Zl}\\p{Zp}]{0,9})?",
        colour in "[a-zA-Z0-9 #~:,'-]{0,12}",
    ) {
        let mut made = field(&format!("{SMALL}start: {{A: A2}}\n"));
        (made.name, made.notes) = (name, notes);
        made.start[0].colour = colour;
        prop_assert_eq!(&made, &field(&to_yaml(&made, &known())));
    }
}

#[test]
fn hexes_are_named_like_columns_of_a_sheet() {
    for (column, row, name) in
        [(0, 0, "A1"), (25, 9, "Z10"), (26, 2, "AA3"), (51, 0, "AZ1"), (299, 299, "KN300")]
    {
        let hex = Hex { column, row };
        assert_eq!(hex.to_string(), name);
        assert_eq!(name.parse(), Ok(hex));
    }
    assert_eq!("f7".parse(), Ok(Hex { column: 5, row: 6 }));
    for wrong in ["", "7", "F", "F0", "F-1", "7F", "F7/3", "KO1", "A301", "AAAA1", "A99999", "Ä1"]
    {
        assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
    }
}

#[test]
fn a_side_leads_there_and_its_opposite_back() {
    for (column, row) in [(4, 4), (4, 5)] {
        let hex = Hex { column, row };
        for side in Side::ALL {
            assert_eq!(hex.across(side).across(side.opposite()), hex, "{hex} {side:?}");
        }
    }
    let odd = Hex { column: 4, row: 5 };
    assert_eq!(odd.across(Side::Southeast), Hex { column: 5, row: 6 });
    assert_eq!(odd.across(Side::Northwest), Hex { column: 4, row: 4 });
    let even = Hex { column: 4, row: 4 };
    assert_eq!(even.across(Side::Southeast), Hex { column: 4, row: 5 });
    assert_eq!(even.across(Side::Northwest), Hex { column: 3, row: 3 });
}
