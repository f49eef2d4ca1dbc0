//! Where a letter of a text grid or a word of a list stands in the file it was read from.

use std::cell::OnceCell;

use umpire_core::data::{DataError, Places};

/// One text value, and the place of each of its lines once somebody asks.
pub struct Located<'d> {
    places: &'d Places,
    field: String,
    text: &'d str,
    starts: OnceCell<Option<Vec<Start<'d>>>>,
}

/// Where a line of a text begins in the file; line and column from 1.
struct Start<'d> {
    line: usize,
    column: usize,
    source_line: &'d str,
}

/// Characters of a line shown before and after a fault.
const SHOWN: usize = 100;

impl<'d> Located<'d> {
    pub fn new(places: &'d Places, field: String, text: &'d str) -> Located<'d> {
        Located { places, field, text, starts: OnceCell::new() }
    }

    /// A fault at a line of the text and a character of that line, both from 0.
    pub fn fault(&self, line: usize, at: usize, width: usize, problem: String) -> DataError {
        let fault = self.places.fault(&self.field, problem);
        let starts = self.starts.get_or_init(|| self.find_starts());
        let Some(start) = starts.as_ref().and_then(|starts| starts.get(line)) else {
            return fault;
        };
        let before = start.column - 1 + at;
        let skipped = before.saturating_sub(SHOWN);
        let shown = start.source_line.chars().skip(skipped).take(2 * SHOWN);
        let line_text = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let (line, column) = (start.line, start.column + at);
        DataError { line, column, line_text, caret: before - skipped, width, ..fault }
    }

    /// Whether lines of the file were folded into one: a plain or quoted text whose lines are no lines.
    pub fn is_folded(&self) -> bool {
        let Some((_, here)) = self.begins() else { return false };
        let here = here.trim_matches(['"', '\'', ' ']);
        !self.text.contains('\n')
            && !here.is_empty()
            && here.chars().count() < self.text.trim().chars().count()
            && self.text.starts_with(here)
    }

    /// The line of the file in which the text begins, and what of it stands from there on.
    fn begins(&self) -> Option<(&'d str, String)> {
        if !self.places.is_written(&self.field) {
            return None;
        }
        let place = self.places.place(&self.field);
        let line = self.places.source().text.lines().nth(place.line.checked_sub(1)?)?;
        Some((line, line.chars().skip(place.column.checked_sub(1)?).collect()))
    }

    /// None if the text is written with folds or escapes, so that its lines are not those of the file.
    fn find_starts(&self) -> Option<Vec<Start<'d>>> {
        let (first, here) = self.begins()?;
        let place = self.places.place(&self.field);
        let lines = self.places.source().text.lines().skip(place.line);
        if !self.text.contains('\n') {
            let quotes = usize::from(here.starts_with(['"', '\'']));
            let stands = here.chars().skip(quotes).take(self.text.chars().count());
            if stands.eq(self.text.chars()) {
                let (line, column) = (place.line, place.column + quotes);
                return Some(vec![Start { line, column, source_line: first }]);
            }
        }
        let is_literal = here.starts_with('|');
        let head = (!is_literal).then_some(first);
        let lines = head.into_iter().chain(lines);
        let from = place.line + usize::from(is_literal);
        let rows = self.text.lines().zip(lines).enumerate();
        let starts = rows.map(|(index, (row, source_line))| {
            let indent = source_line.strip_suffix(row)?.chars().count();
            Some(Start { line: from + index, column: indent + 1, source_line })
        });
        starts.collect()
    }
}

/// The words of a line, each with the number of characters before it.
pub fn words_of(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let (mut rest, mut before) = (line, 0);
    let is_blank = |c: char| c.is_whitespace() || c == ',';
    loop {
        let blanks = rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
        before += rest[..blanks].chars().count();
        rest = &rest[blanks..];
        if rest.is_empty() {
            return words;
        }
        let (word, after) = rest.split_at(rest.find(is_blank).unwrap_or(rest.len()));
        words.push((before, word));
        before += word.chars().count();
        rest = after;
    }
}
