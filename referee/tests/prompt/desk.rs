//! A desk for tests: the tutorial game as a ruleset, and the program run on typed lines.

#[path = "../../../core/examples/duel/game.rs"]
pub mod game;

use game::{Duel, Setup};
use std::ffi::OsString;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use umpire::command_line;
use umpire::console::{Console, Piped, Screen};
use umpire::library::Library;
use umpire_core::data::{DataError, Files, Source, read};
use umpire_core::host::{CardEntry, Hosting, PowerEntry, Ruleset, TerrainEntry};
use umpire_core::rule_index::RuleIndex;

impl Hosting for Duel {
    type Tables = ();
    type Body = ();

    fn check_data(data: &Files) -> Vec<DataError> {
        let scenarios = data.under("duel/scenarios");
        scenarios.flat_map(|file| Duel::check_file(data, &file)).collect()
    }

    // Both choose at once: there are no turns to be without.
    fn at_free_table(scenario: &Source) -> Source {
        scenario.clone()
    }

    fn check_file(_: &Files, file: &Source) -> Vec<DataError> {
        read::<Setup>(file).err().unwrap_or_default()
    }

    fn rule_index(data: &Files) -> Result<RuleIndex, Vec<DataError>> {
        RuleIndex::read(&data.get("duel/rules.yaml").expect("the test has an index"))
    }

    fn terrain(_: &Files, _: Option<&str>) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        let entry = |name: &str, effect: &str| TerrainEntry {
            name: name.into(),
            kind: "ground".into(),
            effects: vec![(effect.into(), "DUEL-1".into())],
            source: "the tutorial".into(),
        };
        Ok(vec![entry("sand", "slows feints"), entry("stone", "nothing gives")])
    }

    fn cards(_: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        let power = |name: &str, built| PowerEntry {
            name: name.into(),
            says: format!("a {name}"),
            built,
            rule: if built { "DUEL-2".into() } else { String::new() },
        };
        let card = |name: &str, title: &str, powers| CardEntry {
            name: name.into(),
            title: title.into(),
            says: "duellist".into(),
            numbers: vec![("lives".into(), "3".into())],
            powers,
            source: "the tutorial".into(),
        };
        Ok(vec![
            card("fencer", "The Fencer", vec![power("lunge", true), power("riposte", false)]),
            card("second", "The Second", Vec::new()),
        ])
    }

    fn import_map(_: &Files, name: &str, bytes: &[u8]) -> Result<(String, Vec<String>), String> {
        match bytes {
            b"map" => Ok((format!("name: {name}\n"), vec!["read 3 bytes".into()])),
            _ => Err("this is not a map".into()),
        }
    }
}

static RULESETS: &[&dyn Ruleset] = &[&PhantomData::<fn() -> Duel>];

const RULES: &str = "
books: {tutorial: the tutorial game}
rules:
  - {id: DUEL-1, name: secret_stances, says: both choose a stance in secret, source: {book: tutorial}, status: enforced}
  - {id: DUEL-2, name: stance_dice, says: a stance has its dice, source: {book: tutorial}, status: enforced}
  - {id: DUEL-9, name: honour, says: duellists salute, source: {book: tutorial}, status: judged}
";

const SHOWN: &str = "
game: duel
rules: [DUEL-1]
says: stances are secret
given: {lives: [3, 3]}
steps:
  - facts: {A.lives: 3}
";

/// The tutorial game with two scenarios.
pub fn library() -> Library {
    let data = Files::from_pairs([
        ("duel/rules.yaml", RULES),
        ("duel/scenarios/default.yaml", "lives: [3, 3]\n"),
        ("duel/scenarios/tired.yaml", "lives: [1, 4]\n"),
    ]);
    let scenarios = Files::from_pairs([("duel/secret.yaml", SHOWN)]);
    Library {
        rulesets: RULESETS.to_vec(),
        data,
        scenarios,
        root: "data".into(),
        own: None,
        forms: Default::default(),
    }
}

/// What a run of the program gave.
#[derive(Debug)]
pub struct Ran {
    pub code: u8,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Asserts that each text stands in the output, each after the one before.
    #[track_caller]
    pub fn says(&self, texts: &[&str]) -> &Ran {
        let mut rest = self.out.as_str();
        for text in texts {
            match rest.find(text) {
                Some(at) => rest = &rest[at + text.len()..],
                None => {
                    panic!("`{text}` is not said, or not in this order:\n{}{}", self.out, self.err)
                }
            }
        }
        self
    }

    /// Asserts that something is nowhere in the output.
    #[track_caller]
    pub fn lacks(&self, text: &str) -> &Ran {
        assert!(!self.out.contains(text), "`{text}` is said:\n{}", self.out);
        self
    }
}

/// Runs the program on the tutorial game; `typed` is piped in.
pub fn run(arguments: &str, typed: &str) -> Ran {
    run_with(&library(), arguments, typed)
}

/// Runs the program on a library.
pub fn run_with(library: &Library, arguments: &str, typed: &str) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console {
        lines: Box::new(Piped::new(typed.as_bytes())),
        out: Screen::new(&mut out, false, false),
        err: Screen::new(&mut err, false, false),
        stop: Arc::new(AtomicBool::new(false)),
    };
    let words = arguments.split_whitespace().map(|word| OsString::from(word.replace('~', " ")));
    let code = command_line::run(
        [OsString::from("umpire")].into_iter().chain(words),
        library,
        &mut console,
    );
    drop(console);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints text");
    Ran { code, out: text(out), err: text(err) }
}
