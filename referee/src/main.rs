//! The program `umpire`: hands its arguments, its terminal and Ctrl-C to the library.

use anstream::{AutoStream, ColorChoice};
use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use umpire::console::{Console, Lines, Piped, Screen};
use umpire::terminal::Keyboard;

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once, which is no reason not to start.
    let _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    });
    let typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let lines: Box<dyn Lines> = if typed {
        Box::new(Keyboard::default())
    } else {
        Box::new(Piped::new(io::stdin().lock()))
    };
    let looks = io::stdout().is_terminal();
    let out_colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let err_colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let mut console = Console {
        lines,
        out: Screen::new(BufWriter::new(io::stdout().lock()), out_colour, looks),
        err: Screen::new(io::stderr().lock(), err_colour, io::stderr().is_terminal()),
        stop,
    };
    let library = umpire::library::Library::embedded();
    ExitCode::from(umpire::command_line::run(std::env::args_os(), &library, &mut console))
}
