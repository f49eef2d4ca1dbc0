//! `umpire los`: who sees whom, and what is in the way.

use crate::command_line::Shared;
use crate::commands::question::{Of, ask};
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;
use std::path::PathBuf;

/// Say whether one sees another, and what is in the way. Exit code 1 if not.
#[derive(Debug, Args)]
pub struct Los {
    #[command(flatten)]
    of: Of,
    /// Who looks and who is looked at: two figures or spaces, as at the prompt.
    #[arg(value_name = "FROM TO", required = true, num_args = 1..)]
    who: Vec<String>,
    /// Draw the answer in this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Los {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let question = format!("los {}", self.who.join(" "));
        ask(&self.of, &question, self.svg.as_deref(), shared, library, console)
    }
}
