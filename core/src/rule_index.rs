//! The rule index: every rule of a game with its source, and whether code enforces it.

use crate::command::{begins_a_word, normalized};
use crate::data::{DataError, Source, read, suggest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the engine does about a rule. Silence is no status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Code does it, and a ruling, an event, a modifier or a fault cites it.
    Enforced,
    /// Code holds it by how it is built, or it follows from other rules, so that nothing cites it; the note says from what.
    Emergent,
    /// It says what a word means or what a thing is made of, so that nothing can break it; the note says where it is read.
    Definition,
    /// A row of a table: rulings cite the rule that reads it, or the row.
    Row,
    /// The referee is asked.
    Judged,
    /// Not yet; said aloud when it would matter.
    Deferred,
}

impl Status {
    /// Every status, in the order in which they are counted.
    pub const ALL: [Status; 6] = [
        Status::Enforced,
        Status::Emergent,
        Status::Definition,
        Status::Row,
        Status::Judged,
        Status::Deferred,
    ];

    /// Its word in a rule index.
    pub fn word(self) -> &'static str {
        match self {
            Status::Enforced => "enforced",
            Status::Emergent => "emergent",
            Status::Definition => "definition",
            Status::Row => "row",
            Status::Judged => "judged",
            Status::Deferred => "deferred",
        }
    }

    /// Whether its rules hold at the table: in code, or by asking the judge.
    pub fn is_kept(self) -> bool {
        self != Status::Deferred
    }

    /// Of rows of a table that say what of them is not built: what is missing, if anything.
    pub fn of_row(missing: Option<&str>) -> Status {
        if missing.is_some() { Status::Deferred } else { Status::Row }
    }
}

/// Where a rule was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// What is missing, or how we rule; why nothing cites it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl RuleEntry {
    /// What it is found by: its id, name and text.
    fn searched(&self) -> String {
        normalized(&format!("{} {} {}", self.id, self.name, self.says))
    }
}

/// How a game is played, for whoever never played it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// How it is won.
    pub aim: String,
    /// How a turn or a round goes, a step each, in their order.
    pub course: Vec<String>,
}

/// Every rule of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleIndex {
    /// Sources by key.
    #[serde(default)]
    pub books: BTreeMap<String, String>,
    /// What people call rules, by what they type: ids of rules and of rows of tables.
    #[serde(default)]
    pub synonyms: BTreeMap<String, Vec<String>>,
    /// How the game is played, before any rule.
    #[serde(default)]
    pub guide: Option<Guide>,
    /// The rules, in the order of the book.
    pub rules: Vec<RuleEntry>,
}

/// Words of a question that tell nothing of what it is about.
const ASKING: [&str; 34] = [
    "a", "an", "and", "any", "are", "at", "can", "do", "does", "far", "for", "from", "how", "i",
    "if", "in", "is", "it", "its", "long", "many", "may", "much", "my", "of", "on", "the", "to",
    "what", "when", "where", "who", "with", "you",
];

/// Normalized words without those that only ask; all of them, where nothing else is left.
fn telling(words: &str) -> String {
    let all = normalized(words);
    let telling: Vec<&str> = all.split(' ').filter(|word| !ASKING.contains(word)).collect();
    if telling.is_empty() { all } else { telling.join(" ") }
}

impl RuleIndex {
    /// Reads an index and finds doubled ids and names, books that are not listed, and rules that nothing cites without a word
    /// why.
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
            if matches!(rule.status, Status::Emergent | Status::Definition) && rule.note.is_none() {
                let place = format!("rules[{at}].status");
                let problem =
                    format!("a rule that is `{}` says why in a `note`", rule.status.word());
                faults.push(document.places.fault(&place, problem));
            }
        }
        if faults.is_empty() { Ok(document.value) } else { Err(faults) }
    }

    /// The rule with that id.
    pub fn get(&self, id: &str) -> Option<&RuleEntry> {
        self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// The ids of rules, and of rows, that people call so.
    pub fn called(&self, words: &str) -> Vec<&str> {
        let wanted = normalized(words);
        let called = self.synonyms.iter().filter(|(name, _)| normalized(name) == wanted);
        called.flat_map(|(_, ids)| ids).map(String::as_str).collect()
    }

    /// Rules that people call so, then those whose id, name or text hold every one of the words.
    pub fn find<'a>(&'a self, words: &str) -> impl Iterator<Item = &'a RuleEntry> {
        let wanted = telling(words);
        let called = self.called(words);
        let is_called = move |rule: &RuleEntry| called.contains(&rule.id.as_str());
        let holds = move |rule: &RuleEntry| {
            let text = rule.searched();
            wanted.split(' ').all(|word| begins_a_word(&text, word))
        };
        let first = self.rules.iter().filter(|rule| is_called(rule)).collect::<Vec<_>>();
        let rest = self.rules.iter().filter(move |rule| !is_called(rule) && holds(rule));
        first.into_iter().chain(rest)
    }

    /// The rules that hold more of several words than any other: what comes nearest where none holds all of them.
    pub fn with_most_words(&self, words: &str) -> Vec<&RuleEntry> {
        let wanted = telling(words);
        let held = |rule: &RuleEntry| {
            let text = rule.searched();
            wanted.split(' ').filter(|word| begins_a_word(&text, word)).count()
        };
        let most = self.rules.iter().map(held).max().unwrap_or(0);
        self.rules.iter().filter(|rule| most > 0 && held(rule) == most).collect()
    }

    /// The name nearest to a word by which nothing is found.
    pub fn near(&self, word: &str) -> Option<String> {
        let names = self.rules.iter().flat_map(|rule| [rule.id.as_str(), rule.name.as_str()]);
        let near = suggest(word, names.chain(self.synonyms.keys().map(String::as_str)));
        near.map(|near| near.replace('_', " "))
    }
}
