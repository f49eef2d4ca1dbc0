//! What a changed file would change, at the command line.

use super::desk::run_with;
use umpire::library::Library;
use umpire_core::data::Files;

const HOUSE: &str = "game: skirmish\nhouse_rules: mire\nterrain:\n  hedge: {difficult: false}\n";

const HEDGES: &str = "game: skirmish
battlefield:
  unit: inches
  size: [48, 48]
  pieces:
    - {terrain: hedge, rect: [4, 6, 20, 8]}
sides:
  A: [hedda]
  B: [boar]
position:
  turn: A
  figures:
    hedda: {at: [12, 4]}
    boar: {at: [12, 20]}
";

/// The tutorial game of open tables with a few of its scenarios.
fn library() -> Library {
    let mut library = Library::embedded();
    library.scenarios = library
        .scenarios
        .under("skirmish")
        .map(|source| (source.path, source.text))
        .collect::<Files>();
    library
}

fn written(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn scenarios_that_would_say_otherwise_are_named_with_what_differs() {
    let table = include_str!("../../../data/skirmish/terrain.yaml");
    let (_folder, same) = written("terrain.yaml", table);
    let ran = run_with(&library(), &format!("effects {same}"), "");
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says(&["none of", "conformance scenarios would say otherwise"]);
    let unseen = run_with(&library(), &format!("effects {same} --within 0"), "");
    assert_eq!(unseen.code, 1, "what was not run says nothing: {unseen:?}");
    let woods =
        table.replace("sight: area, cover: true, difficult: true", "sight: none, difficult: false");
    let (_folder, other) = written("terrain.yaml", &woods);
    let ran = run_with(&library(), &format!("effects {other}"), "");
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says(&["otherwise tests/scenarios/skirmish/", "would say otherwise"]);
}

#[test]
fn house_rules_are_laid_over_every_scenario_and_a_question_is_asked_twice() {
    let (folder, path) = written("mire.yaml", HOUSE);
    let field = folder.path().join("hedges.yaml");
    std::fs::write(&field, HEDGES).expect("a file");
    let on = format!("--on {} --ask reach~hedda", field.display());
    let ran = run_with(&library(), &format!("effects {path} {on}"), "");
    assert!(ran.code < 2, "{ran:?}");
    ran.says(&["before: ", "after:  ", "conformance scenarios would"]);
    ran.lacks("not valid yaml");
    let broken = HOUSE.replace("hedge", "hedgehog");
    let (_folder, path) = written("mire.yaml", &broken);
    let ran = run_with(&library(), &format!("effects {path}"), "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(format!("{}{}", ran.out, ran.err).contains("no row `hedgehog` to change"), "{ran:?}");
    let ran = run_with(&library(), "effects skirmish", "");
    assert_eq!(ran.code, 2, "{ran:?}");
}
