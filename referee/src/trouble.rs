//! What can go wrong for the person at the keyboard, and the exit code it gives.

use crate::console::{Screen, bad, faint};
use std::io;
use umpire_core::command::counted;
use umpire_core::data::DataError;

/// Why a command stops.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The command was called in a way that means nothing.
    #[error("{0}")]
    Misuse(String),
    /// The answer is no, or the work could not be done.
    #[error("{0}")]
    Failed(String),
    /// Data files have faults.
    #[error("{} in the data", counted(.0.len(), "fault"))]
    Faults(Vec<DataError>),
    /// Nothing can be printed any more.
    #[error("cannot write: {}", io_words(.0))]
    Output(#[from] io::Error),
}

impl Trouble {
    /// The program's exit code.
    pub fn code(&self) -> u8 {
        match self {
            Trouble::Misuse(_) => 2,
            Trouble::Failed(_) | Trouble::Faults(_) => 1,
            Trouble::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Trouble::Output(_) => 1,
        }
    }

    /// Says it; a reader that went away is not told.
    pub fn report(&self, err: &mut Screen, json: bool) -> io::Result<()> {
        match self {
            Trouble::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Trouble::Faults(faults) if json => err.json(&serde_json::json!({ "faults": faults })),
            other if json => err.json(&serde_json::json!({ "error": other.to_string() })),
            Trouble::Faults(faults) => show_faults(err, faults),
            other => err.line(bad("error:").then(format!(" {other}"))),
        }
    }
}

/// Faults that are printed at most, of however many there are.
const MOST_SHOWN: usize = 1000;

/// Prints faults, each with its line of the file, then how many there are.
pub fn show_faults(screen: &mut Screen, faults: &[DataError]) -> io::Result<()> {
    for fault in faults.iter().take(MOST_SHOWN) {
        let shown = fault.show();
        let (head, rest) = shown.split_once('\n').unwrap_or((&shown, ""));
        screen.line(bad(head))?;
        if !fault.line_text.is_empty() {
            rest.lines().try_for_each(|line| screen.line(faint(line)))?;
        }
    }
    let first = if faults.len() > MOST_SHOWN { ", the first of which are told" } else { "" };
    screen.line(format!("{}{first}", counted(faults.len(), "fault")))
}

/// What the system says of a failed read or write, in our form.
pub fn io_words(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
