//! `umpire export`: a record as a seat may see it.

use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::save::{load, save, write};
use crate::trouble::Trouble;
use clap::Args;
use std::path::PathBuf;
use umpire_core::data::suggest;

/// Write a saved game as a player may see it: no other's sealed decisions, no seed, no digests.
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
        let seen = load(&self.transcript)?.seen_by(*seat, false);
        match &self.to {
            Some(path) => {
                save(path, &seen)?;
                if !shared.json {
                    console.out.line(format!("written to {}", path.display()))?;
                }
            }
            None => {
                let mut lines = Vec::new();
                write(&seen, &mut lines)?;
                let lines = String::from_utf8_lossy(&lines).into_owned();
                lines.lines().try_for_each(|line| console.out.line(line))?;
            }
        }
        Ok(0)
    }
}
