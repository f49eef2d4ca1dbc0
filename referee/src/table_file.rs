//! Single files that are tables of a game: to which each belongs, where it lies among them, and what is wrong with it there.

use crate::library::Library;
use crate::opening::{by_depth, by_name, ruleset_of};
use crate::trouble::Trouble;
use std::path::Path;
use umpire_core::data::{DataError, Source};
use umpire_core::form::form_of;
use umpire_core::host::Ruleset;
use umpire_core::ruleset::{FileKind, kind_of};

/// The game among whose tables a file lies, by its whole path with `/` between folders, and its path among them. Anybody's
/// folder may be called like a game: what counts is that the game has such a table.
pub fn lies_in(library: &Library, whole: &str) -> Option<(&'static dyn Ruleset, String)> {
    library.rulesets.iter().find_map(|ruleset| {
        let (_, inside) = whole.rsplit_once(&format!("/{}/", ruleset.name()))?;
        let inside = format!("{}/{inside}", ruleset.name());
        let is_there = library.forms(*ruleset).iter().any(|form| form.holds(&inside));
        is_there.then_some((*ruleset, inside))
    })
}

/// The game of a file that lies in no game's folder: of a table, the one whose form it has.
///
/// # Errors
/// Where it names an unknown one, or no game has such files.
pub fn game_of(library: &Library, file: &Source) -> Result<&'static dyn Ruleset, Trouble> {
    by_form(library, file).map_or_else(|| ruleset_of(library, file), Ok)
}

/// The game of a table that names none and lies in no game's folder: the one whose form it has with the fewest faults.
fn by_form(library: &Library, table: &Source) -> Option<&'static dyn Ruleset> {
    if kind_of(table) != FileKind::Other {
        return None;
    }
    let fits = |ruleset: &&'static dyn Ruleset| {
        let forms = library.forms(*ruleset);
        let found = form_of(&forms, None, table).map(|form| by_depth(&form.faults(table)));
        found.map(|faults| (faults, *ruleset))
    };
    let all = library.rulesets.iter().filter_map(fits);
    all.min_by_key(|(faults, _)| *faults).map(|(_, ruleset)| ruleset)
}

/// Where a file would lie among the tables of its game, if it is one of theirs.
pub fn place_of(library: &Library, ruleset: &'static dyn Ruleset, file: &Source) -> Option<String> {
    let named = &by_name(Path::new(&file.path), file.clone());
    let forms = library.forms(ruleset);
    let form = form_of(&forms, None, named)?;
    let stem = named.path.trim_end_matches(".yaml");
    let lies: Vec<String> = form.files.iter().map(|file| file.replace('*', stem)).collect();
    let named = lies.iter().find(|file| file.ends_with(&format!("/{}", named.path)));
    named.or(lies.first()).cloned()
}

/// Whether a path among the tables is that of one all games of the ruleset are played by, not of a file to choose.
pub fn is_one_table(inside: &str) -> bool {
    let folders = ["/battlefields/", "/scenarios/", "/house_rules/"];
    !folders.iter().any(|folder| inside.contains(folder))
}

/// Faults of a file that is a table of a game, laid over those that are built in, under the file's own name; nothing where it
/// is none. `whole` is its path with all folders before it.
pub fn faults_of_table(library: &Library, whole: &str, source: &Source) -> Option<Vec<DataError>> {
    let (game, inside) = lies_in(library, whole).or_else(|| {
        let other = kind_of(source) == FileKind::Other;
        let game = other.then(|| by_form(library, source)).flatten()?;
        Some((game, place_of(library, game, source)?))
    })?;
    let is_apart = matches!(kind_of(source), FileKind::HouseRules | FileKind::Conformance);
    if is_apart || !is_one_table(&inside) {
        return None;
    }
    let mut files = library.data.clone();
    files.insert(inside.clone(), source.text.clone());
    let mut faults = game.check(&files);
    for fault in faults.iter_mut().filter(|fault| fault.file == inside) {
        fault.file = source.path.clone();
    }
    Some(faults)
}
