//! Checks of what a game consists of besides code: its tables, its rule index, its scenarios.

use crate::conformance::{faults_of_rules, run};
use crate::data::{Files, Source};
use crate::host::Ruleset;
use crate::rule_index::Status;
use crate::ruling::RuleId;

/// What is wrong with a game's tables: every fault of a file, and rules that code knows and the index does not.
pub fn faults_of_data(ruleset: &dyn Ruleset, data: &Files, rules: &[impl RuleId]) -> Vec<String> {
    let mut faults: Vec<String> = ruleset.check(data).iter().map(ToString::to_string).collect();
    match ruleset.rules(data) {
        Ok(index) => {
            let unknown = rules.iter().filter(|rule| index.get(rule.id()).is_none());
            faults.extend(unknown.map(|rule| format!("{} is not in the rule index", rule.id())));
        }
        Err(wrong) => faults.extend(wrong.iter().map(ToString::to_string)),
    }
    faults
}

/// What is wrong with a game's scenarios: what does not come of them as they say, rules they name that their runs do not
/// cite, and enforced rules that none of them shows.
pub fn faults_of_scenarios(ruleset: &dyn Ruleset, data: &Files, scenarios: &Files) -> Vec<String> {
    let index = match ruleset.rules(data) {
        Ok(index) => index,
        Err(wrong) => return wrong.iter().map(ToString::to_string).collect(),
    };
    let open =
        |_: &str, given: &Source| ruleset.open(data, given, &[], None).map(|opened| opened.table);
    let (mut shown, mut faults) = (Vec::new(), Vec::new());
    for source in scenarios.paths().filter_map(|path| scenarios.get(path)) {
        let mut report = run(&source, &open);
        let of_rules = faults_of_rules(&source, &index, Some(&report));
        report.faults.extend(of_rules);
        faults.extend(report.faults.iter().map(|fault| fault.show()));
        shown.extend(report.rules);
    }
    let enforced = index.rules.iter().filter(|rule| rule.status == Status::Enforced);
    let unseen = enforced.filter(|rule| !shown.contains(&rule.id));
    faults.extend(unseen.map(|rule| {
        let wanted = "a premise, a modifier or an event of one has to cite it";
        format!("no scenario shows {}, which is enforced: {wanted}: {}", rule.id, rule.says)
    }));
    faults
}
