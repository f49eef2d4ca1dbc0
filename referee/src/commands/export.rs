//! `umpire export`: a record as a seat may see it.

use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::save::{WITHHELD, kept_aside, load, save_as, write};
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use umpire_core::data::suggest;
use umpire_core::host::Asked;

/// Write a saved game as a player may see it: no other's sealed decisions, no seed, no digests.
///
/// Where something was hidden when the game began, or a judge changed what the player does not see, it can be had when the game is over.
///
/// What is written still hangs together, line for line, and `replay` says so; what is sealed cannot be played again.
#[derive(Debug, Args)]
pub struct Export {
    /// The saved game.
    #[arg(value_name = "TRANSCRIPT")]
    transcript: PathBuf,
    /// Who is to see it.
    #[arg(long, value_name = "SEAT")]
    seat: String,
    /// Where to write it; printed where no file is named.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

impl Export {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let (table, _) = super::play::resumed((&self.transcript, None), library, console)?;
        let seats = table.seats();
        let named = seats.iter().find(|(_, name)| name.eq_ignore_ascii_case(&self.seat));
        let Some((seat, _)) = named else {
            let meant = suggest(&self.seat, seats.iter().map(|(_, name)| name.as_str()));
            let meant = meant.map_or(String::new(), |name| format!(", did you mean `{name}`?"));
            return Err(Trouble::Misuse(format!("nobody is called `{}`{meant}", self.seat)));
        };
        let over = matches!(table.pending(), Asked::Over(_));
        if !over && table.withholds(*seat) {
            return Err(Trouble::Misuse(format!("for `{}`: {WITHHELD}", self.seat)));
        }
        let seen = load(&self.transcript)?.seen_by(*seat, false);
        let Some(path) = &self.to else {
            let mut lines = Vec::new();
            write(&seen, &mut lines)?;
            console.out.json_lines(&String::from_utf8_lossy(&lines))?;
            return Ok(0);
        };
        if path
            .canonicalize()
            .is_ok_and(|to| self.transcript.canonicalize().is_ok_and(|it| it == to))
        {
            let says = "is the record itself, of which this is a part: name another file";
            return Err(Trouble::Misuse(format!("`{}` {says}", path.display())));
        }
        let aside = save_as(path, &seen)?;
        let written = path.display().to_string();
        if shared.json {
            let aside = aside.map(|aside| aside.display().to_string());
            console.out.json(&json!({ "written": written, "kept_aside": aside }))?;
        } else {
            console.out.line(format!("written to {written}{}", kept_aside(aside.as_deref())))?;
        }
        Ok(0)
    }
}
