//! Real maps of other programs, from a folder that `UMPIRE_MAPS` names: into our form, into both of theirs, and back.

use std::path::PathBuf;
use umpire_core::data::{Source, Tree, Written};
use umpire_core::host::Ruleset;
use umpire_tests::library;

/// What a map is: what has to be the same at every step.
const ALWAYS: [&str; 2] = ["levels", "start"];
/// What has to be the same where the other form can hold it.
const WHERE_KEPT: [&str; 3] = ["obstacles", "edges", "glyphs"];

fn maps() -> Vec<PathBuf> {
    let Ok(folder) = std::env::var("UMPIRE_MAPS") else {
        println!("UMPIRE_MAPS names no folder: no real map was read");
        return Vec::new();
    };
    let entries = std::fs::read_dir(&folder).expect("UMPIRE_MAPS names a folder");
    let is_map = |path: &PathBuf| {
        path.extension().is_some_and(|end| ["hsc", "json"].iter().any(|known| end == *known))
    };
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_map).collect();
    paths.sort();
    assert!(!paths.is_empty(), "`{folder}` has no map");
    paths
}

/// A battlefield of ours, made of another program's map.
fn taken_in(ruleset: &dyn Ruleset, name: &str, bytes: &[u8]) -> Source {
    let (text, _) = ruleset.import_map(&library().data, name, bytes).expect(name);
    let source = Source::new(format!("{name}.yaml"), text);
    let faults = ruleset.check_file(&library().data, &source);
    assert!(faults.is_empty(), "{name}: {}", faults[0]);
    source
}

/// A part of a battlefield, its rows in an order of their own.
fn part(source: &Source, field: &str) -> Vec<String> {
    let whole = Tree::parse(source).expect("it was checked").written();
    let mut rows: Vec<String> = match whole.field(field) {
        Some(Written::List(rows)) => rows.iter().map(ToString::to_string).collect(),
        // What a start zone is called is no part of it.
        Some(Written::Row(zones)) if field == "start" => {
            let said = |(zone, it): &(String, Written)| {
                format!("{zone}: {}", it.field("spaces").unwrap_or(it))
            };
            zones.iter().map(said).collect()
        }
        Some(other) => vec![other.to_string()],
        None => Vec::new(),
    };
    rows.sort();
    rows
}

#[test]
fn real_maps_go_in_and_come_out_the_same() {
    let ruleset = library().ruleset("heroscape").expect("a game");
    for path in maps() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a file");
        let begun = taken_in(ruleset, &name, &bytes);
        for form in ["hsc", "json", "link"] {
            let made = ruleset.export_map(&library().data, &begun, form).expect(&name);
            let again = taken_in(ruleset, &name, &made.bytes);
            let kept = WHERE_KEPT.iter().filter(|_| made.lost.is_empty());
            for field in ALWAYS.iter().chain(kept) {
                assert_eq!(part(&again, field), part(&begun, field), "{name} as {form}: {field}");
            }
            made.lost.iter().for_each(|lost| println!("{name} as {form}: not kept: {lost}"));
        }
        println!("{name}: the same spaces, heights, obstacles and start zones at every step");
    }
}
