//! Conformance scenarios: a position, typed inputs with dictated dice, and what must come of them.

mod form;
mod run;

use crate::data::{DataError, Places, Source, Tree, read};
use crate::host::{Asked, Table};
use crate::rule_index::{RuleIndex, Status};
pub(crate) use form::Scenario;
use run::{Failed, Run};
use std::collections::BTreeSet;

/// Opens the `given` part of a scenario for the game it names.
pub type Open<'a> = &'a dyn Fn(&str, &Source) -> Result<Box<dyn Table>, Vec<DataError>>;

/// What running a scenario showed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// What the scenario shows, in its own words.
    pub says: String,
    /// The game it belongs to.
    pub game: String,
    /// The rules it names.
    pub rules: Vec<String>,
    /// The rules that rulings and events of the run cited.
    pub cited: BTreeSet<String>,
    /// How many expectations were checked.
    pub checks: usize,
    /// What did not hold, each with its place.
    pub faults: Vec<DataError>,
    /// What happened, as far as it went.
    pub log: Vec<String>,
}

impl Report {
    /// Whether everything held.
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }
}

/// What the head of a scenario file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The game it belongs to.
    pub game: String,
    /// What it shows, in its own words.
    pub says: String,
    /// The rules it shows and its run cites.
    pub rules: Vec<String>,
    /// Rules it shows though nothing cites them.
    pub uncited: Vec<String>,
}

/// Only the head of a scenario file.
///
/// # Errors
/// Every fault of its form.
pub fn head(source: &Source) -> Result<Head, Vec<DataError>> {
    let Scenario { game, says, rules, uncited, .. } = read::<Scenario>(source)?.value;
    Ok(Head { game, says, rules, uncited })
}

/// The position that a scenario file begins with, as a scenario of its game, and the game's name.
///
/// # Errors
/// Every fault of its form.
pub fn given(source: &Source) -> Result<(String, Source), Vec<DataError>> {
    let document = read::<Scenario>(source)?;
    let given = document.places.block("given");
    Ok((document.value.game, given))
}

/// Every position of a scenario file that has to be sound, as a scenario of its game: those it begins with and goes on from.
///
/// # Errors
/// Every fault of its form.
pub fn positions(source: &Source) -> Result<Vec<Source>, Vec<DataError>> {
    let document = read::<Scenario>(source)?;
    let steps = document.value.steps.iter().enumerate();
    let later = steps.filter(|(_, step)| step.given.is_some());
    let later = later.map(|(at, _)| format!("steps[{at}].given"));
    let all = std::iter::once("given".to_string()).chain(later);
    Ok(all.map(|field| document.places.block(&field)).collect())
}

/// What is wrong with the rules that a scenario names: the index of its game has none such; or, with the report of its
/// run, nothing cited what the index calls enforced, though the scenario holds otherwise.
pub fn faults_of_rules(
    source: &Source,
    index: &RuleIndex,
    report: Option<&Report>,
) -> Vec<DataError> {
    let Ok(document) = read::<Scenario>(source) else { return Vec::new() };
    let places = &document.places;
    let mut faults = Vec::new();
    let lists = [("rules", &document.value.rules), ("uncited", &document.value.uncited)];
    let mut seen = BTreeSet::new();
    for (list, rules) in lists {
        for (at, rule) in rules.iter().enumerate() {
            let place = format!("{list}[{at}]");
            if !seen.insert(rule) {
                faults.push(places.fault(&place, format!("{rule} stands there twice")));
            }
            let Some(entry) = index.get(rule) else {
                let known = index.rules.iter().map(|known| known.id.as_str());
                let fault = places.unknown(&place, "rule", rule, known);
                faults.push(DataError { expected: None, ..fault });
                continue;
            };
            let ran = report.filter(|report| list == "rules" && report.passed());
            let silent = ran.is_some_and(|report| !report.cited.contains(&entry.id));
            if silent && entry.status == Status::Enforced {
                let says = "no ruling and no event of this scenario cites";
                let problem = format!("{says} {rule}: it belongs under `uncited`");
                faults.push(places.fault(&place, problem));
            }
        }
    }
    faults
}

/// Plays a scenario file and checks every expectation in it; stops at the first that fails.
pub fn run(source: &Source, open: Open) -> Report {
    let document = match read::<Scenario>(source) {
        Ok(document) => document,
        Err(faults) => {
            let tree = Tree::parse(source).ok();
            let says = tree.as_ref().and_then(|tree| tree.word("says")).unwrap_or_default();
            return Report { faults, says: says.to_string(), ..Report::default() };
        }
    };
    let scenario = document.value;
    let mut report = Report {
        says: scenario.says,
        game: scenario.game.clone(),
        rules: scenario.rules,
        ..Report::default()
    };
    let given = document.places.block("given");
    let table = match open(&scenario.game, &given) {
        Ok(table) => table,
        Err(faults) => {
            report.faults = faults;
            if report.faults.is_empty() {
                let says = "the game does not begin, and does not say why";
                report.faults.push(document.places.fault("given", says));
            }
            return report;
        }
    };
    let mut run = Run { table, told: Vec::new(), report: &mut report, open, given };
    let mut asked_last = false;
    for (at, step) in scenario.steps.iter().enumerate() {
        asked_last = step.asks.is_some();
        let block = |field: &str| document.places.block(&format!("steps[{at}].{field}"));
        let Err(failed) = run.step(step, &scenario.game, &block) else { continue };
        report.faults = match failed {
            Failed::Step(problem) => {
                vec![document.places.fault(&format!("steps[{at}]"), problem)]
            }
            Failed::Position(faults) => faults,
        };
        return report;
    }
    let rolls = matches!(run.table.pending(), Asked::Roll { .. });
    check_end(&mut report, &document.places, scenario.steps.len(), rolls && !asked_last);
    report
}

fn check_end(report: &mut Report, places: &Places, steps: usize, rolls: bool) {
    if rolls {
        let problem = "dice are still asked for at the end: dictate them, or end with `asks`";
        report.faults.push(places.fault(&format!("steps[{}]", steps.saturating_sub(1)), problem));
    }
    if report.checks == 0 {
        report.faults.push(places.fault("steps", "nothing is expected, so nothing can fail"));
    }
}
