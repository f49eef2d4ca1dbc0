//! `umpire map`: battlefields from other programs' maps.

use crate::command_line::Shared;
use crate::console::Console;
use crate::files::{read_bytes, write_beside};
use crate::library::Library;
use crate::trouble::Trouble;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

/// Bytes of the longest map that is read.
const LONGEST: usize = 64 * 1024 * 1024;

/// Work with maps.
#[derive(Debug, Args)]
pub struct Map {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a battlefield file of another program's map, and say what was read and what was left out.
    Import(Import),
}

#[derive(Debug, Args)]
struct Import {
    /// The map.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the battlefield here (default: print it).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The game the map is for (default: the first of this build).
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl Map {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let Command::Import(import) = &self.command;
        let ruleset = match &import.game {
            Some(game) => library.ruleset(game)?,
            None => library.first()?,
        };
        let bytes = read_bytes(&import.file, LONGEST)?;
        let shown = import.file.display();
        let name = import.file.file_stem().map_or("map".into(), |stem| stem.to_string_lossy());
        let imported = ruleset.import_map(&library.data, &name, &bytes);
        let (text, report) =
            imported.map_err(|says| Trouble::Failed(format!("`{shown}`: {says}")))?;
        if let Some(path) = &import.out {
            write_beside(path, |out| out.write_all(text.as_bytes()))?;
        }
        match (&import.out, shared.json) {
            (Some(path), true) => {
                let path = path.display().to_string();
                console.out.json(&json!({ "report": report, "written": path }))?;
            }
            (None, true) => console.out.json(&json!({ "report": report, "battlefield": text }))?,
            (Some(path), false) => {
                report.iter().try_for_each(|line| console.out.line(line))?;
                console.out.line(format!("written to {}", path.display()))?;
            }
            (None, false) => {
                console.out.text(&text)?;
                console.out.flush()?;
                report.iter().try_for_each(|line| console.err.line(line))?;
            }
        }
        Ok(0)
    }
}
