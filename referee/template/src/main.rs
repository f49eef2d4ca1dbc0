//! The program: everything `umpire` does, with this game first.

use std::process::ExitCode;
use umpire::library::Library;
use umpire_new_game::{DATA, RULESET, SCENARIOS};

fn main() -> ExitCode {
    umpire::program::run(&Library::embedded().with_game(RULESET, &DATA, &SCENARIOS))
}
