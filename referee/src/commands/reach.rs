//! `umpire reach`: where a unit can go, at what cost, with what risk.

use crate::command_line::Shared;
use crate::commands::question::{Of, ask};
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;
use std::path::PathBuf;

/// Say where a unit can go, at what cost, and with what risk.
#[derive(Debug, Args)]
pub struct Reach {
    #[command(flatten)]
    of: Of,
    /// The unit; several words are one name.
    #[arg(value_name = "UNIT", required = true)]
    unit: Vec<String>,
    /// Draw the answer in this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Reach {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let question = format!("reach {}", self.unit.join(" "));
        ask(&self.of, &question, self.svg.as_deref(), shared, library, console)
    }
}
