//! `umpire map convert`: a map in one form made into another, with what cannot be kept.

use super::form::Form;
use super::input::{self, Read};
use super::printing::Printing;
use crate::command_line::Shared;
use crate::console::Console;
use crate::files::{write_picture, write_unless_changed};
use crate::library::Library;
use crate::print::Paper;
use crate::trouble::Trouble;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Make a map in one form into another, and say what cannot be kept: hsc, json, gz, link, yaml, svg, png, pdf.
#[derive(Debug, Args)]
pub struct Convert {
    /// The map: a file, a share link between quotation marks, or a battlefield of the data by name.
    #[arg(value_name = "IN")]
    from_file: String,
    /// What to make of it; the form goes by how the name ends.
    #[arg(value_name = "OUT")]
    to_file: PathBuf,
    /// The form of IN (default: by what is in it).
    #[arg(long, value_name = "FORM")]
    from: Option<Form>,
    /// The form of OUT (default: by its name).
    #[arg(long, value_name = "FORM")]
    to: Option<Form>,
    /// The game the map is for (default: the first of this build).
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Pictures: at true size, on as many pages as it takes (pdf).
    #[arg(long)]
    tiled: bool,
    /// Pictures: a sheet for each level, with the pieces to lay.
    #[arg(long)]
    levels: bool,
    /// Pictures: the paper.
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    paper: Paper,
    /// Maps: write over a file that is there and says something else.
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let to = self.to.map_or_else(|| Form::of_name(&self.to_file), Ok)?;
        let is_picture = matches!(to, Form::Svg | Form::Png | Form::Pdf);
        if (self.tiled || self.levels) && !is_picture {
            let says = "`--tiled` and `--levels` are for pictures: svg, png and pdf";
            return Err(Trouble::Misuse(says.into()));
        }
        let read = input::read(library, &self.from_file, self.from, self.game.as_deref())?;
        let (bytes, lost) = match is_picture {
            true => {
                let (tiled, levels, paper) = (self.tiled, self.levels, self.paper);
                let printing = Printing { to, tiled, levels, paper };
                (printing.bytes(&read.opening)?, Vec::new())
            }
            false => written(to, &read)?,
        };
        match is_picture && !self.force {
            true => write_picture(&self.to_file, &bytes)?,
            // A map may have been drawn on since.
            false => write_unless_changed(&self.to_file, &bytes, self.force)?,
        }
        let shown = self.to_file.display().to_string();
        if shared.json {
            let report = &read.report;
            console.out.json(&json!({ "report": report, "lost": lost, "written": shown }))?;
            return Ok(0);
        }
        read.report.iter().try_for_each(|line| console.out.line(line))?;
        lost.iter().try_for_each(|line| console.out.line(format!("not kept: {line}")))?;
        console.out.line(format!("written to {shown}"))?;
        Ok(0)
    }
}

/// A battlefield as a file of its own form or of another program's, and what that cannot say.
fn written(to: Form, read: &Read) -> Result<(Vec<u8>, Vec<String>), Trouble> {
    let (ruleset, field) = (read.opening.ruleset, &read.opening.scenario);
    let form = match to {
        Form::Hsc => "hsc",
        Form::Json | Form::Gz => "json",
        Form::Link => "link",
        _ => {
            let faults = read.opening.faults();
            return match faults.is_empty() {
                true => Ok((field.text.clone().into_bytes(), Vec::new())),
                false => Err(Trouble::Faults(faults)),
            };
        }
    };
    let made = ruleset.export_map(&read.opening.files(), field, form);
    let mut made = made.map_err(Trouble::Failed)?;
    if !read.report.is_empty() {
        let says = "which piece lies where: spaces are as they were, pieces are laid anew on them";
        made.lost.push(says.to_string());
    }
    let bytes = if to == Form::Gz { packed(&made.bytes)? } else { made.bytes };
    Ok((bytes, made.lost))
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, Trouble> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(bytes)?;
    Ok(out.finish()?)
}
