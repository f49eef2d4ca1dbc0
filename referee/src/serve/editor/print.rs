//! Maps of the editor as pictures and pages.

use super::Workshop;
use super::wire::{Print, Sheets};
use crate::commands::map::{Form, Printing};
use crate::opening::Opening;
use crate::print::Paper;
use crate::serve::problem::Problem;
use crate::trouble::Trouble;
use clap::ValueEnum;
use umpire_core::data::Source;

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
        let source = Source::new(asked.path.as_str(), asked.text.as_str());
        let faults = self.faults(self.ruleset(&source), &source);
        if !faults.is_empty() {
            return Err(Trouble::Faults(faults).into());
        }
        let (tiled, levels) = (asked.sheets == Sheets::Tiled, asked.sheets == Sheets::Levels);
        let opening = Opening::of_text(&self.library, source)?;
        let printing = Printing { to, tiled, levels, paper };
        Ok((kind, printing.bytes(&self.library, &opening)?))
    }
}
