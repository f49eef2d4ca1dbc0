//! Battlefields and tables changed by program: whatever is changed, every line that is not meant stays as it was.

use std::collections::BTreeSet;
use umpire_core::data::{Change, Source, Tree, Written, edited};
use umpire_core::host::{Asked, Half, Sketch, Stroke, Takes};
use umpire_core::odds::Budget;
use umpire_core::ruleset::GameTables;
use umpire_core::testing::splitmix;
use umpire_core::transcript::FaceSource;
use umpire_heroscape::tables::battlefield::{Battlefield, Hex, Known, Pieces, mended};
use umpire_heroscape::tables::catalog::Catalog;
use umpire_tests::library;

/// Edits of all files together.
const EDITS: u64 = 1000;
/// Strokes on each battlefield.
const STROKES: u64 = 60;

/// The lines of a text that are comments or blank, in order, with how far they are indented.
fn remarks(text: &str) -> Vec<&str> {
    let mute = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    text.lines().filter(mute).collect()
}

/// How many lines at the beginning and at the end of two texts are alike.
fn alike(old: &str, new: &str) -> (usize, usize) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let before = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let most = old.len().min(new.len()) - before;
    let pairs = old.iter().rev().zip(new.iter().rev()).take(most);
    (before, pairs.take_while(|(one, other)| one == other).count())
}

/// Paths of all words, and of all rows of lists.
fn paths(value: &Written, at: &str, words: &mut Vec<String>, rows: &mut Vec<String>) {
    match value {
        Written::Word(word) if !word.contains('\n') && !word.is_empty() => {
            words.push(at.to_string())
        }
        Written::Word(_) => {}
        Written::List(values) => {
            for (number, value) in values.iter().enumerate() {
                let at = format!("{at}[{number}]");
                rows.push(at.clone());
                paths(value, &at, words, rows);
            }
        }
        Written::Row(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !name.contains(['.', '[', ']'])) {
                let dot = if at.is_empty() { "" } else { "." };
                paths(value, &format!("{at}{dot}{name}"), words, rows);
            }
        }
    }
}

#[test]
fn a_thousand_edits_of_all_shipped_files_change_only_the_lines_they_mean() {
    let data = &library().data;
    let files: Vec<Source> = data.under("").collect();
    let mut die = splitmix(14);
    let (mut done, mut refused) = (0, Vec::new());
    for number in 0..EDITS {
        let source = &files[(number as usize) % files.len()];
        let whole = Tree::parse(source).expect("a shipped file").written();
        let (mut words, mut rows) = (Vec::new(), Vec::new());
        paths(&whole, "", &mut words, &mut rows);
        let pick = |from: &[String], die: &mut dyn FnMut(u32) -> u32| {
            (!from.is_empty()).then(|| from[die(from.len() as u32) as usize].clone())
        };
        let change = match die(3) {
            0 => pick(&rows, &mut die).map(|field| Change::Remove { field }),
            1 => pick(&rows, &mut die).map(|row| {
                let list = row.rsplit_once('[').map_or("", |(list, _)| list).to_string();
                let row = whole.at(&row).expect("a row").clone();
                Change::Push { list, row }
            }),
            _ => pick(&words, &mut die).map(|field| {
                let value =
                    Written::word(["17", "a new word", "it's: odd", "-3.5"][die(4) as usize]);
                Change::Set { field, value }
            }),
        };
        let Some(change) = change else { continue };
        let text = match edited(source, std::slice::from_ref(&change)) {
            Ok(text) => text,
            Err(why) => {
                refused.push(format!("{}: {change:?}: {why}", source.path));
                continue;
            }
        };
        done += 1;
        let (before, after) = alike(&source.text, &text);
        let (old, new) = (source.text.lines().count(), text.lines().count());
        let said = format!("{}: {change:?}", source.path);
        let lines_of = |value: &Written| value.to_string().len() / 8 + 4;
        match &change {
            Change::Set { .. } => {
                assert!(old - before - after <= 3, "{said}: lines {before} to {}", old - after);
                assert_eq!(remarks(&source.text), remarks(&text), "{said}");
            }
            Change::Push { row, .. } => {
                assert!(old - before - after <= 1, "{said}: lines {before} to {}", old - after);
                assert!(new.saturating_sub(old) <= lines_of(row), "{said}");
                assert_eq!(remarks(&source.text), remarks(&text), "{said}");
            }
            Change::Remove { field } => {
                let row = whole.at(field).expect("a row");
                assert!(new <= old && old - before - after <= lines_of(row) + 3, "{said}");
            }
            Change::Lines { .. } | Change::AsWritten { .. } => {}
        }
    }
    assert!(refused.len() * 50 < done, "{} of {done} were refused: {refused:#?}", refused.len());
}

fn sketch_of(game: &str, file: &Source) -> Sketch {
    let library = library();
    let ruleset = library.ruleset(game).expect("a game");
    let faults = ruleset.check_file(&library.data, file);
    ruleset.sketch(&library.data, file, None, &faults)
}

#[test]
fn a_new_sheet_stays_as_large_as_it_was_when_its_first_tile_lies() {
    let ruleset = library().ruleset("heroscape").expect("a game");
    let blank = Source::new("map.yaml", ruleset.blank_battlefield().expect("a text"));
    let cells = |file: &Source| {
        let grid = sketch_of("heroscape", file).grid.expect("a grid");
        let whole = |(x, y): (f32, f32)| ((x * 100.0).round() as i32, (y * 100.0).round() as i32);
        grid.middles.into_iter().map(whole).collect::<BTreeSet<_>>()
    };
    let first = Stroke { tool: "tile:grass".into(), points: vec![(0.0, 0.0)], ..Stroke::default() };
    let (changes, _) = ruleset.stroke(&library().data, &blank, &first).expect("a stroke");
    let drawn = Source::new("map.yaml", edited(&blank, &changes).expect("a text"));
    let (before, after) = (cells(&blank), cells(&drawn));
    assert_eq!(before.len(), 12 * 9);
    assert!(before.is_subset(&after), "{:?}", before.difference(&after));
    assert!(after.len() < 15 * 12, "{}", after.len());
}

/// A stroke of any tool anywhere on a picture, or beside it.
fn stroke(sketch: &Sketch, die: &mut dyn FnMut(u32) -> u32) -> Stroke {
    let tools: Vec<_> = sketch.tools.iter().filter(|tool| tool.takes != Takes::Thing).collect();
    let whole = die(20) == 0;
    let fits = |takes: Takes| (takes == Takes::Nothing) == whole;
    let tools: Vec<_> = tools.into_iter().filter(|tool| fits(tool.takes)).collect();
    let tool = tools[die(tools.len() as u32) as usize];
    let (wide, deep) = match &sketch.grid {
        Some(_) => (30, 18),
        None => (200, 130),
    };
    let at = |die: &mut dyn FnMut(u32) -> u32| {
        (die(wide * 10) as f32 / 10.0 - 2.0, die(deep * 10) as f32 / 10.0 - 2.0)
    };
    let count = match tool.takes {
        Takes::Rect | Takes::Disc => 2,
        Takes::Corners | Takes::Line => 3 + die(3),
        _ => 1 + die(3),
    };
    let points = (0..count).map(|_| at(die)).collect();
    let brushes = sketch.grid.as_ref().map(|grid| &grid.brushes);
    let brush =
        brushes.filter(|_| tool.brushes).map(|all| all[die(all.len() as u32) as usize].id.clone());
    let level = (die(4) == 0).then(|| 1 + die(6) as i16);
    Stroke { tool: tool.id.clone(), points, turn: die(6) as u8, level, brush, ..Stroke::default() }
}

#[test]
fn strokes_keep_comments_and_say_what_they_mean_on_every_shipped_battlefield() {
    let library = library();
    let mut drawn = BTreeSet::new();
    for ruleset in &library.rulesets {
        let game = ruleset.name();
        let mut die = splitmix(15);
        for source in library.data.under(&format!("{game}/battlefields")) {
            let mut file = source.clone();
            for _ in 0..STROKES {
                let sketch = sketch_of(game, &file);
                assert!(sketch.scene.is_some(), "{}: {}", file.path, file.text);
                let stroke = stroke(&sketch, &mut die);
                let Ok((changes, _)) = ruleset.stroke(&library.data, &file, &stroke) else {
                    continue;
                };
                let said = format!("{}: {stroke:?}: {changes:?}\n{}", file.path, file.text);
                let text = edited(&file, &changes).unwrap_or_else(|why| panic!("{said}: {why}"));
                let comments = |text: &str| {
                    remarks(text)
                        .into_iter()
                        .filter(|line| line.contains('#'))
                        .map(str::to_string)
                        .collect::<Vec<_>>()
                };
                assert_eq!(comments(&file.text), comments(&text), "{said}");
                let next = Source::new(&file.path, text);
                drawn.insert((game, stroke.tool.clone()));
                file = next;
            }
        }
    }
    let games: BTreeSet<&str> = drawn.iter().map(|(game, _)| *game).collect();
    assert!(games.len() >= 3 && drawn.len() > 60, "{drawn:?}");
}

#[test]
fn turning_a_hex_battlefield_all_the_way_round_brings_it_back() {
    let library = library();
    let ruleset = library.ruleset("heroscape").expect("a game");
    for source in library.data.under("heroscape/battlefields") {
        let spaces = |file: &Source| {
            let sketch = sketch_of("heroscape", file);
            (sketch.size.split_once(',').map(|(_, rest)| rest.to_string()), sketch.faults)
        };
        let before = spaces(&source);
        for (tool, times) in [("rotate", 6), ("mirror", 2), ("half-turn", 2)] {
            let mut file = source.clone();
            for _ in 0..times {
                let stroke = Stroke { tool: tool.into(), ..Stroke::default() };
                let (changes, _) = ruleset.stroke(&library.data, &file, &stroke).expect(tool);
                file.text = edited(&file, &changes).expect(tool);
                assert_eq!(spaces(&file), before, "{tool} of {}", source.path);
                assert!(
                    ruleset.check_file(&library.data, &file).is_empty(),
                    "{tool}: {}",
                    file.text
                );
            }
        }
    }
}

#[test]
fn what_the_faults_of_a_hex_battlefield_tell_of_stays_while_it_is_drawn_on() {
    let library = library();
    let ruleset = library.ruleset("heroscape").expect("a game");
    let text = "battlefield: faulty\nlevels:\n  1: |\n    g g g g g g\n     g g Q g g g\n    g g g g g g\n\
                start:\n  A: {spaces: A1 Z9}\n  B: {spaces: Y8}\nglyphs:\n  \
                - {at: C3, kind: gerda} # under the tree\n  - {at: Z9} # far\n  \
                - {at: B3, kind: gerda}\nobstacles:\n  - {kind: tree_12, at: C3}\n  \
                - {kind: tree_12, at: C3} # twice\nedges:\n  - {kind: ladder, at: Z2, side: east}\n";
    let file = Source::new("map.yaml", text);
    let hex = |column: f32, row: f32| (column * 1.732, row * 1.5);
    let drawn = |tool: &str, at| {
        let stroke = Stroke { tool: tool.into(), points: vec![at], ..Stroke::default() };
        let (changes, _) = ruleset.stroke(&library.data, &file, &stroke)?;
        edited(&file, &changes).map_err(|why| why.to_string())
    };
    let sand = drawn("tile:sand", hex(5.0, 2.0)).expect("a text");
    assert_eq!(sand, text.replacen("g g g g g g\nstart", "g g g g g s\nstart", 1));
    let glyph = drawn("glyph:?", hex(0.0, 0.0)).expect("a text");
    assert_eq!(glyph, text.replace("gerda}\nobstacles", "gerda}\n  - {at: A1}\nobstacles"));
    let start = drawn("start:A", hex(1.0, 0.0)).expect("a text");
    assert_eq!(start, text.replace("{spaces: A1 Z9}", "{spaces: A1 B1 Z9}"));
    let raised = drawn("raise", hex(1.0, 2.0)).expect("a text");
    assert!(raised.contains("{at: B3, kind: gerda}") && raised.contains("# under"), "{raised}");
    // One whose glyph can be read goes with it.
    let cleared = drawn("clear", hex(1.0, 2.0)).expect("a text");
    assert!(!cleared.contains("{at: B3") && cleared.contains("# far"), "{cleared}");
    let refused = |tool: &str, at| drawn(tool, at).expect_err("it is refused");
    assert!(refused("obstacle:tree_12", hex(1.0, 2.0)).starts_with("a glyph lies on B3"));
    assert!(refused("glyph:?", hex(2.0, 2.0)).starts_with("C3 is filled"));
    // What cannot be read does not go with the rest.
    for (tool, at) in
        [("mirror", (0.0, 0.0)), ("both-sides", (0.0, 0.0)), ("tile:sand", hex(-1.0, 0.0))]
    {
        assert!(refused(tool, at).contains("mend that first"), "{tool}");
    }
}

#[test]
fn a_hex_battlefield_with_too_few_start_spaces_says_so_before_and_while_armies_are_placed() {
    let library = library();
    let ruleset = library.ruleset("heroscape").expect("a game");
    let text = "battlefield: narrow\nlevels:\n  1: |\n    g g g g g g\n     g g g g g g\n    g g g g g g\n     g g g g g g\n\
                start: |\n    A A A . . .\n     A A . . . .\n    . . . B B B\n     B B B B B B\n";
    let file = Source::new("narrow.yaml", text);
    let survey = ruleset.survey(&library.data, &file, &Budget::default()).expect("a survey");
    let few = "5 start spaces for 7 figures, those that do not fit are left out";
    assert_eq!(survey.analysis().lacking, [format!("A of the usual battle has {few}")]);
    let opened = ruleset.open(&library.data, &file, &[], Some(3)).expect("a table");
    let mut table = opened.table;
    let mut asked = BTreeSet::new();
    for _ in 0..4 {
        match table.pending() {
            Asked::Roll { .. } => {
                table.roll(&[18, 3], FaceSource::Typed, "").expect("dice");
            }
            Asked::Choice { seats, says, .. } => {
                asked.insert(says);
                let seat = seats.iter().next().expect("a seat");
                let action = table.nth_legal(seat, &mut |_| 0).expect("a place");
                table.act(seat, &action, "").expect("it is placed");
            }
            Asked::Over(_) => break,
        }
    }
    assert!(asked.contains(&format!("place a figure: {few}")), "{asked:?}");
}

/// What of a battlefield has to have its image, by half columns from the left and rows from the top: each where it is, and what it is.
fn standing(field: &Battlefield, pieces: &Pieces) -> Vec<(BTreeSet<(i16, i16)>, String)> {
    let at = |hex: Hex| (2 * hex.column + (hex.row & 1), hex.row);
    let on = |hex: Hex| BTreeSet::from([at(hex)]);
    let mut all = Vec::new();
    all.extend(field.tiles.iter().map(|it| (on(it.hex), format!("{} {}", it.kind, it.layer))));
    all.extend(field.glyphs.iter().map(|it| {
        (on(it.space.hex), format!("glyph {:?} {} {}", it.kind, it.face_up, it.space.level))
    }));
    all.extend(field.edges.iter().map(|it| {
        let both = BTreeSet::from([at(it.hex), at(it.hex.across(it.side))]);
        (both, format!("{} {}", it.kind, it.level))
    }));
    all.extend(field.obstacles.iter().map(|it| {
        let filled = pieces.filled(it).into_iter().map(|(hex, _)| at(hex));
        (filled.collect(), format!("{} {}", it.kind, it.level))
    }));
    for zone in &field.start {
        all.extend(zone.spaces.iter().map(|it| (on(it.hex), format!("start {}", zone.seat))));
    }
    all.sort();
    all
}

/// The same, turned by half about the middle of all tiles.
fn opposite(
    field: &Battlefield,
    all: &[(BTreeSet<(i16, i16)>, String)],
) -> Vec<(BTreeSet<(i16, i16)>, String)> {
    let ends = |of: &dyn Fn(&Hex) -> i16| {
        let all = field.tiles.iter().map(|tile| of(&tile.hex));
        all.clone().min().expect("a tile") + all.max().expect("a tile")
    };
    let (across, down) = (ends(&|hex| 2 * hex.column + (hex.row & 1)), ends(&|hex| hex.row));
    let seat = |what: &str| match what {
        "start A" => "start B".to_string(),
        "start B" => "start A".to_string(),
        other => other.to_string(),
    };
    let turned = all.iter().map(|(on, what)| {
        (on.iter().map(|(column, row)| (across - column, down - row)).collect(), seat(what))
    });
    let mut turned: Vec<_> = turned.collect();
    turned.sort();
    turned
}

#[test]
fn a_hex_battlefield_whose_sides_are_made_alike_is_its_own_half_turn() {
    let library = library();
    let ruleset = library.ruleset("heroscape").expect("a game");
    let catalog = Catalog::read(&library.data).expect("tables");
    let pieces = library.data.get("heroscape/pieces.yaml").expect("the pieces");
    let mut known = Known::of_pieces(Pieces::from_source(&pieces).expect("the pieces"));
    for tile in &catalog.terrain.tiles {
        let kind = known.tiles.entry(tile.id.clone()).or_default();
        (kind.letter, kind.fluid) = (Some(tile.letter), !tile.thick);
    }
    known.glyphs.extend(catalog.glyphs.iter().map(|glyph| glyph.id.clone()));
    let take = |file: &Source, stroke: &Stroke| {
        let (changes, says) = ruleset.stroke(&library.data, file, stroke)?;
        let text = edited(file, &changes).map_err(|why| why.to_string())?;
        Ok::<_, String>((Source::new(&file.path, text), says))
    };
    let whole = |tool: &str| Stroke { tool: tool.into(), ..Stroke::default() };
    let blank = Source::new("map.yaml", ruleset.blank_battlefield().expect("a text"));
    let mut files: Vec<Source> = library.data.under("heroscape/battlefields").collect();
    files.push(blank);
    let mut die = splitmix(55);
    let mut refused = BTreeSet::new();
    let halves = ["", ":upper", ":lower", ":left", ":right", ":left"];
    for source in &files {
        for (round, half) in halves.into_iter().enumerate() {
            let tool = format!("{}{half}", Half::TOOL);
            let mut file = source.clone();
            // In the corner, away from it, and drawn on ever more.
            for _ in 0..round % 3 {
                file = take(&file, &whole("room")).expect("room").0;
            }
            for _ in 0..round * 8 {
                let stroke = stroke(&sketch_of("heroscape", &file), &mut die);
                file = take(&file, &stroke).map_or(file, |(file, _)| file);
            }
            let before = ruleset.check_file(&library.data, &file).len();
            let (both, says) = match take(&file, &whole(&tool)) {
                Ok(done) => done,
                Err(why) => {
                    refused.insert(why);
                    continue;
                }
            };
            let (field, _) = mended(&both, &known).expect("a battlefield");
            let stands = standing(&field, &known.pieces);
            assert_eq!(stands, opposite(&field, &stands), "{says}\n{}\n{}", file.text, both.text);
            let faults = ruleset.check_file(&library.data, &both);
            assert!(faults.len() <= before, "{faults:?}\n{}\n{}", file.text, both.text);
            let (again, says) = take(&both, &whole(&tool)).expect("a second time");
            assert_eq!((both.text, says.as_str()), (again.text, "both sides are alike already"));
        }
    }
    assert!(refused.len() < files.len(), "{refused:?}");
}

#[test]
fn a_level_that_is_chosen_is_drawn_on_alone() {
    let ruleset = library().ruleset("heroscape").expect("a game");
    let text = "battlefield: river\nlevels:\n  1: |\n    g w g\n     g w g\n  2: |\n    . . g\nglyphs:\n  \
                - {at: C1/2, kind: gerda}\n";
    let drawn = |text: &str, tool: &str, level, (column, row): (f32, f32)| {
        let file = Source::new("map.yaml", text);
        let at = (1.732 * (column + (row % 2.0) / 2.0), row * 1.5);
        let stroke = Stroke { tool: tool.into(), points: vec![at], level, ..Stroke::default() };
        let (changes, says) = ruleset.stroke(&library().data, &file, &stroke)?;
        let text = edited(&file, &changes).map_err(|why| why.to_string())?;
        let faults = ruleset.check_file(&library().data, &Source::new("map.yaml", text.as_str()));
        assert_eq!(faults, [], "{text}");
        Ok::<_, String>((text, says))
    };
    // A bridge is one stroke, and what lies and stands below stays.
    let (bridge, says) = drawn(text, "tile:road", Some(2), (1.0, 1.0)).expect("a bridge");
    assert!(bridge.contains("     g w g\n  2: |\n    . . g\n     . R .\n"), "{bridge}");
    let under = format!("{text}  - {{at: B2/0, kind: astrid}}\n");
    let (high, _) = drawn(&under, "tile:road", Some(3), (1.0, 1.0)).expect("a high bridge");
    assert!(high.contains("{at: B2/0, kind: astrid}") && high.contains("3: |"), "{high}");
    assert!(says.ends_with("over 1 of them a bridge, what lies below stays"), "{says}");
    // Higher up, and painted over without a level, the river flows on.
    let (higher, _) = drawn(&bridge, "raise", None, (1.0, 1.0)).expect("a higher bridge");
    assert!(higher.contains("     g w g\n") && higher.contains("3: |"), "{higher}");
    let (sand, _) = drawn(&bridge, "tile:sand", None, (1.0, 1.0)).expect("another bridge");
    assert_eq!(sand, bridge.replace('R', "s"));
    // It is taken away alone; what stands above goes down with its tile.
    let (gone, says) = drawn(&bridge, "erase", Some(2), (1.0, 1.0)).expect("no bridge");
    assert!(!gone.contains('R') && gone.contains("     g w g\n"), "{gone}");
    assert_eq!(says, "1 tile of level 2 taken away");
    let (glyph, says) = drawn(text, "erase", Some(2), (2.0, 0.0)).expect("no glyph");
    assert!(!glyph.contains("gerda") && glyph.contains(". . g"), "{glyph}");
    assert_eq!(says, "1 glyph taken away");
    let (tile, _) = drawn(&glyph, "erase", Some(2), (2.0, 0.0)).expect("no tile");
    assert!(!tile.contains("2: |"), "{tile}");
    let (all, says) = drawn(&glyph, "erase", None, (2.0, 0.0)).expect("no tiles");
    assert!(!all.contains("2: |") && all.contains("    g w .\n"), "{all}");
    assert_eq!(says, "2 tiles taken away");
    let (same, says) = drawn(text, "erase", Some(2), (0.0, 0.0)).expect("nothing");
    assert_eq!((same.as_str(), says.as_str()), (text, "nothing of level 2 is there to take away"));
    // Ground fills up to the level; what flows does not hang in the air.
    let (hill, says) = drawn(text, "tile:rock", Some(3), (0.0, 0.0)).expect("a hill");
    assert_eq!(says, "rock, 1 space, level 3, with 1 tile to fill up to it");
    assert!(hill.contains("  2: |\n    r . g\n  3: |\n    r\n"), "{hill}");
    let hangs = drawn(text, "tile:water", Some(3), (1.0, 0.0)).expect_err("it is refused");
    assert!(hangs.starts_with("`water` on level 3 of B1 would hang in the air"), "{hangs}");
}

#[test]
fn a_misspelt_field_of_a_battlefield_hides_no_other_fault() {
    let ruleset = library().ruleset("heroscape").expect("a game");
    let text = "battlefield: slips\nlevels:\n  1: |\n    g g Q\nglyfs: [{at: A1, kind: astrid}]\n\
                obstacles: [{kind: tree_10, at: Z9}, {kind: tree_10, att: B1}]\n";
    let faults = ruleset.check_file(&library().data, &Source::new("slips.yaml", text));
    let told: Vec<(usize, Option<&str>)> =
        faults.iter().map(|fault| (fault.line, fault.suggestion.as_deref())).collect();
    assert_eq!(told, [(4, None), (5, Some("glyphs")), (6, None), (6, Some("at"))], "{faults:?}");
}
