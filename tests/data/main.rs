//! Every data file loads, every reference resolves, and a fault in any of them is placed exactly.

mod bounds;
mod conditions;
mod conformance;
mod dragon_dice;
mod ea_heresy;
mod forms;
mod fuzzed;
mod heroscape;
mod house_ground;
mod readme;
mod real_maps;
mod unplayable;
mod withheld;

use proptest::prelude::*;
use umpire_core::data::{DataError, Files, Source};
use umpire_tests::{faults_in_lines, library, run_source, scenario_files, source};

/// The faults of the tables of the game that a path belongs to.
fn check(path: &str, data: &Files) -> Vec<DataError> {
    let game = path.split('/').next().unwrap_or(path);
    library().ruleset(game).expect("the game is in this build").check(data)
}

#[test]
fn all_tables_are_without_fault() {
    for ruleset in &library().rulesets {
        let faults = ruleset.check(&library().data);
        assert!(faults.is_empty(), "{}", faults_in_lines(&faults));
    }
}

/// The faults of the tables with one change in one file.
fn broken(path: &str, from: &str, to: &str) -> String {
    let mut data = library().data.clone();
    let text = data.get(path).unwrap_or_else(|| panic!("there is no `{path}`")).text;
    assert!(text.contains(from), "`{path}` holds `{from}`");
    data.insert(path, text.replacen(from, to, 1));
    faults_in_lines(&check(path, &data))
}

/// Changes in files of a game, each as file, words, other words and the faults that must be told.
fn assert_told(game: &str, cases: &[(&str, &str, &str, &str)]) {
    let mut unlike = Vec::new();
    for (file, from, to, expected) in cases {
        let told = broken(&format!("{game}/{file}"), from, to);
        if told != *expected {
            unlike.push(format!("{file}: `{to}`\n  {told}"));
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

/// Asserts that a table that is not there is told, and nothing else.
fn assert_missing(gone: &str) {
    let rest = library().data.under("").filter(|source| source.path != gone);
    let data: Files = rest.map(|source| (source.path, source.text)).collect();
    assert_eq!(faults_in_lines(&check(gone, &data)), format!("{gone}:1:1: this file is missing"));
}

#[test]
fn a_cut_file_is_no_panic() {
    let whole = &library().data;
    let alike = |path: &&str| path.contains("/cards/") || path.contains("/units/");
    for path in whole.paths().filter(|path| !alike(path)) {
        let mut data = whole.clone();
        let text = whole.get(path).expect("this path was listed").text;
        let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
        data.insert(path, &text[..middle]);
        for fault in check(path, &data) {
            assert!(fault.line > 0 && !fault.problem.is_empty(), "{path}: {fault:?}");
        }
    }
}

/// A text with some of its letters cut out and others put in their place.
fn damaged(text: &str, at: usize, cut: usize, put: &str) -> String {
    let letters = text.chars().count();
    let at = at % (letters + 1);
    let before = text.chars().take(at);
    before.chain(put.chars()).chain(text.chars().skip(at.saturating_add(cut))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_damage_to_a_table_is_a_panic(
        file in any::<prop::sample::Index>(),
        at in any::<usize>(),
        cut in prop_oneof![0usize..40, Just(usize::MAX)],
        put in r"[-a-z0-9:{}\[\]&*!|>'\x22#%@, \n\t]{0,6}",
    ) {
        let mut data = library().data.clone();
        let paths: Vec<String> = data.paths().map(str::to_string).collect();
        let path = &paths[file.index(paths.len())];
        let text = data.get(path).expect("this path was listed").text;
        data.insert(path.as_str(), damaged(&text, at, cut, &put));
        for fault in check(path, &data) {
            prop_assert!(fault.line > 0 && fault.column > 0 && !fault.problem.is_empty());
        }
    }

    #[test]
    fn no_damage_to_a_scenario_is_a_panic(
        file in any::<prop::sample::Index>(),
        at in any::<usize>(),
        cut in 0usize..40,
        put in r"[-a-zA-Z0-9:{}\[\], \n]{0,6}",
    ) {
        let paths = scenario_files();
        let path = &paths[file.index(paths.len())];
        let scenario = source(path).map_err(|trouble| TestCaseError::fail(trouble.to_string()))?;
        let text = damaged(&scenario.text, at, cut, &put);
        let report = run_source(&Source { text, ..scenario }, &library().data);
        prop_assert!(report.faults.iter().all(|fault| !fault.problem.is_empty()));
    }
}
