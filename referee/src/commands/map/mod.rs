//! `umpire map`: battlefields made from, and made into, other programs' maps, pictures and lists of parts.

mod convert;
mod form;
mod import;
mod input;
mod parts;

use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::{Args, Subcommand};

/// Work with maps.
#[derive(Debug, Args)]
pub struct Map {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::Import),
    Convert(convert::Convert),
    Parts(parts::Parts),
}

impl Map {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        match &self.command {
            Command::Import(import) => import.run(shared, library, console),
            Command::Convert(convert) => convert.run(shared, library, console),
            Command::Parts(parts) => parts.run(shared, library, console),
        }
    }
}
