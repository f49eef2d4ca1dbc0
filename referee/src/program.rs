//! The program as a whole: its arguments, its terminal and Ctrl-C, over whatever games a library holds.

use crate::command_line;
use crate::console::{Console, Lines, Piped, Screen};
use crate::library::Library;
use crate::terminal::Keyboard;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use umpire_core::scene::Room;

/// What the program is called that runs, where it was started as one.
static NAME: OnceLock<String> = OnceLock::new();

/// What the program is called that runs: as people start it again.
pub fn name() -> &'static str {
    NAME.get().map_or("umpire", String::as_str)
}

/// Runs the program over a library: `umpire` itself, or the program of a game of one's own.
pub fn run(library: &Library) -> ExitCode {
    let called = std::env::args_os().next().map(PathBuf::from);
    if let Some(stem) = called.as_deref().and_then(Path::file_stem) {
        NAME.get_or_init(|| stem.to_string_lossy().into_owned());
    }
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
        out: Screen::new(BufWriter::new(io::stdout().lock()), out_colour, looks).of(room()),
        err: Screen::new(io::stderr().lock(), err_colour, io::stderr().is_terminal()),
        stop,
    };
    ExitCode::from(command_line::run(std::env::args_os(), library, &mut console))
}

/// What a screen holds by what whoever started the program says of it: `COLUMNS` and `LINES`.
fn room() -> Option<Room> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok().filter(|number| *number > 0);
    Some(Room { columns: number("COLUMNS")?, lines: number("LINES").unwrap_or(usize::MAX) })
}
