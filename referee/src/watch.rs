//! Files of a game that are saved while it is played: noticed, checked, and handed over.

use crate::files::read_source;
use crate::library::Library;
use crate::opening::Folder;
use std::path::{Path, PathBuf};
use umpire_core::data::{Files, Source};
use umpire_core::host::Ruleset;

/// The files on disk that a game is made of.
#[derive(Clone)]
pub struct Watch {
    ruleset: &'static dyn Ruleset,
    files: Vec<(PathBuf, Source)>,
}

impl Watch {
    /// Watches those of a game's files that lie in the folder of its scenario.
    pub fn new(ruleset: &'static dyn Ruleset, scenario: &Path, sources: &Files) -> Watch {
        let folder = scenario.parent().map(Path::to_path_buf).unwrap_or_default();
        let here = |source: Source| {
            let path = folder.join(&source.path);
            path.is_file().then_some((path, source))
        };
        Watch { ruleset, files: sources.under("").filter_map(here).collect() }
    }

    /// The names of the files.
    pub fn names(&self) -> Vec<&str> {
        self.files.iter().map(|(_, source)| source.path.as_str()).collect()
    }

    /// The files that say something else than when this was asked last. One that is just being replaced is not there
    /// for a moment, and is looked for again.
    pub fn saved(&mut self) -> Option<Files> {
        let mut saved = Files::default();
        for (path, known) in &mut self.files {
            let Ok(now) = read_source(path) else { continue };
            if now.text != known.text {
                known.text.clone_from(&now.text);
                saved.insert(known.path.clone(), now.text);
            }
        }
        let any = saved.paths().next().is_some();
        any.then_some(saved)
    }

    /// What is to be said at once of files that were saved.
    pub fn news(&mut self, library: &Library) -> Option<String> {
        let saved = self.saved()?;
        let mut folder = Folder::new(library);
        let mut said = Vec::new();
        for source in saved.under("") {
            let path = self.files.iter().find(|(_, known)| known.path == source.path);
            if let Some((path, _)) = path {
                folder.enter(path);
            }
            let faults = folder.with(&source, |files| self.ruleset.check_file(files, &source));
            let name = &source.path;
            said.extend(match faults.is_empty() {
                true => vec![format!(
                    "{name} was saved, without faults: the next line takes it up, or says why not"
                )],
                false => faults.iter().map(ToString::to_string).collect(),
            });
        }
        Some(said.join("\n"))
    }
}
