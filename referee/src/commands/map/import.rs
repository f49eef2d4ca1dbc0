//! `umpire map import`: a battlefield file of another program's map.

use super::form::Form;
use super::input::{LONGEST, unpacked};
use crate::command_line::Shared;
use crate::console::Console;
use crate::files::{read_bytes, write_unless_changed};
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Make a battlefield file of another program's map, and say what was read and what was left out.
#[derive(Debug, Args)]
pub struct Import {
    /// The map.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the battlefield here (default: print it).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there and says something else.
    #[arg(long, requires = "out")]
    force: bool,
    /// The game the map is for (default: the first of this build).
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl Import {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let ruleset = match &self.game {
            Some(game) => library.ruleset(game)?,
            None => library.first()?,
        };
        let bytes = read_bytes(&self.file, LONGEST)?;
        let bytes = match Form::of_bytes(&bytes) {
            Form::Gz => unpacked(&bytes, &self.file.display().to_string())?,
            _ => bytes,
        };
        let shown = self.file.display();
        if matches!(Form::of_name(&self.file), Ok(Form::Yaml)) {
            return Err(Trouble::Failed(format!(
                "`{shown}` is a battlefield of this program, which need not be imported: `umpire check` tells what is \
                 wrong with it, `umpire map convert` writes it in other forms"
            )));
        }
        let name = self.file.file_stem().map_or("map".into(), |stem| stem.to_string_lossy());
        let imported = ruleset.import_map(&library.data, &name, &bytes);
        let (text, report) =
            imported.map_err(|says| Trouble::Failed(format!("`{shown}`: {says}")))?;
        if let Some(path) = &self.out {
            write_unless_changed(path, text.as_bytes(), self.force)?;
        }
        match (&self.out, shared.json) {
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
