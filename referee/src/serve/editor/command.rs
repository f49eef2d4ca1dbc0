//! `umpire edit`: battlefields drawn in the browser under live rules.

use super::Workshop;
use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::serve::{Serve, runtime};
use crate::trouble::Trouble;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

/// Draw battlefields in the browser, and see at once what the rules make of them.
///
/// Files stay plain YAML: only the lines that change are rewritten. A map of another program opens as a new
/// battlefield that is not saved yet.
#[derive(Debug, Args)]
pub struct Edit {
    /// A folder of battlefields, or a file (default: the folder you are in).
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// Do not open the page in the browser.
    #[arg(long)]
    no_open: bool,
    /// The port to listen on (default: any that is free).
    #[arg(long, default_value_t = 0, value_name = "N")]
    port: u16,
    /// Where tables that are played from here are stored: a file, or `postgres://...`.
    #[arg(long, value_name = "PLACE")]
    db: Option<String>,
    /// Read the pages of the app from this folder instead of the ones built in.
    #[arg(long, value_name = "DIR")]
    app: Option<PathBuf>,
}

impl Edit {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let workshop = Arc::new(Workshop::new(Arc::new(library.clone()), &self.path)?);
        let serve = Serve::for_editor(!self.no_open, self.port, self.db.clone(), self.app.clone());
        runtime()?.block_on(serve.serve(Some(workshop), "edit", shared, library, console))
    }
}
