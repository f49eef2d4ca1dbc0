//! `umpire key`: makes a key, and signs records with it.

use crate::command_line::Shared;
use crate::console::Console;
use crate::save::{load, save};
use crate::signing::{has_end, make_key, public, read_key, sign};
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use umpire_core::transcript::Transcript;

/// Make a key that signs records, or sign one: `replay` then says whose key it was.
#[derive(Debug, Args)]
pub struct Key {
    /// The file that holds the key; made where there is none. Keep it to yourself.
    #[arg(value_name = "KEYFILE")]
    file: PathBuf,
    /// Sign this saved game.
    #[arg(long, value_name = "TRANSCRIPT")]
    sign: Option<PathBuf>,
}

/// A record that can be signed: whole, and saved to its end.
fn signable(path: &Path) -> Result<Transcript, Trouble> {
    let record = load(path)?;
    let broken = |broken| Trouble::Failed(format!("the record is damaged: {broken}"));
    record.verify().map_err(broken)?;
    has_end(&record)?;
    Ok(record)
}

impl Key {
    pub(crate) fn run(&self, shared: &Shared, console: &mut Console) -> Result<u8, Trouble> {
        // A record that cannot be signed makes no key.
        let record = self.sign.as_ref().map(|path| Ok::<_, Trouble>((path, signable(path)?)));
        let record = record.transpose()?;
        let made = !self.file.exists();
        let key = if made { make_key(&self.file)? } else { read_key(&self.file)? };
        if let Some((path, mut transcript)) = record {
            transcript.signed = Some(sign(&key, &transcript)?);
            save(path, &transcript)?;
        }
        let (file, public) = (self.file.display(), public(&key));
        if shared.json {
            let signed = self.sign.as_ref().map(|path| path.display().to_string());
            console.out.json(&json!({ "key": public, "made": made, "signed": signed }))?;
            return Ok(0);
        }
        let says = match (&self.sign, made) {
            (Some(path), false) => format!("`{}` is signed by key {public}", path.display()),
            (Some(path), true) => {
                format!("`{}` is signed by the new key of `{file}`, {public}", path.display())
            }
            (None, true) => format!("`{file}` holds a new key; others know it as {public}"),
            (None, false) => format!("others know the key as {public}"),
        };
        console.out.line(says)?;
        Ok(0)
    }
}
