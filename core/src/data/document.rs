//! A typed value read from a file, with the place of each of its fields.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::edit::Excerpt;
use super::error::{DataError, Place};
use super::reader::Reader;
use super::source::Source;
use super::stop::one_of;
use super::suggest::suggest;
use super::tree::{ROOT, Spot, Tree, shortened};
use super::written::Written;

/// What a file says, as a type.
#[derive(Clone, Debug)]
pub struct Document<T> {
    /// The value; nothing in it was mended or left out, but where [`read_mended`] says so.
    pub value: T,
    /// Where each field of it stands.
    pub places: Places,
}

impl<T> Document<T> {
    /// The file it was read from; of an overlaid document, the base.
    pub fn source(&self) -> &Source {
        self.places.source()
    }
}

/// Reads a file as a type.
///
/// Fields that the type does not know are faults, whether or not it says `deny_unknown_fields`. Bare
/// words are text where text is wanted, whatever else they could mean. Enums are written as `name` or
/// `name: value`. Types that make serde look ahead (`tag`, `untagged`, `flatten`) are read, but only
/// the first fault inside them is found, and not always at its exact place.
///
/// # Errors
/// Every fault of the file, sorted by place.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<Document<T>, Vec<DataError>> {
    Tree::parse(source)?.read()
}

/// Reads a tree as a type as [`read_mended`] does a file.
pub(crate) fn read_tree_mended<T: DeserializeOwned>(tree: &Tree) -> (Option<T>, Vec<DataError>) {
    Reader::run_mended(tree)
}

/// Reads a file as a type with something harmless in the place of whatever could not be read, so that
/// faults of what could be are found too. Nothing but faults may come of a value with faults.
///
/// The value is missing where the file is no such thing at all. The faults are those of [`read`].
pub fn read_mended<T: DeserializeOwned>(source: &Source) -> (Option<Document<T>>, Vec<DataError>) {
    let tree = match Tree::parse(source) {
        Ok(tree) => tree,
        Err(faults) => return (None, faults),
    };
    let (value, faults) = Reader::run_mended(&tree);
    let document = |value| Document { value, places: Places { tree: Arc::new(tree) } };
    (value.map(document), faults)
}

impl Tree {
    /// Reads the tree as a type; see [`read`].
    ///
    /// # Errors
    /// Every fault of the tree, those told while parsing included, sorted by place.
    pub fn read<T: DeserializeOwned>(self) -> Result<Document<T>, Vec<DataError>> {
        let value = Reader::run(&self)?;
        Ok(Document { value, places: Places { tree: Arc::new(self) } })
    }
}

/// Where each field of a document stands, for faults that are found after it was read.
///
/// Fields are named by path from the top: `terrains[6].kind`, `editions.second.dice`; `""` is the whole.
#[derive(Clone, Debug)]
pub struct Places {
    tree: Arc<Tree>,
}

impl Places {
    /// The places of everything in a tree.
    pub fn of(tree: Tree) -> Places {
        Places { tree: Arc::new(tree) }
    }

    /// The file; of an overlaid document, the base.
    pub fn source(&self) -> &Source {
        &self.tree.texts[0].source
    }

    /// Where the value of a field starts; if it is not written, where the nearest enclosing one does.
    pub fn place(&self, field: &str) -> Place {
        self.tree.place(Spot::Value(self.tree.find(field)))
    }

    /// The words that stand under keys of that name, anywhere, alone or in a list, each with its field: for names that refer to something in
    /// other files.
    pub fn words_under(&self, name: &str) -> impl Iterator<Item = (String, &str)> {
        self.tree.words_under(name)
    }

    /// Whether a field is written, and not only what encloses it.
    pub fn is_written(&self, field: &str) -> bool {
        self.tree.find_exactly(field).is_some()
    }

    /// Where the key of a field starts; of a row of a list, the row.
    pub fn key_place(&self, field: &str) -> Place {
        self.tree.place(self.key_spot(field))
    }

    /// The value of a field alone, as it is written, with all else blank, so that places stay true.
    pub fn block(&self, field: &str) -> Source {
        let node = self.tree.node(self.tree.find(field));
        let text = &self.tree.texts[usize::from(node.text)];
        if node.end == 0 {
            return text.source.indented(self.key_place(field).line);
        }
        let [start, end] = [node.span.index, node.end].map(|index| text.byte_of(index as usize));
        let (before, value) = (&text.source.text[..start], &text.source.text[start..end]);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let above = "\n".repeat(before[..line].matches('\n').count());
        let beside = " ".repeat(before[line..].chars().count());
        Source::new(text.source.path.clone(), above + &beside + value)
    }

    /// What a field says, where it is written.
    pub fn written(&self, field: &str) -> Option<Written> {
        self.tree.find_exactly(field).map(|id| self.tree.written_at(id))
    }

    /// The value of a field of a mapping as it stands in the file, comments and all, without what its lines are set in by;
    /// nothing where they do not stand alone.
    pub fn as_written(&self, field: &str) -> Option<String> {
        Excerpt::of(&self.tree, field).map(|excerpt| excerpt.says)
    }

    /// The last line of a field that says this.
    pub fn last_line(&self, field: &str, value: &Written) -> usize {
        let inner = match value {
            Written::Row(fields) => {
                let last =
                    |(name, it): &(String, Written)| self.last_line(&format!("{field}.{name}"), it);
                fields.iter().map(last).max()
            }
            Written::List(values) => {
                let all = values.iter().enumerate();
                all.map(|(at, it)| self.last_line(&format!("{field}[{at}]"), it)).max()
            }
            Written::Word(_) => None,
        };
        inner.unwrap_or_else(|| self.place(field).line)
    }

    /// A fault at the value of a field.
    pub fn fault(&self, field: &str, problem: impl Into<String>) -> DataError {
        self.named(field, Spot::Value(self.tree.find(field)), problem.into())
    }

    /// A fault at the key of a field, as when an entry of a mapping has a bad name.
    pub fn key_fault(&self, field: &str, problem: impl Into<String>) -> DataError {
        self.named(field, self.key_spot(field), problem.into())
    }

    /// A name that refers to nothing: "unknown terrain `swmp`, did you mean `swamp`?"
    pub fn unknown<'a>(
        &self,
        field: &str,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> DataError {
        let known: Vec<&str> = known.into_iter().collect();
        unknown_of(self.fault(field, ""), kind, name, &known)
    }

    /// The number of the one that a field names among those known; a name that refers to nothing is told.
    pub fn number_of<'a>(
        &self,
        field: &str,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
        faults: &mut Vec<DataError>,
    ) -> Option<usize> {
        let found = known.clone().into_iter().position(|one| one == name);
        if found.is_none() {
            faults.push(self.unknown(field, kind, name, known));
        }
        found
    }

    /// As [`Places::number_of`], where the name is the key of the field.
    pub fn number_of_key<'a>(
        &self,
        field: &str,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
        faults: &mut Vec<DataError>,
    ) -> Option<usize> {
        let found = known.clone().into_iter().position(|one| one == name);
        if found.is_none() {
            faults.push(self.unknown_key(field, kind, name, known));
        }
        found
    }

    /// As [`Places::unknown`], where the name is the key of the field.
    pub fn unknown_key<'a>(
        &self,
        field: &str,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> DataError {
        let known: Vec<&str> = known.into_iter().collect();
        unknown_of(self.key_fault(field, ""), kind, name, &known)
    }

    fn key_spot(&self, field: &str) -> Spot {
        match self.tree.find_exactly(field) {
            Some(id) if id != ROOT => Spot::Key(id),
            _ => Spot::Value(self.tree.find(field)),
        }
    }

    /// A fault keeps the field's path as asked for, also where an enclosing place stands in for it.
    fn named(&self, field: &str, spot: Spot, problem: String) -> DataError {
        DataError { field: field.into(), ..self.tree.fault(spot, problem) }
    }
}

/// A fault that tells of a name that refers to nothing.
fn unknown_of(fault: DataError, kind: &str, name: &str, known: &[&str]) -> DataError {
    let short = shortened(name);
    DataError {
        problem: format!("unknown {kind} `{short}`"),
        expected: Some(one_of(known)),
        found: Some(format!("`{short}`")),
        suggestion: suggest(name, known.iter().copied()).map(Into::into),
        ..fault
    }
}
