//! The value of a field as it stands in the file, comments and all, and its place there for another text.

use super::ended;
use crate::data::source::Source;
use crate::data::tree::{Kind, Tree};
use crate::data::written::Written;
use std::collections::BTreeMap;
use std::ops::Range;
use yaml_edit::SyntaxKind;

/// Where the value of a field stands in its file.
#[derive(Debug, Clone)]
pub(in crate::data) struct Excerpt {
    /// The bytes of the file that say it.
    range: Range<usize>,
    /// How far its lines are set in; the first only where it stands below its key.
    indent: usize,
    /// Whether it begins in the line of its key.
    beside: bool,
    /// How far its key is set in.
    key: usize,
    /// What the bytes say, without what all lines are set in by.
    pub says: String,
}

impl Excerpt {
    /// The excerpt of a field of a mapping; nothing where its lines alone do not say its value.
    pub fn of(tree: &Tree, field: &str) -> Option<Excerpt> {
        let id = tree.find_exactly(field)?;
        let key = tree.key(id)?;
        let node = tree.node(id);
        let text = &tree.texts[usize::from(node.text)];
        let whole = text.source.text.as_str();
        let byte = |index: u32| text.byte_of(index as usize);
        let begun = whole[..byte(key.span.index)].rfind('\n').map_or(0, |at| at + 1);
        let set_in = key.span.column as usize - 1;
        let behind = byte(key.span.index + key.span.width);
        let colon = behind + whole[behind..].find(':')? + 1;
        let line_end = colon + whole[colon..].find('\n').unwrap_or(whole.len() - colon);
        let rest = whole[colon..line_end].trim_start();
        let dashes = matches!(node.kind, Kind::Sequence(_)) && node.end == 0;
        let below = || lines_below(whole, line_end, set_in, dashes);
        // A key may have nothing behind it.
        let is_below = rest.trim_end().is_empty() || rest.starts_with('#');
        if is_below && below() <= line_end {
            let says = String::new();
            return Some(Excerpt {
                range: colon..colon,
                indent: set_in,
                beside: true,
                key: set_in,
                says,
            });
        }
        let start = match is_below {
            true => (line_end + 1).min(whole.len()),
            false => line_end - rest.len(),
        };
        let end = match (node.end, rest.starts_with(['|', '>'])) {
            (end, _) if end > 0 => byte(end),
            (_, true) => below().max(line_end),
            _ if is_below => below(),
            _ => byte(node.span.index + node.span.width),
        };
        let value = whole.get(start..end)?.trim_end();
        let range = start..start + value.len();
        // A row between braces is no place for lines that are set in.
        let own = &whole[begun..];
        let lines = || value.lines().skip(usize::from(!is_below));
        let blank = |line: &&str| !line.trim().is_empty();
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let least = lines().filter(blank).map(depth).min();
        let key_depth = depth(own);
        let indent = match is_below {
            true => least.unwrap_or(set_in + 2),
            false => least.unwrap_or(key_depth).min(key_depth),
        };
        let shorten = |(at, line): (usize, &str)| match at == 0 && !is_below {
            true => line.trim_end_matches('\r').to_string(),
            false => line.get(indent..).unwrap_or_default().to_string(),
        };
        let says: Vec<String> = value.lines().enumerate().map(shorten).collect();
        let says = says.join("\n");
        let found = Excerpt { range, indent, beside: !is_below, key: set_in, says };
        (meaning(&found.says)? == tree.written_at(id)).then_some(found)
    }

    /// Texts of the file that say something else in this place, the one that changes least first.
    pub fn instead(&self, text: &str, says: &str) -> Vec<String> {
        let mark = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let (before, after) = (&text[..self.range.start + mark], &text[self.range.end + mark..]);
        let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let says = says.trim_end().replace("\r\n", "\n");
        let set_in = |by: usize, skip: usize| {
            let line = |(at, line): (usize, &str)| match line.trim().is_empty() || at < skip {
                true => line.trim_end().to_string(),
                false => format!("{:by$}{line}", ""),
            };
            says.lines().enumerate().map(line).collect::<Vec<_>>().join(ends)
        };
        let apart = if self.beside && before.ends_with(':') { " " } else { "" };
        let lines = set_in(self.indent, usize::from(self.beside));
        let mut texts = vec![format!("{before}{apart}{lines}{after}")];
        if self.beside {
            let (rest, after) = match after.find('\n') {
                Some(at) => (after[..at].trim_end_matches('\r'), &after[at + 1..]),
                None => (after, ""),
            };
            let rest = if rest.trim().is_empty() { "" } else { rest };
            let head = ended(&format!("{}{rest}", before.trim_end()), ends);
            texts.push(format!("{head}{}{ends}{after}", set_in(self.key + 2, 0)));
            // What is no text and stands in no brackets is read more easily below its key.
            if says.contains('\n') && !says.starts_with(['|', '>', '{', '[', '"', '\'']) {
                texts.reverse();
            }
        }
        texts
    }
}

/// Up to where the lines below a key belong to it: those set in further, with the comments among them.
fn lines_below(whole: &str, line_end: usize, set_in: usize, dashes: bool) -> usize {
    let (mut at, mut end) = ((line_end + 1).min(whole.len()), line_end);
    for line in whole[at..].split_inclusive('\n') {
        at += line.len();
        let word = line.trim_start_matches(' ');
        let depth = line.len() - word.len();
        if word.trim().is_empty() {
            continue;
        }
        if depth > set_in || dashes && depth == set_in && word.starts_with("- ") {
            end = at;
        } else if !word.starts_with('#') {
            break;
        }
    }
    end
}

/// The value that some lines say, as they would stand in a field.
pub(crate) fn meaning(says: &str) -> Option<Written> {
    let lines = |by: &str| {
        let set_in: Vec<String> = says.lines().map(|line| format!("{by}{line}\n")).collect();
        set_in.concat()
    };
    let texts = [format!("value: {}\n", lines(" ").trim()), format!("value:\n{}", lines("  "))];
    let read = |text: String| {
        let tree = Tree::parse(&Source::new("value", text)).ok()?;
        let whole = tree.written();
        let alone = tree.fields().count() == 1 && tree.faults.is_empty();
        whole.field("value").filter(|_| alone).cloned()
    };
    texts.into_iter().find_map(read)
}

/// What somebody wrote for people to read and a text does not say any more: comments, and texts under `|` and `>`.
pub fn lost(before: &str, after: &str) -> Vec<String> {
    let mut kept = BTreeMap::<String, isize>::new();
    let mut count = |text: &str, by: isize| {
        for (kind, token) in yaml_edit::lex(text) {
            let told = match kind {
                SyntaxKind::COMMENT => token.trim_end().to_string(),
                SyntaxKind::PIPE | SyntaxKind::GREATER => BLOCK.to_string(),
                _ => continue,
            };
            *kept.entry(told).or_default() += by;
        }
    };
    count(before, 1);
    count(after, -1);
    kept.into_iter().filter(|(_, times)| *times > 0).map(|(told, _)| told).collect()
}

/// How a text of several lines is told of.
const BLOCK: &str = "a text written over several lines";
