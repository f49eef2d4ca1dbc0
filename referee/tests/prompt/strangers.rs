//! What strangers put into lines, arguments, names, paths and records: none of it steers a terminal, waits or ends the program.

use super::desk::{Ran, library, run};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use umpire::command_line;
use umpire::console::{Console, Lines, Piped, Screen, Typed, strong};
use umpire_core::host::LONGEST_LINE;
use umpire_core::scene::{Scene, Span};

/// Conceals, renames the window, wipes, colours by one character, reorders, breaks the line.
const HOSTILE: &str = "x\u{1b}[8m\u{1b}]0;y\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2067}\u{200f}\u{61c}\u{2028}\u{85}\r\u{8}\u{7f}\u{feff}z";

/// Runs the program on a terminal with colours, with arguments as they are.
fn on_terminal(arguments: &[&str], typed: &str) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console {
        lines: Box::new(Piped::new(typed.as_bytes())),
        out: Screen::new(&mut out, true, true),
        err: Screen::new(&mut err, true, true),
        stop: Default::default(),
    };
    let words = ["umpire"].iter().chain(arguments).map(OsString::from);
    let code = command_line::run(words, &library(), &mut console);
    drop(console);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints text");
    Ran { code, out: text(out), err: text(err) }
}

/// The text without the colours that the program itself sets.
fn without_colours(text: &str) -> String {
    let mut rest = text.split("\u{1b}[");
    let mut plain = rest.next().unwrap_or_default().to_string();
    for part in rest {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(part.len());
        let codes: Vec<&str> = part[..end].split(';').collect();
        let own = ["0", "1", "2", "3", "4", "22", "31", "32", "33", "36", "39", "49"];
        let is_own = codes.iter().all(|code| own.contains(code)) || matches!(codes[0], "38" | "48");
        assert!(is_own && part[end..].starts_with('m'), "`{part}` is a foreign sequence");
        plain.push_str(&part[end + 1..]);
    }
    plain
}

/// Asserts that what was printed steers nothing, and that the stranger's words were printed.
#[track_caller]
fn assert_harmless(ran: &Ran) {
    let plain = without_colours(&format!("{}{}", ran.out, ran.err));
    let steers = |c: char| c != '\n' && umpire_core::printable::is_unprintable(c);
    assert!(!plain.contains(steers), "{plain:?}");
    assert!(plain.contains('z'), "the words are told: {plain:?}");
}

#[test]
fn a_typed_line_steers_nothing() {
    let typed =
        format!("{HOSTILE}\nnote {HOSTILE}\nwhy {HOSTILE}\nA: {HOSTILE}\nlog\n6 {HOSTILE}\n");
    for json in [&[][..], &["--json"]] {
        let how = ["play", "--seat", "A=human", "--seat", "B=human", "--dice", "typed"];
        let ran = on_terminal(&[&how[..], json].concat(), &typed);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_harmless(&ran);
        assert_harmless(&on_terminal(&[&["table"], json].concat(), &typed));
    }
}

#[test]
fn an_argument_steers_nothing() {
    let equals = format!("--{HOSTILE}={HOSTILE}");
    let calls: [&[&str]; 10] = [
        &[HOSTILE],
        &["play", &equals],
        &["play", HOSTILE],
        &["play", "--seat", HOSTILE],
        &["play", "--dice", HOSTILE],
        &["rules", HOSTILE],
        &["rules", "duel", HOSTILE],
        &["los", HOSTILE, "A1", "B2"],
        &["check", HOSTILE],
        &["replay", HOSTILE, "--to", HOSTILE],
    ];
    for call in calls {
        let ran = on_terminal(call, "");
        assert!(ran.code > 0, "{call:?}");
        assert_harmless(&ran);
        assert_harmless(&on_terminal(&[call, &["--json"]].concat(), ""));
    }
}

#[test]
fn help_keeps_its_colours() {
    assert!(on_terminal(&["--help"], "").out.contains("\u{1b}["));
    assert!(!on_terminal(&["--help", HOSTILE], "").out.contains("\u{1b}["));
}

#[cfg(unix)]
#[test]
fn a_path_and_what_a_file_says_steer_nothing() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let files = [
        ("name.yaml", format!("game: {HOSTILE}\nlives: [3, 3]\n")),
        ("raw.yaml", format!("lives: [3, 3]\n{HOSTILE}: 3\n")),
        ("escaped.yaml", "lives: [3, 3]\n\"\\e[8m\\n\\xZ\\u202ez\": 3\n".to_string()),
        ("quoted.yaml", "lives: [3, 3]\n\"\\e[8m\\n\\u202ez\": 3\n".to_string()),
        ("map.hsc", HOSTILE.to_string()),
    ];
    let inner = folder.path().join(HOSTILE);
    fs::create_dir(&inner).expect("a folder of that name");
    for (name, text) in &files {
        let path = inner.join(format!("{HOSTILE}{name}"));
        fs::write(&path, text).expect("a file for the test");
        let path = path.to_str().expect("it is text");
        for command in ["check", "play", "scenario", "replay"] {
            let ran = on_terminal(&[command, path], "");
            assert!(ran.code > 0, "{command} {name}");
            assert_harmless(&ran);
        }
        assert_harmless(&on_terminal(&["map", "import", path], ""));
    }
    assert_harmless(&on_terminal(&["check", inner.to_str().expect("it is text")], ""));
}

#[test]
fn a_record_steers_nothing() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("game.umpire");
    let save = path.to_str().expect("it is text");
    let how = ["play", "--seat", "A=human", "--seat", "B=human", "--dice", "typed", "--save", save];
    assert_eq!(on_terminal(&how, "note quiet\nguard\nguard\n").code, 0);
    let sound = fs::read_to_string(&path).expect("it was saved");
    let hostile = serde_json::to_string(HOSTILE).expect("a text");
    for word in ["quiet", "default.yaml", "duel\"", "only", "0.1.0"] {
        let word = word.trim_end_matches('"');
        assert!(sound.contains(word), "{word}");
        fs::write(&path, sound.replace(word, hostile.trim_matches('"'))).expect("a record");
        for command in ["replay", "check"] {
            let ran = on_terminal(&[command, save], "");
            assert!(ran.code > 0, "{command} {word}");
            assert!(!without_colours(&format!("{}{}", ran.out, ran.err)).contains('\u{1b}'));
        }
        on_terminal(&["play", "--resume", save], "log\nquit\n");
    }
}

#[test]
fn a_picture_and_json_steer_nothing() {
    let span =
        |text: &str| Span { text: text.into(), colour: Some("#ff0000".into()), ground: None };
    let scene =
        Scene { lines: vec![vec![Span::plain(HOSTILE), span(HOSTILE)]], ..Scene::default() };
    for colour in [false, true] {
        let mut bytes = Vec::new();
        let mut screen = Screen::new(&mut bytes, colour, true);
        screen.likeness(&scene.lines).expect("there is room");
        screen.line(strong(HOSTILE).then(HOSTILE)).expect("there is room");
        screen.text(HOSTILE).expect("there is room");
        drop(screen);
        let out = String::from_utf8(bytes).expect("the screen prints text");
        assert_harmless(&Ran { code: 0, out, err: String::new() });
    }
    let mut bytes = Vec::new();
    Screen::new(&mut bytes, true, true).json(&HOSTILE).expect("there is room");
    let out = String::from_utf8(bytes).expect("the screen prints text");
    assert_eq!(serde_json::from_str::<String>(&out).expect("it is JSON"), HOSTILE);
    assert_harmless(&Ran { code: 0, out, err: String::new() });
}

fn read_all(bytes: &[u8]) -> Vec<Typed> {
    let mut lines = Piped::new(bytes);
    let mut read = || lines.read("", false, &|_| Vec::new()).expect("bytes can be read");
    let mut all = Vec::new();
    loop {
        match read() {
            Typed::End => return all,
            typed => all.push(typed),
        }
    }
}

#[test]
fn a_line_is_read_whole_or_not_at_all() {
    let most = "m".repeat(LONGEST_LINE);
    let long = "thrust\n".replace('\n', " ").repeat(20_000);
    let text = format!("{most}\r\n{most}x\n{long}\n{most}é\nfeint");
    let says = format!("this line is longer than {LONGEST_LINE} bytes: it was not read");
    let too_long = || Typed::Unreadable(says.clone());
    let line = |text: &str| Typed::Line(text.to_string());
    let expected = [line(&most), too_long(), too_long(), too_long(), line("feint")];
    assert_eq!(read_all(text.as_bytes()), expected);
    let bytes = [&b"one\n\xff\xfe\nthr\xc3\n"[..], "drei\n".as_bytes()].concat();
    let foreign = || Typed::Unreadable("this line is not UTF-8 text: it was not read".into());
    assert_eq!(read_all(&bytes), [line("one"), foreign(), foreign(), line("drei")]);
}

#[test]
fn a_line_that_cannot_be_read_ends_nothing() {
    let long = "thrust ".repeat(10_000);
    let typed = format!("guard\n{long}\nguard\n");
    let how = "play --seat A=human --seat B=human --dice typed";
    let ran = run(how, &typed);
    assert_eq!(ran.code, 0);
    ran.says(&["line 2: this line is longer than 4096 bytes", "B> (not shown)"]);
    ran.says(&["the game waits for dice"]);
}

#[test]
fn an_argument_is_no_longer_than_a_line() {
    let long = "x".repeat(LONGEST_LINE + 1);
    let ran = run(&format!("rules duel {long}"), "");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, "error: an argument of 4097 bytes, 4096 are the most\n");
}

#[cfg(unix)]
fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.expect("this system makes pipes").success());
}

#[cfg(unix)]
#[test]
fn nothing_waits_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("pipe.yaml");
    pipe(&path);
    fs::write(folder.path().join("duel.yaml"), "lives: [3, 3]\n").expect("a file for the test");
    let says = format!("cannot read `{}`: it is no regular file", path.display());
    for call in ["check", "replay", "map import", "play --resume"] {
        let ran = run(&format!("{call} {}", path.display()), "");
        assert_eq!(ran.code, 2, "{call}");
        assert!(ran.err.contains(&says), "{call}: {}", ran.err);
    }
    for call in ["scenario", "rules duel --coverage --scenarios"] {
        let ran = run(&format!("{call} {}", path.display()), "");
        assert_eq!(ran.code, 2, "{call}");
        assert!(ran.err.contains("is neither a file nor a folder"), "{call}: {}", ran.err);
    }
    let beside = folder.path().join("duel.yaml");
    run(&format!("check {}", beside.display()), "").says(&["1 file checked, no faults"]);
    run(&format!("check {}", folder.path().display()), "").says(&["1 file checked, no faults"]);
    let ran = run(&format!("check {}", folder.path().join("duel.yaml/x").display()), "");
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_folder_of_links_to_itself_is_looked_into_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for number in 0..30 {
        let link = folder.path().join(format!("link{number}"));
        std::os::unix::fs::symlink(folder.path(), link).expect("a link");
    }
    let ran = run(&format!("check {}", folder.path().display()), "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("holds no tables"), "{}", ran.err);
    fs::create_dir(folder.path().join("inner")).expect("a folder");
    fs::write(folder.path().join("inner/duel.yaml"), "lives: [3, 3]\n").expect("a file");
    run(&format!("check {}", folder.path().display()), "").says(&["1 file checked, no faults"]);
}

#[test]
fn a_file_of_a_folder_is_checked_with_those_beside_it_alone() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (inner, lives) in [("one", "[3, 3]"), ("two", "[3, x]"), ("three", "[2, 12]")] {
        fs::create_dir(folder.path().join(inner)).expect("a folder");
        let path = folder.path().join(inner).join("duel.yaml");
        fs::write(path, format!("lives: {lives}\n")).expect("a file for the test");
    }
    let ran = run(&format!("check {}", folder.path().display()), "");
    ran.says(&["two/duel.yaml:1:12: ", "1 fault"]).lacks("one/duel.yaml");
}
