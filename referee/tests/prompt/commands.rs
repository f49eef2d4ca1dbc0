//! The commands beside playing: scenarios, checks, rules, terrain, maps, and scenarios on disk.

use super::desk::{library, run, run_with};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use umpire::library::Library;

fn written(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        fs::write(path, text).expect("a file for the test");
    }
    let path = folder.path().to_path_buf();
    (folder, path)
}

const PASSES: &str = "game: duel\nuncited: [DUEL-1]\nsays: three lives\ngiven: {lives: [3, 3]}\nsteps:\n  - facts: {A.lives: 3}\n";
const FAILS: &str = "game: duel\nuncited: [DUEL-1]\nsays: four lives\ngiven: {lives: [3, 3]}\nsteps:\n  - facts: {A.lives: 4}\n";

#[test]
fn scenarios_are_run_from_anywhere() {
    let (_keep, path) = written(&[("good.yaml", PASSES), ("deep/bad.yaml", FAILS)]);
    let ran = run(&format!("scenario {}", path.display()), "");
    assert_eq!(ran.code, 1);
    let place = format!(
        "{}:6:5: at `steps[0]`: `A.lives` is `3`, expected `4`",
        path.join("deep/bad.yaml").display()
    );
    ran.says(&["failed", &place, "passed", "2 scenarios: 1 passed, 1 failed, 2 expectations"]);
    let one = run(&format!("scenario {} --json", path.join("good.yaml").display()), "");
    assert_eq!(one.code, 0);
    one.says(&["\"passed\":true", "\"ran\":1"]);
    assert_eq!(run("scenario /nowhere", "").code, 2);
}

#[test]
fn a_rule_that_a_scenario_names_has_to_be_cited() {
    let (_keep, path) = written(&[("named.yaml", &PASSES.replace("uncited", "rules"))]);
    let ran = run(&format!("scenario {}", path.display()), "");
    assert_eq!(ran.code, 1);
    let place = format!("{}:2:9: at `rules[0]`", path.join("named.yaml").display());
    ran.says(&[&place, "cites DUEL-1: it belongs under `uncited`"]);
}

#[test]
fn checks_name_file_line_and_column() {
    let (_keep, path) = written(&[("duel/scenarios/a.yaml", "lives: [3, 3]\n")]);
    let ran = run(&format!("check {}", path.display()), "");
    assert_eq!(ran.code, 0, "{}", ran.out);
    ran.says(&["1 file checked, no faults"]);
    fs::write(path.join("duel/scenarios/b.yaml"), "lives: [3, x]\nlifes: 3\n").expect("a file");
    let ran = run(&format!("check {}", path.display()), "");
    assert_eq!(ran.code, 1);
    let file = path.join("duel/scenarios/b.yaml");
    ran.says(&[
        &format!("{}:1:12: ", file.display()),
        "^",
        &format!("{}:2:1: ", file.display()),
        "2 faults",
    ]);
    let one = run(&format!("check {}", file.display()), "");
    one.says(&[&format!("{}:1:12: ", file.display()), "2 faults"]);
    let json = run(&format!("check {} --json", file.display()), "");
    assert_eq!(json.code, 1);
    json.says(&["\"column\":12"]);
}

#[test]
fn scenarios_in_a_folder_named_after_a_game_are_checked_one_by_one() {
    let (_keep, path) = written(&[("duel/blows/a.yaml", PASSES), ("duel/b.yaml", PASSES)]);
    let ran = run(&format!("check {}", path.display()), "");
    ran.says(&["2 files checked, no faults"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn a_folder_called_like_a_game_holds_its_tables_only_where_it_has_an_index_of_rules() {
    let rules = include_str!("../../../data/skirmish/rules.yaml");
    let ground = include_str!("../../../data/skirmish/terrain.yaml");
    let broken = ground.replace("difficult: true", "difficult: maybe");
    let (_keep, path) =
        written(&[("skirmish/terrain.yaml", &broken), ("top.yaml", "game: duet\n")]);
    let ran = run_with(&Library::embedded(), &format!("check {}", path.display()), "");
    ran.says(&["skirmish/terrain.yaml:", "maybe", "top.yaml:", "duet"]).lacks("missing");
    let table = path.join("skirmish/terrain.yaml");
    let one = run_with(&Library::embedded(), &format!("check {}", table.display()), "");
    one.says(&["terrain.yaml:", "maybe"]);
    let (_keep, whole) = written(&[("skirmish/rules.yaml", rules), ("top.yaml", "game: duet\n")]);
    let ran = run_with(&Library::embedded(), &format!("check {}", whole.display()), "");
    ran.says(&["skirmish/terrain.yaml:1:1: this file is missing", "top.yaml:", "duet"]);
    let (_keep, good) = written(&[("terrain.yaml", ground)]);
    let ran = run_with(&Library::embedded(), &format!("check {}/terrain.yaml", good.display()), "");
    ran.says(&["1 file checked, no faults"]);
}

#[test]
fn a_picture_takes_the_place_of_pictures_alone() {
    let (_keep, path) = written(&[("notes.yaml", "a: 1\n"), ("old.svg", "<svg/>")]);
    let reach = |to: &str| {
        let asked = format!("reach duel-on-the-hill finn --svg {}", path.join(to).display());
        run_with(&Library::embedded(), &asked, "")
    };
    let refused = reach("notes.yaml");
    assert_eq!(refused.code, 2, "{}{}", refused.out, refused.err);
    assert_eq!(std::fs::read_to_string(path.join("notes.yaml")).expect("it is there"), "a: 1\n");
    reach("old.svg").says(&["drawn in"]);
    assert!(std::fs::metadata(path.join("old.svg")).is_ok_and(|about| about.len() > 100));
}

#[test]
fn a_misuse_is_json_where_that_is_wanted() {
    let ran = run("los --json", "");
    assert_eq!(ran.code, 2);
    ran.says(&["{\"error\":", "required arguments"]);
    assert_eq!(ran.err, "");
}

#[test]
fn a_game_is_not_called_what_its_code_calls_something_else() {
    let (_keep, path) = written(&[]);
    for (name, why) in
        [("game", "something else"), ("self", "something else"), ("core", "crate of Umpire")]
    {
        let ran = run(&format!("new {name} --at {}", path.display()), "");
        assert_eq!(ran.code, 2, "{name}: {}", ran.out);
        assert!(ran.err.contains(why), "{name}: {}", ran.err);
        assert!(!path.join(name).exists());
    }
}

#[test]
fn a_file_that_is_no_text_or_names_no_game_is_placed() {
    let (_keep, path) = written(&[("odd.yaml", "# a game\ngame: duet\nlives: [3, 3]\n")]);
    fs::write(path.join("bytes.yaml"), b"lives: [3]\n\xff\xfe").expect("a file");
    let ran = run(&format!("check {}", path.join("odd.yaml").display()), "");
    ran.says(&["odd.yaml:2:7: at `game`: unknown game `duet`, did you mean `duel`?"]);
    let ran = run(&format!("check {}", path.join("bytes.yaml").display()), "");
    assert_eq!(ran.code, 1);
    ran.says(&["bytes.yaml:2:1: this is not UTF-8 text"]);
    let ran = run(&format!("play {}", path.join("odd.yaml").display()), "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("odd.yaml:2:7"), "{}", ran.err);
}

#[test]
fn a_scenario_on_disk_is_played_saved_and_replayed_without_its_file() {
    let (_keep, path) = written(&[("mine.yaml", "lives: [2, 2]\n"), ("other.yaml", "unused: 1\n")]);
    let save = path.join("game.umpire");
    let mine = path.join("mine.yaml");
    let ran = run(&format!("play {} --dice seed:1 --save {}", mine.display(), save.display()), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["duel, edition only, mine.yaml", "over after"]);
    fs::remove_file(&mine).expect("it was there");
    let replay = run(&format!("replay {}", save.display()), "");
    assert_eq!(replay.code, 0, "{}", replay.err);
    replay.says(&["the same"]).lacks("note:");
}

#[test]
fn faults_of_a_scenario_on_disk_name_its_path() {
    let (_keep, path) = written(&[("mine.yaml", "lives: [2, 12]\n")]);
    let ran = run(&format!("play {}", path.join("mine.yaml").display()), "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains(&format!("{}:1:1: ", path.join("mine.yaml").display())),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("12 lives (DUEL-5)"), "{}", ran.err);
}

#[test]
fn data_from_a_folder_takes_the_place_of_the_embedded() {
    let (_keep, path) = written(&[("duel/scenarios/default.yaml", "lives: [1, 1]\n")]);
    let ran = run(&format!("play --dice seed:1 --data {} --show board", path.display()), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["A 1 : 1 B"]);
}

#[test]
fn rules_are_looked_up_by_id_and_word() {
    let all = run("rules duel", "");
    all.says(&["DUEL-1", "enforced", "DUEL-9", "judged", "3 rules: 2 enforced, 1 judged"]);
    let one = run("rules duel duel-9", "");
    one.says(&["DUEL-9 honour (judged)", "duellists salute", "source: the tutorial game"]);
    run("rules duel secret", "").says(&["DUEL-1 secret_stances"]);
    let none = run("rules duel DUEL-8", "");
    assert_eq!(none.code, 1);
    assert!(none.err.contains("no rule `DUEL-8`, did you mean"), "{}", none.err);
    assert_eq!(run("rules chess", "").code, 2);
}

#[test]
fn coverage_counts_scenarios_and_statements() {
    let ran = run("rules duel --coverage", "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.says(&["DUEL-1", "tests/scenarios/duel/secret.yaml", "DUEL-2", "no scenario"]);
    ran.says(&["3 rules: 2 enforced, 1 judged; 1 enforced without a scenario"]);
    let mut library = library();
    let ledger = |rules: &str| {
        format!("statements:\n  - {{id: '1.1', says: stances are secret, rules: [{rules}]}}\n")
    };
    library.data.insert("duel/seed.yaml", ledger("DUEL-1"));
    let ran = run_with(&library, "rules duel --coverage", "");
    assert_eq!(ran.code, 0);
    ran.says(&[
        "statement 1.1: stances are secret",
        "DUEL-1 (1 scenario); covered",
        "1 statement: 1 covered",
    ]);
    library.data.insert("duel/seed.yaml", ledger("DUEL-1, DUEL-2, DUEL-9"));
    let ran = run_with(&library, "rules duel --coverage", "");
    assert_eq!(ran.code, 1);
    ran.says(&["not covered: DUEL-2 has no scenario, DUEL-9 is judged", "1 statement: 0 covered"]);
    let (_keep, path) = written(&[("two.yaml", &PASSES.replace("DUEL-1", "DUEL-2"))]);
    let ran = run(&format!("rules duel --coverage --scenarios {}", path.display()), "");
    ran.says(&["DUEL-1", "no scenario", "DUEL-2", "two.yaml"]);
    fs::write(path.join("three.yaml"), PASSES.replace("DUEL-1", "DUEL-7")).expect("a file");
    let ran = run(&format!("rules duel --coverage --scenarios {}", path.display()), "");
    assert_eq!(ran.code, 1);
    ran.says(&["three.yaml:1:1: names the rule `DUEL-7`, which is not in the index"]);
}

#[test]
fn terrain_says_what_it_does() {
    let all = run("terrain duel", "");
    all.says(&["terrain", "what it does", "sand", "slows feints", "DUEL-1", "stone"]);
    run("terrain duel sand", "").says(&["slows feints", "source: the tutorial"]).lacks("stone");
    let none = run("terrain duel snad", "");
    assert_eq!(none.code, 1);
    assert!(none.err.contains("no terrain `snad`, did you mean `sand`?"), "{}", none.err);
}

#[test]
fn maps_are_imported_or_refused() {
    let (_keep, path) = written(&[("hills.hsc", "map"), ("bad.hsc", "mop")]);
    let ran = run(&format!("map import {}", path.join("hills.hsc").display()), "");
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (0, "name: hills\n", "read 3 bytes\n")
    );
    let out = path.join("hills.yaml");
    let call = format!("map import {} --out {}", path.join("hills.hsc").display(), out.display());
    run(&call, "").says(&["read 3 bytes", "written to"]);
    assert_eq!(fs::read_to_string(&out).expect("it was written"), "name: hills\n");
    let own = run(&format!("map import {}", path.join("hills.yaml").display()), "");
    assert_eq!(own.code, 1);
    assert!(own.err.contains("is a battlefield of this program"), "{}", own.err);
    let ran = run(&format!("map import {}", path.join("bad.hsc").display()), "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("bad.hsc`: this is not a map"), "{}", ran.err);
}

#[test]
fn what_is_no_map_is_not_converted() {
    let library = umpire::library::Library::embedded();
    let tree = "battlefield: hill\nlevels:\n  1: |\n    g g\n";
    let (_keep, path) = written(&[
        ("junk.hsc", "junk"),
        ("picture.svg", "<svg/>"),
        ("faulty.yaml", "battlefield: hill\nlevels: {1: q}\n"),
        ("hill.yaml", tree),
    ]);
    let shown = |name: &str| path.join(name).display().to_string();
    let convert = |from: &str, to: &str| {
        run_with(&library, &format!("map convert {} {}", shown(from), shown(to)), "")
    };
    for (from, says) in [
        ("junk.hsc", "the file ends inside document"),
        ("picture.svg", "pictures cannot be read"),
        ("faulty.yaml", "unknown tile `q`"),
    ] {
        let ran = convert(from, "out.yaml");
        assert!(ran.code != 0 && ran.err.contains(says), "{from}: {}{}", ran.out, ran.err);
        assert!(!path.join("out.yaml").exists(), "{from}");
    }
    assert_eq!(convert("hill.yaml", "hill.hsc").code, 0);
    // A map of another program is analysed as one of ours is.
    for name in ["hill.yaml", "hill.hsc"] {
        let ran = run_with(&library, &format!("map analyse {}", shown(name)), "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.says(&["2 places"]);
    }
    // The map alone, by its name.
    assert_eq!(convert("hill.yaml", "hill.svg").code, 0);
    let drawn = fs::read_to_string(path.join("hill.svg")).expect("it was written");
    assert!(drawn.contains("A1/1") && !drawn.contains("not placed yet"), "{drawn}");
}

#[test]
fn a_question_the_game_does_not_know_is_misuse() {
    let ran = run("los default A1 B2", "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("this game has no questions"), "{}", ran.err);
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    use std::ffi::OsString;
    use std::io::{self, Write};
    struct Gone(usize);
    impl Write for Gone {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            if self.0 > 200 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut err = Vec::new();
    let mut console = umpire::console::Console {
        lines: Box::new(umpire::console::Piped::new(&b""[..])),
        out: umpire::console::Screen::new(Gone(0), false, false),
        err: umpire::console::Screen::new(&mut err, false, false),
        stop: Default::default(),
    };
    let words = ["umpire", "play", "--dice", "seed:7"].map(OsString::from);
    let code = umpire::command_line::run(words, &library(), &mut console);
    drop(console);
    assert_eq!((code, err.len()), (0, 0));
}

#[test]
fn a_scenario_of_an_unknown_game_is_placed() {
    let (_keep, path) = written(&[("odd.yaml", &PASSES.replace("game: duel", "game: duet"))]);
    let ran = run(&format!("scenario {}", path.display()), "");
    assert_eq!(ran.code, 1);
    ran.says(&["odd.yaml:1:7: at `game`: unknown game `duet`, did you mean `duel`?", "1 failed"]);
}

#[test]
fn cards_say_which_powers_are_built() {
    let all = run("cards duel", "");
    all.says(&["fencer", "1 of 2", "second", "it has none"]);
    all.says(&["2 cards: 1 with all their powers, 1 with some, 0 with their numbers alone"]);
    let one = run("cards duel the fencer", "");
    one.says(&["The Fencer (fencer): duellist", "lives 3", "built: lunge: a lunge (DUEL-2)"]);
    one.says(&["not built: riposte: a riposte", "its players keep themselves"]);
    let unbuilt = run("cards duel --unbuilt", "");
    unbuilt.says(&["fencer", "riposte", "1 power not built, of 1 card out of 2"]).lacks("lunge");
    let near = run("cards duel fenser", "");
    assert_eq!(near.code, 1);
    assert!(near.err.contains("did you mean `fencer`?"), "{}", near.err);
    run("cards duel second --json", "").says(&["\"name\":\"second\"", "\"powers\":[]"]);
}
