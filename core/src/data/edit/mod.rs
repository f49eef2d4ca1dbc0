//! Changes to a file's text that leave every comment, order and blank line they do not mean as it is.

mod excerpt;

pub(super) use excerpt::Excerpt;
pub use excerpt::lost;
pub(crate) use excerpt::meaning;

use super::error::DataError;
use super::source::Source;
use super::tree::{Kind, Tree};
use super::written::{Step, Written, steps};
use std::str::FromStr;
use yaml_edit::{AsYaml, Document, Mapping, Sequence, YamlNode};

/// One change to what a file says. Fields are named by path, as in `pieces[3].rect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Gives a field a value, whether or not it had one; a row of a list has to be there.
    Set {
        /// Which.
        field: String,
        /// Its value from now on.
        value: Written,
    },
    /// Adds a row to the end of a list, which is made where it is not there yet.
    Push {
        /// The list.
        list: String,
        /// The row.
        row: Written,
    },
    /// Takes a field or a row away; a list that is left empty goes with its last row.
    Remove {
        /// Which.
        field: String,
    },
    /// Gives a field a text of several lines, such as a drawing in letters.
    Lines {
        /// Which: a field of a mapping.
        field: String,
        /// The text, each line ended.
        text: String,
    },
    /// Gives a field of a mapping, which has to be there, the value that some lines say: they stand in the file as they
    /// are, with their comments.
    AsWritten {
        /// Which.
        field: String,
        /// The lines, as they would stand with the key at the left.
        says: String,
    },
}

/// Why a text was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unedited {
    /// The text could not be read to begin with.
    #[error("{}", .0.first().map_or("the file cannot be read".to_string(), ToString::to_string))]
    Unreadable(Vec<DataError>),
    /// There is no such field, or it cannot be changed so.
    #[error("`{0}` cannot be changed like this")]
    NoSuchField(String),
    /// The text that came of it would have said something else than was meant: nothing was changed.
    #[error("the change would have changed more than was meant; edit the text by hand")]
    Differs,
}

/// The text after some changes, one after the other. It says exactly what the changes mean: it is read again and
/// compared.
///
/// # Errors
/// Where the text cannot be read, a field cannot be changed so, or the new text would say something else.
pub fn edited(source: &Source, changes: &[Change]) -> Result<String, Unedited> {
    let read =
        |text: &str| Tree::parse(&Source::new(&source.path, text)).map_err(Unedited::Unreadable);
    let mut meant = read(&source.text)?.written();
    let mut text = source.text.clone();
    let mut document: Option<Document> = None;
    for change in changes {
        let no_such = || Unedited::NoSuchField(change.field().to_string());
        mean(&mut meant, change).ok_or_else(no_such)?;
        if let Some(spliced) = {
            let now = document.as_ref().map_or_else(|| text.clone(), ToString::to_string);
            spliced(&now, change, &read)?
        } {
            (text, document) = (spliced, None);
            continue;
        }
        let open = match document.take() {
            Some(open) => open,
            None => Document::from_str(&text).map_err(|_| Unedited::Differs)?,
        };
        patch(&open, change).ok_or_else(no_such)?;
        document = Some(open);
    }
    let text = document.map_or(text, |document| document.to_string());
    match read(&text) {
        Ok(tree) if tree.written() == meant => Ok(text),
        _ => Err(Unedited::Differs),
    }
}

impl Change {
    /// The field or list that is changed.
    fn field(&self) -> &str {
        match self {
            Change::Set { field, .. }
            | Change::Remove { field }
            | Change::Lines { field, .. }
            | Change::AsWritten { field, .. } => field,
            Change::Push { list, .. } => list,
        }
    }
}

/// What the file will say.
fn mean(whole: &mut Written, change: &Change) -> Option<()> {
    let path = steps(change.field())?;
    let (last, before) = path.split_last()?;
    match change {
        Change::Push { row, .. } => match whole.at_mut(&path) {
            Some(Written::List(rows)) => rows.push(row.clone()),
            Some(_) => return None,
            None => put(whole.at_mut(before)?, last, Written::list([row.clone()]))?,
        },
        Change::Set { value, .. } => put(whole.at_mut(before)?, last, value.clone())?,
        Change::Lines { text, .. } => put(whole.at_mut(before)?, last, Written::word(text))?,
        Change::AsWritten { says, .. } => put(whole.at_mut(before)?, last, meaning(says)?)?,
        Change::Remove { .. } => {
            let inside = whole.at_mut(before)?;
            match (&mut *inside, last) {
                (Written::Row(fields), Step::Key(name)) => fields.retain(|(key, _)| key != name),
                (Written::List(rows), Step::Row(number)) if *number < rows.len() => {
                    drop(rows.remove(*number));
                }
                _ => return None,
            }
            if *inside == Written::List(Vec::new()) {
                let (name, outer) = before.split_last()?;
                put_away(whole.at_mut(outer)?, name)?;
            }
        }
    }
    Some(())
}

fn put(inside: &mut Written, step: &Step, value: Written) -> Option<()> {
    match (inside, step) {
        (Written::Row(fields), Step::Key(name)) => {
            match fields.iter_mut().find(|(key, _)| key == name) {
                Some((_, old)) => *old = value,
                None => fields.push((name.clone(), value)),
            }
        }
        (Written::List(rows), Step::Row(number)) => *rows.get_mut(*number)? = value,
        _ => return None,
    }
    Some(())
}

fn put_away(inside: &mut Written, step: &Step) -> Option<()> {
    match (inside, step) {
        (Written::Row(fields), Step::Key(name)) => fields.retain(|(key, _)| key != name),
        _ => return None,
    }
    Some(())
}

/// Carries a change out on the text's own syntax.
fn patch(document: &Document, change: &Change) -> Option<()> {
    let path = steps(change.field())?;
    let (last, before) = path.split_last()?;
    let inside = reached(document, before)?;
    match change {
        Change::Set { value, .. } => set(&inside, last, node_of(value)?),
        Change::Lines { text, .. } => {
            set(&inside, last, yaml_edit::ScalarValue::literal(text.as_str()))
        }
        Change::AsWritten { says, .. } => set(&inside, last, node_of(&meaning(says)?)?),
        Change::Push { row, .. } => match inside.entered(last) {
            Some(Inside::Sequence(rows)) => {
                rows.push(node_of(row)?);
                Some(())
            }
            Some(_) => None,
            None => set(&inside, last, node_of(&Written::list([row.clone()]))?),
        },
        Change::Remove { .. } => match (&inside, last) {
            (Inside::Mapping(fields), Step::Key(name)) => fields.remove(name.as_str()).map(|_| ()),
            (Inside::Sequence(rows), Step::Row(_)) if rows.len() == 1 => {
                let (name, outer) = before.split_last()?;
                match (reached(document, outer)?, name) {
                    (Inside::Mapping(fields), Step::Key(name)) => {
                        fields.remove(name.as_str()).map(|_| ())
                    }
                    _ => None,
                }
            }
            (Inside::Sequence(rows), Step::Row(number)) => rows.remove(*number).map(|_| ()),
            _ => None,
        },
    }
}

/// A mapping or a list of a document.
enum Inside {
    Mapping(Mapping),
    Sequence(Sequence),
}

impl Inside {
    fn of(node: &YamlNode) -> Option<Inside> {
        match (node.as_mapping(), node.as_sequence()) {
            (Some(mapping), _) => Some(Inside::Mapping(mapping.clone())),
            (_, Some(sequence)) => Some(Inside::Sequence(sequence.clone())),
            _ => None,
        }
    }

    fn entered(&self, step: &Step) -> Option<Inside> {
        match (self, step) {
            (Inside::Mapping(fields), Step::Key(name)) => Inside::of(&fields.get(name.as_str())?),
            (Inside::Sequence(rows), Step::Row(number)) => Inside::of(&rows.get(*number)?),
            _ => None,
        }
    }
}

fn reached(document: &Document, path: &[Step]) -> Option<Inside> {
    let top = match (document.as_mapping(), document.as_sequence()) {
        (Some(mapping), _) => Inside::Mapping(mapping),
        (_, sequence) => Inside::Sequence(sequence?),
    };
    path.iter().try_fold(top, |inside, step| inside.entered(step))
}

fn set(inside: &Inside, step: &Step, value: impl AsYaml) -> Option<()> {
    match (inside, step) {
        (Inside::Mapping(fields), Step::Key(name)) => {
            fields.set(name.as_str(), value);
            Some(())
        }
        (Inside::Sequence(rows), Step::Row(number)) => rows.set(*number, value).then_some(()),
        _ => None,
    }
}

/// A value as a node of its own.
fn node_of(value: &Written) -> Option<YamlNode> {
    let document = Document::from_str(&format!("value: {value}\n")).ok()?;
    document.get("value")
}

/// Carries out on the lines themselves what concerns whole lines: texts of several lines, and first rows of new lists.
fn spliced(
    text: &str,
    change: &Change,
    read: &impl Fn(&str) -> Result<Tree, Unedited>,
) -> Result<Option<String>, Unedited> {
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    match change {
        Change::Lines { field, text: lines } => {
            let tree = read(text)?;
            if let Some(block) = tree.find_exactly(field).and_then(|id| block_of(&tree, id, text)) {
                return Ok(Some(block.with(text, lines, ends)));
            }
            Ok(added_block(&tree, field, text, lines, ends))
        }
        Change::AsWritten { field, says } => {
            let tree = read(text)?;
            let mut meant = tree.written();
            mean(&mut meant, change).ok_or_else(|| Unedited::NoSuchField(field.clone()))?;
            let Some(found) = Excerpt::of(&tree, field) else { return Err(Unedited::Differs) };
            let is_meant = |text: &String| read(text).is_ok_and(|tree| tree.written() == meant);
            let made = found.instead(text, says).into_iter().find(is_meant);
            // Between braces there is no place for lines, and for comments none at all.
            let plain = lost(says, "").is_empty() && meaning(says).is_some();
            made.map(Some).ok_or(Unedited::Differs).or_else(|differs| match plain {
                true => Ok(None),
                false => Err(differs),
            })
        }
        Change::Push { list, row } => {
            let tree = read(text)?;
            let top = !list.contains(['.', '[']) && tree.find_exactly(list).is_none();
            let flow = text.trim_start().starts_with('{');
            Ok((top && !flow).then(|| {
                let begun = ended(text, ends);
                format!("{begun}{list}:{ends}  - {row}{ends}")
            }))
        }
        Change::Remove { field } => {
            let tree = read(text)?;
            let block = tree.find_exactly(field).and_then(|id| block_of(&tree, id, text));
            // The only text of a mapping goes with the mapping, which the syntax sees to.
            let mut whole = tree.written();
            let path = steps(field).unwrap_or_default();
            let before = path.split_last().map_or(&[][..], |(_, before)| before);
            let alone = match whole.at_mut(before) {
                Some(Written::Row(fields)) => fields.len() < 2,
                _ => true,
            };
            Ok(block.filter(|_| !alone).map(|block| block.without(text)))
        }
        Change::Set { field, value } => {
            let tree = read(text)?;
            let deep =
                matches!(value, Written::Row(fields) if fields.iter().any(|(_, it)| is_deep(it)));
            let top = !field.contains(['.', '[']) && tree.find_exactly(field).is_none();
            let flow = text.trim_start().starts_with('{');
            Ok((top && deep && !flow).then(|| {
                let mut made = ended(text, ends);
                block(&mut made, field, value, 0, ends);
                made
            }))
        }
    }
}

/// Whether a value is easier to read over several lines.
fn is_deep(value: &Written) -> bool {
    match value {
        Written::Row(_) => true,
        Written::List(values) => values.iter().any(is_deep),
        Written::Word(_) => false,
    }
}

/// Writes a field with its rows a line each.
fn block(made: &mut String, name: &str, value: &Written, indent: usize, ends: &str) {
    let key = Written::word(name);
    match value {
        Written::Row(fields) if fields.iter().any(|(_, it)| is_deep(it)) => {
            made.push_str(&format!("{:indent$}{key}:{ends}", ""));
            for (name, value) in fields {
                block(made, name, value, indent + 2, ends);
            }
        }
        Written::List(values) if is_deep(value) => {
            made.push_str(&format!("{:indent$}{key}:{ends}", ""));
            for value in values {
                made.push_str(&format!("{:indent$}  - {value}{ends}", ""));
            }
        }
        _ => made.push_str(&format!("{:indent$}{key}: {value}{ends}", "")),
    }
}

/// The lines of a text of several lines, written under `|`.
struct Block {
    /// From this line of the file, from 0, up to but not that one.
    lines: (usize, usize),
    indent: usize,
}

impl Block {
    fn with(&self, text: &str, lines: &str, ends: &str) -> String {
        let mut made = String::with_capacity(text.len() + lines.len());
        for (at, line) in text.split_inclusive('\n').enumerate() {
            if at == self.lines.0 {
                made.push_str(&indented(lines, self.indent, ends));
            }
            if at < self.lines.0 || at >= self.lines.1 {
                made.push_str(line);
            }
        }
        if text.split_inclusive('\n').count() <= self.lines.0 {
            made = ended(&made, ends);
            made.push_str(&indented(lines, self.indent, ends));
        }
        made
    }
}

impl Block {
    /// The text without the block and the line that it hangs from.
    fn without(&self, text: &str) -> String {
        let kept = |at: usize| at + 1 < self.lines.0 || at >= self.lines.1;
        let lines = text.split_inclusive('\n').enumerate();
        lines.filter(|(at, _)| kept(*at)).map(|(_, line)| line).collect()
    }
}

fn indented(lines: &str, indent: usize, ends: &str) -> String {
    let line = |line: &str| match line.is_empty() {
        true => ends.to_string(),
        false => format!("{:indent$}{line}{ends}", ""),
    };
    lines.lines().map(line).collect()
}

/// A text that ends with its last line.
fn ended(text: &str, ends: &str) -> String {
    match text.is_empty() || text.ends_with('\n') {
        true => text.to_string(),
        false => format!("{text}{ends}"),
    }
}

/// The block of a text that is written under a plain `|`; other ways of writing are left to the syntax.
fn block_of(tree: &Tree, id: u32, text: &str) -> Option<Block> {
    let node = tree.node(id);
    let Kind::Scalar { text: says, plain: false } = &node.kind else { return None };
    let lines: Vec<&str> = text.lines().collect();
    let head = (node.span.line as usize).checked_sub(1)?;
    // The place of a block is its mark or its first letter, as the parser likes.
    let head = [head.checked_sub(1), Some(head)]
        .into_iter()
        .flatten()
        .find(|at| lines.get(*at).is_some_and(|line| line.trim_end().ends_with('|')))?;
    let count = says.lines().count();
    let own = lines.get(head + 1..(head + 1 + count).min(lines.len()))?;
    let indent = own.iter().find(|line| !line.trim().is_empty())?;
    let indent = indent.len() - indent.trim_start_matches(' ').len();
    let first = says.lines().find(|line| !line.trim().is_empty())?;
    let indent = indent.checked_sub(first.len() - first.trim_start_matches(' ').len())?;
    Some(Block { lines: (head + 1, head + 1 + count), indent })
}

/// The text with a new field of several lines: after the last of its mapping, or at the end of the file.
fn added_block(tree: &Tree, field: &str, text: &str, lines: &str, ends: &str) -> Option<String> {
    if tree.find_exactly(field).is_some() || text.trim_start().starts_with('{') {
        return None;
    }
    let Some((inside, name)) = field.rsplit_once('.') else {
        return Some(format!("{}{field}: |{ends}{}", ended(text, ends), indented(lines, 2, ends)));
    };
    let Kind::Mapping(entries) = &tree.node(tree.find_exactly(inside)?).kind else { return None };
    let (key, last) = entries.last()?;
    let block = block_of(tree, *last, text)?;
    let indent = key.span.column.saturating_sub(1) as usize;
    let after = Block { lines: (block.lines.1, block.lines.1), indent: 0 };
    let deeper = indented(lines, indent + 2, "\n");
    Some(after.with(text, &format!("{:indent$}{name}: |\n{deeper}", ""), ends))
}
