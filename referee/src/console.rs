//! Where the program prints and reads: handles that tests replace.

use owo_colors::OwoColorize;
use serde::Serialize;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use umpire_core::scene::{Scene, Span};

/// Something to print on.
pub struct Screen<'a> {
    out: Box<dyn Write + 'a>,
    /// Whether colours are printed.
    pub colour: bool,
    /// Whether a person looks at it, so that it may be cleared.
    pub terminal: bool,
}

impl<'a> Screen<'a> {
    /// A screen on any handle.
    pub fn new(out: impl Write + 'a, colour: bool, terminal: bool) -> Screen<'a> {
        Screen { out: Box::new(out), colour, terminal }
    }

    /// A line of text.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{}", text.as_ref())
    }

    /// Text without an end of line.
    pub fn text(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        write!(self.out, "{}", text.as_ref())
    }

    /// Everything so far reaches its reader.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// One value as a line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(value).map_err(io::Error::other)?;
        self.line(text)
    }

    /// Wipes a terminal; anything else gets an empty line.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.terminal { self.text("\x1b[2J\x1b[3J\x1b[H") } else { self.line("") }
    }

    /// The likeness of a scene.
    pub fn scene(&mut self, scene: &Scene) -> io::Result<()> {
        if self.colour {
            for line in &scene.lines {
                let painted: String = line.iter().map(painted).collect();
                self.line(painted)?;
            }
            return Ok(());
        }
        scene.plain_lines().try_for_each(|line| self.line(line))
    }

    /// Words that stand out.
    pub fn strong(&self, text: impl AsRef<str>) -> String {
        let text = text.as_ref();
        if self.colour { text.bold().to_string() } else { text.to_string() }
    }

    /// Words that may be overlooked.
    pub fn faint(&self, text: impl AsRef<str>) -> String {
        let text = text.as_ref();
        if self.colour { text.dimmed().to_string() } else { text.to_string() }
    }

    /// Words of a yes.
    pub fn good(&self, text: impl AsRef<str>) -> String {
        let text = text.as_ref();
        if self.colour { text.green().to_string() } else { text.to_string() }
    }

    /// Words of a no.
    pub fn bad(&self, text: impl AsRef<str>) -> String {
        let text = text.as_ref();
        if self.colour { text.red().to_string() } else { text.to_string() }
    }
}

fn painted(span: &Span) -> String {
    let letters = span.colour.as_deref().and_then(rgb);
    let ground = span.ground.as_deref().and_then(rgb);
    match (letters, ground) {
        (Some((r, g, b)), Some((x, y, z))) => {
            span.text.truecolor(r, g, b).on_truecolor(x, y, z).to_string()
        }
        (Some((r, g, b)), None) => span.text.truecolor(r, g, b).to_string(),
        (None, Some((x, y, z))) => span.text.on_truecolor(x, y, z).to_string(),
        (None, None) => span.text.clone(),
    }
}

fn rgb(colour: &str) -> Option<(u8, u8, u8)> {
    let digits = colour.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

/// What came of waiting for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// Somebody typed it.
    Line(String),
    /// Nothing more will come.
    End,
    /// The person wants to stop.
    Interrupted,
}

/// Lines that could follow what has been typed.
pub type Complete<'a> = &'a dyn Fn(&str) -> Vec<String>;

/// Where lines come from.
pub trait Lines {
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

/// Bytes of one typed line; what is longer is read as several lines.
const LINE: u64 = 64 * 1024;

impl<R: BufRead> Lines for Piped<R> {
    fn read(&mut self, _: &str, _: bool, _: Complete) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        self.reader.by_ref().take(LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Typed::End);
        }
        self.number += 1;
        let text = String::from_utf8_lossy(&bytes);
        Ok(Typed::Line(text.trim_end_matches(['\r', '\n']).to_string()))
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
}
