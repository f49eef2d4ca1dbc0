//! Rules that code enforces, rules the index calls enforced, and rules that scenarios show are the same.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use umpire_core::conformance::{Head, head};
use umpire_core::data::{DataError, read};
use umpire_core::rule_index::{RuleEntry, RuleIndex, Status};
use umpire_core::ruling::RuleId;
use umpire_tests::{faults_in_lines, library, project, scenario_files, source};

/// The rules of a game as its code names them, and how long the ledger of its first sources is.
struct Rulebook {
    game: &'static str,
    /// Each rule's id with its name in code; rows of tables are left out.
    coded: Vec<(&'static str, String)>,
    /// The first part of the last statement's id, and the second, which counts through; nothing where the game has no
    /// sources but its own index.
    last_statement: Option<(u32, u32)>,
}

fn rulebooks() -> [Rulebook; 4] {
    [
        Rulebook {
            game: "heroscape",
            coded: coded(umpire_heroscape::Rule::ALL),
            last_statement: Some((28, 90)),
        },
        Rulebook {
            game: "dragon-dice",
            coded: coded(umpire_dragon_dice::Rule::ALL),
            last_statement: Some((1, 356)),
        },
        Rulebook {
            game: "ea-heresy",
            coded: coded(umpire_ea_heresy::Rule::ALL),
            last_statement: Some((2, 153)),
        },
        Rulebook {
            game: "skirmish",
            coded: coded(umpire_skirmish::Rule::ALL),
            last_statement: None,
        },
    ]
}

fn coded<R: RuleId + Debug>(all: &[R]) -> Vec<(&'static str, String)> {
    all.iter().map(|rule| (rule.id(), format!("{rule:?}"))).collect()
}

/// The rules of a game's index by id, rows of tables included.
fn index_of(game: &str) -> BTreeMap<String, RuleEntry> {
    let library = library();
    let ruleset = library.ruleset(game).expect("the game is in this build");
    let index = ruleset.rules(&library.data).unwrap_or_else(|f| panic!("{}", faults_in_lines(&f)));
    index.rules.into_iter().map(|rule| (rule.id.clone(), rule)).collect()
}

/// The rules of all games by id: an id begins with letters of its game.
fn index() -> BTreeMap<String, RuleEntry> {
    let mut all = BTreeMap::new();
    for Rulebook { game, .. } in rulebooks() {
        for (id, entry) in index_of(game) {
            assert!(all.insert(id.clone(), entry).is_none(), "two games have a rule {id}");
        }
    }
    all
}

/// Whether code does it, by itself or by asking the judge.
fn is_kept(rule: &RuleEntry) -> bool {
    rule.status.is_kept()
}

/// The scenarios whose runs cite each rule, as their own test holds; and those that show it otherwise.
#[derive(Default)]
struct Shown {
    cited: BTreeMap<String, BTreeSet<String>>,
    uncited: BTreeMap<String, BTreeSet<String>>,
}

impl Shown {
    fn holds(&self, rule: &str) -> bool {
        self.cited.contains_key(rule) || self.uncited.contains_key(rule)
    }
}

fn shown() -> Shown {
    let mut shown = Shown::default();
    let mut faults: Vec<DataError> = Vec::new();
    for path in scenario_files() {
        let scenario = source(&path).unwrap_or_else(|trouble| panic!("{trouble}"));
        match head(&scenario) {
            Err(found) => faults.extend(found),
            Ok(Head { rules, uncited, .. }) => {
                for (named, all) in [(rules, &mut shown.cited), (uncited, &mut shown.uncited)] {
                    for rule in named {
                        all.entry(rule).or_default().insert(scenario.path.clone());
                    }
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

/// What the first sources of a game state, with the rules that state it.
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

fn ledger(game: &str) -> Vec<Statement> {
    let file = library().data.get(&format!("{game}/seed.yaml")).expect("the ledger is shipped");
    let read = read::<Ledger>(&file);
    read.unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).value.statements
}

fn assert_none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{} {what}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rules of the specification, without rows of tables.
fn numbered_rules(game: &str) -> Vec<RuleEntry> {
    let file = library().data.get(&format!("{game}/rules.yaml")).expect("the index is shipped");
    RuleIndex::read(&file).unwrap_or_else(|faults| panic!("{}", faults_in_lines(&faults))).rules
}

#[test]
fn the_games_are_those_of_the_library() {
    let built: Vec<&str> = library().rulesets.iter().map(|ruleset| ruleset.name()).collect();
    let covered = rulebooks().map(|book| book.game);
    assert_eq!(BTreeSet::from_iter(built), BTreeSet::from(covered), "every game is covered");
}

#[test]
fn code_and_index_name_the_same_rules() {
    let (mut silent, mut unlisted) = (Vec::new(), Vec::new());
    for Rulebook { game, coded, .. } in rulebooks() {
        let ids: BTreeSet<&str> = coded.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids.len(), coded.len(), "ids of rules are unique");
        let kept = numbered_rules(game).into_iter().filter(is_kept);
        let kept: BTreeSet<String> = kept.map(|rule| rule.id).collect();
        let kept: BTreeSet<&str> = kept.iter().map(String::as_str).collect();
        silent.extend(kept.difference(&ids).map(ToString::to_string));
        unlisted.extend(ids.difference(&kept).map(ToString::to_string));
    }
    assert_none(&silent, "rules are called enforced, and no code names them");
    assert_none(&unlisted, "rules are named by code, and the index does not call them enforced");
}

#[test]
fn names_in_code_are_those_of_the_index() {
    let index = index();
    let coded = rulebooks().into_iter().flat_map(|book| book.coded);
    let wrong = coded.filter_map(|(id, coded)| {
        let name = &index.get(id)?.name;
        let spelled = name.split('_').map(capitalised).collect::<String>();
        (coded != spelled).then(|| format!("{id}: {coded}, `{name}`"))
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
        .filter(|rule| match rule.status {
            Status::Enforced => !shown.cited.contains_key(&rule.id),
            _ => is_kept(rule) && !shown.holds(&rule.id),
        })
        .filter(|rule| !excused.contains(rule.id.as_str()))
        .map(|rule| format!("{} {}", rule.id, rule.says))
        .collect();
    assert_none(
        &missing,
        "rules hold, and no scenario shows them by citing them where they are enforced",
    );
}

#[test]
fn scenarios_name_rules_of_the_index() {
    let index = index();
    let Shown { cited, uncited } = shown();
    let strangers: Vec<String> = cited
        .into_iter()
        .chain(uncited)
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
        assert!(!shown.holds(&rule), "{rule} has a scenario, it needs no exception");
        assert!(seen.insert(rule.clone()), "{rule} stands twice");
    }
}

#[test]
fn every_statement_of_the_first_sources_is_kept_and_shown() {
    let (index, shown) = (index(), shown());
    let mut gaps = Vec::new();
    for Rulebook { game, last_statement, .. } in rulebooks() {
        let Some(last_statement) = last_statement else { continue };
        let mut last = (0, 0);
        for Statement { id, says, rules } in ledger(game) {
            let parts =
                id.split_once('.').and_then(|(part, n)| part.parse().ok().zip(n.parse().ok()));
            let number: (u32, u32) = parts.unwrap_or_else(|| panic!("`{id}` is no PART.NUMBER"));
            let follows = number.0 >= last.0 && number.1 == last.1 + 1;
            assert!(follows, "{game}: `{id}` is out of its place");
            assert!(!says.is_empty() && !rules.is_empty(), "{game}: `{id}` states a rule");
            last = number;
            let gap = |rule: &String| {
                Some(format!("{game} {id} {says}: {rule} {}", gap_of(rule, &index, &shown)?))
            };
            gaps.extend(rules.iter().filter_map(gap));
        }
        assert_eq!(last, last_statement, "the statements of {game}");
    }
    assert_none(&gaps, "gaps between the first sources and the rules");
}

/// What a rule that a statement names lacks.
fn gap_of(rule: &str, index: &BTreeMap<String, RuleEntry>, shown: &Shown) -> Option<String> {
    match index.get(rule) {
        None => Some("is not in the index".to_string()),
        Some(entry) if !is_kept(entry) || entry.status == Status::Judged => {
            Some(format!("is {:?}", entry.status).to_lowercase())
        }
        Some(_) if !shown.holds(rule) => Some("has no scenario".to_string()),
        Some(_) => None,
    }
}

#[test]
fn reasons_of_rules_name_files_that_exist() {
    let mut lost = Vec::new();
    for Rulebook { game, .. } in rulebooks() {
        for rule in numbered_rules(game) {
            let note = rule.note.unwrap_or_default();
            let words = note.split(|c: char| c.is_whitespace() || ",;:()`".contains(c));
            let paths = words.filter(|word| word.contains('/') && word.contains('.'));
            let missing = paths.filter(|path| !project().join(path.trim_end_matches('.')).exists());
            lost.extend(missing.map(|path| format!("{}: {path}", rule.id)));
        }
    }
    assert_none(&lost, "notes of rules name files that nobody finds");
}
