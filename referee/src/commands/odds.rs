//! `umpire odds`: exact odds, worked out by the rules themselves.

use crate::command_line::Shared;
use crate::commands::question::{Of, ask};
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;

/// Give the exact odds of what is asked, such as of an attack.
#[derive(Debug, Args)]
pub struct Odds {
    #[command(flatten)]
    of: Of,
    /// What the odds are wanted of, in the words of the game.
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,
    /// How choices met on the way are answered: best, worst, or a name the game knows.
    #[arg(long, value_name = "best|worst|NAME")]
    assume: Option<String>,
    /// How long to weigh, in seconds. What is not exact by then is a sample of plays, and says so.
    #[arg(long, value_name = "SECONDS", default_value = "2")]
    within: String,
}

impl Odds {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let assume = self.assume.as_ref().map(|policy| format!(" --assume {policy}"));
        let (words, within) = (self.words.join(" "), &self.within);
        let question = format!("odds {words}{} --within {within}", assume.unwrap_or_default());
        ask(&self.of, &question, None, shared, library, console)
    }
}
