//! The program: everything `umpire` does, with this game first.

use std::process::ExitCode;
use umpire::library::Library;

fn main() -> ExitCode {
    let library = Library::embedded().with_game(umpire_new_game::RULESET, umpire_new_game::DATA);
    umpire::program::run(&library)
}
