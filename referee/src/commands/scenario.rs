//! `umpire scenario`: runs conformance scenarios from anywhere on disk.

use crate::command_line::Shared;
use crate::console::{Console, bad, good};
use crate::files::{passed_over, read_source, tables_under};
use crate::library::Library;
use crate::opening::{Folder, ruleset_of};
use crate::trouble::{Trouble, show_faults};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use umpire_core::command::counted;
use umpire_core::conformance::{Report, faults_of_rules, run};
use umpire_core::data::{DataError, Source};
use umpire_core::host::Table;
use umpire_core::ruleset::{FileKind, kind_of};

/// Run conformance scenarios: a position, dictated dice, and what must come of them.
#[derive(Debug, Args)]
pub struct Scenario {
    /// Scenario files, or folders of them.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Print what happens in each.
    #[arg(long)]
    log: bool,
}

impl Scenario {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let (mut passed, mut failed, mut checks) = (0, 0, 0);
        let mut folder = Folder::new(library);
        for path in &self.paths {
            for file in tables_under(path)? {
                // House rules and battlefields lie beside the scenarios that name them.
                if path.is_dir() && !is_scenario(&file) {
                    continue;
                }
                // One that cannot be read has failed: the others run all the same.
                let report = run_file(library, &file, &mut folder).unwrap_or_else(|trouble| {
                    let faults = vec![DataError::of_file(shown(&file), trouble.to_string())];
                    Report { faults, ..Report::default() }
                });
                let counter = if report.passed() { &mut passed } else { &mut failed };
                *counter += 1;
                checks += report.checks;
                self.say(shared, &file, &report, console)?;
            }
        }
        let ran = passed + failed;
        let passed_over: Vec<String> = self.paths.iter().filter_map(|it| passed_over(it)).collect();
        if shared.json {
            console.out.json(&json!({
                "ran": ran, "failed": failed, "checks": checks, "passed_over": passed_over,
            }))?;
        } else {
            passed_over.iter().try_for_each(|note| console.out.line(format!("note: {note}")))?;
            let ran = counted(ran, "scenario");
            let says = format!("{ran}: {passed} passed, {failed} failed, {checks} expectations");
            console.out.line(says)?;
        }
        if ran == 0 {
            return Err(Trouble::Misuse("there is no scenario to run".into()));
        }
        Ok(u8::from(failed > 0))
    }

    fn say(
        &self,
        shared: &Shared,
        file: &Path,
        report: &Report,
        console: &mut Console,
    ) -> Result<(), Trouble> {
        let file = shown(file);
        if shared.json {
            return Ok(console.out.json(&json!({
                "file": file, "game": report.game, "says": report.says, "rules": report.rules,
                "cited": report.cited, "passed": report.passed(), "checks": report.checks,
                "faults": report.faults, "log": report.log,
            }))?);
        }
        let verdict = if report.passed() { good("passed") } else { bad("failed") };
        let says = match report.says.is_empty() {
            true => String::new(),
            false => format!(": {}", report.says),
        };
        console.out.line(verdict.then(format!(" {file}{says}")))?;
        if self.log || !report.passed() {
            report.log.iter().try_for_each(|line| console.out.line(format!("    {line}")))?;
        }
        if !report.passed() {
            show_faults(&mut console.out, &report.faults)?;
        }
        Ok(())
    }
}

/// A file as it is named in what is told of it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Whether a file in a folder of scenarios is one; what cannot be read is told.
fn is_scenario(path: &Path) -> bool {
    let kind = read_source(path).map(|source| kind_of(&source));
    !matches!(kind, Ok(FileKind::HouseRules | FileKind::Battlefield | FileKind::Scenario))
}

fn run_file(library: &Library, path: &Path, folder: &mut Folder) -> Result<Report, Trouble> {
    let source = match read_source(path) {
        Ok(source) => source,
        Err(Trouble::Faults(faults)) => return Ok(Report { faults, ..Report::default() }),
        Err(other) => return Err(other),
    };
    let what = match kind_of(&source) {
        FileKind::Scenario => Some("a scenario to be played"),
        FileKind::HouseRules => Some("house rules"),
        FileKind::Battlefield => Some("a battlefield"),
        FileKind::Conformance | FileKind::Other => None,
    };
    if let Some(what) = what {
        let says = format!("this is {what}, with nothing that is expected: `check` looks at it");
        let faults = vec![DataError::of_file(&source.path, says)];
        return Ok(Report { faults, ..Report::default() });
    }
    let ruleset = match ruleset_of(library, &source) {
        Err(Trouble::Faults(faults)) => return Ok(Report { faults, ..Report::default() }),
        other => other?,
    };
    folder.enter(path);
    let open = |game: &str, given: &Source| -> Result<Box<dyn Table>, Vec<DataError>> {
        let ruleset = library
            .ruleset(game)
            .map_err(|trouble| vec![DataError::of_file(&given.path, trouble.to_string())])?;
        ruleset.open(folder.files(), given, &[], None).map(|opened| opened.table)
    };
    let mut report = run(&source, &open);
    if let Ok(index) = ruleset.rules(&library.data) {
        let faults = faults_of_rules(&source, &index, Some(&report));
        report.faults.extend(faults);
    }
    report.faults = library.located(std::mem::take(&mut report.faults));
    Ok(report)
}
