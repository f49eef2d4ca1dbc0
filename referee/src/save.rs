//! Saved games: written input by input, read with every doubt said.

use crate::files::{read_bytes, remove_left_behind, write_beside};
use crate::trouble::{Trouble, io_words};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use umpire_core::data::Files;
use umpire_core::transcript::{Entry, FORMAT, Sealed, Transcript};

/// What is said at the end of a record, and overtaken where more follows.
const ENDS: [&str; 3] = ["digest", "end", "signed"];
/// Bytes of the longest record that is read.
const LONGEST: usize = 64 * 1024 * 1024;

/// Saves a record; what was there before stays if that fails.
///
/// # Errors
/// Where it cannot be written.
pub fn save(path: &Path, transcript: &Transcript) -> Result<(), Trouble> {
    write_beside(path, |out| write(transcript, out))
}

/// Saves a record under a name that somebody gave: another game that is there is kept aside, and the file that keeps it is
/// told; what is no saved game stays.
///
/// # Errors
/// Where it cannot be written, holds something else, or another program plays on it.
pub fn save_as(path: &Path, transcript: &Transcript) -> Result<Option<PathBuf>, Trouble> {
    no_folder(path)?;
    let mut aside = None;
    if path.is_file() {
        let file = open(path)?;
        // Whoever plays on the file holds it.
        lock(&file, path)?;
        aside = keep_other_game(path, transcript)?;
    }
    save(path, transcript)?;
    Ok(aside)
}

/// The record as lines of JSON: the header, an entry each, what waits sealed, the last digest. Two
/// records can be compared by lines, and one that grows is only added to.
///
/// # Errors
/// Where it cannot be written.
pub fn write(transcript: &Transcript, out: &mut dyn Write) -> io::Result<()> {
    line(out, "header", &transcript.header)?;
    transcript.entries.iter().try_for_each(|entry| line(out, "entry", entry))?;
    if !transcript.waiting.is_empty() {
        line(out, "waiting", &transcript.waiting)?;
    }
    write_end(transcript, out)
}

/// What is said at the end of a record.
fn write_end(transcript: &Transcript, out: &mut dyn Write) -> io::Result<()> {
    transcript.digest.iter().try_for_each(|digest| line(out, "digest", digest))?;
    transcript.end.iter().try_for_each(|end| line(out, "end", end))?;
    transcript.signed.iter().try_for_each(|signed| line(out, "signed", signed))
}

fn line(out: &mut dyn Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    let value = serde_json::to_string(value).map_err(io::Error::other)?;
    writeln!(out, "{{\"{name}\":{value}}}")
}

/// A file that grows with its game: an input is on disk before it is answered.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The file, locked; none where it is no file to add to, or adding failed.
    file: Option<File>,
    entries: usize,
    waiting: Vec<Sealed>,
    /// Where another game is kept that was in the file.
    aside: Option<PathBuf>,
}

impl Journal {
    /// Writes the record as it is, and keeps the file open to add to.
    ///
    /// # Errors
    /// Where it cannot be written, or another program plays on it.
    pub fn begin(path: &Path, transcript: &Transcript) -> Result<Journal, Trouble> {
        no_folder(path)?;
        remove_left_behind(path);
        let mut aside = None;
        if path.is_file() {
            // Whoever plays on the file holds it.
            lock(&open(path)?, path)?;
            aside = keep_other_game(path, transcript)?;
        }
        let (path, waiting) = (path.to_path_buf(), Vec::new());
        let mut journal = Journal { path, file: None, entries: 0, waiting, aside };
        journal.rewrite(transcript)?;
        Ok(journal)
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where another game is kept that was in the file before.
    pub fn aside(&self) -> Option<&Path> {
        self.aside.as_deref()
    }

    /// Whether that is the file of a path.
    pub fn is_at(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        path == self.path || real(path).is_some_and(|path| Some(path) == real(&self.path))
    }

    /// Writes the whole record anew, and goes on adding to it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn rewrite(&mut self, transcript: &Transcript) -> Result<(), Trouble> {
        self.file = None;
        if self.is_a_device() {
            return Ok(());
        }
        save(&self.path, transcript)?;
        let file = open(&self.path)?;
        lock(&file, &self.path)?;
        self.file = Some(file);
        self.entries = transcript.entries.len();
        self.waiting = transcript.waiting.clone();
        Ok(())
    }

    /// Whether it is a pipe or the like: it gets the whole record once, at the end.
    pub fn is_a_device(&self) -> bool {
        self.path.exists() && !self.path.is_file()
    }

    /// Adds what is new in the record. With `sync` it outlives a power cut from now on.
    ///
    /// # Errors
    /// Where it cannot be written; the next time all of it is written anew.
    pub fn add(&mut self, transcript: &Transcript, sync: bool) -> Result<(), Trouble> {
        let new = transcript.entries.get(self.entries..).unwrap_or_default();
        if new.is_empty() && self.waiting == transcript.waiting {
            return Ok(());
        }
        let Some(file) = &mut self.file else { return self.rewrite(transcript) };
        let mut lines = Vec::new();
        let written = new.iter().try_for_each(|entry| line(&mut lines, "entry", entry));
        let written = written.and_then(|()| match self.waiting == transcript.waiting {
            true => Ok(()),
            false => line(&mut lines, "waiting", &transcript.waiting),
        });
        let written = written.and_then(|()| file.write_all(&lines));
        let written = written.and_then(|()| if sync { file.sync_data() } else { Ok(()) });
        if let Err(e) = written {
            self.file = None;
            let path = self.path.display();
            return Err(Trouble::Failed(format!("cannot write `{path}`: {}", io_words(&e))));
        }
        self.entries = transcript.entries.len();
        self.waiting = transcript.waiting.clone();
        Ok(())
    }

    /// Writes the whole record with its last digest, and lets the file go. Where there is no room for
    /// it beside what is there, the end alone is added.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn end(&mut self, transcript: &Transcript) -> Result<(), Trouble> {
        let Err(trouble) = save(&self.path, transcript) else {
            self.file = None;
            return Ok(());
        };
        let added = self.file.is_some() && self.add(transcript, false).is_ok();
        let Some(mut file) = self.file.take().filter(|_| added) else { return Err(trouble) };
        let mut lines = Vec::new();
        let written = write_end(transcript, &mut lines);
        let written = written.and_then(|()| file.write_all(&lines));
        written.and_then(|()| file.sync_data()).map_err(|_| trouble)
    }
}

/// A folder holds no game.
fn no_folder(path: &Path) -> Result<(), Trouble> {
    match path.is_dir() {
        true => {
            let says = format!("cannot write `{}`: it is a folder", path.display());
            Err(Trouble::Misuse(says))
        }
        false => Ok(()),
    }
}

fn open(path: &Path) -> Result<File, Trouble> {
    let opened = File::options().append(true).open(path);
    opened.map_err(|e| {
        Trouble::Failed(format!("cannot write `{}`: {}", path.display(), io_words(&e)))
    })
}

fn lock(file: &File, path: &Path) -> Result<(), Trouble> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Trouble::Failed(format!(
            "another program plays on `{}`: it has to end first, or `--save` names another file",
            path.display()
        ))),
        // A file system without locks is no reason not to play.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads a record.
///
/// # Errors
/// Where it cannot be read, is cut off, is no record, or has another form; in one sentence.
pub fn load(path: &Path) -> Result<Transcript, Trouble> {
    let bytes = read_bytes(path, LONGEST)?;
    read(&bytes).map_err(|says| Trouble::Failed(format!("`{}` {says}", path.display())))
}

/// Reads a record from bytes.
///
/// # Errors
/// What is wrong with it, as the end of a sentence about the file.
pub fn read(bytes: &[u8]) -> Result<Transcript, String> {
    let (mut record, entries) = parts(bytes)?;
    let format = record.get("header").and_then(|header| header.get("format"));
    match format.and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(format!(
                "is a saved game of form {format}; this program reads form {FORMAT}"
            ));
        }
        None => return Err("is not a saved game: its header names no form".into()),
    }
    record.insert("entries".into(), Value::Array(Vec::new()));
    let mut transcript: Transcript = exactly(Value::Object(record))?;
    transcript.entries = entries?;
    match transcript.waiting.iter().all(Sealed::is_true) {
        true => Ok(transcript),
        false => Err("is damaged: a sealed decision is not the one that was sealed".into()),
    }
}

/// What a value says. What is read and what is written must be one thing: a misspelt field is not
/// passed over.
fn exactly<T: Serialize + DeserializeOwned>(value: Value) -> Result<T, String> {
    let read: T = T::deserialize(&value).map_err(|_| "is damaged: it is not a whole saved game")?;
    match serde_json::to_value(&read).is_ok_and(|written| written == value) {
        true => Ok(read),
        false => Err("is damaged: it holds what is no part of a saved game".into()),
    }
}

/// The entries of a record, and all else that is in it.
type Parts = (Map<String, Value>, Result<Vec<Entry>, String>);

/// The parts of a record, up to the last line that was written whole. Older records are one value. Each
/// entry is read as it comes: values take several times the room of what they say.
fn parts(bytes: &[u8]) -> Result<Parts, String> {
    let fault = |e: &serde_json::Error| {
        let (line, column) = (e.line(), e.column());
        if e.is_eof() {
            format!("is cut off: it ends at line {line}, column {column}")
        } else {
            format!("is not a saved game: line {line}, column {column} is not JSON")
        }
    };
    // A file that had been made longer when the power failed ends in zeros, where lines were to be.
    let written = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let bytes = &bytes[..written];
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    let first = values.next().unwrap_or(Ok(Value::Null)).map_err(|e| fault(&e))?;
    let Value::Object(mut record) = first else {
        return Err("is not a saved game: its header names no form".into());
    };
    if let Some(entries) = record.remove("entries") {
        let entries = match entries {
            Value::Array(entries) => entries.into_iter().map(exactly).collect(),
            _ => Err("is damaged: it is not a whole saved game".into()),
        };
        return match values.next() {
            None => Ok((record, entries)),
            Some(Ok(_)) => Err("is damaged: more follows the game".into()),
            Some(Err(e)) => Err(fault(&e)),
        };
    }
    let mut entries: Result<Vec<Entry>, String> = Ok(Vec::new());
    for (number, value) in values.enumerate() {
        let value = match value {
            Ok(value) => value,
            // What was not written whole was never answered.
            Err(e) if e.is_eof() => {
                ENDS.iter().for_each(|name| drop(record.remove(*name)));
                break;
            }
            Err(e) => return Err(fault(&e)),
        };
        let damaged = || format!("is damaged: line {} is no part of a saved game", number + 2);
        let Value::Object(fields) = value else { return Err(damaged()) };
        let mut fields = fields.into_iter();
        match (fields.next(), fields.next()) {
            (Some((name, entry)), None) if name == "entry" => {
                // Whatever was said of the end is overtaken.
                ENDS.iter().for_each(|name| drop(record.remove(*name)));
                if let Ok(read) = &mut entries {
                    match exactly(entry) {
                        Ok(entry) => read.push(entry),
                        Err(says) => entries = Err(says),
                    }
                }
            }
            (Some((name, value)), None)
                if matches!(name.as_str(), "waiting" | "digest" | "end" | "signed") =>
            {
                record.insert(name, value);
            }
            _ => return Err(damaged()),
        }
    }
    if record.get("waiting").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        record.remove("waiting");
    }
    Ok((record, entries))
}

/// Moves a file aside that holds another game than this record goes on with: a game once accepted is
/// not lost because another is saved under its name.
fn keep_other_game(path: &Path, transcript: &Transcript) -> Result<Option<PathBuf>, Trouble> {
    if path.metadata().is_ok_and(|file| file.len() == 0) {
        return Ok(None);
    }
    let known = load(path).map_err(|_| {
        let says = "holds something else than a saved game, and is not overwritten";
        Trouble::Failed(format!("`{}` {says}", path.display()))
    })?;
    let goes_on = known.header == transcript.header
        && transcript.entries.len() >= known.entries.len()
        && known.entries.iter().zip(&transcript.entries).all(|(one, other)| one == other);
    if goes_on {
        return Ok(None);
    }
    let mut numbered = (1..).map(|number| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    });
    let aside = numbered.find(|aside| !aside.exists());
    let moved = aside.as_ref().map_or(Ok(()), |aside| std::fs::rename(path, aside));
    moved.map_err(|e| {
        let path = path.display();
        Trouble::Failed(format!("cannot keep the game in `{path}`: {}", io_words(&e)))
    })?;
    Ok(aside)
}

/// Why a record cannot be had that holds what its reader may not know.
pub const WITHHELD: &str = "something stands in the record that not all may know: it was hidden when the game began, or the judge \
                            changed it unseen; it can be had when the game is over";

/// Where a game is kept that gave way to another, as the end of a sentence about that one.
pub fn kept_aside(aside: Option<&Path>) -> String {
    let kept = |aside: &Path| format!("; the game that was there is kept in {}", aside.display());
    aside.map_or(String::new(), kept)
}

/// What differs between now and when the record was made; nothing if all is as it was.
pub fn doubts(transcript: &Transcript, data: &Files) -> Vec<String> {
    let header = &transcript.header;
    let mut doubts = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    if header.version != version {
        doubts.push(format!("recorded by version {}, this is version {version}", header.version));
    }
    let mut laid = data.clone();
    for source in header.sources.under("") {
        laid.insert(source.path, source.text);
    }
    if laid.digest() != header.data {
        doubts.push("the tables are not the ones it was recorded with".into());
    }
    doubts
}
