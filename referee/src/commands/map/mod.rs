//! `umpire map`: battlefields drawn at random, analysed, printed, counted, and exchanged with other programs.

mod analyse;
mod convert;
mod form;
pub(crate) mod games;
mod import;
mod input;
mod new;
mod parts;
mod printing;

pub(crate) use form::is_link;
pub(crate) use input::LONGEST;

#[cfg(feature = "serve")]
pub(crate) use analyse::lines as analysis_lines;
#[cfg(feature = "serve")]
pub(crate) use {
    form::Form,
    input::unpacked,
    new::{drawn, seed_of_now},
    printing::Printing,
};

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
    Analyse(analyse::Analyse),
    New(new::New),
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
            Command::Analyse(analyse) => analyse.run(shared, library, console),
            Command::New(new) => new.run(shared, library, console),
            Command::Convert(convert) => convert.run(shared, library, console),
            Command::Parts(parts) => parts.run(shared, library, console),
        }
    }
}
