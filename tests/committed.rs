//! The typed games, the records and the sessions of the manuals still play and replay, through the program itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use umpire::command_line;
use umpire::console::{Console, Piped, Screen};
use umpire::library::Library;
use umpire_core::data::{Source, read};
use umpire_core::scene::Room;

/// Runs the program on typed lines; its exit code and what it said.
fn run(words: &[&str], typed: &str) -> (u8, String) {
    run_in(None, words, typed)
}

/// The same on a screen of some size.
fn run_in(room: Option<Room>, words: &[&str], typed: &str) -> (u8, String) {
    run_stopped(room, words, typed, false)
}

/// The same, by somebody who has pressed Ctrl-C before, or not.
fn run_stopped(room: Option<Room>, words: &[&str], typed: &str, is_stopped: bool) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = {
        let mut console = Console {
            lines: Box::new(Piped::new(typed.as_bytes())),
            out: Screen::new(&mut out, false, false).of(room),
            err: Screen::new(&mut err, false, false),
            stop: Arc::new(AtomicBool::new(is_stopped)),
        };
        let words = std::iter::once("umpire").chain(words.iter().copied()).map(Into::into);
        command_line::run(words, &Library::embedded(), &mut console)
    };
    let said = String::from_utf8_lossy(&out).into_owned() + &String::from_utf8_lossy(&err);
    (code, said)
}

fn file(path: &str) -> String {
    let path = umpire_tests::project().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn a_typed_seat_plays_against_a_bot() {
    let typed = file("tests/typed/two-hills.txt");
    let battle = umpire_tests::project().join("tests/typed/two-hills.yaml");
    let battle = battle.to_str().expect("the project's path is text");
    let (code, said) = run(&["play", battle, "--seat", "A=human", "--dice", "typed:3"], &typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "no: finn is out of play, no marker may go on it (HS-3.3.6)",
        "die 3 (combat) has no face `ssx`, it has skull (s), shield (h), blank (b)",
        "3 dice are asked for, 2 given",
        "+1 on the higher level: 1 over 0 (HS-7.6.1)",
        "line 95 corrected",
        "finn is destroyed (HS-7.5.12)",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
    // Two slips of typing and one refused action: no other line of the file is rejected.
    let rejected = said.lines().filter(|line| line.trim_start().starts_with("line "));
    let rejected: Vec<&str> = rejected.filter(|line| !line.contains("corrected")).collect();
    assert_eq!(rejected.len(), 3, "{rejected:#?}");
}

#[test]
fn whoever_does_not_know_the_words_is_helped() {
    let typed = file("tests/typed/words-at-the-prompt.txt");
    let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
    let (code, said) = run(&[&["play", "duel-on-the-hill"][..], &seats].concat(), &typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "such as `move marro 1 by",
        "turn of A with marro-warriors, A has 50 points left",
        "finn (figures of B)  at G4/2",
        "`marro 1 attacks` which figure? finn, marro 2, marro 4 (`FIGURE attacks FIGURE`)",
        "`wounds finn` which number? (`wounds FIGURE NUMBER`)",
        "there is no figure `marro 9`, did you mean `marro 1`?",
        "which figure of 4 called `marro`? marro 1, marro 2, marro 3, marro 4",
        "A: marro 1 attacks finn: yes",
        "no: marro 1 cannot fly (HS-4.5.1)",
        "finn is at G4/2, not at A1/1",
        "HS-7.6.1 height advantage\n",
        "no rule `hight advantage`, did you mean `height advantage`?",
        "ends the move of whoever enters (HS-5.4.2)",
        "A rolls 3 combat: attack of marro 1 on finn, who defends with 4, skull counts",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
}

/// Sessions of people who do not know the words yet, piped and on the screens that people have: each line `# says: ..` stands
/// in what is said, in this order, each `# says nothing: ..` nowhere, and no line is wider than the screen.
#[test]
fn newcomers_are_told_what_helps_them() {
    let screens = [None, Some((80, 24)), Some((100, 30))];
    let folder = umpire_tests::project().join("tests/typed/newcomers");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the folder is there").collect();
    files.sort_by_key(|file| file.as_ref().expect("it can be listed").path());
    assert!(files.len() > 5);
    for file in files {
        let path = file.expect("it can be listed").path();
        let typed = std::fs::read_to_string(&path).expect("it can be read");
        let command = typed.lines().next().and_then(|line| line.strip_prefix("# umpire "));
        let words: Vec<&str> = command.expect("its first line runs it").split(' ').collect();
        for screen in screens {
            let room = screen.map(|(columns, lines)| Room { columns, lines });
            let (code, all) = run_in(room, &words, &typed);
            let session = format!("{} on {screen:?}", path.display());
            assert_eq!(code, 0, "{session}: {all}");
            // What is typed is told again behind the prompt; a terminal wraps it.
            let said = || all.lines().filter(|line| !line.contains("> "));
            if let Some((columns, _)) = screen {
                let wide: Vec<&str> =
                    said().filter(|line| line.chars().count() > columns).collect();
                assert_eq!(wide, Vec::<&str>::new(), "{session}");
            }
            says_what_it_should(&session, &typed, said());
        }
    }
}

/// A screen goes on in the next line where the text would be too wide.
fn in_one_line<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

fn says_what_it_should<'a>(session: &str, typed: &str, said: impl Iterator<Item = &'a str>) {
    let (said, mut from) = (in_one_line(said), 0);
    for line in typed.lines() {
        if let Some(never) = line.strip_prefix("# says nothing: ") {
            let never = in_one_line(std::iter::once(never));
            assert!(!said.contains(&never), "{session}: `{never}` is said:\n{said}");
        } else if let Some(wanted) = line.strip_prefix("# says: ") {
            let wanted = in_one_line(std::iter::once(wanted));
            let at = said[from..].find(&wanted);
            let at = at.unwrap_or_else(|| panic!("{session}: nobody says `{wanted}`:\n{said}"));
            from += at + wanted.len();
        }
    }
}

#[test]
fn house_rules_lie_in_a_folder_beside_and_are_no_game_by_themselves() {
    let path = |file: &str| umpire_tests::project().join("tests/typed/club").join(file);
    let evening = path("evening.yaml").display().to_string();
    let (code, said) = run(&["check", &evening], "");
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&["play", &evening, "--seat", "A=human", "--dice", "seed:1"], "quit\n");
    assert_eq!(code, 0, "{said}");
    let rules = path("rules/soft-mud.yaml").display().to_string();
    assert_eq!(run(&["check", &rules], "").0, 0);
    for words in [&["play", &*rules][..], &["los", &*rules, "finn", "marro"]] {
        let (code, said) = run(words, "");
        assert_ne!(code, 0, "{said}");
        let says = "holds house rules, which are played in a scenario that names them: `house_rules: [soft-mud]`";
        assert!(said.contains(says), "{said}");
    }
}

const BOTH: [&str; 6] = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];

#[test]
fn a_figure_stands_on_the_ground_that_a_power_laid() {
    let flooded = umpire_tests::project().join("tests/typed/flooded.yaml").display().to_string();
    let typed =
        "end turn\nuse create water with ewashia\nlay at B1\nmove finn by C1 B1\nstatus finn\n";
    let (_, said) = run(&[&["play", &flooded][..], &BOTH].concat(), typed);
    assert!(said.contains("on water, level 1"), "{said}");
}

#[test]
fn what_is_looked_up_holds_by_the_house_rules_of_the_game() {
    let evening = umpire_tests::project().join("tests/typed/club/evening.yaml");
    let evening = evening.display().to_string();
    let (_, said) = run(&[&["play", &evening][..], &BOTH].concat(), "terrain water\n");
    let says = "entering costs 2 points, levels risen come on top (HS-5.2.1)";
    assert!(said.contains(says), "{said}");
    assert!(said.contains("by edition annihilation, with the house rules soft-mud"), "{said}");
}

/// Look-ups for programs are one value each, or a refusal.
#[test]
fn what_is_looked_up_comes_as_one_value_for_programs() {
    let typed = "terrain water\nterrain\nglyph foo\ncard brandar\n";
    let words = [&["play", "duel-on-the-hill", "--json"][..], &BOTH].concat();
    let (_, said) = run(&words, typed);
    let values: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    let has = |what: &dyn Fn(&serde_json::Value) -> bool| values.iter().any(what);
    assert!(has(&|it| it["terrain"][0]["name"] == "water"), "{said}");
    assert!(has(&|it| it["groups"][0]["kind"] == "tile"), "{said}");
    assert!(has(&|it| it["refused"] == "no glyph `foo`"), "{said}");
    assert!(has(&|it| it["rules"][0]["name"] == "glyph_brandar"), "{said}");
}

#[test]
fn what_lies_there_and_is_no_file_is_called_what_it_is() {
    let folder = umpire_tests::project().join("tests").display().to_string();
    let says = format!("cannot read `{folder}`: it is a folder");
    for words in [
        &["play", &*folder][..],
        &["los", &*folder, "finn", "marro"],
        &["map", "analyse", &*folder],
    ] {
        let (code, said) = run(words, "");
        assert_ne!(code, 0, "{said}");
        assert!(said.contains(&says), "{said}");
    }
    let saved = [&["play", "duel-on-the-hill", "--save", &*folder][..], &BOTH].concat();
    let (code, said) = run(&saved, "marro 1 attacks finn\n");
    assert_ne!(code, 0, "{said}");
    let says = format!("cannot write `{folder}`: it is a folder");
    assert!(said.contains(&says) && !said.contains("A> "), "{said}");
}

#[test]
fn an_edition_that_is_not_there_is_told_with_those_that_are() {
    let (code, said) = run(&["play", "beacons", "--edition", "foo"], "");
    assert_ne!(code, 0, "{said}");
    assert!(said.contains("no edition `foo`, there is head-2026-04, netea"), "{said}");
    let (_, said) = run(&["play", "beacons", "--edition", "head-2026-4"], "");
    assert!(said.contains("no edition `head-2026-4`, did you mean `head-2026-04`?"), "{said}");
}

#[test]
fn games_that_were_stopped_are_told_as_fewer_than_were_asked_for() {
    let words = ["map", "analyse", "twin-hills", "--games", "9"];
    let (code, said) = run_stopped(None, &words, "", true);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("stopped: 9 games were asked for"), "{said}");
}

#[test]
fn what_is_told_at_the_command_line_can_be_done() {
    let (_, said) = run(&["los", "tower-held", "a", "b"], "");
    assert!(said.contains("`odds` may be asked, and at the prompt `targets`, `where`"), "{said}");
}

#[test]
fn the_dice_of_a_power_are_asked_for_by_its_name_and_what_counts() {
    let of = "tests/scenarios/heroscape/powers/HS-7.7.8.trigger-marro-warriors-water-clone.yaml";
    let of = umpire_tests::project().join(of).display().to_string();
    let typed = "finish moving\nuse water clone with marro 1\n";
    let (_, said) = run(&[&["play", &*of][..], &BOTH].concat(), typed);
    assert!(said.contains("A rolls 1 d20: Water Clone of marro 1, 15+ counts"), "{said}");
}

/// Every conformance scenario says the same where it is written in braces, as JSON.
#[test]
fn conformance_scenarios_may_be_written_in_braces() {
    let mut tried = 0;
    for path in umpire_tests::scenario_files().into_iter().step_by(40) {
        let file = umpire_tests::source(&path).unwrap_or_else(|trouble| panic!("{trouble}"));
        let value: serde_yaml::Value = read(&file).expect("no fault").value;
        let text = serde_json::to_string(&value).expect("its keys are words");
        let braces = Source::new(file.path.clone(), text);
        let report = umpire_tests::run_source(&braces, &umpire_tests::data_with(&path));
        assert!(report.passed(), "{}: {:?}", file.path, report.faults);
        tried += 1;
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn two_people_and_a_judge_play_typed() {
    let typed = file("tests/typed/judged-duel.txt");
    let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
    let (code, said) = run(&[&["play", "duel-on-the-hill"][..], &seats].concat(), &typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "instead: come 2 spaces nearer",
        "judge lets A: marro 3 attacks finn (measured on the table it is within six spaces)",
        "line 3 corrected; 3 later inputs carried out again",
        "no: the judge ruled by eye that marro 1 does not see finn (HS-7.4.1)",
        "the judge amends: wounds finn 2 (HS-U.1)",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
}

#[test]
fn whole_armies_are_typed_by_icon_on_one_line() {
    let typed = file("tests/typed/grove-war.txt");
    let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
    let (code, said) = run(&[&["play", "grove-war"][..], &seats].concat(), &typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "did you mean `first`?",
        "B: order of play, 6 (DD-4.3)",
        "4 dice are asked for, 3 given",
        "B at frontier: 6 missile (DD-8.2)",
        "[1, needed 2] (DD-8.12)",
        "line 10 corrected",
        "B at home B: the maneuver succeeds, 8 against 7 (DD-6.5)",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
    // A slip, an attack that the terrain does not allow, a die too few, and a pick that is too small.
    let rejected = said.lines().filter(|line| line.trim_start().starts_with("line "));
    let rejected: Vec<&str> = rejected.filter(|line| !line.contains("corrected")).collect();
    assert_eq!(rejected.len(), 4, "{rejected:#?}");
}

#[test]
fn records_with_corrections_undone_and_overruled_lines_replay() {
    for name in ["judged-duel", "grove-war", "lancers-at-the-mill"] {
        let record = umpire_tests::project().join(format!("tests/transcripts/{name}.umpire"));
        let record = record.to_str().expect("the project's path is text");
        let (code, said) = run(&["replay", record], "");
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("the same: "), "{said}");
    }
}

/// Where a typed battle is cut in two.
const SAVED: &str = "# Saved here, and taken up again.\n";

#[test]
fn a_battle_is_judged_and_goes_on_after_a_break() {
    let typed = file("tests/typed/lancers-at-the-mill.txt");
    let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
    let (code, said) = run(&[&["play", "beacons"][..], &seats].concat(), &typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "did you mean `lancers double`?",
        "`lancers 2` is in the way after 21.967 cm, at (59.809, 61.68): vehicles do not pass vehicles (EA-3.3)",
        "no: the judge saw that `lancers 1` does not see `reds 3` (EA-U.1)",
        "line 8 corrected",
        "A rolls 3 d6: firefight, 4+, of A",
        "the assault: A rolls 6 5, in all 6; B rolls 1 2, in all 5: A wins (EA-8.7.1)",
        "lancers breaks (EA-8.9)",
        "guards 8 enters keep (EA-3.1)",
        "the judge: markers reds 2 (EA-U.1)",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
    // A slip of typing, a move that the rules refuse, and words that mean nothing.
    let rejected = said.lines().filter(|line| line.trim_start().starts_with("line "));
    let rejected: Vec<&str> = rejected.filter(|line| !line.contains("corrected")).collect();
    assert_eq!(rejected.len(), 3, "{rejected:#?}");

    let folder = std::env::temp_dir().join(format!("umpire-break-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let save = folder.join("battle.umpire");
    let save = save.to_str().expect("the folder's path is text");
    let (before, after) = typed.split_once(SAVED).expect("the battle is saved once");
    let (code, said) = run(&[&["play", "beacons", "--save", save][..], &seats].concat(), before);
    assert_eq!(code, 0, "{said}");
    let (code, said) =
        run(&[&["play", "--resume", save, "--save", save][..], &seats].concat(), after);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&["replay", save], "");
    assert_eq!(code, 0, "{said}");
    let end = |record: &str| {
        let last = record.rsplit("\"digest\":").next()?;
        last.split('}').next().map(str::to_string)
    };
    let saved = std::fs::read_to_string(save).expect("it was saved");
    let committed = file("tests/transcripts/lancers-at-the-mill.umpire");
    assert_eq!(end(&saved), end(&committed), "both came to the same end");
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[test]
fn a_move_that_would_cost_a_unit_is_carried_out_when_typed_again() {
    let typed = "go first\npanzers advance\n1 hold; 2 hold; 3 hold\n4 to (130, 20)\n\
                 why 4 hold\n4 to (130, 20)\n";
    let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "seed:3"];
    let (code, said) = run(&[&["play", "beacons"][..], &seats].concat(), typed);
    assert_eq!(code, 0, "{said}");
    let warned = "mind: `panzers` comes apart, and all but one part of it is destroyed: \
                  `panzers 4` is ";
    let (before, after) = said.split_once(warned).unwrap_or_else(|| panic!("no warning:\n{said}"));
    assert!(!before.contains("panzers 4 moves"), "{said}");
    let (told, after) = after.split_once("type it again").unwrap_or_else(|| panic!("{said}"));
    assert!(told.contains("may be 5 cm; in coherency would be `panzers 4 to ("), "{said}");
    assert!(after.contains("yes: the formation is in coherency (EA-1.5)"), "{said}");
    assert!(after.contains("panzers 4 moves 11 cm to (130, 20)"), "{said}");
}

#[test]
fn a_newcomer_puts_units_down_on_a_battlefield() {
    let typed = "list\nplace reds 1 at (90, 30)\nblues 1 at 90 40\nlos reds 1 blues 1\nwhy\n\
                 jeep at (20, 20)\n";
    let (code, said) = run(&["table", "crossroads"], typed);
    assert_eq!(code, 0, "{said}");
    for line in [
        "A has reds 1 to 4, panzers 1 to 2, hovers 1 to 2, colossus; B has blues 1 to 4",
        "`place reds 1 at (90, 30)` puts a unit there, `los reds 1 blues 1` then tells",
        "      place blues 1 at (90, 90)",
        "   1  judge: place reds 1 at (90, 30) (at the table)",
        "   2  judge: place blues 1 at (90, 40) (at the table)",
        "reds 1 sees blues 1, 8 cm apart: yes",
        "line 6: there is no unit `jeep`, there are reds 1 to 4",
    ] {
        assert!(said.contains(line), "nobody said `{line}`:\n{said}");
    }
}

#[test]
fn a_battle_of_bots_ends_and_replays() {
    let folder = std::env::temp_dir().join(format!("umpire-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let save = folder.join("battle.umpire");
    let save = save.to_str().expect("the folder's path is text");
    let (code, said) = run(&["play", "training-day", "--dice", "seed:2", "--save", save], "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("over after "), "{said}");
    let (code, said) = run(&["replay", save], "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the same: "), "{said}");
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

/// A session as a manual prints it: the command, what is typed, and what is said.
struct Printed {
    command: Vec<String>,
    typed: String,
    said: Vec<String>,
}

/// The sessions of a manual: indented blocks that begin with `$`.
fn sessions(manual: &str) -> Vec<Printed> {
    let mut found: Vec<Printed> = Vec::new();
    let mut inside = false;
    for line in manual.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            inside = false;
            continue;
        };
        // What stands behind a number sign explains the line to the reader.
        let line = line.split("  #").next().unwrap_or(line).trim_end();
        if let Some(command) = line.strip_prefix("$ ") {
            let (_, words) = command.split_once(" -- ").unwrap_or(("", command));
            let words = words.trim_start_matches("umpire ").split_whitespace().map(String::from);
            found.push(Printed {
                command: words.collect(),
                typed: String::new(),
                said: Vec::new(),
            });
            inside = true;
        } else if let (true, Some(session)) = (inside, found.last_mut()) {
            let prompts = ["A> ", "B> ", "dice> ", "table> ", "judge> "];
            match prompts.iter().find_map(|prompt| line.strip_prefix(prompt)) {
                Some(typed) => session.typed += &format!("{typed}\n"),
                None => session.said.push(line.trim().to_string()),
            }
        }
    }
    found
}

#[test]
fn the_sessions_of_the_manuals_run_as_they_are_printed() {
    let mut ran = 0;
    for manual in [
        "README.md",
        "data/README.md",
        "tests/README.md",
        "rulesets/heroscape/README.md",
        "rulesets/dragon-dice/README.md",
        "rulesets/ea-heresy/README.md",
    ] {
        for session in sessions(&file(manual)) {
            let words = session.command.iter().map(|word| match word.strip_prefix("data/") {
                Some(_) => umpire_tests::project().join(word).display().to_string(),
                None => word.clone(),
            });
            let words: Vec<String> = words.collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (code, said) = run(&words, &session.typed);
            assert_eq!(code, 0, "{manual}: {words:?}\n{said}");
            let rejected: Vec<&str> =
                said.lines().filter(|line| line.trim_start().starts_with("line ")).collect();
            assert!(rejected.is_empty(), "{manual}: {words:?}: {rejected:#?}\n{said}");
            let mut rest = said.lines();
            for printed in &session.said {
                assert!(
                    rest.any(|line| line.trim() == printed),
                    "{manual}: {words:?} does not say `{printed}` where it is printed:\n{said}"
                );
            }
            ran += 1;
        }
    }
    assert!(ran >= 3, "the README shows three sessions");
}

#[test]
fn the_commands_that_the_readme_lists_do_what_they_say() {
    let readme = file("README.md");
    let listed = readme.lines().filter_map(|line| line.strip_prefix("    umpire "));
    let mut ran = 0;
    for line in listed {
        let line = line.split("  #").next().unwrap_or(line).trim();
        let placeholder = |word: &str| {
            word.ends_with(".yaml") || word.ends_with(".umpire") || word.starts_with("FILE")
        };
        let (mut words, mut quoted): (Vec<String>, _) = (Vec::new(), false);
        for part in line.split('"') {
            if quoted {
                words.push(part.into());
            } else {
                words.extend(part.split_whitespace().map(String::from));
            }
            quoted = !quoted;
        }
        // What waits for people, or for files to be saved, has no end.
        let waits = |word: &String| word == "edit" || word == "--watch";
        if words.iter().any(|word| placeholder(word) || waits(word)) {
            continue;
        }
        let folder = std::env::temp_dir();
        for word in &mut words {
            if word == "SCENARIO" {
                *word = "duel-on-the-hill".into();
            } else if word == "B=mcts:2" {
                // A search by the clock takes as long as it says.
                *word = "B=mcts:2p".into();
            } else if word == "DIR" {
                *word = folder.join(format!("umpire-{}", std::process::id())).display().to_string();
            } else if [".svg", ".pdf", ".json"].iter().any(|ending| word.ends_with(ending)) {
                let name = format!("umpire-{}-{word}", std::process::id());
                *word = folder.join(name).display().to_string();
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, said) = run(&words, "");
        // 1 is the answer no; 2 would be a line that the program does not understand.
        assert!(code < 2 && !said.is_empty(), "{words:?}: {code}\n{said}");
        for word in words.iter().filter(|word| word.ends_with(".svg")) {
            let picture = std::fs::read_to_string(word).expect("the picture was written");
            assert!(picture.contains("<svg"), "{word}");
            std::fs::remove_file(word).expect("it is the test's own");
        }
        for word in words.iter().filter(|word| word.ends_with(".pdf") || word.ends_with(".json")) {
            std::fs::remove_file(word).expect("it was written");
        }
        ran += 1;
    }
    // What `umpire new` wrote is the test's own.
    let written = std::env::temp_dir().join(format!("umpire-{}", std::process::id()));
    std::fs::remove_dir_all(written).expect("a new game was written");
    assert!(ran >= 8, "{ran} commands of the README ran");
}

/// What was shown of a board: the lines between an empty line and the next.
fn boards(said: &str) -> Vec<Vec<&str>> {
    said.split("\n\n").map(|block| block.lines().collect()).collect()
}

#[test]
fn a_board_fits_the_screen_of_whoever_looks_at_it() {
    for (columns, lines) in [(80, 24), (100, 30)] {
        for game in ["heroscape", "dragon-dice", "ea-heresy", "skirmish"] {
            let typed = "A: board\nA: board right\nA: board down\nA: board legend\nA: board nowhere\nquit\n";
            let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
            let room = Room { columns, lines };
            let (code, said) = run_in(Some(room), &[&["play", game][..], &seats].concat(), typed);
            assert_eq!(code, 0, "{said}");
            let told =
                if game == "dragon-dice" { "nothing to explain" } else { "other views: `board " };
            assert!(said.contains(told), "{game} explains no letters:\n{said}");
            assert!(said.contains("there is nothing called `nowhere` on the board"), "{said}");
            // The last block is what is told of the legend and the slip.
            let blocks = boards(&said);
            let drawn = &blocks[1..blocks.len() - 1];
            let wide = drawn.iter().flatten().filter(|line| !line.contains("> board"));
            // Dragon Dice tells its table in words, which a terminal wraps.
            let wide = wide.filter(|line| game != "dragon-dice" && line.chars().count() > columns);
            assert_eq!(
                wide.collect::<Vec<_>>(),
                Vec::<&&str>::new(),
                "{game} at {columns}:\n{said}"
            );
            let part = said.contains("a part of it: `board` with left");
            assert_eq!(part, game == "ea-heresy" && columns == 80, "{game} at {columns}:\n{said}");
            let all = said.contains("this is all of it: `board legend` says what the letters mean");
            assert_eq!(all, !part && game != "dragon-dice", "{game} at {columns}:\n{said}");
        }
    }
}

#[test]
fn help_fits_the_screen_and_leads_to_every_form() {
    for (columns, lines) in [(80, 24), (100, 30), (40, 60)] {
        for game in ["heroscape", "dragon-dice", "ea-heresy", "skirmish"] {
            let seats = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
            let words = [&["play", game][..], &seats].concat();
            let asked = |typed: &str| {
                let (code, said) = run_in(Some(Room { columns, lines }), &words, typed);
                assert_eq!(code, 0, "{said}");
                let line = typed.lines().next().unwrap_or_default();
                let told = said.split_once(&format!("> {line}\n"));
                told.expect("what is typed is told").1.to_string()
            };
            let first = asked("help\nquit\n");
            assert!(first.lines().count() <= lines, "{game}: {first}");
            let topics: Vec<&str> = first
                .lines()
                .filter_map(|line| line.trim_start().strip_prefix("help ")?.split("  ").next())
                .filter(|topic| *topic != "WORD")
                .collect();
            assert!(topics.len() >= 7, "{game}: {first}");
            let all = asked("help all\nquit\n");
            for topic in topics {
                let told = asked(&format!("help {topic}\nquit\n"));
                let wide = told.lines().filter(|line| line.chars().count() > columns);
                assert_eq!(wide.collect::<Vec<_>>(), Vec::<&str>::new(), "{game}: {topic}");
                let forms = told.lines().skip(1).filter(|line| line.starts_with("      "));
                assert!(forms.clone().count() > 1, "{game}: {told}");
                // How the game is played is no form of a line.
                let missing =
                    forms.filter(|line| topic != "play" && !all.contains(line.trim_start()));
                assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new(), "{game}: {topic}");
            }
        }
    }
}

#[test]
fn what_a_bot_does_is_told_in_short_and_the_log_tells_it_all() {
    let typed = "end turn\nmarkers marro, marro, marro, marro\nend turn\nlog\nquit\n";
    let words = ["play", "duel-on-the-hill", "--seat", "A=human", "--dice", "seed:3"];
    let (code, said) = run(&words, typed);
    assert_eq!(code, 0, "{said}");
    let (played, log) = said.split_once("A> log").expect("the log was asked for");
    // Its decisions stand there, with what its dice came to; how its steps were judged does not.
    for line in ["B: finn attacks marro", "the attack is", "`log` tells it all"] {
        assert!(played.contains(line), "nobody said `{line}`:\n{played}");
    }
    for line in ["finn moves from", "B rolls 3 combat: attack of finn"] {
        assert!(!played.contains(line), "`{line}` is no news:\n{played}");
    }
    assert!(log.contains("finn moves from") && log.contains("B: finn attacks marro"), "{log}");
    let whole = run(&[&words[..], &["--tell", "all"]].concat(), typed).1;
    let (whole, same) = whole.split_once("A> log").expect("the log was asked for");
    assert!(whole.contains("finn moves from") && whole.contains("attack of finn"), "{whole}");
    assert_eq!(log, same, "the same game");
}

#[test]
fn the_turn_that_is_taken_back_is_ones_own() {
    let typed = "hedda deploys at 20 7\nbolt 1 deploys at 14 7\nbolt 2 deploys at 34 7\n\
                 old-merrin deploys at 32 5\nhedda holds\nbolt 1 holds\nundo turn\nquit\n";
    let words = ["play", "skirmish", "--seat", "A=human", "--dice", "seed:3"];
    let (code, said) = run(&words, typed);
    assert_eq!(code, 0, "{said}");
    let (_, after) = said.split_once("A> undo turn").expect("it was typed");
    // Its activation and the bot's after it, and nothing of the deployment.
    assert!(after.contains("2 inputs taken back"), "{said}");
    assert!(after.contains("`A: bolt 1 holds`, `B: "), "{said}");
    assert!(after.contains("A: choose a figure that has not acted"), "{said}");
}
