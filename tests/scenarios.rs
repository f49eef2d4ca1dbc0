//! Every conformance scenario is a test, named by its path.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::OnceLock;
use umpire_core::conformance::faults_of_rules;
use umpire_core::data::DataError;
use umpire_core::rule_index::RuleIndex;
use umpire_tests::{library, run_scenario, source};

/// The rule indices of all games, by name.
fn indices() -> &'static BTreeMap<String, RuleIndex> {
    static INDICES: OnceLock<BTreeMap<String, RuleIndex>> = OnceLock::new();
    INDICES.get_or_init(|| {
        let index = |name: &str| {
            let ruleset = library().ruleset(name).expect("it is listed");
            (name.to_string(), ruleset.rules(&library().data).expect("its rules can be read"))
        };
        library().rulesets.iter().map(|ruleset| index(ruleset.name())).collect()
    })
}

fn holds(path: &Path) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut report = run_scenario(&path).map_err(|trouble| trouble.to_string())?;
    // What it names, its run has cited.
    if let Some(index) = indices().get(&report.game) {
        let source = source(&path).map_err(|trouble| trouble.to_string())?;
        let faults = faults_of_rules(&source, index, Some(&report));
        report.faults.extend(faults);
    }
    if report.passed() {
        return Ok(());
    }
    let faults: Vec<String> = report.faults.iter().map(DataError::show).collect();
    Err(format!("{}\n{}\n{}", report.says, report.log.join("\n"), faults.join("\n")).into())
}

datatest_stable::harness! {
    { test = holds, root = "scenarios", pattern = r"\.yaml$" },
}
