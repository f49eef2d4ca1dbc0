//! Where the program prints and reads: handles that tests replace.

use crate::patience::Waiting;
use owo_colors::OwoColorize;
use serde::Serialize;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use umpire_core::host::LONGEST_LINE;
use umpire_core::printable::{is_unprintable, printable};
use umpire_core::scene::{Room, Scene, Span, plain, rgb};

/// The farthest that lines which go on are indented under the text of the first.
const FARTHEST_TEXT: usize = 24;

/// Tells whoever runs a server what went wrong where nobody asked: a line of its own, made printable.
pub fn log(says: &str) {
    eprintln!("umpire: {}", printable(says));
}

/// How a run of words looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Strong,
    Faint,
    Good,
    Bad,
}

/// A line for a screen: runs of words, each with its looks. It holds no code of a terminal: those
/// are written when it is printed, around words that were made printable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Styled(Vec<(Style, String)>);

impl Styled {
    /// With more words after it.
    #[must_use]
    pub fn then(mut self, more: impl Into<Styled>) -> Styled {
        self.0.extend(more.into().0);
        self
    }

    /// The same in lines of so many letters: no word is cut, and lines that go on begin under the text of the first.
    fn wrapped(self, columns: usize) -> Vec<Styled> {
        let letters = self.0.iter().flat_map(|(style, text)| {
            let letters: Vec<char> = printable(text).chars().collect();
            letters.into_iter().map(|letter| (letter, *style))
        });
        let letters: Vec<(char, Style)> = letters.collect();
        let Some(lines) = lines_of(&letters, columns) else { return vec![self] };
        let styled = |(before, letters): (usize, &[(char, Style)])| {
            let blank = (Style::Plain, " ".repeat(before));
            let mut line = Styled(if before > 0 { vec![blank] } else { Vec::new() });
            for (letter, style) in letters {
                match line.0.last_mut() {
                    Some((last, text)) if last == style => text.push(*letter),
                    _ => line.0.push((*style, letter.to_string())),
                }
            }
            line
        };
        lines.into_iter().map(styled).collect()
    }
}

/// Letters of a line, and the blanks before them.
type Indented<'l, T> = (usize, &'l [(char, T)]);

/// The lines on which letters stand that are too many for one, each with the blanks before it: broken at blanks, never in a
/// word. Nothing where one line holds them.
fn lines_of<T>(letters: &[(char, T)], columns: usize) -> Option<Vec<Indented<'_, T>>> {
    let text = letters.iter().position(|(letter, _)| *letter != ' ').unwrap_or(letters.len());
    if letters.len() <= columns || text == letters.len() {
        return None;
    }
    let indent = hanging(letters).min(columns / 2);
    let is_blank = |at: usize| letters[at].0 == ' ';
    let (mut lines, mut from) = (Vec::new(), 0);
    while from < letters.len() {
        let before = if lines.is_empty() { 0 } else { indent };
        let room = columns.saturating_sub(before).max(1);
        let first = if lines.is_empty() { text.max(from) } else { from };
        let most = (from + room).min(letters.len());
        let end = match most == letters.len() {
            true => most,
            // The last blank that fits, or else the first after a word that is too long.
            false => (first + 1..=most)
                .rev()
                .find(|at| is_blank(*at))
                .or_else(|| (most..letters.len()).find(|at| is_blank(*at)))
                .unwrap_or(letters.len()),
        };
        lines.push((before, &letters[from..end]));
        from = (end..letters.len()).find(|at| !is_blank(*at)).unwrap_or(letters.len());
    }
    Some(lines)
}

/// Where the lines begin on which a line goes on: behind the blanks and the number or name that stand apart at its
/// beginning, or a little behind its blanks.
fn hanging<T>(letters: &[(char, T)]) -> usize {
    let blanks = |from: usize| letters[from..].iter().take_while(|(it, _)| *it == ' ').count();
    let before = blanks(0);
    let name = letters[before..].iter().take_while(|(letter, _)| *letter != ' ').count();
    let gap = blanks(before + name);
    let apart = before + name + gap;
    if gap > 1 && apart <= FARTHEST_TEXT { apart } else { before + 2 }
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled(vec![(Style::Plain, text)])
    }
}

impl From<&str> for Styled {
    fn from(text: &str) -> Styled {
        Styled::from(text.to_string())
    }
}

impl From<&String> for Styled {
    fn from(text: &String) -> Styled {
        Styled::from(text.clone())
    }
}

/// Words that stand out.
pub fn strong(text: impl Into<String>) -> Styled {
    Styled(vec![(Style::Strong, text.into())])
}

/// Words that may be overlooked.
pub fn faint(text: impl Into<String>) -> Styled {
    Styled(vec![(Style::Faint, text.into())])
}

/// Words of a yes.
pub fn good(text: impl Into<String>) -> Styled {
    Styled(vec![(Style::Good, text.into())])
}

/// Words of a no.
pub fn bad(text: impl Into<String>) -> Styled {
    Styled(vec![(Style::Bad, text.into())])
}

/// Something to print on. Whatever is printed, no character of it steers a terminal.
pub struct Screen<'a> {
    out: Box<dyn Write + 'a>,
    /// Whether colours are printed.
    pub colour: bool,
    /// Whether a person looks at it, so that it may be cleared.
    pub terminal: bool,
    /// How much it holds, where that is known and does not change.
    room: Option<Room>,
}

impl<'a> Screen<'a> {
    /// A screen on any handle.
    pub fn new(out: impl Write + 'a, colour: bool, terminal: bool) -> Screen<'a> {
        Screen { out: Box::new(out), colour, terminal, room: None }
    }

    /// The same screen of a known size.
    #[must_use]
    pub fn of(self, room: Option<Room>) -> Screen<'a> {
        Screen { room, ..self }
    }

    /// How much a screen holds at this moment: what it was said to, else what the terminal tells.
    pub fn room(&self) -> Option<Room> {
        let asked = || {
            let (columns, lines) = terminal_size::terminal_size()?;
            Some(Room { columns: columns.0.into(), lines: lines.0.into() })
        };
        self.room.or_else(|| asked().filter(|_| self.terminal))
    }

    /// Words, on as many lines as they need on this screen: none is cut, and what goes on is indented. Where nobody knows
    /// how wide it is, one line.
    pub fn words(&mut self, words: impl Into<Styled>) -> io::Result<()> {
        let words = words.into();
        match self.room() {
            Some(room) => {
                words.wrapped(room.columns).into_iter().try_for_each(|line| self.line(line))
            }
            None => self.line(words),
        }
    }

    /// One line, whatever ends of lines it holds.
    pub fn line(&mut self, words: impl Into<Styled>) -> io::Result<()> {
        for (style, text) in words.into().0 {
            let text = printable(&text);
            let looks = if self.colour { style } else { Style::Plain };
            match looks {
                Style::Plain => write!(self.out, "{text}"),
                Style::Strong => write!(self.out, "{}", text.bold()),
                Style::Faint => write!(self.out, "{}", text.dimmed()),
                Style::Good => write!(self.out, "{}", text.green()),
                Style::Bad => write!(self.out, "{}", text.red()),
            }?;
        }
        writeln!(self.out)
    }

    /// A text of several lines.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.line(line))
    }

    /// A text with codes for a terminal in it, in which nothing is anybody else's.
    pub(crate) fn own_text(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Everything so far reaches its reader.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// One value as a line of JSON, with unprintable characters escaped.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.json_lines(&serde_json::to_string(value).map_err(io::Error::other)?)
    }

    /// Lines of JSON as they are, but for unprintable characters, which are escaped.
    pub fn json_lines(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.json_line(line))
    }

    fn json_line(&mut self, text: &str) -> io::Result<()> {
        if !text.contains(is_unprintable) {
            return writeln!(self.out, "{text}");
        }
        let escaped = |c: char| match is_unprintable(c) {
            true => format!("\\u{:04x}", u32::from(c)),
            false => c.to_string(),
        };
        // Outside of its strings JSON has only letters that can be printed.
        writeln!(self.out, "{}", text.chars().map(escaped).collect::<String>())
    }

    /// Wipes a terminal; anything else gets an empty line.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.terminal { self.own_text("\x1b[2J\x1b[3J\x1b[H") } else { self.line("") }
    }

    /// The whole of a table; one that is told in words goes on in the next line where the screen ends.
    ///
    /// # Errors
    /// Where nothing can be printed.
    pub fn scene(&mut self, scene: &Scene) -> io::Result<()> {
        match self.room().filter(|_| scene.grid.is_none()) {
            Some(room) => {
                let lines = scene.lines.iter().flat_map(|line| wrapped_spans(line, room.columns));
                self.likeness(&lines.collect::<Vec<_>>())
            }
            None => self.likeness(&scene.lines),
        }
    }

    /// Lines of the likeness of a table.
    pub fn likeness(&mut self, lines: &[Vec<Span>]) -> io::Result<()> {
        for line in lines {
            if self.colour {
                let line: String = line.iter().map(painted).collect();
                self.own_text(&line)?;
                self.line("")?;
            } else {
                self.line(plain(line))?;
            }
        }
        Ok(())
    }
}

/// A line of spans as the lines on which it stands.
fn wrapped_spans(line: &[Span], columns: usize) -> Vec<Vec<Span>> {
    let letters = line.iter().enumerate().flat_map(|(at, span)| {
        let letters: Vec<char> = printable(&span.text).chars().collect();
        letters.into_iter().map(move |letter| (letter, at))
    });
    let letters: Vec<(char, usize)> = letters.collect();
    let Some(lines) = lines_of(&letters, columns) else { return vec![line.to_vec()] };
    let spans = |(before, letters): (usize, &[(char, usize)])| {
        let mut spans = Vec::new();
        if before > 0 {
            spans.push(Span::plain(" ".repeat(before)));
        }
        for same in letters.chunk_by(|one, other| one.1 == other.1) {
            let text = same.iter().map(|(letter, _)| *letter).collect();
            let of = same.first().and_then(|(_, at)| line.get(*at));
            spans.extend(of.map(|of| Span { text, ..of.clone() }));
        }
        spans
    };
    lines.into_iter().map(spans).collect()
}

fn painted(span: &Span) -> String {
    let text = printable(&span.text);
    let letters = span.colour.as_deref().and_then(rgb);
    let ground = span.ground.as_deref().and_then(rgb);
    match (letters, ground) {
        (Some([r, g, b]), Some([x, y, z])) => {
            text.truecolor(r, g, b).on_truecolor(x, y, z).to_string()
        }
        (Some([r, g, b]), None) => text.truecolor(r, g, b).to_string(),
        (None, Some([x, y, z])) => text.on_truecolor(x, y, z).to_string(),
        (None, None) => text.into_owned(),
    }
}

/// What came of waiting for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// Somebody typed it.
    Line(String),
    /// Somebody typed what cannot be read: why not.
    Unreadable(String),
    /// Nothing more will come.
    End,
    /// The person wants to stop.
    Interrupted,
}

/// Lines that could follow what has been typed.
pub type Complete<'a> = &'a dyn Fn(&str) -> Vec<String>;

/// What has to be said while somebody types.
pub type News = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// Where lines come from.
pub trait Lines {
    /// From now on says news while it waits for a line, where it can.
    fn herald(&mut self, _: News) {}
    /// Waits for a line. A secret one is not kept for recalling.
    fn read(&mut self, prompt: &str, secret: bool, complete: Complete) -> io::Result<Typed>;
    /// The number of the line just read, where lines come from a file.
    fn number(&self) -> Option<usize>;
}

/// Lines of a file or a pipe.
pub struct Piped<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> Piped<R> {
    /// Lines from a reader.
    pub fn new(reader: R) -> Piped<R> {
        Piped { reader, number: 0 }
    }
}

/// What is made of a line longer than one may be.
pub(crate) fn too_long() -> Typed {
    Typed::Unreadable(format!("this line is longer than {LONGEST_LINE} bytes: it was not read"))
}

/// What is said of a line in another encoding.
pub(crate) const NOT_UTF8: &str = "this line is not UTF-8 text: it was not read";

impl<R: BufRead> Lines for Piped<R> {
    fn read(&mut self, _: &str, _: bool, _: Complete) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        // Room for the end of the line, and for one byte too many.
        let most = LONGEST_LINE as u64 + 3;
        self.reader.by_ref().take(most).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Typed::End);
        }
        self.number += 1;
        if bytes.len() as u64 == most && !bytes.ends_with(b"\n") {
            self.reader.skip_until(b'\n')?;
        }
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > LONGEST_LINE {
            return Ok(too_long());
        }
        let line = String::from_utf8(line.to_vec());
        Ok(line.map_or_else(|_| Typed::Unreadable(NOT_UTF8.into()), Typed::Line))
    }

    fn number(&self) -> Option<usize> {
        Some(self.number)
    }
}

/// Everything a command talks through.
pub struct Console<'a> {
    /// What is typed.
    pub lines: Box<dyn Lines + 'a>,
    /// What is told.
    pub out: Screen<'a>,
    /// What went wrong.
    pub err: Screen<'a>,
    /// Set when the person presses Ctrl-C.
    pub stop: Arc<AtomicBool>,
}

impl Console<'_> {
    /// Whether the person wants to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Somebody waits here for what takes a while: Ctrl-C ends it and nothing else, and at a terminal is told
    /// how far it is.
    pub fn waiting(&mut self, within: Duration) -> Waiting<'_> {
        let Console { err, stop, .. } = self;
        let tells = err.terminal;
        // A terminal that went away needs no word of it.
        let tell = |word: &str| drop(err.line(word).and_then(|()| err.flush()));
        Waiting::new(within, stop, tell).telling(tells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_columns(columns: usize, words: impl Into<Styled>) -> Vec<String> {
        let lines = words.into().wrapped(columns).into_iter();
        lines.map(|line| line.0.into_iter().map(|(_, text)| text).collect()).collect()
    }

    #[test]
    fn words_go_on_under_the_text_and_are_never_cut() {
        let says = "        finn takes 1 wound, 1 of Life 4";
        assert_eq!(
            on_columns(24, says),
            ["        finn takes 1", "          wound, 1 of", "          Life 4"]
        );
        let rule = strong("HS-1.1.3  ").then("a figure has a Height");
        assert_eq!(
            on_columns(20, rule),
            ["HS-1.1.3  a figure", "          has a", "          Height"]
        );
        assert_eq!(on_columns(8, "  incomprehensible words"), ["  incomprehensible", "    words"]);
        assert_eq!(on_columns(80, says), [says]);
        assert_eq!(on_columns(1, "a b"), ["a", "b"]);
        assert_eq!(on_columns(0, "  "), ["  "]);
    }

    #[test]
    fn a_table_told_in_words_goes_on_under_its_text() {
        let colour = Some("#c0392b".to_string());
        let army = Span { text: "A: oak, oak-lord, pine".into(), colour, ground: None };
        let line = [Span::plain("reserve   "), army.clone()];
        let lines = wrapped_spans(&line, 24);
        let said: Vec<String> = lines.iter().map(|line| plain(line)).collect();
        assert_eq!(said, ["reserve   A: oak,", "          oak-lord, pine"]);
        assert!(lines.iter().all(|line| line.iter().any(|it| it.colour == army.colour)));
        assert_eq!(wrapped_spans(&line, 80), [line]);
    }
}
