//! `umpire check`: every fault of data folders, scenarios, battlefields and house rules.

use crate::command_line::Shared;
use crate::console::{Console, good};
use crate::files::{passed_over, read_source, readable_in, tables_under};
use crate::library::Library;
use crate::opening::{Folder, by_name, ruleset_of, saved_game};
use crate::patience::LONGEST;
use crate::table_file::faults_of_table;
use crate::trouble::{Trouble, show_faults};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};
use umpire_core::command::counted;
use umpire_core::conformance::{faults_of_rules, positions};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::host::Ruleset;
use umpire_core::ruleset::{FileKind, kind_of};

/// Check data files: every mistake with file, line and column.
#[derive(Debug, Args)]
pub struct Check {
    /// Folders of tables (`data`, or one game's folder in it), folders of scenarios, or single files.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Go on, and check again whenever one of the files is saved; Ctrl-C ends.
    #[arg(long)]
    watch: bool,
}

/// How often is looked whether a file was saved.
const LOOK: Duration = Duration::from_millis(40);

impl Check {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        if !self.watch {
            return self.once(shared, library, console);
        }
        // A path that was mistyped would be waited for in vain.
        self.paths.iter().try_for_each(|path| tables_under(path).map(drop))?;
        let mut seen = None;
        let mut code = 0;
        while !console.stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            let now = self.saved();
            let took = begun.elapsed();
            if seen.as_ref() != Some(&now) {
                seen = Some(now);
                // A file that is just being replaced is not there for a moment: it is told, and looked for again.
                code = match self.once(shared, library, console) {
                    Ok(code) => code,
                    Err(trouble) => {
                        trouble.report(&mut console.out, shared.json)?;
                        trouble.code()
                    }
                };
                console.out.flush()?;
            }
            // Looking takes a tenth of the time at most, however large the folders are.
            std::thread::sleep(LOOK.max(took * 9));
        }
        Ok(code)
    }

    /// Which files there are, when each was saved last, and how long it is.
    fn saved(&self) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
        let files = self.paths.iter().flat_map(|path| tables_under(path).unwrap_or_default());
        let about = |path: PathBuf| {
            let about = path.metadata().ok();
            let saved = about.as_ref().and_then(|about| about.modified().ok());
            (path, saved, about.map_or(0, |about| about.len()))
        };
        files.map(about).collect()
    }

    fn once(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let mut checked = Checked::default();
        let mut folder = Folder::new(library);
        let waiting = console.waiting(LONGEST);
        for path in &self.paths {
            let goes_on = &|done: usize| waiting.goes_on(checked.files + done, "files checked");
            let found = check_path(library, path, &mut folder, goes_on)?;
            checked.files += found.files;
            checked.faults.extend(found.faults);
            checked.notes.extend(found.notes);
        }
        drop(waiting);
        let passed_over: Vec<String> = self.paths.iter().filter_map(|it| passed_over(it)).collect();
        let Checked { files, mut faults, mut notes } = checked;
        for found in [&mut faults, &mut notes] {
            found.sort();
            found.dedup();
        }
        if shared.json {
            console.out.json(&json!({
                "files": files, "faults": faults, "notes": notes, "passed_over": passed_over,
            }))?;
            return Ok(u8::from(!faults.is_empty()));
        }
        for note in &notes {
            console.out.line(format!("note: {note}"))?;
        }
        passed_over.iter().try_for_each(|note| console.out.line(format!("note: {note}")))?;
        if faults.is_empty() {
            let known = match notes.len() {
                0 => String::new(),
                count => format!(", {} of its sources left as found", counted(count, "slip")),
            };
            let says = format!("{} checked, no faults{known}", counted(files, "file"));
            console.out.line(good(says))?;
        } else {
            show_faults(&mut console.out, &faults)?;
        }
        Ok(u8::from(!faults.is_empty()))
    }
}

/// What was found in files.
#[derive(Debug, Default)]
struct Checked {
    files: usize,
    faults: Vec<DataError>,
    /// Slips of the sources that were left as they are.
    notes: Vec<DataError>,
}

impl Checked {
    fn of(files: usize, faults: Vec<DataError>) -> Checked {
        Checked { files, faults, notes: Vec::new() }
    }
}

/// How many files a path holds, and what is wrong in them.
///
/// # Errors
/// Where nothing can be read there, and where `goes_on`, asked before each file with how many were checked,
/// says that nobody waits any more.
fn check_path(
    library: &Library,
    path: &Path,
    folder: &mut Folder,
    goes_on: &dyn Fn(usize) -> bool,
) -> Result<Checked, Trouble> {
    if !path.is_dir() {
        return Ok(Checked::of(1, check_file(library, path, folder)?));
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let games: Vec<&str> = library.rulesets.iter().map(|ruleset| ruleset.name()).collect();
    let is_itself = |game: &&&str| real.ends_with(game) && has_tables(path);
    if let Some(game) = games.iter().find(is_itself) {
        return check_data(library, path, &[game], true);
    }
    let games: Vec<&str> = games.into_iter().filter(|game| has_tables(&path.join(game))).collect();
    let mut checked = match games.is_empty() {
        true => Checked::default(),
        false => check_data(library, path, &games, false)?,
    };
    let of_games = |file: &PathBuf| games.iter().any(|game| file.starts_with(path.join(game)));
    let files: Vec<PathBuf> =
        tables_under(path)?.into_iter().filter(|file| !of_games(file)).collect();
    for (done, file) in files.iter().enumerate() {
        if !goes_on(checked.files) {
            let (done, all) = (counted(done, "file"), files.len());
            return Err(Trouble::Failed(format!("stopped after {done} of {all}")));
        }
        checked.faults.extend(check_file(library, file, folder)?);
        checked.files += 1;
    }
    match checked.files {
        0 => Err(Trouble::Misuse(format!("`{}` holds no tables", path.display()))),
        _ => Ok(checked),
    }
}

/// Whether a folder holds the tables of a game: all of them have an index of rules.
fn has_tables(folder: &Path) -> bool {
    folder.join("rules.yaml").is_file()
}

/// What is wrong with the tables of games in the folders of a folder, or, where it is `itself` that of a game, in it.
fn check_data(
    library: &Library,
    path: &Path,
    games: &[&str],
    itself: bool,
) -> Result<Checked, Trouble> {
    let mut checked = Checked::default();
    for game in games {
        let folder = if itself { path.to_path_buf() } else { path.join(game) };
        let (read, unreadable) = readable_in(&folder)?;
        checked.files += read.paths().count() + unreadable.len();
        let (data, ruleset) = (under_game(&read, game), library.ruleset(game)?);
        let (mut faults, mut notes) = (ruleset.check(&data), ruleset.notes(&data));
        for fault in faults.iter_mut().chain(&mut notes) {
            let inside = fault.file.strip_prefix(&format!("{game}/")).unwrap_or(&fault.file);
            fault.file = folder.join(inside).display().to_string();
        }
        checked.faults.extend(unreadable.into_iter().chain(faults));
        checked.notes.extend(notes);
    }
    Ok(checked)
}

fn under_game(files: &Files, game: &str) -> Files {
    files.under("").map(|source| (format!("{game}/{}", source.path), source.text)).collect()
}

/// What is wrong with a conformance scenario before it is run: its form, the rules it names, its positions.
fn faults_of_scenario(
    library: &Library,
    ruleset: &dyn Ruleset,
    (path, source): (&Path, &Source),
    folder: &mut Folder,
) -> Vec<DataError> {
    let positions = match positions(source) {
        Ok(positions) => positions,
        Err(faults) => return faults,
    };
    let index = ruleset.rules(&library.data);
    let mut faults = index.map_or(Vec::new(), |index| faults_of_rules(source, &index, None));
    folder.enter(path);
    for given in &positions {
        let opened = ruleset.open(folder.files(), given, &[], None);
        faults.extend(opened.err().unwrap_or_default());
    }
    library.located(faults)
}

fn check_file(
    library: &Library,
    path: &Path,
    folder: &mut Folder,
) -> Result<Vec<DataError>, Trouble> {
    let faults = |trouble| match trouble {
        Trouble::Faults(faults) => Ok(faults),
        other => Err(other),
    };
    let source = match read_source(path) {
        Ok(source) => source,
        Err(trouble) => return faults(trouble),
    };
    if let Some(says) = saved_game(path, &source) {
        return Err(Trouble::Misuse(says));
    }
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let whole = whole.to_string_lossy().replace('\\', "/");
    if let Some(found) = faults_of_table(library, &whole, &source) {
        return Ok(library.located(found));
    }
    let ruleset = match ruleset_of(library, &source) {
        Ok(ruleset) => ruleset,
        Err(trouble) => return faults(trouble),
    };
    if kind_of(&source) == FileKind::Conformance {
        return Ok(faults_of_scenario(library, ruleset, (path, &source), folder));
    }
    folder.enter(path);
    let file = by_name(path, source);
    let found = folder.with(&file, |files| ruleset.check_file(files, &file));
    Ok(folder.located(&file, found))
}
