//! What a file begins as: blank, drawn at random, a copy of one that is built in, or a map of another program.

use super::Workshop;
use super::wire::{Begin, FileText, Fresh};
use crate::commands::map::{Form, drawn, seed_of_now, unpacked};
use crate::library::Library;
use crate::serve::problem::Problem;
use crate::trouble::Trouble;
use std::path::Path;
use umpire_core::data::Source;
use umpire_core::host::{Recipe, Ruleset};
use umpire_core::ruleset::with_field;

/// How much stands on a battlefield that is drawn at random: neither open nor dense.
const DENSITY: u8 = 3;
/// Folders of a game's tables whose files can be copied, and what kind of file is in them.
const COPIED: [(&str, &str); 3] =
    [("battlefields", "battlefield"), ("scenarios", "scenario"), ("house_rules", "house_rules")];

/// All that can be begun, game by game.
pub fn fresh(library: &Library) -> Vec<Fresh> {
    library.rulesets.iter().flat_map(|ruleset| fresh_of(library, *ruleset)).collect()
}

fn fresh_of(library: &Library, ruleset: &dyn Ruleset) -> Vec<Fresh> {
    let (game, title) = (ruleset.name(), ruleset.title());
    let entry = |kind: &str, says: String, of: Option<String>| Fresh {
        game: game.to_string(),
        title: title.to_string(),
        kind: kind.to_string(),
        says,
        of,
    };
    let mut all = Vec::new();
    if ruleset.blank_battlefield().is_some() {
        all.push(entry("battlefield", format!("an empty battlefield for {title}"), None));
        let says = "a battlefield drawn at random, both of whose sides are alike";
        all.push(entry("random_battlefield", says.to_string(), None));
    }
    let says =
        "what your house plays otherwise than the book: terrain rows, units, fields of the edition";
    all.push(entry("house_rules", says.to_string(), None));
    for (folder, kind) in COPIED {
        let under = format!("{game}/{folder}");
        for source in library.data.under(&under) {
            let stem = source.path.strip_prefix(&format!("{under}/"));
            let Some(stem) = stem.and_then(|path| path.strip_suffix(".yaml")) else { continue };
            all.push(entry(kind, format!("a copy of {stem}"), Some(stem.to_string())));
        }
    }
    all
}

impl Workshop {
    /// A new file that is not saved yet.
    ///
    /// # Errors
    /// Where the game has nothing of that kind to begin with.
    pub fn begin(&self, begin: &Begin) -> Result<FileText, Problem> {
        let ruleset = self.library.ruleset(&begin.game)?;
        let (stem, text) = match &begin.of {
            Some(of) => self.copy(ruleset, &begin.kind, of)?,
            None => self.new_text(ruleset, &begin.kind)?,
        };
        let path = self.folder.free_name(&stem);
        let name = path.trim_end_matches(".yaml");
        let source = Source::new(&path, text);
        let kind = self.kind(&source).to_string();
        // A file goes by the name it has in it, too.
        let named = with_field(&source, &kind, name).map_err(Trouble::Faults)?;
        let (game, text) = (ruleset.name().to_string(), named.text);
        Ok(FileText { path, text, stamp: None, game, kind, notes: Vec::new() })
    }

    fn new_text(&self, ruleset: &dyn Ruleset, kind: &str) -> Result<(String, String), Problem> {
        let (game, title) = (ruleset.name(), ruleset.title());
        let no = || Problem::says(format!("{game} has no new {}", kind.replace('_', " ")));
        match kind {
            "battlefield" => {
                Ok(("new-battlefield".into(), ruleset.blank_battlefield().ok_or_else(no)?))
            }
            "random_battlefield" => {
                let stem = "random-battlefield".to_string();
                let recipe = Recipe { name: stem.clone(), size: None, density: DENSITY };
                let drawn = drawn(&self.library, ruleset, &recipe, seed_of_now())?;
                Ok((stem, drawn.text))
            }
            "house_rules" => Ok((
                "new-house-rules".into(),
                format!(
                    "# House rules for {title}: only what differs from the book.\n\
                     house_rules: new-house-rules\ngame: {game}\n\
                     says: what this house plays otherwise\n"
                ),
            )),
            _ => Err(no()),
        }
    }

    fn copy(
        &self,
        ruleset: &dyn Ruleset,
        kind: &str,
        of: &str,
    ) -> Result<(String, String), Problem> {
        let game = ruleset.name();
        let folder = COPIED.iter().find(|(_, it)| *it == kind).map(|(folder, _)| folder);
        let found =
            folder.and_then(|folder| self.library.data.get(&format!("{game}/{folder}/{of}.yaml")));
        let no = || Problem::says(format!("{game} has no {} `{of}`", kind.replace('_', " ")));
        Ok((format!("my-{of}"), found.ok_or_else(no)?.text))
    }

    /// A map of another program as a new battlefield, or a table as it is; neither is saved yet.
    ///
    /// # Errors
    /// Where it is no map of any game.
    pub fn import(&self, name: &str, bytes: &[u8]) -> Result<FileText, Trouble> {
        let path = Path::new(name);
        let stem = path.file_stem().map_or("map".into(), |stem| stem.to_string_lossy());
        let form = Form::of(path, bytes);
        if form == Form::Yaml {
            let text = std::str::from_utf8(bytes)
                .map_err(|_| Trouble::Misuse(format!("`{name}` is not UTF-8 text")))?;
            let path = self.folder.free_name(&stem);
            let source = Source::new(&path, text.strip_prefix('\u{feff}').unwrap_or(text));
            let game = self.ruleset(&source).name().to_string();
            let kind = self.kind(&source).to_string();
            let (text, notes) = (source.text, Vec::new());
            return Ok(FileText { path, text, stamp: None, game, kind, notes });
        }
        let unpacked = if form == Form::Gz { Some(unpacked(bytes, name)?) } else { None };
        let bytes = unpacked.as_deref().unwrap_or(bytes);
        let mut why = String::new();
        for ruleset in &self.library.rulesets {
            match ruleset.import_map(&self.library.data, &stem, bytes) {
                Ok((text, notes)) => {
                    let path = self.folder.free_name(&stem);
                    let (game, kind) = (ruleset.name().to_string(), "battlefield".to_string());
                    return Ok(FileText { path, text, stamp: None, game, kind, notes });
                }
                Err(says) if why.is_empty() => why = says,
                Err(_) => {}
            }
        }
        Err(Trouble::Failed(format!("`{name}`: {why}")))
    }
}
