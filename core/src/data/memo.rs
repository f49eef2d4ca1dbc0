//! Tables that were read once are not read again while their files stay the same.

use super::{DataError, Files, Source};
use std::sync::{Arc, Mutex, PoisonError};

/// Tables kept at most; of more the one used longest ago goes.
const KEPT: usize = 8;

/// What was read from files, by what the files said.
#[derive(Debug)]
pub struct Memo<T>(Mutex<Vec<([u8; 32], Arc<T>)>>);

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo::new()
    }
}

impl<T> Memo<T> {
    /// One that knows nothing yet.
    pub const fn new() -> Memo<T> {
        Memo(Mutex::new(Vec::new()))
    }

    /// What `make` reads from the files of a folder and from files of house rules; faults are not kept.
    ///
    /// # Errors
    /// The faults that `make` tells.
    pub fn read(
        &self,
        data: &Files,
        folder: &str,
        house: &[Source],
        make: impl FnOnce() -> Result<T, Vec<DataError>>,
    ) -> Result<Arc<T>, Vec<DataError>> {
        let key = key_of(data, folder, house);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|(known, _)| *known == key) {
            let found = kept.remove(at);
            let made = found.1.clone();
            kept.push(found);
            return Ok(made);
        }
        drop(kept);
        let made = Arc::new(make()?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((key, made.clone()));
        Ok(made)
    }
}

fn key_of(data: &Files, folder: &str, house: &[Source]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut feed = |path: &str, text: [u8; 32]| {
        hasher.update(&(path.len() as u64).to_le_bytes());
        hasher.update(path.as_bytes());
        hasher.update(&text);
    };
    data.hashes_under(folder).for_each(|(path, text)| feed(path, text));
    for source in house {
        feed(&source.path, *blake3::hash(source.text.as_bytes()).as_bytes());
    }
    *hasher.finalize().as_bytes()
}
