//! Lines typed on a terminal, with history and completion.

use crate::console::{Complete, Lines, Typed};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io;

/// A person at a terminal.
#[derive(Default)]
pub struct Keyboard {
    past: Vec<String>,
}

/// Lines that may be recalled.
const RECALLED: usize = 500;

impl Lines for Keyboard {
    fn read(&mut self, prompt: &str, secret: bool, complete: Complete) -> io::Result<Typed> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut history = MemHistory::with_config(&config);
        for line in &self.past {
            history.add(line).map_err(io::Error::other)?;
        }
        let mut editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        editor.set_helper(Some(Completing { complete }));
        match editor.readline(prompt) {
            Ok(line) => {
                if !secret && !line.trim().is_empty() {
                    self.past.push(line.clone());
                    self.past.drain(..self.past.len().saturating_sub(RECALLED));
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }

    fn number(&self) -> Option<usize> {
        None
    }
}

struct Completing<'a> {
    complete: Complete<'a>,
}

impl Helper for Completing<'_> {}
impl Highlighter for Completing<'_> {}
impl Validator for Completing<'_> {}
impl Hinter for Completing<'_> {
    type Hint = String;
}

impl Completer for Completing<'_> {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        Ok((0, (self.complete)(typed)))
    }
}
