//! The rule index: every rule of a game with its source, and whether code enforces it.

use crate::data::{DataError, Source, read};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether code enforces a rule. Silence is no status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Code does it.
    Enforced,
    /// The referee is asked.
    Judged,
    /// Not yet; said aloud when it would matter.
    Deferred,
}

/// Where a rule was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// Key of the book among the index's books.
    pub book: String,
    /// The source tags of the specification.
    #[serde(default)]
    pub tag: String,
    /// The page, where someone has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its stable number, such as `HS-7.6.1`.
    pub id: String,
    /// Its name, such as `height_advantage`.
    pub name: String,
    /// What it says, in one line of our own.
    pub says: String,
    /// Where it was read.
    pub source: Citation,
    /// The editions it belongs to; none named means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edition: Vec<String>,
    /// Whether code enforces it.
    pub status: Status,
    /// What is missing, or how we rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Every rule of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleIndex {
    /// Sources by key.
    #[serde(default)]
    pub books: BTreeMap<String, String>,
    /// The rules, in the order of the book.
    pub rules: Vec<RuleEntry>,
}

impl RuleIndex {
    /// Reads an index and finds doubled ids and names, and books that are not listed.
    pub fn read(source: &Source) -> Result<RuleIndex, Vec<DataError>> {
        let document = read::<RuleIndex>(source)?;
        let mut faults = Vec::new();
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, rule) in document.value.rules.iter().enumerate() {
            for (field, key) in [("id", &rule.id), ("name", &rule.name)] {
                if seen.insert(key, at).is_some() {
                    let place = format!("rules[{at}].{field}");
                    let problem = format!("`{key}` stands twice");
                    faults.push(document.places.fault(&place, problem));
                }
            }
            let books = &document.value.books;
            if !books.contains_key(&rule.source.book) {
                let place = format!("rules[{at}].source.book");
                let known = books.keys().map(String::as_str);
                faults.push(document.places.unknown(&place, "book", &rule.source.book, known));
            }
        }
        if faults.is_empty() { Ok(document.value) } else { Err(faults) }
    }

    /// The rule with that id.
    pub fn get(&self, id: &str) -> Option<&RuleEntry> {
        self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// Rules whose id, name or words hold the word.
    pub fn find<'a>(&'a self, word: &str) -> impl Iterator<Item = &'a RuleEntry> {
        let word = word.to_lowercase();
        let holds = move |text: &str| text.to_lowercase().contains(&word);
        self.rules.iter().filter(move |r| holds(&r.id) || holds(&r.name) || holds(&r.says))
    }
}
