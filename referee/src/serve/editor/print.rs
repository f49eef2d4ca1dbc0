//! Maps of the editor as pictures, pages, and maps of other programs.

use super::Workshop;
use super::wire::{Export, ExportedMap, Print, Sheets};
use crate::commands::map::{Form, Printing};
use crate::opening::Opening;
use crate::print::Paper;
use crate::serve::problem::Problem;
use crate::trouble::Trouble;
use clap::ValueEnum;
use umpire_core::data::Source;
use umpire_core::host::Exported;

impl Workshop {
    /// A map as a picture or as pages, and of what type that is.
    ///
    /// # Errors
    /// Where it has faults, or cannot be printed so.
    pub fn print(&self, asked: &Print) -> Result<(&'static str, Vec<u8>), Problem> {
        let (to, kind) = match asked.form.as_str() {
            "pdf" => (Form::Pdf, "application/pdf"),
            "png" => (Form::Png, "image/png"),
            "svg" => (Form::Svg, "image/svg+xml"),
            other => {
                return Err(Problem::says(format!(
                    "`{other}` is no form to print in: pdf, png or svg"
                )));
            }
        };
        let paper = Paper::from_str(&asked.paper, true);
        let paper = paper.map_err(|_| Problem::says("papers are `a4` and `letter`"))?;
        let source = self.faultless(&asked.path, &asked.text)?;
        let (tiled, levels) = (asked.sheets == Sheets::Tiled, asked.sheets == Sheets::Levels);
        let draft = self.draft(&asked.path, &source.text);
        let opening = Opening::of_draft(&self.library, draft)?;
        let printing = Printing { to, tiled, levels, paper };
        Ok((kind, printing.bytes(&opening)?))
    }

    /// A map in another program's form, and what that cannot say.
    ///
    /// # Errors
    /// Where it has faults, or no program of the game's has such a form.
    pub fn export(&self, asked: &Export) -> Result<ExportedMap, Problem> {
        let source = self.faultless(&asked.path, &asked.text)?;
        let ruleset = self.ruleset(&source);
        let (files, named) = self.files(&source);
        let made = ruleset.export_map(&files, &named, &asked.form);
        let Exported { bytes, lost } = made.map_err(Problem::says)?;
        Ok(ExportedMap { bytes, lost })
    }

    fn faultless(&self, path: &str, text: &str) -> Result<Source, Problem> {
        let source = Source::new(path, text);
        let faults = self.faults(self.ruleset(&source), &source);
        if faults.is_empty() { Ok(source) } else { Err(Trouble::Faults(faults).into()) }
    }
}
