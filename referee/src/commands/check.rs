//! `umpire check`: every fault of data folders, scenarios, battlefields and house rules.

use crate::command_line::Shared;
use crate::console::Console;
use crate::files::{read_folder, read_source, tables_under};
use crate::library::Library;
use crate::opening::{Opening, ruleset_of};
use crate::trouble::{Trouble, counted, show_faults};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use umpire_core::conformance::head;
use umpire_core::data::{DataError, Files};

/// Check data files: every mistake with file, line and column.
#[derive(Debug, Args)]
pub struct Check {
    /// Folders of tables (`data`, or one game's folder in it), folders of scenarios, or single files.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

impl Check {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let mut files = 0;
        let mut faults = Vec::new();
        for path in &self.paths {
            let (read, found) = check_path(library, path)?;
            files += read;
            faults.extend(found);
        }
        faults.sort();
        faults.dedup();
        if shared.json {
            console.out.json(&json!({ "files": files, "faults": faults }))?;
        } else if faults.is_empty() {
            let says = format!("{} checked, no faults", counted(files, "file"));
            let says = console.out.good(says);
            console.out.line(says)?;
        } else {
            show_faults(&mut console.out, &faults)?;
        }
        Ok(u8::from(!faults.is_empty()))
    }
}

/// How many files a path holds, and their faults.
fn check_path(library: &Library, path: &Path) -> Result<(usize, Vec<DataError>), Trouble> {
    if !path.is_dir() {
        return Ok((1, check_file(library, path)?));
    }
    let games = library.rulesets.iter().map(|ruleset| ruleset.name());
    let inner: Vec<&str> = games.clone().filter(|game| path.join(game).is_dir()).collect();
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let itself =
        games.clone().find(|game| real.ends_with(game) && path.join("rules.yaml").exists());
    if inner.is_empty() && itself.is_none() {
        let mut faults = Vec::new();
        let files = tables_under(path)?;
        for file in &files {
            faults.extend(check_file(library, file)?);
        }
        if files.is_empty() {
            return Err(Trouble::Misuse(format!("`{}` holds no tables", path.display())));
        }
        return Ok((files.len(), faults));
    }
    let read = match read_folder(path) {
        Ok(read) => read,
        Err(Trouble::Faults(faults)) => return Ok((1, faults)),
        Err(other) => return Err(other),
    };
    let (data, root) = match itself.filter(|_| inner.is_empty()) {
        Some(game) => (under_game(&read, game), format!("{game}/")),
        None => (read, String::new()),
    };
    let mut faults = Vec::new();
    for ruleset in library.rulesets {
        if data.under(ruleset.name()).next().is_some() {
            faults.extend(ruleset.check(&data));
        }
    }
    for fault in &mut faults {
        let inside = fault.file.strip_prefix(&root).unwrap_or(&fault.file);
        fault.file = path.join(inside).display().to_string();
    }
    Ok((data.paths().count(), faults))
}

fn under_game(files: &Files, game: &str) -> Files {
    files.under("").map(|source| (format!("{game}/{}", source.path), source.text)).collect()
}

fn check_file(library: &Library, path: &Path) -> Result<Vec<DataError>, Trouble> {
    let faults = |trouble| match trouble {
        Trouble::Faults(faults) => Ok(faults),
        other => Err(other),
    };
    let source = match read_source(path) {
        Ok(source) => source,
        Err(trouble) => return faults(trouble),
    };
    if source.text.lines().any(|line| line.starts_with("steps:")) {
        return Ok(head(&source).err().unwrap_or_default());
    }
    let opening = match ruleset_of(library, &source).and_then(|_| Opening::on_disk(library, path)) {
        Ok(opening) => opening,
        Err(trouble) => return faults(trouble),
    };
    let found = opening.ruleset.check_file(&opening.files(), &opening.scenario);
    Ok(opening.located(found))
}
