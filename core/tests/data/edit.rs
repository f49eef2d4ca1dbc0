//! Changes keep what they do not mean.

use umpire_core::data::{Change, Places, Source, Tree, Unedited, Written, edited, lost};

const TEXT: &str = "# A field.\nname: field   # why not\nsize: [4, 3]\n\nlevels:\n  1: |\n    g g g\n     g g g\n\n  # the hill\n  2: |\n    . r\n\n# trees\ntrees:\n  - {kind: elm, at: A1} # old\n  # a pair\n  - {kind: oak, at: B2}\n  - kind: ash\n    at: C1\n";

fn source(text: &str) -> Source {
    Source::new("field.yaml", text)
}

fn changed(changes: &[Change]) -> (Vec<String>, Vec<String>) {
    let text = edited(&source(TEXT), changes).expect("an edit");
    let (old, new): (Vec<&str>, Vec<&str>) = (TEXT.lines().collect(), text.lines().collect());
    let before = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let ends = old[before..].iter().rev().zip(new[before..].iter().rev());
    let after = ends.take_while(|(one, other)| one == other).count();
    let part = |lines: &[&str]| {
        lines[before..lines.len() - after].iter().map(ToString::to_string).collect()
    };
    (part(&old), part(&new))
}

fn set(field: &str, value: Written) -> Change {
    Change::Set { field: field.into(), value }
}

fn lines(field: &str, text: &str) -> Change {
    Change::Lines { field: field.into(), text: text.into() }
}

#[test]
fn a_value_is_set_where_it_stands() {
    let (old, new) = changed(&[set("trees[0].at", Written::word("D4"))]);
    assert_eq!(old, ["  - {kind: elm, at: A1} # old"]);
    assert_eq!(new, ["  - {kind: elm, at: D4} # old"]);
    let (old, new) = changed(&[set("trees[2].at", Written::word("D4"))]);
    assert_eq!((old, new), (vec!["    at: C1".into()], vec!["    at: D4".into()]));
    let size = Written::list([Written::word(5), Written::word("3.5")]);
    assert_eq!(changed(&[set("size", size)]).1, ["size: [5, 3.5]"]);
    assert_eq!(changed(&[set("name", Written::word("a: b"))]).1, ["name: \"a: b\"   # why not"]);
    let turned = set("trees[1].rotation", Written::word(2));
    assert_eq!(changed(&[turned]).1, ["  - {kind: oak, at: B2, rotation: 2}"]);
}

#[test]
fn rows_come_and_go() {
    let row = Written::row([("kind", Written::word("fir")), ("at", Written::word("A2"))]);
    let push = |list: &str| Change::Push { list: list.into(), row: row.clone() };
    assert_eq!(changed(&[push("trees")]), (vec![], vec!["  - {kind: fir, at: A2}".to_string()]));
    assert_eq!(changed(&[push("walls")]).1, ["walls:", "  - {kind: fir, at: A2}"]);
    let remove = |field: &str| Change::Remove { field: field.into() };
    let (old, new) = changed(&[remove("trees[1]")]);
    assert!(old.contains(&"  - {kind: oak, at: B2}".to_string()), "{old:?}");
    assert!(new.iter().all(|line| line.trim_start().starts_with('#')), "{new:?}");
    let all = [remove("trees[2]"), remove("trees[0]"), remove("trees[0]")];
    let text = edited(&source(TEXT), &all).expect("an edit");
    assert!(Tree::parse(&source(&text)).is_ok_and(|tree| tree.written().field("trees").is_none()));
}

#[test]
fn drawings_in_letters_change_line_by_line() {
    let (old, new) = changed(&[lines("levels.1", "g g g\n w g g\n")]);
    assert_eq!((old, new), (vec!["     g g g".into()], vec!["     w g g".into()]));
    let (old, new) = changed(&[lines("levels.2", ". r\n . r\n")]);
    assert_eq!((old, new), (vec![], vec!["     . r".to_string()]));
    let (old, new) = changed(&[lines("levels.3", ". . s\n")]);
    assert_eq!((old, new), (vec![], vec!["  3: |".to_string(), "    . . s".into()]));
    assert_eq!(changed(&[lines("start", "A . B\n")]).1, ["start: |", "  A . B"]);
    let both = [lines("levels.2", ". s\n"), set("trees[0].at", Written::word("B1"))];
    let (_, new) = changed(&both);
    assert_eq!(
        (new[0].as_str(), new[new.len() - 1].as_str()),
        ("    . s", "  - {kind: elm, at: B1} # old")
    );
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let no_such = |field: &str| Err(Unedited::NoSuchField(field.to_string()));
    assert_eq!(
        edited(&source(TEXT), &[set("trees[7].at", Written::word(1))]),
        no_such("trees[7].at")
    );
    assert_eq!(
        edited(&source(TEXT), &[Change::Remove { field: "trees[7]".into() }]),
        no_such("trees[7]")
    );
    let broken = edited(&source("a: [1"), &[set("a", Written::word(1))]);
    assert!(matches!(broken, Err(Unedited::Unreadable(_))), "{broken:?}");
}

#[test]
fn windows_lines_stay_so() {
    let text = TEXT.replace('\n', "\r\n");
    let changes = [lines("levels.2", ". s\n"), set("trees[0].at", Written::word("B1"))];
    let made = edited(&source(&text), &changes).expect("an edit");
    assert_eq!(made.matches('\n').count(), made.matches("\r\n").count());
}

fn as_written(field: &str, says: &str) -> Change {
    Change::AsWritten { field: field.into(), says: says.into() }
}

#[test]
fn a_value_as_it_stands_is_written_with_its_comments() {
    let places = Places::of(Tree::parse(&source(TEXT)).expect("a text"));
    let levels = places.as_written("levels").expect("lines");
    assert_eq!(levels, "1: |\n  g g g\n   g g g\n\n# the hill\n2: |\n  . r");
    assert_eq!(places.as_written("size").as_deref(), Some("[4, 3]"));
    assert_eq!(places.as_written("levels.1").as_deref(), Some("|\n  g g g\n   g g g"));
    assert_eq!(places.as_written("trees[0].at").as_deref(), Some("A1"));
    // What stays the same stays as it is, also with the ends of lines of another system.
    for (field, ends) in [("levels", "\n"), ("trees", "\r\n"), ("size", "\n"), ("levels.2", "\r\n")]
    {
        let text = source(&TEXT.replace('\n', ends));
        let says = Places::of(Tree::parse(&text).expect("a text")).as_written(field);
        let same = edited(&text, &[as_written(field, &says.expect("lines"))]);
        assert_eq!(same.as_deref(), Ok(&*text.text), "{field}");
    }
    let (old, new) =
        changed(&[as_written("levels", &levels.replace("1: |\n  g g", "1: |\n  w g"))]);
    assert_eq!((old, new), (vec!["    g g g".to_string()], vec!["    w g g".to_string()]));
    let (_, new) = changed(&[as_written("size", "# wide\n- 5\n- 3 # deep")]);
    assert_eq!(new, ["size:", "  # wide", "  - 5", "  - 3 # deep"]);
    let (_, new) = changed(&[as_written("name", "moor")]);
    assert_eq!(new, ["name: moor   # why not"]);
    // Between braces there is no place for comments; a value without goes there on one line.
    let lines = edited(&source(TEXT), &[as_written("trees[0].at", "# why\na: 1\nb: 2")]);
    assert_eq!(lines, Err(Unedited::Differs));
    let (_, new) = changed(&[as_written("trees[0].at", "a: 1\nb: 2")]);
    assert_eq!(new, ["  - {kind: elm, at: {a: 1, b: 2}} # old"]);
    let text = source("a: 1\n\n\nb: 2\n");
    let lines = edited(&text, &[as_written("a", "- 1\n- 2")]);
    assert_eq!(lines.as_deref(), Ok("a:\n  - 1\n  - 2\n\n\nb: 2\n"));
    let empty = source("a:\nb: # none\nc: 1\n");
    let filled = [as_written("a", "[1]"), as_written("b", "x: 1\ny: 2")];
    let filled = edited(&empty, &filled).expect("a text");
    assert_eq!(filled, "a: [1]\nb: # none\n  x: 1\n  y: 2\nc: 1\n");
}

#[test]
fn what_a_text_does_not_say_any_more_is_told() {
    let after = "name: field\n\nlevels:\n  1: |\n    g # no comment\n";
    let gone = lost(TEXT, after);
    assert!(gone.contains(&"# the hill".to_string()), "{gone:?}");
    assert!(gone.contains(&"a text written over several lines".to_string()), "{gone:?}");
    assert_eq!(lost(TEXT, TEXT), Vec::<String>::new());
    assert_eq!(lost(after, "levels:\n  1: |\n    g\n"), Vec::<String>::new());
}
