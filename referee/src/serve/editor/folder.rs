//! The files of the folder that is edited: listed, read, and saved where nobody else has meanwhile.

use super::wire::Conflict;
use crate::files::{is_table, read_beside, read_source, some_under, write_beside};
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use umpire_core::data::{DataError, Files, LIMITS};

/// How long the files beside one that is edited are taken to be as they were.
const FRESH: Duration = Duration::from_secs(2);

/// Maps of other programs that are listed.
const MOST_MAPS: usize = 200;

/// A folder of tables.
pub struct Folder {
    root: PathBuf,
    beside: Mutex<Option<(PathBuf, Instant, Files)>>,
    /// Held from where a file is compared with what was read until another is in its place.
    saving: Mutex<()>,
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
        let (beside, saving) = (Mutex::new(None), Mutex::new(()));
        Ok(Folder { root: found.ok_or_else(missing)?, beside, saving })
    }

    /// Its tables by their paths from it, as far as they can be looked at.
    pub fn tables(&self) -> Vec<String> {
        some_under(&self.root, is_table).iter().map(|path| self.shown(path)).collect()
    }

    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }

    /// Maps of other programs in it and in the folders in it, by their paths from it, as far as anybody would look.
    ///
    /// Whatever ends in `.hsc` is one; of the many other uses of JSON, what lies beside a map or a table may be.
    pub fn maps(&self) -> Vec<String> {
        let found =
            some_under(&self.root, |path| is_map(&path.to_string_lossy()) && path.is_file());
        let sure = |path: &Path| path.extension().is_some_and(|end| end == "yaml" || end == "hsc");
        let mut known: BTreeMap<PathBuf, bool> = BTreeMap::new();
        let mut belongs = |path: &Path| {
            let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            *known.entry(folder).or_insert_with_key(|folder| {
                std::fs::read_dir(folder).into_iter().flatten().flatten().any(|it| sure(&it.path()))
            })
        };
        let found = found.into_iter().filter(|path| sure(path) || belongs(path)).take(MOST_MAPS);
        found.map(|path| self.shown(&path)).collect()
    }

    /// Where a table lies, or will lie: inside the folder, whatever its path says.
    ///
    /// # Errors
    /// Where the path leads out of the folder, or is not that of a table.
    pub fn path(&self, path: &str) -> Result<PathBuf, Trouble> {
        match path.ends_with(".yaml") {
            true => self.inside(path),
            false => Err(no_table(path)),
        }
    }

    /// Where a map of another program lies in the folder.
    ///
    /// # Errors
    /// Where the path leads out of the folder, or is not that of such a map.
    pub fn map_path(&self, path: &str) -> Result<PathBuf, Trouble> {
        match is_map(path) {
            true => self.inside(path),
            false => Err(no_table(path)),
        }
    }

    fn inside(&self, path: &str) -> Result<PathBuf, Trouble> {
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !plain || path.contains(['\\', '\0']) || path.starts_with('.') || path.contains("/.") {
            let says = format!(
                "`{path}` is no path in this folder: none leads out of it, and no part begins with a dot"
            );
            return Err(Trouble::Misuse(says));
        }
        let whole = self.root.join(path);
        // What is there already may be a link that leads elsewhere, or nowhere yet.
        let there = whole.ancestors().find(|part| part.symlink_metadata().is_ok());
        let led_to = there.and_then(|there| there.canonicalize().ok());
        if !led_to.is_some_and(|led_to| led_to.starts_with(&self.root)) {
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
        let whole = self.path(path)?;
        if !whole.exists() {
            return Err(Trouble::Misuse(format!("there is no `{path}` in this folder")));
        }
        let text = read_source(&whole)?.text;
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
        names.find(|name| self.root.join(name).symlink_metadata().is_err()).unwrap_or_default()
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
        let _one_at_a_time = self.saving.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
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

/// Whether a file's name is that of a map of another program.
pub fn is_map(path: &str) -> bool {
    [".hsc", ".json", ".gz"].iter().any(|ending| path.to_lowercase().ends_with(ending))
}

fn no_table(path: &str) -> Trouble {
    Trouble::Misuse(format!("`{path}` is no path of a table in this folder: it ends in `.yaml`"))
}

/// By what a text is known again.
fn stamp_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}
