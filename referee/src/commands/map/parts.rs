//! `umpire map parts`: the pieces a battlefield is built of, and the boxes they come in.

use super::form::Form;
use super::input;
use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;
use umpire_core::host::Part;

/// Count the pieces a battlefield is built of, and say which sets hold them and what is missing of them.
#[derive(Debug, Args)]
pub struct Parts {
    /// The map: a file in any form, a share link, or a battlefield of the data by name.
    #[arg(value_name = "FILE")]
    file: String,
    /// Sets you own, parted by commas: `rotv,tt`, `rotv:2` for two of one. Their pieces are used first.
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    own: Vec<String>,
    /// The form of the file (default: by what is in it).
    #[arg(long, value_name = "FORM")]
    from: Option<Form>,
    /// The game the map is for (default: the first of this build).
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl Parts {
    /// The exit code is 1 where pieces are missing of those owned.
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let read = input::read(library, &self.file, self.from, self.game.as_deref())?;
        let (ruleset, field) = (read.opening.ruleset, &read.opening.scenario);
        let told = ruleset.map_parts(&read.opening.files(), field, &self.own);
        let told = told.map_err(Trouble::Failed)?;
        let is_short = told.missing.as_ref().is_some_and(|missing| !missing.is_empty());
        if shared.json {
            console.out.json(&told)?;
            return Ok(u8::from(is_short));
        }
        let out = &mut console.out;
        let list = |part: &Part| format!("  {} x {}", part.count, part.name);
        for line in read.report.iter().filter(|line| line.starts_with("warning: ")) {
            out.line(line)?;
        }
        told.parts.iter().try_for_each(|part| out.line(list(part)))?;
        if !told.boxes.is_empty() {
            out.line("sets that hold them:")?;
            let boxes = told.boxes.iter();
            boxes
                .map(|(name, count)| format!("  {count} x {name}"))
                .try_for_each(|it| out.line(it))?;
        }
        if !told.in_no_box.is_empty() {
            out.line("in no set whose contents are known:")?;
            told.in_no_box.iter().try_for_each(|part| out.line(list(part)))?;
        }
        match &told.missing {
            Some(missing) if missing.is_empty() => out.line("the sets you own hold all of it")?,
            Some(missing) => {
                out.line("missing from the sets you own:")?;
                missing.iter().try_for_each(|part| out.line(list(part)))?;
            }
            None => {}
        }
        told.notes.iter().try_for_each(|note| out.line(format!("note: {note}")))?;
        Ok(u8::from(is_short))
    }
}
