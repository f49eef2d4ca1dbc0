//! The files of the folder that is edited: listed, read, and saved where nobody else has meanwhile.

use super::wire::Conflict;
use crate::files::{read_beside, read_source, tables_under, write_beside};
use crate::trouble::Trouble;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use umpire_core::data::{DataError, Files, LIMITS};

/// How long the files beside one that is edited are taken to be as they were.
const FRESH: Duration = Duration::from_secs(2);

/// A folder of tables.
pub struct Folder {
    root: PathBuf,
    beside: Mutex<Option<(PathBuf, Instant, Files)>>,
}

/// Why a text was not saved.
pub enum Unsaved {
    /// The file on disk is another by now.
    Conflict(Conflict),
    /// It cannot be written.
    Failed(Trouble),
}

impl From<Trouble> for Unsaved {
    fn from(trouble: Trouble) -> Unsaved {
        Unsaved::Failed(trouble)
    }
}

impl Folder {
    /// A folder that is there.
    ///
    /// # Errors
    /// Where it is not.
    pub fn new(root: &Path) -> Result<Folder, Trouble> {
        let found = root.canonicalize().ok().filter(|root| root.is_dir());
        let missing = || Trouble::Misuse(format!("there is no folder `{}`", root.display()));
        Ok(Folder { root: found.ok_or_else(missing)?, beside: Mutex::new(None) })
    }

    /// Its tables by their paths from it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn tables(&self) -> Result<Vec<String>, Trouble> {
        let inside = |path: PathBuf| {
            let path = path.strip_prefix(&self.root).map(Path::to_path_buf).unwrap_or(path);
            path.to_string_lossy().replace('\\', "/")
        };
        Ok(tables_under(&self.root)?.into_iter().map(inside).collect())
    }

    /// Where a table lies, or will lie: inside the folder, whatever its path says.
    ///
    /// # Errors
    /// Where the path leads out of the folder, or is not that of a table.
    pub fn path(&self, path: &str) -> Result<PathBuf, Trouble> {
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let table = path.ends_with(".yaml") && !path.contains(['\\', '\0']);
        if !plain || !table || path.starts_with('.') || path.contains("/.") {
            let says = format!("`{path}` is no path of a table in this folder: it ends in `.yaml`");
            return Err(Trouble::Misuse(says));
        }
        let whole = self.root.join(path);
        // What is there already may be a link that leads elsewhere.
        let there = whole.ancestors().find_map(|part| part.canonicalize().ok());
        if !there.is_some_and(|there| there.starts_with(&self.root)) {
            return Err(Trouble::Misuse(format!("`{path}` leads out of the folder")));
        }
        Ok(whole)
    }

    /// A table's path with the folder's own before it, as games know the folders of their tables.
    pub fn whole(&self, path: &str) -> String {
        self.root.join(path).to_string_lossy().replace('\\', "/")
    }

    /// A table's text, and its stamp.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn read(&self, path: &str) -> Result<(String, String), Trouble> {
        let text = read_source(&self.path(path)?)?.text;
        let stamp = stamp_of(&text);
        Ok((text, stamp))
    }

    /// A name that no file of the folder has yet.
    pub fn free_name(&self, stem: &str) -> String {
        let plain = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '-' };
        let stem: String = stem.to_lowercase().chars().map(plain).take(60).collect();
        let stem = stem.trim_matches('-');
        let stem = if stem.is_empty() { "new" } else { stem };
        let numbered = (2..).map(|number| format!("{stem}-{number}.yaml"));
        let mut names = std::iter::once(format!("{stem}.yaml")).chain(numbered);
        names.find(|name| !self.root.join(name).exists()).unwrap_or_default()
    }

    /// Saves a text where the file on disk is still the one it was made of.
    ///
    /// # Errors
    /// Where it is another by now, or cannot be written: then it is as it was.
    pub fn save(&self, path: &str, text: &str, stamp: Option<&str>) -> Result<String, Unsaved> {
        let whole = self.path(path)?;
        if text.len() > LIMITS.bytes {
            let says = format!("a table has at most {} bytes", LIMITS.bytes);
            return Err(Trouble::Misuse(says).into());
        }
        if whole.exists() {
            let found = read_source(&whole)?.text;
            let now = stamp_of(&found);
            if stamp != Some(now.as_str()) && found != text {
                let says = match stamp {
                    Some(_) => format!("`{path}` was changed on disk since it was opened here"),
                    None => format!("there is a file `{path}` already"),
                };
                return Err(Unsaved::Conflict(Conflict { says, text: found, stamp: now }));
            }
        } else if let Some(parent) = whole.parent() {
            std::fs::create_dir_all(parent).map_err(Trouble::from)?;
        }
        write_beside(&whole, |out| out.write_all(text.as_bytes()))?;
        *self.beside.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
        Ok(stamp_of(text))
    }

    /// The files in the folder of one of the tables, by file name.
    pub fn beside(&self, path: &str) -> Files {
        let Ok(whole) = self.path(path) else { return Files::default() };
        let folder = whole.parent().map(Path::to_path_buf).unwrap_or_default();
        let mut kept = self.beside.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((known, read, files)) = &*kept
            && *known == folder
            && read.elapsed() < FRESH
        {
            return files.clone();
        }
        let files = read_beside(&whole);
        *kept = Some((folder, Instant::now(), files.clone()));
        files
    }

    /// What a fault of a file is, as the editor names files.
    pub fn named(&self, path: &str, mut fault: DataError) -> DataError {
        let name = path.rsplit('/').next().unwrap_or(path);
        if fault.file == name {
            fault.file = path.to_string();
        }
        fault
    }
}

/// By what a text is known again.
fn stamp_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
