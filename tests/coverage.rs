//! Rules that code enforces, rules the index calls enforced, and rules that scenarios show are the same.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::conformance::head;
use umpire_core::data::{DataError, Source, read};
use umpire_core::rule_index::{RuleEntry, RuleIndex, Status};
use umpire_core::ruling::RuleId;
use umpire_heroscape::Rule;
use umpire_tests::{faults_in_lines, library, project, scenario_files, source};

/// The rules of the index by id, rows of tables included.
fn index() -> BTreeMap<String, RuleEntry> {
    let library = library();
    let ruleset = library.ruleset("heroscape").expect("the game is in this build");
    let index = ruleset.rules(&library.data).unwrap_or_else(|f| panic!("{}", faults_in_lines(&f)));
    index.rules.into_iter().map(|rule| (rule.id.clone(), rule)).collect()
}

/// Whether code does it, by itself or by asking the judge.
fn is_kept(rule: &RuleEntry) -> bool {
    rule.status != Status::Deferred
}

/// The scenarios that name each rule.
fn shown() -> BTreeMap<String, BTreeSet<String>> {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut faults: Vec<DataError> = Vec::new();
    for path in scenario_files() {
        let scenario = source(&path).unwrap_or_else(|trouble| panic!("{trouble}"));
        match head(&scenario) {
            Err(found) => faults.extend(found),
            Ok((_, _, rules)) => {
                for rule in rules {
                    shown.entry(rule).or_default().insert(scenario.path.clone());
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults_in_lines(&faults));
    shown
}

/// One rule that no scenario shows, and why none can.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    rule: String,
    reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    exceptions: Vec<Exception>,
}

fn exceptions() -> Vec<Exception> {
    let path = project().join("tests/coverage_exceptions.yaml");
    let listed = source(&path).unwrap_or_else(|trouble| panic!("{trouble}"));
    let read = read::<Exceptions>(&listed);
    read.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).value.exceptions
}

/// What the first source states, with the rules that state it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ledger {
    statements: Vec<Statement>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    id: String,
    says: String,
    rules: Vec<String>,
}

fn ledger() -> Vec<Statement> {
    let file: Source = library().data.get("heroscape/seed.yaml").expect("the ledger is shipped");
    let read = read::<Ledger>(&file);
    read.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).value.statements
}

fn assert_none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{} {what}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rules of the specification, without rows of tables.
fn numbered_rules() -> Vec<RuleEntry> {
    let file = library().data.get("heroscape/rules.yaml").expect("the index is shipped");
    RuleIndex::read(&file).unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).rules
}

#[test]
fn code_and_index_name_the_same_rules() {
    let coded: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(coded.len(), Rule::ALL.len(), "ids of rules are unique");
    let kept = numbered_rules().into_iter().filter(is_kept);
    let kept: BTreeSet<String> = kept.map(|rule| rule.id).collect();
    let kept: BTreeSet<&str> = kept.iter().map(String::as_str).collect();
    let silent: Vec<_> = kept.difference(&coded).map(ToString::to_string).collect();
    assert_none(&silent, "rules are called enforced, and no code names them");
    let unlisted: Vec<_> = coded.difference(&kept).map(ToString::to_string).collect();
    assert_none(&unlisted, "rules are named by code, and the index does not call them enforced");
}

#[test]
fn names_in_code_are_those_of_the_index() {
    let index = index();
    let wrong = Rule::ALL.iter().filter_map(|rule| {
        let name = &index.get(rule.id())?.name;
        let spelled = name.split('_').map(capitalised).collect::<String>();
        (format!("{rule:?}") != spelled).then(|| format!("{}: {rule:?}, `{name}`", rule.id()))
    });
    assert_none(&wrong.collect::<Vec<_>>(), "rules have two names");
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[test]
fn every_enforced_rule_has_a_scenario() {
    let (shown, exceptions) = (shown(), exceptions());
    let excused: BTreeSet<&str> = exceptions.iter().map(|one| one.rule.as_str()).collect();
    let missing: Vec<String> = index()
        .values()
        .filter(|rule| is_kept(rule) && !shown.contains_key(&rule.id))
        .filter(|rule| !excused.contains(rule.id.as_str()))
        .map(|rule| format!("{} {}", rule.id, rule.says))
        .collect();
    assert_none(&missing, "rules are enforced, and no scenario names them");
}

#[test]
fn scenarios_name_rules_of_the_index() {
    let index = index();
    let strangers: Vec<String> = shown()
        .into_iter()
        .filter(|(rule, _)| !index.contains_key(rule))
        .map(|(rule, files)| {
            format!("{rule} in {}", files.into_iter().collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_none(&strangers, "rules are named by scenarios, and the index has none such");
}

#[test]
fn exceptions_are_needed_and_have_reasons() {
    let (index, shown) = (index(), shown());
    let mut seen = BTreeSet::new();
    for Exception { rule, reason } in exceptions() {
        assert!(reason.split_whitespace().count() >= 4, "{rule}: a reason is a sentence");
        assert!(index.get(&rule).is_some_and(is_kept), "{rule} needs no exception");
        assert!(!shown.contains_key(&rule), "{rule} has a scenario, it needs no exception");
        assert!(seen.insert(rule.clone()), "{rule} stands twice");
    }
}

#[test]
fn every_statement_of_the_first_source_is_kept_and_shown() {
    let (index, shown, ledger) = (index(), shown(), ledger());
    let mut last = (0, 0);
    let mut gaps = Vec::new();
    for Statement { id, says, rules } in &ledger {
        let number = id.split_once('.').and_then(|(line, n)| line.parse().ok().zip(n.parse().ok()));
        let number: (u32, u32) = number.unwrap_or_else(|| panic!("`{id}` is no LINE.NUMBER"));
        assert!(number.0 >= last.0 && number.1 == last.1 + 1, "`{id}` is out of its place");
        assert!(!says.is_empty() && !rules.is_empty(), "`{id}` states a rule");
        last = number;
        for rule in rules {
            match index.get(rule) {
                None => gaps.push(format!("{id} {says}: {rule} is not in the index")),
                Some(entry) if entry.status != Status::Enforced => {
                    gaps.push(format!("{id} {says}: {rule} is {:?}", entry.status).to_lowercase());
                }
                Some(_) if !shown.contains_key(rule) => {
                    gaps.push(format!("{id} {says}: {rule} has no scenario"));
                }
                Some(_) => {}
            }
        }
    }
    assert_eq!(last, (28, 90), "28 lines make 90 statements");
    assert_none(&gaps, "gaps between the first source and the rules");
}
