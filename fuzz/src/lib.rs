//! What is done with random bytes: each function stands for one way into the program, and may refuse but never panic.

pub mod seeds;

use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::sync::LazyLock;
use umpire::command_line;
use umpire::console::{Console, Piped, Screen};
use umpire::dice_source::seeded;
use umpire::library::Library;
use umpire::opening::ruleset_of;
use umpire::save;
use umpire_core::conformance;
use umpire_core::data::{DataError, Source, edited};
use umpire_core::host::{Ruleset, Stroke, Table};
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::transcript::Transcript;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::embedded);

/// Seats of two players, the judge's, and one that nobody has.
const SEATS: [Seat; 4] = [Seat(0), Seat(1), Seat::JUDGE, Seat(200)];

/// The scenario that a game opens with.
pub fn default_of(game: &str) -> Source {
    let path = format!("{game}/scenarios/default.yaml");
    LIBRARY.data.get(&path).expect("every game has a default")
}

/// The tables, as they are built in.
pub fn library() -> &'static Library {
    &LIBRARY
}

fn open(ruleset: &dyn Ruleset, scenario: &Source) -> Result<Box<dyn Table>, Vec<DataError>> {
    Ok(ruleset.open(&LIBRARY.data, scenario, &[], None)?.table)
}

/// Does what the target of that name does with bytes.
///
/// # Panics
/// Where there is no such target, or one finds a fault.
pub fn run(target: &str, bytes: &[u8]) {
    match target {
        "conformance" => conformance(bytes),
        "files" => file(bytes),
        "inputs" => inputs(bytes),
        "maps" => map(bytes),
        "records" => record(bytes),
        "strokes" => strokes(bytes),
        "tables" => table(bytes),
        _ => match target.strip_prefix("typed_") {
            Some(game) => typed(&game.replace('_', "-"), bytes),
            None => panic!("there is no target `{target}`"),
        },
    }
}

/// Types lines at a game between two people with real dice, and at a referee's table. Lines that
/// name a file to write are left out.
pub fn typed(game: &str, bytes: &[u8]) {
    let writes = |line: &&[u8]| line.to_ascii_lowercase().windows(4).any(|word| word == b"save");
    let lines: Vec<&[u8]> =
        bytes.split(|byte| *byte == b'\n').filter(|line| !writes(line)).collect();
    let typed = lines.join(&b'\n');
    let people = ["--seat", "A=human", "--seat", "B=human", "--dice", "typed", "--show", "none"];
    let calls = [
        ["umpire", "play", game].iter().chain(&people).copied().collect(),
        vec!["umpire", "table", game, "--seed", "1"],
    ];
    for call in calls {
        let mut console = Console {
            lines: Box::new(Piped::new(&typed[..])),
            out: Screen::new(io::sink(), true, false),
            err: Screen::new(io::sink(), true, false),
            stop: Default::default(),
        };
        command_line::run(call.iter().map(OsString::from), &LIBRARY, &mut console);
    }
}

/// Puts each line, a value in JSON, to the game that the first line names: as an action and as an
/// amendment, each of which stays if it is taken.
pub fn inputs(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let name = lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
    let Some(ruleset) = LIBRARY.rulesets.iter().find(|game| game.name() == name) else { return };
    let mut table = open(*ruleset, &default_of(name)).expect("the default opens");
    for value in lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok()) {
        put(&mut *table, &value);
    }
    SEATS.iter().for_each(|seat| drop(table.legal(*seat)));
    table.scene(None);
}

fn put(table: &mut dyn Table, value: &Value) {
    let before = table.counted();
    for seat in SEATS {
        let _ = table.ruling(seat, value);
        table.say_action(seat, value);
        let _ = table.act(seat, value, "salt");
        let _ = table.overrule(seat, value, "because");
    }
    let _ = table.answer(value, "because");
    let _ = table.amend(value, "because");
    if let Ok(faces) = serde_json::from_value::<Vec<u8>>(value.clone()) {
        let _ = table.roll(&faces, umpire_core::transcript::FaceSource::Typed, "salt");
    }
    table.pending();
    table.log(before);
    if table.counted() > before + 4 {
        table.undo(before).expect("what was taken can be taken back");
    }
}

/// Replays a record as it is, and with a chain of hashes that fits.
pub fn record(bytes: &[u8]) {
    let Ok(transcript) = save::read(bytes) else { return };
    let mut linked = Transcript::new(transcript.header.clone());
    for entry in &transcript.entries {
        linked.push(entry.input.clone(), None);
    }
    let Ok(ruleset) = LIBRARY.ruleset(&transcript.header.ruleset) else { return };
    for record in [&transcript, &linked] {
        if let Ok(Ok(table)) = ruleset.replay(&LIBRARY.data, record, Replaying::whole(&seeded)) {
            table.pending();
            table.log(0);
            table.scene(None);
            table.facts();
        }
    }
}

/// Checks a file as `umpire check` does; one without fault opens.
pub fn file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let file = Source::new("strange.yaml", text);
    let Ok(ruleset) = ruleset_of(&LIBRARY, &file) else { return };
    let faults = ruleset.check_file(&LIBRARY.data, &file);
    faults.iter().for_each(|fault| drop(fault.show()));
    let table = open(ruleset, &file);
    let _ = open(ruleset, &ruleset.at_free_table(&file));
    if let Ok(table) = table {
        table.pending();
        table.scene(None);
        SEATS.iter().for_each(|seat| drop(table.legal(*seat)));
    }
}

/// Puts a text in the place of the table that its first line names, as `# heroscape/terrain.yaml`.
pub fn table(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let path = text.lines().next().unwrap_or_default().trim_start_matches("# ");
    let game = LIBRARY.rulesets.iter().find(|game| path.split('/').next() == Some(game.name()));
    let Some(ruleset) = game else { return };
    let mut data = LIBRARY.data.clone();
    data.insert(path, text);
    for fault in ruleset.check(&data) {
        fault.show();
    }
    let _ = (ruleset.rules(&data), ruleset.terrain(&data, None), ruleset.cards(&data));
}

/// Runs a conformance scenario.
pub fn conformance(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let opened = |game: &str, given: &Source| {
        let ruleset = LIBRARY.ruleset(game);
        let ruleset = ruleset
            .map_err(|trouble| vec![DataError::of_file(&given.path, trouble.to_string())])?;
        open(ruleset, given)
    };
    conformance::run(&Source::new("strange.yaml", text), &opened);
}

/// Imports a map: what is imported is a battlefield without fault.
pub fn map(bytes: &[u8]) {
    for ruleset in &LIBRARY.rulesets {
        if let Ok((text, _)) = ruleset.import_map(&LIBRARY.data, "strange", bytes) {
            let faults = ruleset.check_file(&LIBRARY.data, &Source::new("strange.yaml", text));
            assert!(faults.is_empty(), "{}", faults[0]);
        }
    }
}

/// Draws on a battlefield: a stroke in JSON on the first line, the file's text on those after it.
pub fn strokes(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(stroke) = serde_json::from_str::<Stroke>(first) else { return };
    let file = Source::new("fuzzed.yaml", rest);
    for ruleset in &LIBRARY.rulesets {
        let faults = ruleset.check_file(&LIBRARY.data, &file);
        ruleset.sketch(&LIBRARY.data, &file, stroke.level, &faults);
        if let Ok((changes, _)) = ruleset.stroke(&LIBRARY.data, &file, &stroke) {
            let _ = edited(&file, &changes);
        }
    }
}
