//! The one list of rulesets in this build, and the data and scenarios that are embedded in it.

use crate::files::read_folder;
use crate::trouble::Trouble;
use include_dir::{Dir, File, include_dir};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use umpire_core::data::{DataError, Files, suggest};
use umpire_core::host::{Ruleset, Table};
use umpire_core::schema::FileForm;
use umpire_core::session::{Differs, Replaying};
use umpire_core::transcript::Transcript;

static DATA: Dir = include_dir!("$CARGO_MANIFEST_DIR/../data");
static SCENARIOS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../tests/scenarios");

/// Every ruleset of this build; the first is the one that is played when none is named.
static RULESETS: &[&dyn Ruleset] = &[
    #[cfg(feature = "heroscape")]
    &std::marker::PhantomData::<fn() -> umpire_heroscape::HeroScape>,
    #[cfg(feature = "dragon-dice")]
    &std::marker::PhantomData::<fn() -> umpire_dragon_dice::DragonDice>,
    #[cfg(feature = "ea-heresy")]
    &std::marker::PhantomData::<fn() -> umpire_ea_heresy::EaHeresy>,
    #[cfg(feature = "skirmish")]
    &std::marker::PhantomData::<fn() -> umpire_skirmish::Skirmish>,
];

/// What a program plays from: rulesets, their tables, and conformance scenarios.
#[derive(Clone)]
pub struct Library {
    /// The games; the first is the one that is played when none is named.
    pub rulesets: Vec<&'static dyn Ruleset>,
    /// The tables, with paths such as `heroscape/rules.yaml`.
    pub data: Files,
    /// Conformance scenarios, with paths such as `heroscape/combat/range.yaml`.
    pub scenarios: Files,
    /// The folder `data` was read from, as it is shown in faults.
    pub root: String,
    /// The game whose program this is, where it is not everybody's: its scenarios have no folder beside those of others.
    pub own: Option<&'static str>,
    /// What files of each game look like, once somebody asked.
    pub forms: Forms,
}

/// What files of each game look like, by its name: made once of the tables, for it takes a moment.
#[derive(Clone, Default)]
pub struct Forms(Arc<Mutex<BTreeMap<&'static str, FormsOfOne>>>);

type FormsOfOne = Arc<Vec<FileForm>>;

impl Library {
    /// What is built into the program.
    pub fn embedded() -> Library {
        Library {
            rulesets: RULESETS.to_vec(),
            data: texts(&DATA),
            scenarios: texts(&SCENARIOS),
            root: "data".into(),
            own: None,
            forms: Forms::default(),
        }
    }

    /// What files of a game look like.
    pub fn forms(&self, ruleset: &'static dyn Ruleset) -> FormsOfOne {
        let mut known = self.forms.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let made = || Arc::new(ruleset.forms(&self.data));
        known.entry(ruleset.name()).or_insert_with(made).clone()
    }

    /// The same games with one more before them, its tables, with paths such as `GAME/rules.yaml`, and its conformance scenarios.
    #[must_use]
    pub fn with_game(
        mut self,
        ruleset: &'static dyn Ruleset,
        data: &Dir,
        scenarios: &Dir,
    ) -> Library {
        self.rulesets.insert(0, ruleset);
        self.own = Some(ruleset.name());
        collect(data, "", &mut self.data);
        collect(scenarios, &format!("{}/", ruleset.name()), &mut self.scenarios);
        self.forms = Forms::default();
        self
    }

    /// Where a conformance scenario lies in the sources, by its path among [`Library::scenarios`].
    pub fn scenario_path(&self, path: &str) -> String {
        let own = self.own.and_then(|own| path.strip_prefix(own)?.strip_prefix('/'));
        format!("tests/scenarios/{}", own.unwrap_or(path))
    }

    /// The same games with tables read from a folder.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn with_data(&self, folder: &Path) -> Result<Library, Trouble> {
        let data = read_folder(folder)?;
        let (root, forms) = (folder.display().to_string(), Forms::default());
        Ok(Library { data, root, forms, ..self.clone() })
    }

    /// The ruleset with that name.
    ///
    /// # Errors
    /// Where there is none, with the nearest name.
    pub fn ruleset(&self, name: &str) -> Result<&'static dyn Ruleset, Trouble> {
        let found = self.rulesets.iter().find(|ruleset| ruleset.name().eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| Trouble::Misuse(self.no_such_game(name)))
    }

    /// A table as a record left it.
    ///
    /// # Errors
    /// Where its game is not in the list or the data have faults; inside, where the record differs from what the
    /// rules make of it.
    pub fn replay(
        &self,
        record: &Transcript,
        how: Replaying,
    ) -> Result<Result<Box<dyn Table>, Differs>, Trouble> {
        let replayed = self.ruleset(&record.header.ruleset)?.replay(&self.data, record, how);
        replayed.map_err(|faults| Trouble::Faults(self.located(faults)))
    }

    /// What is said of a game that is not in the list.
    pub fn no_such_game(&self, name: &str) -> String {
        let names: Vec<&str> = self.rulesets.iter().map(|ruleset| ruleset.name()).collect();
        match suggest(name, names.iter().copied()) {
            Some(near) => format!("unknown game `{name}`, did you mean `{near}`?"),
            None if names.is_empty() => format!("unknown game `{name}`: none is built in"),
            None => format!("unknown game `{name}`, there is {}", names.join(", ")),
        }
    }

    /// The ruleset that is played when none is named.
    ///
    /// # Errors
    /// Where the build has none.
    pub fn first(&self) -> Result<&'static dyn Ruleset, Trouble> {
        let first = self.rulesets.first().copied();
        first.ok_or_else(|| Trouble::Failed("no game is built into this program".into()))
    }

    /// Faults with the files of the tables named as they lie on disk.
    pub fn located(&self, mut faults: Vec<DataError>) -> Vec<DataError> {
        for fault in &mut faults {
            if self.data.get(&fault.file).is_some() {
                fault.file = format!("{}/{}", self.root, fault.file);
            }
        }
        faults
    }
}

/// The tables and scenarios of a folder that is built into a program.
pub fn texts(dir: &Dir) -> Files {
    let mut files = Files::default();
    collect(dir, "", &mut files);
    files
}

/// Puts those of a folder, and of the folders in it, behind a prefix of their paths.
fn collect(dir: &Dir, prefix: &str, into: &mut Files) {
    let is_yaml = |file: &&File| file.path().extension().is_some_and(|e| e == "yaml");
    for file in files_under(dir).into_iter().filter(is_yaml) {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            into.insert(format!("{prefix}{}", path.replace('\\', "/")), text);
        }
    }
}

/// All files of a folder that is built into a program, and of the folders in it.
pub(crate) fn files_under<'d>(dir: &'d Dir<'d>) -> Vec<&'d File<'d>> {
    let inner = dir.dirs().flat_map(files_under);
    dir.files().chain(inner).collect()
}
