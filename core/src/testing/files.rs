//! Checks of what a game consists of besides code: its tables, its rule index, its scenarios.

use crate::conformance::{faults_of_rules, run};
use crate::data::{Files, Source};
use crate::host::{Hosted, Ruleset};
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

/// Every scenario that lies in a game's data, by every edition: as it is opened, and what the game starts from.
///
/// # Panics
/// Where one cannot be opened, with every fault.
pub fn starts<G: Hosted>(data: &Files) -> Vec<(Source, G::Setup)> {
    let of = |folder: &str| -> Vec<Source> {
        let folder = format!("{}/{folder}/", G::NAME);
        data.paths()
            .filter(|path| path.starts_with(&folder))
            .filter_map(|it| data.get(it))
            .collect()
    };
    let (scenarios, editions) = (of("scenarios"), of("editions"));
    let each = scenarios.iter().flat_map(|scenario| editions.iter().map(move |it| (scenario, it)));
    let start = |(scenario, edition): (&Source, &Source)| {
        let name = edition.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".yaml");
        let lines = scenario.text.lines().filter(|line| !line.starts_with("edition: "));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        let scenario = Source::new(&scenario.path, format!("edition: {name}\n{text}"));
        match G::load(data, &scenario) {
            Ok(loaded) => (scenario, loaded.setup),
            Err(faults) => panic!("{} by {name}: {faults:?}", scenario.path),
        }
    };
    each.map(start).collect()
}
