//! Lines typed on a terminal, with history and completion.

use crate::console::{Complete, Lines, NOT_UTF8, News, Typed, too_long};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, Helper, KeyEvent, Movement, RepeatCount,
};
use std::borrow::Cow;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use umpire_core::host::LONGEST_LINE;
use umpire_core::printable::{is_unprintable, printable};

/// A person at a terminal.
#[derive(Default)]
pub struct Keyboard {
    past: Vec<String>,
    /// What is asked for news while a line is typed.
    news: Option<News>,
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
        editor.set_helper(Some(Completing { complete, secret }));
        editor.bind_sequence(KeyEvent::ctrl('\\'), Cmd::Noop);
        let clears = EventHandler::Conditional(Box::new(ClearsFirst));
        editor.bind_sequence(KeyEvent::ctrl('C'), clears);
        let prompt = printable(prompt);
        let line = match (&self.news, editor.create_external_printer()) {
            (Some(news), Ok(printer)) => heralded(&**news, printer, || editor.readline(&*prompt)),
            _ => editor.readline(&*prompt),
        };
        match line {
            Ok(line) if line.len() > LONGEST_LINE => Ok(too_long()),
            Ok(line) => {
                if !secret && !line.trim().is_empty() {
                    self.past.push(line.clone());
                    self.past.drain(..self.past.len().saturating_sub(RECALLED));
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Typed::Unreadable(NOT_UTF8.into()))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }

    fn number(&self) -> Option<usize> {
        None
    }

    fn herald(&mut self, news: News) {
        self.news = Some(news);
    }
}

/// The key that stops a program: on a line half typed it takes back that line alone, as it does in a shell.
struct ClearsFirst;

impl ConditionalEventHandler for ClearsFirst {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, typed: &EventContext) -> Option<Cmd> {
        (!typed.line().is_empty()).then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}

/// How often is asked for news.
const LOOK: Duration = Duration::from_millis(40);

/// Waits for a line, and says news above it meanwhile.
fn heralded<T>(
    news: &(dyn Fn() -> Option<String> + Send + Sync),
    mut printer: impl ExternalPrinter + Send,
    read: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // A terminal that went away needs no news.
                if let Some(says) = news()
                    && printer.print(format!("{}\n", printable_lines(&says))).is_err()
                {
                    return;
                }
                std::thread::sleep(LOOK);
            }
        });
        let line = read();
        done.store(true, Ordering::Relaxed);
        line
    })
}

fn printable_lines(says: &str) -> String {
    says.lines().map(printable).collect::<Vec<_>>().join("\n")
}

struct Completing<'a> {
    complete: Complete<'a>,
    /// Whether the line is one that others must not read.
    secret: bool,
}

impl Helper for Completing<'_> {}
impl Highlighter for Completing<'_> {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        match line.contains('\n') {
            _ if self.secret => "*".repeat(line.chars().count()).into(),
            true => line.split('\n').map(printable).collect::<Vec<_>>().join("\n").into(),
            false => printable(line),
        }
    }

    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        self.secret || line.contains(is_unprintable)
    }
}
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
        let mut lines = (self.complete)(typed);
        // A line that cannot be shown as it is cannot be typed as it is shown.
        lines.retain(|line| !line.contains(is_unprintable));
        Ok((0, lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_or_offered_steers_the_terminal() {
        let complete = |_: &str| vec!["guard".to_string(), "feint\u{1b}[8m".to_string()];
        let helper = Completing { complete: &complete, secret: false };
        let past = MemHistory::new();
        let offered = helper.complete("", 0, &Context::new(&past)).expect("nothing is read");
        assert_eq!(offered, (0, vec!["guard".to_string()]));
        let typed = "a\u{9b}2J\nb\u{7}";
        assert!(helper.highlight_char(typed, 0, CmdKind::Other));
        assert_eq!(helper.highlight(typed, 0), "a\u{fffd}2J\nb\u{fffd}");
        assert!(!helper.highlight_char("guard", 0, CmdKind::Other));
    }
}
