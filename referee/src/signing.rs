//! Keys that sign records: whoever holds the key vouches for the game as it is on record.

use crate::files::read_bytes;
use crate::trouble::{Trouble, io_words};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use umpire_core::transcript::{Signed, Transcript};

/// What stands before what is signed, so that the key signs nothing but records.
const CONTEXT: &str = "umpire record ";
/// Bytes of the longest file that may hold a key.
const LONGEST: usize = 1024;

/// Makes a key and writes it to a file that only its owner may read.
///
/// # Errors
/// Where there is such a file already, or it cannot be written.
pub fn make_key(path: &Path) -> Result<SigningKey, Trouble> {
    if path.exists() {
        let says = format!("`{}` is there already, and a key is not overwritten", path.display());
        return Err(Trouble::Failed(says));
    }
    let key = SigningKey::from_bytes(&rand::random());
    let text = format!("{}\n", hex(key.as_bytes()));
    let written = owners_file(path).and_then(|mut file| {
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        // Half a key is none.
        written.inspect_err(|_| drop(fs::remove_file(path)))
    });
    written.map_err(|e| {
        Trouble::Failed(format!("cannot write `{}`: {}", path.display(), io_words(&e)))
    })?;
    Ok(key)
}

/// A new file that nobody but its owner reads, where the system knows owners.
fn owners_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Reads a key.
///
/// # Errors
/// Where the file cannot be read or holds none.
pub fn read_key(path: &Path) -> Result<SigningKey, Trouble> {
    let bytes = read_bytes(path, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let key = unhex::<32>(text.trim());
    let none = || Trouble::Failed(format!("`{}` holds no key", path.display()));
    Ok(SigningKey::from_bytes(&key.ok_or_else(none)?))
}

/// The public half of a key, as it is told to others.
pub fn public(key: &SigningKey) -> String {
    hex(key.verifying_key().as_bytes())
}

/// That a record was saved whole; returns what of it is signed.
///
/// # Errors
/// Where its end is not chained.
pub fn has_end(transcript: &Transcript) -> Result<String, Trouble> {
    let none = || Trouble::Failed("a record is signed when its game was saved whole".into());
    signed_text(transcript).ok_or_else(none)
}

/// Signs a record that was saved whole.
///
/// # Errors
/// Where its end is not chained.
pub fn sign(key: &SigningKey, transcript: &Transcript) -> Result<Signed, Trouble> {
    let text = has_end(transcript)?;
    Ok(Signed { key: public(key), signature: hex(&key.sign(text.as_bytes()).to_bytes()) })
}

/// Whether the signature of a record is that of its key; nothing where it has none.
pub fn is_signed_well(transcript: &Transcript) -> Option<bool> {
    let Signed { key, signature } = transcript.signed.as_ref()?;
    let holds = || {
        let key = VerifyingKey::from_bytes(&unhex::<32>(key)?).ok()?;
        let signature = Signature::from_bytes(&unhex::<64>(signature)?);
        key.verify_strict(signed_text(transcript)?.as_bytes(), &signature).ok()
    };
    Some(holds().is_some())
}

fn signed_text(transcript: &Transcript) -> Option<String> {
    Some(format!("{CONTEXT}{}", transcript.end.as_ref()?.chain))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}
