//! Saved games: written whole or not at all, read with every doubt said.

use crate::files::{read_bytes, write_beside};
use crate::trouble::Trouble;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};
use std::path::Path;
use umpire_core::data::Files;
use umpire_core::transcript::{FORMAT, Sealed, Transcript};

/// Bytes of the longest record that is read.
const LONGEST: usize = 256 * 1024 * 1024;

/// Saves a record; what was there before stays if that fails.
///
/// # Errors
/// Where it cannot be written.
pub fn save(path: &Path, transcript: &Transcript) -> Result<(), Trouble> {
    write_beside(path, |out| write(transcript, out))
}

/// The record as JSON, one input a line, so that two records can be compared by lines.
pub fn write(transcript: &Transcript, out: &mut dyn Write) -> io::Result<()> {
    fn text(value: &impl Serialize) -> io::Result<String> {
        serde_json::to_string(value).map_err(io::Error::other)
    }
    writeln!(out, "{{\"header\":{},", text(&transcript.header)?)?;
    writeln!(out, "\"entries\":[")?;
    for (at, entry) in transcript.entries.iter().enumerate() {
        let comma = if at + 1 < transcript.entries.len() { "," } else { "" };
        writeln!(out, "{}{comma}", text(entry)?)?;
    }
    write!(out, "]")?;
    if !transcript.waiting.is_empty() {
        write!(out, ",\n\"waiting\":{}", text(&transcript.waiting)?)?;
    }
    if let Some(digest) = &transcript.digest {
        write!(out, ",\n\"digest\":{}", text(digest)?)?;
    }
    writeln!(out, "}}")
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
    let value: Value = serde_json::from_slice(bytes).map_err(|e| {
        let (line, column) = (e.line(), e.column());
        if e.is_eof() {
            format!("is cut off: it ends at line {line}, column {column}")
        } else {
            format!("is not a saved game: line {line}, column {column} is not JSON")
        }
    })?;
    let format = value.pointer("/header/format");
    match format.and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(format!(
                "is a saved game of form {format}; this program reads form {FORMAT}"
            ));
        }
        None => return Err("is not a saved game: its header names no form".into()),
    }
    let transcript: Transcript = serde_json::from_value(value.clone())
        .map_err(|_| "is damaged: it is not a whole saved game")?;
    // What is read and what is written must be one thing: a misspelt field is not passed over.
    if serde_json::to_value(&transcript).ok() != Some(value) {
        return Err("is damaged: it holds what is no part of a saved game".into());
    }
    match transcript.waiting.iter().all(Sealed::is_true) {
        true => Ok(transcript),
        false => Err("is damaged: a sealed decision is not the one that was sealed".into()),
    }
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
