//! Finding a scenario by name or on disk, and opening it.

use crate::files::{read_beside, read_source};
use crate::library::Library;
use crate::program;
use crate::trouble::Trouble;
use crate::watch::Watch;
use std::path::{Path, PathBuf};
use umpire_core::conformance;
use umpire_core::data::{DataError, Files, Places, Source, Tree, suggest};
use umpire_core::host::{Opened, Ruleset, Table};
use umpire_core::ruleset::{FileKind, kind_of, with_field};
use umpire_core::schema::FileForm;

/// The scenario that is played when none is named, in the folder of its game.
const DEFAULT: &str = "scenarios/default.yaml";

/// So many names are listed in a line; of more it is told where they are.
const FEW: usize = 12;

/// How the file of a saved game begins.
const SAVED_GAME: &str = "{\"header\":";

/// The tables of a library and, laid over them, those of one folder: read once for all its files.
pub struct Folder<'l> {
    library: &'l Library,
    path: Option<PathBuf>,
    beside: Files,
    files: Files,
}

impl<'l> Folder<'l> {
    /// No folder yet.
    pub fn new(library: &'l Library) -> Folder<'l> {
        Folder { library, path: None, beside: Files::default(), files: library.data.clone() }
    }

    /// Goes to the folder of a file, and reads it unless it is there already.
    pub fn enter(&mut self, file: &Path) {
        let path = file.parent().map(Path::to_path_buf);
        if path == self.path {
            return;
        }
        self.path = path;
        self.beside = read_beside(file);
        self.files = self.library.data.clone();
        for source in self.beside.under("") {
            self.files.insert(source.path, source.text);
        }
    }

    /// The tables, and the files of the folder.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// What is made of the tables with one more file among them.
    pub fn with<T>(&mut self, source: &Source, make: impl FnOnce(&Files) -> T) -> T {
        let before = self.files.get(&source.path);
        if before.as_ref() == Some(source) {
            return make(&self.files);
        }
        self.files.insert(source.path.clone(), source.text.clone());
        let made = make(&self.files);
        match before {
            Some(before) => self.files.insert(before.path, before.text),
            None => self.files.remove(&source.path),
        }
        made
    }

    /// Faults of one of the files, with the files of the folder named as they lie on disk.
    pub fn located(&self, file: &Source, mut faults: Vec<DataError>) -> Vec<DataError> {
        let is_here = |name: &str| name == file.path || self.beside.get(name).is_some();
        if let Some(folder) = &self.path {
            for fault in faults.iter_mut().filter(|fault| is_here(&fault.file)) {
                fault.file = folder.join(&fault.file).display().to_string();
            }
        }
        self.library.located(faults)
    }
}

/// A file as the other files of its folder know it: by its name alone.
pub fn by_name(path: &Path, source: Source) -> Source {
    let name = path.file_name().map_or(source.path, |name| name.to_string_lossy().into());
    Source::new(name, source.text)
}

/// A file that somebody writes on, as the other files of its folder know it.
pub struct Draft {
    /// The game it belongs to.
    pub ruleset: &'static dyn Ruleset,
    /// The file, by its name alone.
    pub source: Source,
    /// The files beside it, which it may name.
    pub beside: Files,
}

/// A scenario that was found, with everything it may name.
pub struct Opening<'l> {
    /// The game it belongs to.
    pub ruleset: &'static dyn Ruleset,
    /// The scenario; one on disk goes by its file name.
    pub scenario: Source,
    folder: Folder<'l>,
}

impl<'l> Opening<'l> {
    /// Finds a scenario: a path on disk, a name in the data, or the default of the first game or of
    /// the game that is named.
    ///
    /// # Errors
    /// Where there is no such scenario, or its game is unknown.
    pub fn find(library: &'l Library, name: Option<&str>) -> Result<Opening<'l>, Trouble> {
        let Some(name) = name else {
            return Opening::default_of(library, library.first()?);
        };
        let path = Path::new(name);
        if path.is_file() {
            return Opening::on_disk(library, path);
        }
        if let Some(ruleset) = library.rulesets.iter().find(|game| game.name() == name) {
            return Opening::default_of(library, *ruleset);
        }
        for ruleset in &library.rulesets {
            let game = ruleset.name();
            let bare = name.strip_suffix(".yaml").unwrap_or(name);
            let bare = bare.strip_prefix(&format!("{game}/")).unwrap_or(bare);
            for folder in ["scenarios", "battlefields"] {
                let found = library.data.get(&format!("{game}/{folder}/{bare}.yaml"));
                if let Some(scenario) = found {
                    return Ok(Opening::built_in(library, *ruleset, scenario));
                }
            }
            if let Some(scenario) = library.data.get(&format!("{game}/{bare}.yaml")) {
                return Ok(Opening::built_in(library, *ruleset, scenario));
            }
        }
        unreadable(path)?;
        let says = no_such(library, name, "scenario", &["scenarios", "battlefields"]);
        Err(Trouble::Misuse(says))
    }

    fn default_of(
        library: &'l Library,
        ruleset: &'static dyn Ruleset,
    ) -> Result<Opening<'l>, Trouble> {
        let path = format!("{}/{DEFAULT}", ruleset.name());
        let missing = || Trouble::Failed(format!("the data has no `{path}`"));
        let scenario = library.data.get(&path).ok_or_else(missing)?;
        Ok(Opening::built_in(library, ruleset, scenario))
    }

    fn built_in(
        library: &'l Library,
        ruleset: &'static dyn Ruleset,
        scenario: Source,
    ) -> Opening<'l> {
        Opening { ruleset, scenario, folder: Folder::new(library) }
    }

    /// A scenario, battlefield or house rule on disk, with the tables in its folder.
    ///
    /// # Errors
    /// Where it cannot be read, or its game is unknown.
    pub fn on_disk(library: &'l Library, path: &Path) -> Result<Opening<'l>, Trouble> {
        let source = read_source(path)?;
        if let Some(says) = saved_game(path, &source) {
            return Err(Trouble::Misuse(says));
        }
        let ruleset = ruleset_of(library, &source)?;
        let mut folder = Folder::new(library);
        folder.enter(path);
        let mut scenario = by_name(path, source);
        if kind_of(&scenario) == FileKind::Conformance {
            let located = |faults| Trouble::Faults(folder.located(&scenario, faults));
            scenario = conformance::given(&scenario).map_err(located)?.1;
        }
        Ok(Opening { ruleset, scenario, folder })
    }

    /// A scenario, battlefield or conformance scenario as text, with the tables of the library alone.
    ///
    /// # Errors
    /// Where it names an unknown game, or is a conformance scenario with faults.
    pub fn of_text(library: &'l Library, source: Source) -> Result<Opening<'l>, Trouble> {
        let ruleset = ruleset_of(library, &source)?;
        Opening::of_draft(library, Draft { ruleset, source, beside: Files::default() })
    }

    /// A file that somebody writes on.
    ///
    /// # Errors
    /// Where it is a conformance scenario with faults.
    pub fn of_draft(library: &'l Library, draft: Draft) -> Result<Opening<'l>, Trouble> {
        let Draft { ruleset, source: mut scenario, beside } = draft;
        if kind_of(&scenario) == FileKind::Conformance {
            scenario = conformance::given(&scenario).map_err(Trouble::Faults)?.1;
        }
        let mut files = library.data.clone();
        for source in beside.under("") {
            files.insert(source.path, source.text);
        }
        let folder = Folder { library, path: None, beside, files };
        Ok(Opening { ruleset, scenario, folder })
    }

    /// All tables, and the files beside the scenario.
    pub fn files(&self) -> Files {
        self.with_scenario(self.folder.files.clone())
    }

    fn with_scenario(&self, mut files: Files) -> Files {
        files.insert(self.scenario.path.clone(), self.scenario.text.clone());
        files
    }

    /// The same scenario under another edition.
    ///
    /// # Errors
    /// Where it is a battlefield alone, which has no edition, or there is none of that name.
    pub fn under(mut self, edition: Option<&str>) -> Result<Opening<'l>, Trouble> {
        let Some(edition) = edition else { return Ok(self) };
        if kind_of(&self.scenario) == FileKind::Battlefield {
            let says = "a battlefield alone is played under the usual edition: name a scenario";
            return Err(Trouble::Misuse(says.into()));
        }
        needs_edition(self.ruleset, &self.folder.files, edition)?;
        self.scenario = with_field(&self.scenario, "edition", edition).map_err(Trouble::Faults)?;
        Ok(self)
    }

    /// What the folder of a scenario on disk is watched for; nothing where it is not on disk.
    pub fn watch(&self, scenario: &Path, sources: &Files) -> Watch {
        Watch::new(self.ruleset, scenario, sources)
    }

    /// Every fault of the file, with the tables in its folder.
    pub fn faults(&self) -> Vec<DataError> {
        let faults = self.ruleset.check_file(&self.files(), &self.scenario);
        self.folder.located(&self.scenario, faults)
    }

    /// Opens it to look at: nobody plays, nothing goes on record.
    ///
    /// # Errors
    /// Every fault of the data.
    pub fn look(&self) -> Result<Box<dyn Table>, Trouble> {
        self.needs_a_game()?;
        Ok(self.open_with(&self.files(), &[], None)?.table)
    }

    /// Opens it to play. Of the files beside it only those it is made of go on record.
    ///
    /// # Errors
    /// Every fault of the data.
    pub fn open(&self, players: &[String], seed: Option<u128>) -> Result<Opened, Trouble> {
        self.needs_a_game()?;
        let all = self.files();
        let opened = self.open_with(&all, players, seed)?;
        if self.folder.beside.paths().next().is_none() {
            return Ok(opened);
        }
        let sources = opened.table.sources();
        let mut used = self.folder.library.data.clone();
        let beside = self.folder.beside.under("");
        for source in beside.filter(|source| sources.get(&source.path).is_some()) {
            used.insert(source.path, source.text);
        }
        let used = self.with_scenario(used);
        if used == all { Ok(opened) } else { self.open_with(&used, players, seed) }
    }

    /// House rules are no game by themselves.
    fn needs_a_game(&self) -> Result<(), Trouble> {
        if kind_of(&self.scenario) != FileKind::HouseRules {
            return Ok(());
        }
        let file = &self.scenario.path;
        let name = file.strip_suffix(".yaml").unwrap_or(file);
        Err(Trouble::Misuse(format!(
            "`{file}` holds house rules, which are played in a scenario that names them: `house_rules: [{name}]`; \
             `umpire check` looks at them alone"
        )))
    }

    fn open_with(
        &self,
        files: &Files,
        players: &[String],
        seed: Option<u128>,
    ) -> Result<Opened, Trouble> {
        let opened = self.ruleset.open(files, &self.scenario, players, seed);
        opened.map_err(|faults| Trouble::Faults(self.folder.located(&self.scenario, faults)))
    }
}

/// The ruleset a file names with `game:`, in whose folder it lies, whose fields it has, or to which the fewest of its
/// fields are strange, then that in which it has the fewest faults.
///
/// # Errors
/// Where it names an unknown one, with the place; where it names none and no game has files with such fields.
pub fn ruleset_of(library: &Library, source: &Source) -> Result<&'static dyn Ruleset, Trouble> {
    let tree = Tree::parse(source).ok();
    if let Some(name) = tree.as_ref().and_then(|tree| tree.word("game")) {
        return library.ruleset(name).map_err(|_| {
            let places = tree.clone().map(Places::of);
            let says = library.no_such_game(name);
            let fault = places.map(|places| places.fault("game", &says));
            Trouble::Faults(vec![fault.unwrap_or_else(|| DataError::of_file(&source.path, says))])
        });
    }
    let folders = || source.path.split(['/', '\\']);
    let by_folder = |it: &&&'static dyn Ruleset| folders().any(|part| part == it.name());
    let by_fields = |it: &&&'static dyn Ruleset| it.claims(source);
    let by_faults = |it: &&&'static dyn Ruleset| by_depth(&it.check_file(&library.data, source));
    let found = library.rulesets.iter().find(by_folder);
    let claimed =
        || library.rulesets.iter().find(by_fields).filter(|it| by_faults(it) == [0; DEPTHS]);
    let found = found.or_else(claimed).or_else(|| {
        let tree = tree.as_ref()?;
        let strange = |it: &&'static dyn Ruleset| strange_fields(&library.forms(*it), tree);
        let keyed =
            library.rulesets.iter().map(|it| ((strange(it), by_faults(&it), !by_fields(&it)), it));
        let ((strange, ..), nearest) = keyed.min_by_key(|(key, _)| *key)?;
        let fields = tree.fields().count();
        let is_its = library.rulesets.len() == 1 || fields == 0 || strange < fields;
        is_its.then_some(nearest)
    });
    match (found, tree) {
        (Some(found), _) => Ok(*found),
        (None, Some(_)) if !library.rulesets.is_empty() => {
            let known: Vec<&str> = library.rulesets.iter().map(|it| it.name()).collect();
            let says = format!(
                "no game has files with fields like these; `game:` is missing, with one of {}",
                known.join(", ")
            );
            Err(Trouble::Faults(vec![DataError::of_file(&source.path, says)]))
        }
        (None, _) => library.first(),
    }
}

/// That a file is a saved game, which is read otherwise than tables are, and how; nothing where it is none.
pub(crate) fn saved_game(path: &Path, source: &Source) -> Option<String> {
    let (program, path) = (program::name(), path.display());
    let says = format!("`{path}` is a saved game: `{program} play --resume {path}` goes on");
    source.text.starts_with(SAVED_GAME).then_some(says)
}

/// Nothing, where a game has an edition of that name.
///
/// # Errors
/// Where it has none, with the nearest or all there are.
pub(crate) fn needs_edition(
    ruleset: &dyn Ruleset,
    files: &Files,
    edition: &str,
) -> Result<(), Trouble> {
    let known = ruleset.editions(files);
    if known.is_empty() || known.iter().any(|known| known == edition) {
        return Ok(());
    }
    Err(Trouble::Misuse(match suggest(edition, known.iter().map(String::as_str)) {
        Some(near) => format!("no edition `{edition}`, did you mean `{near}`?"),
        None => format!("no edition `{edition}`, there is {}", known.join(", ")),
    }))
}

/// So deep within a file faults are told apart.
const DEPTHS: usize = 5;

/// How many faults stand at each depth of a file, the whole of it first: what does not fit a game further up counts for more
/// than any number of slips below it.
pub(crate) fn by_depth(faults: &[DataError]) -> [usize; DEPTHS] {
    let mut counts = [0; DEPTHS];
    for fault in faults {
        let steps = fault.field.split(['.', '[']).filter(|step| !step.is_empty()).count();
        counts[steps.min(DEPTHS - 1)] += 1;
    }
    counts
}

/// How many of a file's fields stand in no file of one kind that people write for a game.
fn strange_fields(forms: &[FileForm], tree: &Tree) -> usize {
    let written =
        |form: &&FileForm| ["scenario", "battlefield", "house_rules"].contains(&&*form.kind);
    let strange = |form: &FileForm| {
        let known = |field: &&str| form.schema["properties"].get(*field).is_some();
        tree.fields().filter(|field| !known(field)).count()
    };
    forms.iter().filter(written).map(strange).min().unwrap_or(usize::MAX)
}

/// Nothing is wrong with a path where nothing lies.
///
/// # Errors
/// Where something lies there that is no file to read, or nobody can tell.
pub(crate) fn unreadable(path: &Path) -> Result<(), Trouble> {
    match path.try_exists() {
        Ok(false) => Ok(()),
        _ => read_source(path).map(drop),
    }
}

/// That no file is called so, and none of these folders of the data holds one, with the nearest or all there are.
pub(crate) fn no_such(library: &Library, name: &str, what: &str, folders: &[&str]) -> String {
    let each = library.rulesets.iter();
    let named = each
        .flat_map(|ruleset| folders.iter().flat_map(|folder| names_in(library, *ruleset, folder)));
    let known: Vec<String> = named.collect();
    let no = format!("no file and no {what} `{name}`");
    match suggest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("{no}, did you mean `{near}`?"),
        None if known.is_empty() => no,
        None if known.len() > FEW => format!("{no}: `{} play --list` tells all", program::name()),
        None => format!("{no}, there is {}", known.join(", ")),
    }
}

/// The names of what lies in a folder of a game's data. Every game has a default, which goes by the name of the game.
pub(crate) fn names_in(library: &Library, ruleset: &dyn Ruleset, folder: &str) -> Vec<String> {
    let start = format!("{}/{folder}/", ruleset.name());
    let paths = library.data.paths().filter_map(|path| path.strip_prefix(&start));
    let names = paths.filter_map(|path| path.strip_suffix(".yaml"));
    let named = names.map(|name| if name == "default" { ruleset.name() } else { name });
    named.map(String::from).collect()
}
