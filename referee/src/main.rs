//! The program `umpire`: the games of this build.

use std::process::ExitCode;
use umpire::library::Library;

fn main() -> ExitCode {
    umpire::program::run(&Library::embedded())
}
