//! Every conformance scenario is a test, named by its path.

use std::error::Error;
use std::path::Path;
use umpire_tests::run_scenario;

fn holds(path: &Path) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let report = run_scenario(&path).map_err(|trouble| trouble.to_string())?;
    if report.passed() {
        return Ok(());
    }
    let faults: Vec<String> = report.faults.iter().map(|fault| fault.show()).collect();
    Err(format!("{}\n{}\n{}", report.says, report.log.join("\n"), faults.join("\n")).into())
}

datatest_stable::harness! {
    { test = holds, root = "scenarios", pattern = r"\.yaml$" },
}
