//! The rows of wrong rules are sound: each has its place, its name and its rule, and there are enough of them.

use crate::rows::{Mutant, read_all, rewritten};
use std::collections::BTreeSet;
use umpire_tests::{faults_in_lines, library};

/// How many rows there are at least.
const FEWEST: usize = 440;

fn all() -> Vec<Mutant> {
    read_all().unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn each_right_rule_stands_where_its_row_says() {
    let faults = rewritten(&all()).err().unwrap_or_default();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn there_are_enough_rows_and_no_two_of_a_name() {
    let all = all();
    assert!(all.len() >= FEWEST, "{} rows, {FEWEST} wanted", all.len());
    let mut seen = BTreeSet::new();
    for Mutant { row, .. } in &all {
        assert!(seen.insert(&row.id), "two rows are called {}", row.id);
        let kebab = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let plain = row.id.split('-').all(|word| !word.is_empty() && word.chars().all(kebab));
        assert!(plain, "`{}` is no name of small letters, digits and dashes", row.id);
        let differs = row.find.split_whitespace().ne(row.put.split_whitespace());
        assert!(differs, "{} puts what it finds", row.id);
        let why = row.survives.as_ref().is_none_or(|why| why.split_whitespace().count() > 4);
        assert!(why, "{} says too little of why it survives", row.id);
    }
}

#[test]
fn each_row_breaks_a_rule_of_its_game() {
    for game in &library().rulesets {
        let index = game.rules(&library().data);
        let index = index.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults)));
        let known: BTreeSet<&str> = index.rules.iter().map(|rule| rule.id.as_str()).collect();
        for Mutant { row, .. } in all().iter().filter(|mutant| mutant.game == game.name()) {
            assert!(known.contains(row.rule.as_str()), "{}: no rule is {}", row.id, row.rule);
        }
    }
    let names: BTreeSet<&str> = library().rulesets.iter().map(|game| game.name()).collect();
    for mutant in all() {
        assert!(names.contains(mutant.game.as_str()), "no game is called {}", mutant.game);
    }
}
