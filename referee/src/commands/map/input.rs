//! A map that is named on the command line, in whatever form, as a battlefield.

use super::form::{Form, is_link};
use crate::files::read_bytes;
use crate::library::Library;
use crate::opening::Opening;
use crate::trouble::Trouble;
use flate2::read::GzDecoder;
use std::io::Read as _;
use std::path::Path;
use umpire_core::data::Source;

/// Bytes of the longest map that is read.
pub const LONGEST: usize = 64 * 1024 * 1024;

/// A battlefield with its game, and what was said of it on the way in.
pub struct Read<'l> {
    /// The battlefield, and the files beside it.
    pub opening: Opening<'l>,
    /// What was found in another program's map; empty for a battlefield of ours.
    pub report: Vec<String>,
}

/// Reads a file, a share link, or a battlefield or scenario of the data by name.
///
/// # Errors
/// Where it cannot be read, or is no map of the game.
pub fn read<'l>(
    library: &'l Library,
    named: &str,
    from: Option<Form>,
    game: Option<&str>,
) -> Result<Read<'l>, Trouble> {
    let path = Path::new(named);
    if !is_link(named) && !path.exists() {
        let opening = Opening::find(library, Some(named))?;
        return Ok(Read { opening, report: Vec::new() });
    }
    let bytes = if is_link(named) { named.into() } else { read_bytes(path, LONGEST)? };
    let form = from.unwrap_or_else(|| Form::of(path, &bytes));
    let bytes = if form == Form::Gz { unpacked(&bytes, named)? } else { bytes };
    match form {
        Form::Yaml => {
            let opening = Opening::on_disk(library, path)?;
            Ok(Read { opening, report: Vec::new() })
        }
        Form::Svg | Form::Png | Form::Pdf => {
            Err(Trouble::Misuse(format!("`{named}`: pictures cannot be read")))
        }
        Form::Hsc | Form::Json | Form::Gz | Form::Link => {
            let ruleset = match game {
                Some(game) => library.ruleset(game)?,
                None => library.first()?,
            };
            let stem = if is_link(named) { None } else { path.file_stem() };
            let name = stem.map_or("map".into(), |stem| stem.to_string_lossy());
            let imported = ruleset.import_map(&library.data, &name, &bytes);
            let shown = if is_link(named) { "the link" } else { named };
            let (text, report) =
                imported.map_err(|says| Trouble::Failed(format!("`{shown}`: {says}")))?;
            let source = Source::new(format!("{}/{name}.yaml", ruleset.name()), text);
            Ok(Read { opening: Opening::of_text(library, source)?, report })
        }
    }
}

/// What a compressed file holds, up to the same length.
pub fn unpacked(bytes: &[u8], named: &str) -> Result<Vec<u8>, Trouble> {
    let mut out = Vec::new();
    let read = GzDecoder::new(bytes).take(LONGEST as u64 + 1).read_to_end(&mut out);
    read.map_err(|fault| Trouble::Failed(format!("`{named}` cannot be unpacked: {fault}")))?;
    match out.len() > LONGEST {
        true => Err(Trouble::Failed(format!("`{named}` unpacks to more than {LONGEST} bytes"))),
        false => Ok(out),
    }
}
