//! Reading from disk and writing to it: folders of tables, single files, and writing beside.

use crate::trouble::{Trouble, io_words};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use umpire_core::command::few;
use umpire_core::data::{DataError, Files, LIMITS, Source};

/// Folders inside one another that are still looked into.
const DEPTH: usize = 16;
/// Tables of one folder that are read at most.
const MOST: usize = 10_000;
/// Files and folders of one folder that are looked at, whatever they are.
const ENTRIES: usize = 100_000;
/// Folders beside a scenario that are looked into at most.
const FOLDERS: usize = 100;
/// Bytes of all tables of a folder that are read at most.
const IN_ALL: usize = 256 * 1024 * 1024;
/// Bytes of the files beside a scenario that are read at most.
const BESIDE: usize = 4 * 1024 * 1024;
/// How the name of a file that is still written begins and ends.
const BEGUN: (&str, &str) = (".umpire-", ".part");
/// How long nothing was added to such a file that nobody writes any more.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// The bytes of a regular file, up to a limit: whatever else has the name is not opened, for opening
/// a pipe waits.
///
/// # Errors
/// Where it cannot be read, is no regular file, or is longer.
pub fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, Trouble> {
    let cannot = |e: io::Error| {
        Trouble::Misuse(format!("cannot read `{}`: {}", path.display(), io_words(&e)))
    };
    let too_long = || Trouble::Failed(format!("`{}` is longer than {limit} bytes", path.display()));
    let about = fs::metadata(path).map_err(cannot)?;
    if !about.is_file() {
        let what = if about.is_dir() { "a folder" } else { "no regular file" };
        return Err(Trouble::Misuse(format!("cannot read `{}`: it is {what}", path.display())));
    }
    if about.len() > limit as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > limit { Err(too_long()) } else { Ok(bytes) }
}

/// A text file, named in faults as it was given.
///
/// # Errors
/// Where it cannot be read, is too long, or is no text.
pub fn read_source(path: &Path) -> Result<Source, Trouble> {
    let bytes = read_bytes(path, LIMITS.bytes)?;
    let shown = path.display().to_string();
    match String::from_utf8(bytes) {
        // Some editors begin a file with a byte order mark, which is no part of its text.
        Ok(text) => Ok(Source::new(shown, text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(bad) => {
            let at = bad.utf8_error().valid_up_to();
            let before = &bad.as_bytes()[..at];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let is_map = shown.to_lowercase().ends_with(".hsc");
            let mut fault = DataError::of_file(shown, "this is not UTF-8 text");
            if is_map {
                fault.problem =
                    "this is a map of Virtualscape: `map import` makes a table of it".into();
            } else {
                let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
                (fault.line, fault.column) = (line, column);
            }
            Err(Trouble::Faults(vec![fault]))
        }
    }
}

/// All tables of a folder and of the folders in it, by path from there.
///
/// # Errors
/// Where the folder or one of its tables cannot be read, or they are too long in all.
pub fn read_folder(folder: &Path) -> Result<Files, Trouble> {
    let (files, faults) = readable_in(folder)?;
    if faults.is_empty() { Ok(files) } else { Err(Trouble::Faults(faults)) }
}

/// The tables of a folder and of the folders in it that are text, by path from there, and what is wrong with the others.
///
/// # Errors
/// Where the folder or one of its tables cannot be read, or they are too long in all.
pub fn readable_in(folder: &Path) -> Result<(Files, Vec<DataError>), Trouble> {
    let (mut files, mut faults) = (Files::default(), Vec::new());
    let mut room = IN_ALL;
    for path in tables_under(folder)? {
        let source = match read_source(&path) {
            Ok(source) => source,
            Err(Trouble::Faults(found)) => {
                faults.extend(found);
                continue;
            }
            Err(other) => return Err(other),
        };
        room = room.checked_sub(source.text.len()).ok_or_else(|| {
            let folder = folder.display();
            Trouble::Failed(format!("the tables of `{folder}` are longer than {IN_ALL} bytes"))
        })?;
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        files.insert(name, source.text);
    }
    Ok((files, faults))
}

/// The tables of a folder and of the folders in it, sorted; of a file, the file.
///
/// # Errors
/// Where it is not there, or there are too many.
pub fn tables_under(path: &Path) -> Result<Vec<PathBuf>, Trouble> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    if !path.is_dir() {
        let path_shown = path.display();
        return Err(Trouble::Misuse(match path.exists() {
            true => format!("`{path_shown}` is neither a file nor a folder"),
            false => format!("there is no `{path_shown}`"),
        }));
    }
    let mut walk = Walk::new(path, is_table);
    walk.folder(path, DEPTH)?;
    walk.found.sort();
    Ok(walk.found)
}

/// The files of a folder and of the folders in it that somebody wants, sorted; where there are too many, the first of
/// them.
pub fn some_under(folder: &Path, wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut walk = Walk::new(folder, wanted);
    // What cannot be looked into, or not any more, has nothing to show.
    let _ = walk.folder(folder, DEPTH);
    walk.found.sort();
    walk.found
}

/// A walk through a folder and the folders in it, each once, by however many links it is reached; hidden ones are no
/// place for tables.
struct Walk<'p> {
    root: &'p Path,
    wanted: fn(&Path) -> bool,
    found: Vec<PathBuf>,
    visited: HashSet<PathBuf>,
    entries: usize,
}

impl<'p> Walk<'p> {
    fn new(root: &'p Path, wanted: fn(&Path) -> bool) -> Walk<'p> {
        Walk { root, wanted, found: Vec::new(), visited: HashSet::new(), entries: 0 }
    }

    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), Trouble> {
        let cannot = |e: io::Error| {
            Trouble::Misuse(format!("cannot read `{}`: {}", folder.display(), io_words(&e)))
        };
        if !self.visited.insert(folder.canonicalize().map_err(cannot)?) {
            return Ok(());
        }
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            paths.push(entry.map_err(cannot)?.path());
            self.entries += 1;
            self.at_most(self.entries, ENTRIES, "files and folders")?;
        }
        paths.sort();
        let is_hidden = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
        };
        for path in paths.into_iter().filter(|path| !is_hidden(path)) {
            if path.is_dir() && depth > 0 {
                self.folder(&path, depth - 1)?;
            } else if (self.wanted)(&path) {
                self.found.push(path);
                self.at_most(self.found.len(), MOST, "files")?;
            }
        }
        Ok(())
    }

    fn at_most(&self, found: usize, most: usize, what: &str) -> Result<(), Trouble> {
        let folder = self.root.display();
        match found <= most {
            true => Ok(()),
            false => Err(Trouble::Failed(format!("`{folder}` holds more than {most} {what}"))),
        }
    }
}

/// The tables in the folder of a file, by file name, and those in folders in it, as `rules/club.yaml`; what cannot be read
/// is left out.
pub fn read_beside(path: &Path) -> Files {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut files = Files::default();
    let mut room = BESIDE;
    let (tables, others): (Vec<PathBuf>, Vec<PathBuf>) =
        entries_of(folder).into_iter().partition(|path| is_table(path));
    let folders = others.iter().filter(|path| path.is_dir()).take(FOLDERS);
    let within = folders.flat_map(|folder| entries_of(folder)).filter(|path| is_table(path));
    for path in tables.into_iter().chain(within).take(MOST) {
        let name = path.strip_prefix(folder).ok().and_then(Path::to_str);
        let text = read_bytes(&path, room).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if let (Some(name), Some(text)) = (name, text) {
            room -= text.len();
            files.insert(name.replace('\\', "/"), text);
        }
    }
    files
}

/// What a folder holds, sorted.
fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.take(ENTRIES).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Whether a path is that of a table that is there.
pub fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml") && path.is_file()
}

/// The files of a folder that look like tables, and are none for how their names end, in words; nothing where there are none.
pub fn passed_over(folder: &Path) -> Option<String> {
    fn looks(path: &Path) -> bool {
        let end = path.extension().and_then(|end| end.to_str());
        let ends = |end: &str| ["yml", "yaml"].iter().any(|it| it.eq_ignore_ascii_case(end));
        end.is_some_and(ends) && path.is_file() && !is_table(path)
    }
    let found = if folder.is_dir() { some_under(folder, looks) } else { Vec::new() };
    let names: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
    let names = few(names.iter().map(String::as_str));
    (!found.is_empty()).then(|| format!("passed over, for tables end in `.yaml`: {names}"))
}

/// Writes a file whole or not at all: beside it first, then in its place. A link stays a link to it,
/// and whoever might read it and nobody else still may.
///
/// # Errors
/// Where it cannot be written; what was there before is then as it was.
pub fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Trouble> {
    let cannot = |e: io::Error| {
        let kept = if path.is_file() { "; the file that was there is as it was" } else { "" };
        Trouble::Failed(format!("cannot write `{}`: {}{kept}", path.display(), io_words(&e)))
    };
    if path.exists() && !path.is_file() {
        // A device or a pipe is written to, never replaced.
        let mut file = fs::OpenOptions::new().write(true).open(path).map_err(cannot)?;
        return write(&mut file).and_then(|()| file.flush()).map_err(cannot);
    }
    let real = led_to(path);
    let mut beside = new_file(folder_of(&real)).map_err(cannot)?;
    if let Ok(about) = fs::metadata(&real) {
        beside.as_file().set_permissions(about.permissions()).map_err(cannot)?;
    }
    let mut buffer = io::BufWriter::new(beside.as_file_mut());
    write(&mut buffer).and_then(|()| buffer.flush()).map_err(cannot)?;
    drop(buffer);
    beside.as_file().sync_all().map_err(cannot)?;
    beside.persist(real).map_err(|e| cannot(e.error))?;
    Ok(())
}

/// Writes a file of which people may have changed the one that is there: what says something else is written over only
/// where that is wanted.
///
/// # Errors
/// Where it is not wanted, or it cannot be written; what was there before is then as it was.
pub fn write_unless_changed(path: &Path, bytes: &[u8], over: bool) -> Result<(), Trouble> {
    if !over && path.is_file() && fs::read(path).is_ok_and(|known| known != bytes) {
        let shown = path.display();
        let says = "there is such a file already, which says something else";
        return Err(Trouble::Misuse(format!("`{shown}`: {says}: write over it with `--force`")));
    }
    write_beside(path, |out| out.write_all(bytes))
}

/// Writes a picture: one that is there gives way, for it can be drawn again; anything else stays.
///
/// # Errors
/// Where the file is no picture, or it cannot be written; what was there before is then as it was.
pub fn write_picture(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let ends = |end: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(end));
    let is_picture = ["svg", "png", "pdf"].iter().any(|end| ends(end));
    if !is_picture && path.is_file() && fs::metadata(path).is_ok_and(|about| about.len() > 0) {
        let says = "is there already and is no picture: name a file that ends in `.svg`";
        return Err(Trouble::Misuse(format!("`{}` {says}", path.display())));
    }
    write_beside(path, |out| out.write_all(bytes))
}

/// The file that a link leads to, whether it is there yet or not; of anything else, itself.
fn led_to(path: &Path) -> PathBuf {
    let link = || Some(path.parent()?.join(fs::read_link(path).ok()?));
    path.canonicalize().ok().or_else(link).unwrap_or_else(|| path.to_path_buf())
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Removes what programs that were killed while they wrote left beside a file.
pub fn remove_left_behind(path: &Path) {
    for entry in
        fs::read_dir(folder_of(&led_to(path))).into_iter().flatten().flatten().take(ENTRIES)
    {
        let name = entry.file_name();
        let ours = |name: &str| name.starts_with(BEGUN.0) && name.ends_with(BEGUN.1);
        if !name.to_str().is_some_and(ours) {
            continue;
        }
        let about = entry.metadata().ok().filter(fs::Metadata::is_file);
        let written = about.and_then(|about| about.modified().ok()?.elapsed().ok());
        if written.is_some_and(|ago| ago > LEFT_BEHIND) {
            // Where it cannot be removed it does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    let usual = fs::Permissions::from_mode(0o666);
    tempfile::Builder::new().prefix(BEGUN.0).suffix(BEGUN.1).permissions(usual).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(BEGUN.0).suffix(BEGUN.1).tempfile_in(folder)
}
