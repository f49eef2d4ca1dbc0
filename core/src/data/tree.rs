//! A file as a tree of values, each with its place and its path, whatever types it is later read as.

use std::ops::Range;
use std::sync::Arc;

use super::error::{DataError, Place};
use super::source::Source;
use crate::printable::{is_unprintable, printable};

/// The root of every tree.
pub(super) const ROOT: u32 = 0;

/// Characters of the offending line shown on either side of a place.
const SHOWN: usize = 100;

/// Characters of a key or value that a message repeats.
const REPEATED: usize = 60;

/// A file, or several laid over one another, as values that know where they stand.
///
/// Made by [`Tree::parse`]; [`Tree::read`] turns it into a typed [`Document`](super::Document).
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) texts: Vec<Arc<Text>>,
    pub(super) nodes: Vec<Node>,
    /// Mistakes that leave the rest readable, such as a duplicate key.
    pub(super) faults: Vec<DataError>,
    /// Values already told to be unreadable.
    pub(super) spoiled: Vec<u32>,
    /// Values under a key that was there before; nothing reads them.
    pub(super) repeated: Vec<u32>,
    /// Fields at the top that are read apart from this tree.
    pub(super) apart: Vec<&'static str>,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub parent: u32,
    /// Which of the parent's values this is.
    pub slot: u32,
    /// Which text it stands in.
    pub text: u16,
    pub span: Span,
    /// Of a list or mapping in brackets or braces the index behind them, else 0.
    pub end: u32,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Scalar { text: Box<str>, plain: bool },
    Sequence(Vec<u32>),
    Mapping(Vec<(Key, u32)>),
}

#[derive(Clone, Debug)]
pub(super) struct Key {
    pub name: Box<str>,
    pub plain: bool,
    pub text: u16,
    pub span: Span,
}

/// Where a value stands: line and column from 1, index and length in characters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub line: u32,
    pub column: u32,
    pub index: u32,
    pub width: u32,
}

/// A value, or the key it stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    Value(u32),
    Key(u32),
}

/// A source whose characters can be found by number.
#[derive(Debug)]
pub(super) struct Text {
    pub source: Source,
    /// Byte offset of every `STRIDE`th character.
    marks: Vec<u32>,
    /// In characters.
    length: usize,
}

const STRIDE: usize = 1024;

impl Text {
    pub fn new(source: Source) -> Text {
        let mut marks = Vec::new();
        let mut length = 0;
        for (at, _) in source.text.char_indices() {
            if length % STRIDE == 0 {
                marks.push(at as u32);
            }
            length += 1;
        }
        Text { source, marks, length }
    }

    pub fn byte_of(&self, index: usize) -> usize {
        let text = &self.source.text;
        let Some(&start) = self.marks.get(index / STRIDE) else { return text.len() };
        let start = start as usize;
        let rest = text[start..].char_indices().nth(index % STRIDE);
        rest.map_or(text.len(), |(offset, _)| start + offset)
    }

    /// The line around a place: its text, the caret's column in it, and how far the carets go.
    fn excerpt(&self, span: Span) -> (String, usize, usize) {
        let at = self.byte_of(span.index as usize);
        let (before, after) = self.source.text.split_at(at);
        let is_break = |c: &char| matches!(c, '\n' | '\r');
        let mut left: Vec<char> =
            before.chars().rev().take_while(|c| !is_break(c)).take(SHOWN).collect();
        left.reverse();
        let caret = left.len();
        let right = after.chars().take_while(|c| !is_break(c)).take(SHOWN);
        let line: String = left.into_iter().chain(right).collect();
        let line = printable(&line);
        let line = line.trim_end();
        let room = line.chars().count().saturating_sub(caret);
        (line.to_owned(), caret, (span.width as usize).clamp(1, room.max(1)))
    }

    /// The first tab before the first word of the line a place is in; or, `beyond`, of a later one.
    pub fn tab_in_indentation(&self, span: Span, beyond: bool) -> Option<Span> {
        let mut line = span.line;
        let mut column = 0;
        let mut is_indent = true;
        let start = span.index.saturating_sub(span.column - 1);
        for (index, c) in (start..).zip(self.source.text[self.byte_of(start as usize)..].chars()) {
            column += 1;
            match c {
                '\t' if is_indent => return Some(Span { line, column, index, width: 1 }),
                '\n' if beyond => (line, column, is_indent) = (line + 1, 0, true),
                '\n' => return None,
                c => is_indent &= c == ' ',
            }
        }
        None
    }

    /// Where the last line with a word on it starts, before a place.
    pub fn line_before(&self, span: Span) -> Span {
        let before = &self.source.text[..self.byte_of(span.index as usize)];
        let words = before.trim_end();
        let line_start = words.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line = &words[line_start..];
        let word = line.trim_start();
        let indent = line.chars().count() - word.chars().count();
        let breaks = before[words.len()..].replace("\r\n", "\n").matches(['\n', '\r']).count();
        let back = before[line_start..].chars().count() - indent;
        Span {
            line: span.line.saturating_sub(breaks as u32).max(1),
            column: indent as u32 + 1,
            index: span.index.saturating_sub(back as u32),
            width: word.chars().count() as u32,
        }
    }

    /// Where the blanks before a place start.
    pub fn blanks_before(&self, span: Span) -> Span {
        let before = &self.source.text[..self.byte_of(span.index as usize)];
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        let back = (blanks as u32).min(span.column - 1);
        Span { column: span.column - back, index: span.index - back, ..span }
    }

    /// The parser ends a last line that nothing ends; this is the place before that.
    pub fn before_end(&self, span: Span) -> Span {
        let text = &self.source.text;
        let is_moved = span.column == 1
            && span.line > 1
            && span.index as usize >= self.length
            && !text.ends_with(['\n', '\r']);
        if !is_moved {
            return span;
        }
        let line_start = text.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let column = text[line_start..].chars().count() as u32 + 1;
        Span { line: span.line - 1, column, ..span }
    }

    pub fn is_end(&self, span: Span) -> bool {
        self.source.text[self.byte_of(span.index as usize)..].trim().is_empty()
    }

    pub fn fault(&self, span: Span, field: String, problem: String) -> DataError {
        let (line_text, caret, width) = self.excerpt(span);
        DataError {
            line: span.line as usize,
            column: span.column as usize,
            field,
            line_text,
            caret,
            width,
            ..DataError::of_file(self.source.path.clone(), problem)
        }
    }
}

/// A word as messages repeat it: on one line, and not endless.
pub(super) fn shortened(word: &str) -> String {
    let visible = |c: char| if is_unprintable(c) { ' ' } else { c };
    let mut short: String = word.chars().take(REPEATED).map(visible).collect();
    if word.chars().nth(REPEATED).is_some() {
        short.push_str("...");
    }
    short
}

impl Tree {
    /// The names of the fields at the top, in the order of the file.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let entries = match &self.node(ROOT).kind {
            Kind::Mapping(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, _)| &*key.name)
    }

    /// The names of the rows of a field at the top that is a mapping, in the order of the file.
    pub fn rows(&self, field: &str) -> impl Iterator<Item = &str> {
        let id = self.find_exactly(field).filter(|id| *id != ROOT);
        let entries = match id.map(|id| &self.node(id).kind) {
            Some(Kind::Mapping(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, _)| &*key.name)
    }

    /// The word that a field at the top holds, where it is there and holds no list and no mapping.
    pub fn word(&self, field: &str) -> Option<&str> {
        let id = self.find_exactly(field).filter(|id| *id != ROOT)?;
        match &self.node(id).kind {
            Kind::Scalar { text, .. } if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// The bytes of the file in which the word of a field at the top stands.
    pub fn bytes_of_word(&self, field: &str) -> Option<Range<usize>> {
        let id = self.find_exactly(field).filter(|id| *id != ROOT)?;
        let node = self.node(id);
        let text = self.texts.get(usize::from(node.text))?;
        match &node.kind {
            Kind::Scalar { .. } if node.span.width > 0 => {
                let start = node.span.index as usize;
                Some(text.byte_of(start)..text.byte_of(start + node.span.width as usize))
            }
            _ => None,
        }
    }

    /// The same tree with some fields at the top and without the others.
    #[must_use]
    pub fn with_fields(&self, is_kept: impl Fn(&str) -> bool) -> Tree {
        let mut kept = self.clone();
        let Kind::Mapping(entries) = &mut kept.nodes[ROOT as usize].kind else { return kept };
        entries.retain(|(key, _)| is_kept(&key.name));
        let values: Vec<u32> = entries.iter().map(|(_, value)| *value).collect();
        for (slot, value) in (0..).zip(values) {
            kept.nodes[value as usize].slot = slot;
        }
        kept
    }

    /// The same tree without some fields at the top, which are read apart: a slip of writing may mean one of them.
    #[must_use]
    pub fn without_fields(&self, apart: &[&'static str]) -> Tree {
        Tree { apart: apart.to_vec(), ..self.with_fields(|field| !apart.contains(&field)) }
    }

    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// The key a value stands under, if its parent is a mapping.
    pub(super) fn key(&self, id: u32) -> Option<&Key> {
        let node = self.node(id);
        match &self.node(node.parent).kind {
            Kind::Mapping(entries) if id != ROOT => {
                entries.get(node.slot as usize).map(|(key, _)| key)
            }
            _ => None,
        }
    }

    /// Which field a value is, as in `terrains[6].kind`.
    pub(super) fn path(&self, id: u32) -> String {
        let mut steps = Vec::new();
        let mut at = id;
        while at != ROOT {
            steps.push(match self.key(at) {
                Some(key) => shortened(&key.name),
                None => format!("[{}]", self.node(at).slot),
            });
            at = self.node(at).parent;
        }
        steps.iter().rev().fold(String::new(), |mut path, step| {
            if !path.is_empty() && !step.starts_with('[') {
                path.push('.');
            }
            path.push_str(step);
            path
        })
    }

    /// The words that stand under keys of that name, anywhere, alone or in a list, each with its path.
    pub(super) fn words_under(&self, name: &str) -> impl Iterator<Item = (String, &str)> {
        let is_named = move |id: u32| {
            let of_list = self.key(id).is_none();
            let key = self.key(if of_list { self.node(id).parent } else { id });
            key.is_some_and(|key| *key.name == *name)
        };
        (0u32..).zip(&self.nodes).filter_map(move |(id, node)| match &node.kind {
            Kind::Scalar { text, .. } if id != ROOT && is_named(id) => {
                Some((self.path(id), &**text))
            }
            _ => None,
        })
    }

    /// The value at a path, or the nearest one that encloses it.
    pub(super) fn find(&self, path: &str) -> u32 {
        let mut id = ROOT;
        let mut rest = path;
        while !rest.is_empty() {
            match self.step(id, rest) {
                Some((child, after)) => (id, rest) = (child, after),
                None => break,
            }
        }
        id
    }

    /// As [`Tree::find`], but only the value itself.
    pub(super) fn find_exactly(&self, path: &str) -> Option<u32> {
        let mut id = ROOT;
        let mut rest = path;
        while !rest.is_empty() {
            (id, rest) = self.step(id, rest)?;
        }
        Some(id)
    }

    fn step<'p>(&self, id: u32, path: &'p str) -> Option<(u32, &'p str)> {
        match &self.node(id).kind {
            Kind::Scalar { .. } => None,
            Kind::Sequence(rows) => {
                let (number, after) = path.strip_prefix('[')?.split_once(']')?;
                let child = *rows.get(number.parse::<usize>().ok()?)?;
                Some((child, after.strip_prefix('.').unwrap_or(after)))
            }
            Kind::Mapping(entries) => entries
                .iter()
                .filter_map(|(key, child)| {
                    let after = path.strip_prefix(&*key.name)?;
                    let ends = after.is_empty() || after.starts_with(['.', '[']);
                    ends.then(|| (*child, after.strip_prefix('.').unwrap_or(after)))
                })
                .min_by_key(|(_, after)| after.len()),
        }
    }

    fn span(&self, spot: Spot) -> (u16, Span) {
        match spot {
            Spot::Value(id) => (self.node(id).text, self.node(id).span),
            Spot::Key(id) => match self.key(id) {
                Some(key) => (key.text, key.span),
                None => self.span(Spot::Value(id)),
            },
        }
    }

    pub(super) fn place(&self, spot: Spot) -> Place {
        let (_, span) = self.span(spot);
        Place { line: span.line as usize, column: span.column as usize }
    }

    pub(super) fn fault(&self, spot: Spot, problem: String) -> DataError {
        let (Spot::Value(id) | Spot::Key(id)) = spot;
        let (text, span) = self.span(spot);
        self.texts[text as usize].fault(span, self.path(id), problem)
    }

    /// What stands at a spot, for a message.
    pub(super) fn found(&self, spot: Spot) -> String {
        let (name, plain) = match (
            spot,
            &self
                .node(match spot {
                    Spot::Value(id) | Spot::Key(id) => id,
                })
                .kind,
        ) {
            (Spot::Key(id), _) => match self.key(id) {
                Some(key) => (&*key.name, key.plain),
                None => return "nothing".into(),
            },
            (_, Kind::Scalar { text, plain }) => (&**text, *plain),
            (_, Kind::Sequence(rows)) if rows.is_empty() => return "an empty list".into(),
            (_, Kind::Mapping(entries)) if entries.is_empty() => return "an empty mapping".into(),
            (_, Kind::Sequence(_)) => return "a list".into(),
            (_, Kind::Mapping(_)) => return "a mapping".into(),
        };
        match (plain, name) {
            (true, "") => "nothing".into(),
            (true, _) => format!("`{}`", shortened(name)),
            (false, _) => format!("the text `\"{}\"`", shortened(name)),
        }
    }
}
