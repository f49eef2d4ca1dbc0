//! What a file says as plain values in order, for comparing two texts and for writing rows.

use super::tree::{Kind, ROOT, Tree};
use std::fmt;

/// A value as it is written: words, lists and rows; numbers are words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A word, a number or a text.
    Word(String),
    /// A list.
    List(Vec<Written>),
    /// Fields by name, in order.
    Row(Vec<(String, Written)>),
}

impl Written {
    /// A word or a number.
    pub fn word(word: impl ToString) -> Written {
        Written::Word(word.to_string())
    }

    /// A length on a picture, in tenths.
    pub fn tenths(length: f32) -> Written {
        Written::word((f64::from(length) * 10.0).round() / 10.0)
    }

    /// A list.
    pub fn list(values: impl IntoIterator<Item = Written>) -> Written {
        Written::List(values.into_iter().collect())
    }

    /// Fields by name.
    pub fn row<'n>(fields: impl IntoIterator<Item = (&'n str, Written)>) -> Written {
        Written::Row(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// The value of a field, of a row that has it.
    pub fn field(&self, name: &str) -> Option<&Written> {
        match self {
            Written::Row(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            _ => None,
        }
    }

    /// The word, of what is one.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Written::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The values of a list; of anything else none.
    pub fn values(&self) -> &[Written] {
        match self {
            Written::List(values) => values,
            _ => &[],
        }
    }

    /// The value at a path such as `pieces[3].rect`.
    pub fn at(&self, path: &str) -> Option<&Written> {
        steps(path)?.iter().try_fold(self, |value, step| match (value, step) {
            (Written::Row(_), Step::Key(name)) => value.field(name),
            (Written::List(values), Step::Row(number)) => values.get(*number),
            _ => None,
        })
    }

    /// As [`Written::at`], to be changed.
    pub(super) fn at_mut(&mut self, steps: &[Step]) -> Option<&mut Written> {
        steps.iter().try_fold(self, |value, step| match (value, step) {
            (Written::Row(fields), Step::Key(name)) => {
                fields.iter_mut().find(|(key, _)| key == name).map(|(_, it)| it)
            }
            (Written::List(values), Step::Row(number)) => values.get_mut(*number),
            _ => None,
        })
    }
}

impl fmt::Display for Written {
    /// On one line, as rows are written between braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Word(word) if is_plain(word) => f.write_str(word),
            Written::Word(word) => write!(f, "{}", serde_json::Value::from(word.as_str())),
            Written::List(values) => {
                f.write_str("[")?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Written::Row(fields) => {
                f.write_str("{")?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    let name = Written::word(name);
                    write!(f, "{}{name}: {value}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Whether a word means itself without quotes, also between braces.
fn is_plain(word: &str) -> bool {
    let number = word.parse::<f64>().is_ok();
    let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | ' ' | '\'');
    let begins = word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let loose = matches!(word.to_ascii_lowercase().as_str(), "null" | "y" | "n");
    number || begins && !word.ends_with(' ') && word.chars().all(letters) && !loose
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Row(usize),
}

/// The steps of a path such as `pieces[3].rect`; nothing where it is none.
pub(super) fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let (name, rows) = part.split_once('[').map_or((part, ""), |(name, rows)| (name, rows));
        if !name.is_empty() {
            steps.push(Step::Key(name.to_string()));
        }
        for row in rows.split('[').filter(|row| !row.is_empty()) {
            steps.push(Step::Row(row.strip_suffix(']')?.parse().ok()?));
        }
    }
    Some(steps)
}

impl Tree {
    /// Everything the file says.
    pub fn written(&self) -> Written {
        self.written_at(ROOT)
    }

    pub(super) fn written_at(&self, id: u32) -> Written {
        match &self.node(id).kind {
            Kind::Scalar { text, .. } => Written::Word(text.to_string()),
            Kind::Sequence(rows) => rows.iter().map(|row| self.written_at(*row)).collect(),
            Kind::Mapping(entries) => Written::Row(
                entries
                    .iter()
                    .map(|(key, it)| (key.name.to_string(), self.written_at(*it)))
                    .collect(),
            ),
        }
    }
}

impl FromIterator<Written> for Written {
    fn from_iter<I: IntoIterator<Item = Written>>(values: I) -> Written {
        Written::List(values.into_iter().collect())
    }
}
