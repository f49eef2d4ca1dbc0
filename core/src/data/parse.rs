//! Text to tree: syntax, limits, and everything YAML allows that data files may not use.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use super::error::DataError;
use super::parsed::tree_of;
use super::source::{LIMITS, Limits, Source};
use super::tree::{Key, Kind, Node, ROOT, Span, Spot, Text, Tree, shortened};
use crate::printable::is_unprintable_in_text;

impl Tree {
    /// Reads a text under [`LIMITS`].
    ///
    /// # Errors
    /// What makes the file unreadable. Faults that leave the rest readable wait for [`Tree::read`].
    pub fn parse(source: &Source) -> Result<Tree, Vec<DataError>> {
        tree_of(source, || Tree::parse_within(source, &LIMITS))
    }

    /// Reads a text under limits of the caller's.
    ///
    /// # Errors
    /// As [`Tree::parse`].
    pub fn parse_within(source: &Source, limits: &Limits) -> Result<Tree, Vec<DataError>> {
        if source.text.len() > limits.bytes.min(u32::MAX as usize / 2) {
            let (length, most) = (source.text.len(), limits.bytes);
            let problem = format!("the file has {length} bytes, more than the {most} allowed");
            return Err(vec![DataError::of_file(&source.path, problem)]);
        }
        let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
        let text = Arc::new(Text::new(Source::new(&source.path, text)));
        let unprintable = unprintable_characters(&text, limits);
        if !unprintable.is_empty() {
            return Err(unprintable);
        }
        Builder::new(text.clone(), limits).build(&text.source.text)
    }
}

fn unprintable_characters(text: &Text, limits: &Limits) -> Vec<DataError> {
    let mut faults = Vec::new();
    let mut span = Span { line: 1, column: 0, index: 0, width: 1 };
    let mut previous = ' ';
    for (index, c) in text.source.text.chars().enumerate() {
        match c {
            '\n' if previous == '\r' => span.column = 0,
            '\n' | '\r' => (span.line, span.column) = (span.line + 1, 0),
            _ => span.column += 1,
        }
        previous = c;
        if is_unprintable_in_text(c) {
            span.index = index as u32;
            let problem = format!("unprintable character U+{:04X}", c as u32);
            faults.push(text.fault(span, String::new(), problem));
            if faults.len() >= limits.faults {
                break;
            }
        }
    }
    faults
}

/// A list or mapping whose end has not been reached.
struct Open {
    id: u32,
    /// The key whose value comes next.
    key: Option<Key>,
    /// Keys so far, and where, once there are many.
    seen: Seen,
}

type Seen = HashMap<Box<str>, Span>;

/// Keys of a mapping that are compared one by one; beyond, they are hashed.
const FEW: usize = 16;

/// Where a mapping has a key already.
fn first_given(seen: &mut Seen, entries: &[(Key, u32)], key: &Key) -> Option<Span> {
    if entries.len() < FEW {
        return entries.iter().find(|(other, _)| other.name == key.name).map(|(key, _)| key.span);
    }
    if seen.is_empty() {
        for (key, _) in entries {
            seen.entry(key.name.clone()).or_insert(key.span);
        }
    }
    match seen.entry(key.name.clone()) {
        Entry::Occupied(first) => Some(*first.get()),
        Entry::Vacant(place) => {
            place.insert(key.span);
            None
        }
    }
}

struct Builder<'l> {
    tree: Tree,
    text: Arc<Text>,
    limits: &'l Limits,
    open: Vec<Open>,
    documents: usize,
}

/// A fault after which nothing can be read; it is the last of the tree's faults.
struct Unreadable;

impl<'l> Builder<'l> {
    fn new(text: Arc<Text>, limits: &'l Limits) -> Builder<'l> {
        let tree = Tree {
            texts: vec![text.clone()],
            nodes: Vec::new(),
            faults: Vec::new(),
            spoiled: Vec::new(),
            repeated: Vec::new(),
            apart: Vec::new(),
        };
        Builder { tree, text, limits, open: Vec::new(), documents: 0 }
    }

    fn build(mut self, text: &str) -> Result<Tree, Vec<DataError>> {
        match self.follow(text).and_then(|()| self.check_top()) {
            Ok(()) => Ok(self.tree),
            Err(Unreadable) => {
                self.tree.faults.sort();
                Err(self.tree.faults)
            }
        }
    }

    fn follow(&mut self, text: &str) -> Result<(), Unreadable> {
        let mut parser = Parser::new_from_str(text);
        while let Some(next) = parser.next_event() {
            let (event, span) = match next {
                Ok((Event::StreamEnd, _)) => break,
                Ok(next) => next,
                Err(error) => return Err(self.syntax(&error)),
            };
            let span = Span {
                line: span.start.line() as u32,
                column: span.start.col() as u32 + 1,
                index: span.start.index() as u32,
                width: span.end.index().saturating_sub(span.start.index()) as u32,
            };
            self.take(event, self.text.before_end(span))?;
        }
        Ok(())
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Unreadable> {
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(
                        self.refuse(span, "a second document, only one is allowed in a file")
                    );
                }
            }
            Event::Alias(_) => {
                let id = self.scalar("", true, span)?;
                self.spoil(id, span, "an alias (`*`) is not allowed, write the value out");
            }
            Event::Scalar(text, style, anchor, tag) => {
                let id = self.scalar(&text, style == ScalarStyle::Plain, span)?;
                self.forbid(id, span, anchor, tag.is_some());
            }
            Event::SequenceStart(anchor, tag) => {
                let id = self.start(Kind::Sequence(Vec::new()), span)?;
                self.forbid(id, span, anchor, tag.is_some());
            }
            Event::MappingStart(anchor, tag) => {
                let id = self.start(Kind::Mapping(Vec::new()), span)?;
                self.forbid(id, span, anchor, tag.is_some());
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // What is written in lines ends without a sign; an event of a sign may reach over a comment behind it.
                if let Some(open) = self.open.pop()
                    && span.width > 0
                {
                    self.tree.nodes[open.id as usize].end = span.index + 1;
                }
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// A value, or the key of the one to come; `None` if it was a key.
    fn scalar(&mut self, text: &str, plain: bool, span: Span) -> Result<Option<u32>, Unreadable> {
        if text.contains(is_unprintable_in_text) {
            self.tell(span, "the text contains an unprintable character".into());
        }
        if let Some(open) = self.open.last_mut() {
            let is_mapping = matches!(self.tree.node(open.id).kind, Kind::Mapping(_));
            if is_mapping && open.key.is_none() {
                open.key = Some(Key { name: text.into(), plain, text: 0, span });
                return Ok(None);
            }
        }
        self.attach(Kind::Scalar { text: text.into(), plain }, span).map(Some)
    }

    fn start(&mut self, kind: Kind, span: Span) -> Result<Option<u32>, Unreadable> {
        if self.open.len() >= self.limits.depth {
            let problem = format!("more than {} levels deep", self.limits.depth);
            return Err(self.refuse(span, &problem));
        }
        if let Some(open) = self.open.last()
            && open.key.is_none()
            && matches!(self.tree.node(open.id).kind, Kind::Mapping(_))
        {
            return Err(self.refuse(span, "expected a key, found a list or mapping"));
        }
        let span = Span { width: 1, ..span };
        let id = self.attach(kind, span)?;
        self.open.push(Open { id, key: None, seen: HashMap::new() });
        Ok(Some(id))
    }

    /// Hangs a value where the last event left off.
    fn attach(&mut self, kind: Kind, span: Span) -> Result<u32, Unreadable> {
        if self.tree.nodes.len() >= self.limits.nodes {
            let problem = format!("more than {} values", self.limits.nodes);
            return Err(self.refuse(span, &problem));
        }
        if let Some(open) = self.open.last()
            && let Kind::Mapping(entries) = &self.tree.node(open.id).kind
            && entries.len() >= self.limits.keys
        {
            let problem = format!("more than {} keys in one mapping", self.limits.keys);
            return Err(self.refuse(span, &problem));
        }
        let id = self.tree.nodes.len() as u32;
        let mut node = Node { parent: ROOT, slot: 0, text: 0, span, end: 0, kind };
        let mut first = None;
        if let Some(open) = self.open.last_mut() {
            node.parent = open.id;
            match &mut self.tree.nodes[open.id as usize].kind {
                Kind::Sequence(rows) => {
                    node.slot = rows.len() as u32;
                    rows.push(id);
                }
                Kind::Mapping(entries) => {
                    let key = open.key.take().expect("a value follows its key");
                    if matches!(&node.kind, Kind::Scalar { text, plain: true } if text.is_empty()) {
                        node.span = key.span;
                    }
                    node.slot = entries.len() as u32;
                    first = first_given(&mut open.seen, entries, &key);
                    entries.push((key, id));
                }
                Kind::Scalar { .. } => {}
            }
        }
        self.tree.nodes.push(node);
        if let Some(first) = first {
            self.tell_repeated(id, first);
        }
        Ok(id)
    }

    fn tell_repeated(&mut self, id: u32, first: Span) {
        let name = self.tree.key(id).map_or_else(String::new, |key| shortened(&key.name));
        let Span { line, column, .. } = first;
        let problem =
            format!("duplicate key `{name}`, given before in line {line}, column {column}");
        self.tree.repeated.push(id);
        if self.tree.faults.len() < self.limits.faults {
            self.tree.faults.push(self.tree.fault(Spot::Key(id), problem));
        }
    }

    fn forbid(&mut self, id: Option<u32>, span: Span, anchor: usize, tagged: bool) {
        if anchor != 0 {
            self.tell_at(id, span, "an anchor (`&`) is not allowed");
        }
        if tagged {
            self.spoil(id, span, "a tag (`!`) is not allowed");
        }
    }

    fn spoil(&mut self, id: Option<u32>, span: Span, problem: &str) {
        self.tell_at(id, span, problem);
        self.tree.spoiled.extend(id);
    }

    /// The path of the value that is being read.
    fn here(&self) -> String {
        let Some(open) = self.open.last() else { return String::new() };
        let mut path = self.tree.path(open.id);
        match (&self.tree.node(open.id).kind, &open.key) {
            (Kind::Mapping(_), Some(key)) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&shortened(&key.name));
            }
            (Kind::Sequence(rows), _) => path.push_str(&format!("[{}]", rows.len())),
            _ => {}
        }
        path
    }

    fn tell(&mut self, span: Span, problem: String) {
        let field = self.here();
        self.tell_of(field, span, problem);
    }

    fn tell_at(&mut self, id: Option<u32>, span: Span, problem: &str) {
        let field = id.map_or_else(|| self.here(), |id| self.tree.path(id));
        self.tell_of(field, span, problem.into());
    }

    fn tell_of(&mut self, field: String, span: Span, problem: String) {
        if self.tree.faults.len() < self.limits.faults {
            self.tree.faults.push(self.text.fault(span, field, problem));
        }
    }

    fn refuse(&mut self, span: Span, problem: &str) -> Unreadable {
        let fault = self.text.fault(span, self.here(), problem.into());
        self.tree.faults.push(fault);
        Unreadable
    }

    fn check_top(&mut self) -> Result<(), Unreadable> {
        let top = Span { line: 1, column: 1, index: 0, width: 1 };
        let Some(root) = self.tree.nodes.first() else {
            return Err(self.refuse(top, "the file is empty"));
        };
        let span = root.span;
        match &root.kind {
            Kind::Scalar { text, plain: true } if text.is_empty() => {
                Err(self.refuse(top, "the file is empty"))
            }
            Kind::Scalar { .. } => {
                let found = self.tree.found(Spot::Value(ROOT));
                let problem = format!("expected a mapping or a list, found only {found}");
                Err(self.refuse(span, &problem))
            }
            _ => Ok(()),
        }
    }

    /// The fault of the innermost bracket that is open at a place, where it was opened in a line above, or the text ends there.
    fn unclosed(&mut self, at: Span) -> Option<Unreadable> {
        let text = &self.text.source.text;
        let start = open_bracket(&text[..self.text.byte_of(at.index as usize)])?;
        let span = span_of_byte(text, start);
        let problem = match self.text.is_end(at) {
            true => "the bracket opened here is never closed".to_string(),
            // Where it is closed further on, it is a comma that is missing.
            false if at.line > span.line && !is_closed(&text[start..]) => {
                format!("the bracket opened here is not closed before line {}", at.line)
            }
            false => return None,
        };
        let path = self.open.last().map_or(String::new(), |open| self.tree.path(open.id));
        self.tell_of(path, span, problem);
        Some(Unreadable)
    }

    /// The fault of quotes that were opened in a line above and closed only by what was meant to open others, just before a place.
    fn closed_late(&mut self, at: Span) -> Option<Unreadable> {
        let text = &self.text.source.text;
        let before = &text[..self.text.byte_of(at.index as usize)];
        let close = before.rfind(['"', '\''])?;
        let quote = before[close..].chars().next()?;
        let is_quote = |(start, _): &(usize, &str)| !before[..*start].ends_with('\\');
        let (open, _) = before[..close].rmatch_indices(quote).find(is_quote)?;
        let (open, close) = (span_of_byte(text, open), span_of_byte(text, close));
        if open.line == close.line {
            return None;
        }
        let problem = format!("the quotes opened here are not closed before line {}", close.line);
        Some(self.refuse(open, &problem))
    }

    /// The fault of a dash without the space behind it that makes an entry of a list, in the line of a place.
    fn bare_dash(&mut self, at: Span) -> Option<Unreadable> {
        let text = &self.text.source.text;
        let before = &text[..self.text.byte_of(at.index as usize)];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let dash = line + text[line..].find(|letter: char| !letter.is_whitespace())?;
        let behind = text[dash..].strip_prefix('-')?.chars().next()?;
        if !behind.is_alphabetic() && !matches!(behind, '{' | '[' | '"' | '\'') {
            return None;
        }
        let span = span_of_byte(text, dash);
        Some(self.refuse(span, "expected a space behind `-`"))
    }

    /// A line of the file, by its number from 1.
    fn line(&self, number: u32) -> Option<&str> {
        self.text.source.text.lines().nth(number.checked_sub(1)? as usize)
    }

    /// A key that is set in further than the one above it, which has its value already.
    fn set_in(&mut self, span: Span) -> Option<Unreadable> {
        let indent = |line: &str| line.chars().take_while(|one| *one == ' ').count();
        let line = self.line(span.line)?;
        let is_written = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
        let above: Vec<&str> = self.text.source.text.lines().take(span.line as usize - 1).collect();
        let above = above.into_iter().rfind(is_written)?;
        let (key, value) = above.split_once(": ")?;
        let further = indent(line) > indent(above) && !key.trim().starts_with('-');
        let is_complete = !value.trim().is_empty() && !value.trim().starts_with(['|', '>', '#']);
        if !further || !is_complete {
            return None;
        }
        let key = shortened(key.trim());
        let column = indent(line) as u32 + 1;
        let index = span.index - (span.column - 1) + column - 1;
        let span = Span { column, index, width: 1, ..span };
        let says =
            format!("this is set in further than `{key}` above, which has its value already");
        Some(self.refuse(span, &says))
    }

    fn syntax(&mut self, error: &ScanError) -> Unreadable {
        let mark = error.marker();
        let span = Span {
            line: mark.line() as u32,
            column: mark.col() as u32 + 1,
            index: mark.index() as u32,
            width: 1,
        };
        let span = self.text.before_end(span);
        let is_beyond = error.info().contains("plain scalar, found a tab");
        if let Some(span) = self.text.tab_in_indentation(span, is_beyond)
            && !error.info().contains("quoted scalar")
        {
            let field = self.open.last().map_or_else(String::new, |open| self.tree.path(open.id));
            self.tell_of(field, span, "a tab in the indentation, use spaces".into());
            return Unreadable;
        }
        let quotes = ["quoted scalar", "double-quoted", "escape", "tab"];
        if !quotes.iter().any(|part| error.info().contains(part))
            && let Some(unclosed) = self.unclosed(span)
        {
            return unclosed;
        }
        let known = if error.info().contains("trailing content after") {
            self.closed_late(span)
        } else if error.info().contains("mapping values are not allowed") {
            self.bare_dash(span).or_else(|| self.set_in(span))
        } else if error.info().contains("did not find expected key") {
            self.set_in(span)
        } else {
            None
        };
        if let Some(known) = known {
            return known;
        }
        if error.info().contains("simple key expect") {
            let span = self.text.line_before(span);
            let line = self.line(span.line).unwrap_or_default();
            return match line.split_once(':') {
                Some((key, value)) if !value.is_empty() && !line.contains(": ") => {
                    let before = key.chars().count() as u32 + 1;
                    let (column, index) = (1 + before, span.index - (span.column - 1) + before);
                    let span = Span { column, index, width: 1, ..span };
                    self.refuse(span, "expected a space after `:`")
                }
                _ => self.refuse(span, "expected `:` after the key"),
            };
        }
        if error.info().contains("must be followed by a valid YAML whitespace") {
            return self.refuse(self.text.blanks_before(span), "expected a space, found a tab");
        }
        let mut problem = in_plain_words(error.info());
        if problem.starts_with("expected") && self.text.is_end(span) {
            problem.push_str(", found the end of the file");
        }
        self.refuse(span, &problem)
    }
}

/// Where a letter of a text stands that begins at a byte.
fn span_of_byte(text: &str, start: usize) -> Span {
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    Span {
        line: 1 + text[..line].matches('\n').count() as u32,
        column: 1 + text[line..start].chars().count() as u32,
        index: text[..start].chars().count() as u32,
        width: 1,
    }
}

/// Goes through the brackets of a text that stand in no quotes and no comment, each with its place in bytes, while `go_on` says so.
fn each_bracket(text: &str, mut go_on: impl FnMut(usize, char) -> bool) {
    let (mut quote, mut before, mut is_comment) = (None, ' ', false);
    // A value may begin behind these; elsewhere a bracket is a letter of some text.
    let (mut last, mut depth) = (None, 0u32);
    for (at, letter) in text.char_indices() {
        let may_begin = match last {
            None | Some('[' | '{' | ',' | '\n') => true,
            Some(':' | '-' | '?') => before.is_whitespace(),
            _ => false,
        };
        match (letter, quote) {
            ('\n' | '\r', _) => is_comment = false,
            _ if is_comment => {}
            (letter, Some(open)) if letter == open && before != '\\' => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if !before.is_alphanumeric() => quote = Some(letter),
            ('#', None) if before.is_whitespace() => is_comment = true,
            ('[' | '{', None) if may_begin || depth > 0 => {
                depth += 1;
                if !go_on(at, letter) {
                    return;
                }
            }
            (']' | '}', None) if depth > 0 => {
                depth -= 1;
                if !go_on(at, letter) {
                    return;
                }
            }
            _ => {}
        }
        before = letter;
        if !letter.is_whitespace() || letter == '\n' && depth == 0 {
            last = Some(letter);
        }
    }
}

/// The innermost bracket that is open where a text ends.
fn open_bracket(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    each_bracket(text, |at, bracket| {
        match bracket {
            '[' | '{' => open.push(at),
            _ => drop(open.pop()),
        }
        true
    });
    open.pop()
}

/// Whether the bracket with which a text begins has its closing one in it, by their number.
fn is_closed(text: &str) -> bool {
    let mut depth = 0;
    let mut is_closed = false;
    each_bracket(text, |_, bracket| {
        depth += if matches!(bracket, '[' | '{') { 1 } else { -1 };
        is_closed = depth == 0;
        !is_closed
    });
    is_closed
}

/// The parser's message as one that a person who writes tables understands.
fn in_plain_words(info: &str) -> String {
    let known = [
        ("mapping values are not allowed", "unexpected `:`, put text that holds one in quotes"),
        ("did not find expected key", "expected a key in line with the keys above"),
        ("did not find expected '-'", "expected `-` in line with the entries above"),
        ("expected ',' or ']'", "expected `,` or a closing bracket"),
        ("expected ',' or '}'", "expected `,` or a closing bracket"),
        ("quoted scalar, found unexpected end", "the quotes opened here are never closed"),
        ("unknown escape character", "unknown escape, put the text in single quotes"),
        ("invalid indentation in quoted", "the quotes opened here are never closed"),
        ("invalid indentation", "the indentation fits nothing above"),
        ("tab", "a tab where only spaces are allowed"),
        ("unknown anchor", "an alias (`*`) is not allowed, write the value out"),
        ("duplicated anchor", "an anchor (`&`) is not allowed"),
        ("block sequence entries are not allowed", "unexpected `-`, a list starts on its own line"),
        ("expected node content", "expected a value"),
        ("misplaced bracket", "a closing bracket without its opening one"),
        ("recursion limit", "too many levels deep"),
        ("unexpected eof", "the file ends too early"),
        ("unexpected character", "a value cannot start with this character, put it in quotes"),
        ("trailing content after double-quoted", "expected nothing more after the closing quote"),
        ("byte order mark", "a byte order mark inside the file"),
    ];
    match known.iter().find(|(part, _)| info.contains(part)) {
        Some((_, words)) => (*words).into(),
        None => format!("not valid yaml: {}", info.replace('\'', "`")),
    }
}
