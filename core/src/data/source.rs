//! The texts a game is made of, by path, and how large one may be before it is refused.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

/// One file: where it was found, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// As faults print it; with `/` between folders.
    pub path: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A file that exists only as text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    /// What stands under the line of a key, or behind the colon on it, up to the next line that is indented no deeper;
    /// with every other line blank, so that places stay true. A value that begins on the key's own line keeps its column.
    pub(super) fn indented(&self, line: usize) -> Source {
        let mut text = String::new();
        let mut depth = None;
        for (at, content) in self.text.lines().enumerate() {
            let indent = content.len() - content.trim_start().len();
            let blank = content.trim().is_empty() || content.trim_start().starts_with('#');
            if at + 1 == line {
                depth = Some(indent);
                let value = content.find(':').map_or("", |colon| &content[colon + 1..]);
                if !value.trim().is_empty() && !value.trim().starts_with('#') {
                    text.push_str(&" ".repeat(content.len() - value.len()));
                    text.push_str(value);
                }
            } else if let Some(outer) = depth {
                if !blank && indent <= outer {
                    break;
                }
                text.push_str(content);
            }
            text.push('\n');
        }
        Source { path: self.path.clone(), text }
    }
}

/// What a file may cost its reader; anything beyond is refused before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Length of one text.
    pub bytes: usize,
    /// Lists and mappings inside one another.
    pub depth: usize,
    /// Values of one file; keys do not count.
    pub nodes: usize,
    /// Keys of one mapping: each is sought among the others.
    pub keys: usize,
    /// Faults told of one file; one more says that there were more.
    pub faults: usize,
}

/// The limits every file is read under.
pub const LIMITS: Limits =
    Limits { bytes: 16 * 1024 * 1024, depth: 64, nodes: 2_000_000, keys: 5000, faults: 1000 };

/// All texts of a game, sorted by path. A copy shares them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files(BTreeMap<String, Text>);

/// A text, hashed when its hash is first wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
struct Text {
    text: Arc<str>,
    hash: OnceLock<[u8; 32]>,
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text { text: text.into(), hash: OnceLock::new() }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.text.to_string()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.text == other.text
    }
}

impl Eq for Text {}

impl Files {
    /// Of two texts with one path the later counts.
    pub fn from_pairs<P: Into<String>, T: Into<String>>(
        pairs: impl IntoIterator<Item = (P, T)>,
    ) -> Files {
        let text = |text: T| Text::from(text.into());
        Files(pairs.into_iter().map(|(path, given)| (path.into(), text(given))).collect())
    }

    /// Puts a file in, or replaces it.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.insert(path.into(), Text::from(text.into()));
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// The file with exactly this path.
    pub fn get(&self, path: &str) -> Option<Source> {
        self.0.get(path).map(|text| Source::new(path, &*text.text))
    }

    /// A file by path, by path without its ending `.yaml`, or by its name in a folder.
    pub fn find(&self, folder: &str, name: &str) -> Option<Source> {
        let beside = || self.get(&format!("{name}.yaml"));
        let within = || self.get(&format!("{folder}/{name}.yaml"));
        self.get(name).or_else(beside).or_else(within)
    }

    /// The files of a folder and of the folders in it, sorted by path; `""` is all of them.
    ///
    /// A final `/` makes no difference: `data/a` holds `data/a/x.yaml`, never `data/ab.yaml`.
    pub fn under<'f>(&'f self, folder: &str) -> impl Iterator<Item = Source> + use<'f> {
        self.texts_under(folder).map(|(path, text)| Source::new(path.as_str(), &*text.text))
    }

    /// The paths of a folder as [`Files::under`] has them, each with the hash of its text.
    pub(super) fn hashes_under<'f>(
        &'f self,
        folder: &str,
    ) -> impl Iterator<Item = (&'f str, [u8; 32])> + use<'f> {
        let hash = |text: &Text| *blake3::hash(text.text.as_bytes()).as_bytes();
        let hash = move |text: &Text| *text.hash.get_or_init(|| hash(text));
        self.texts_under(folder).map(move |(path, text)| (path.as_str(), hash(text)))
    }

    fn texts_under<'f>(
        &'f self,
        folder: &str,
    ) -> impl Iterator<Item = (&'f String, &'f Text)> + use<'f> {
        let mut start = folder.trim_end_matches('/').to_owned();
        if !start.is_empty() {
            start.push('/');
        }
        let end = start.clone();
        self.0.range(start..).take_while(move |(path, _)| path.starts_with(&end))
    }

    /// Every path, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// A hash, in hexadecimal, of all paths and texts: equal data, equal digest.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in self.0.iter().flat_map(|(path, text)| [path.as_str(), &*text.text]) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

impl<P: Into<String>, T: Into<String>> FromIterator<(P, T)> for Files {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(pairs: I) -> Files {
        Files::from_pairs(pairs)
    }
}
