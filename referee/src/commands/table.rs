//! `umpire table`: a referee's table, where nobody is asked and everything may be done.

use crate::command_line::Shared;
use crate::commands::play::{fresh_seed, resumed, secret};
use crate::console::Console;
use crate::dice_source::DiceFrom;
use crate::library::Library;
use crate::opening::Opening;
use crate::program;
use crate::session::{Ending, Settings, Sitting};
use crate::trouble::Trouble;
use clap::Args;
use std::path::PathBuf;

/// Sit down as the referee: ask, roll, put things down, overrule. No turn order is enforced.
///
/// What is put down or changed is typed as it is (`help changes`), and so is an action that is legal (`help actions`), with
/// `SEAT:` before it where several seats are asked; `overrule ACTION because REASON` does the rest. Everything is on
/// record and can be taken back.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// A scenario or battlefield file, or the name of one in the data.
    #[arg(value_name = "SCENARIO")]
    scenario: Option<String>,
    /// The edition to play by, in place of the scenario's own.
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    edition: Option<String>,
    /// Go on with a saved table.
    #[arg(long, value_name = "FILE", conflicts_with = "scenario")]
    resume: Option<PathBuf>,
    /// Save the table here, input by input.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The seed of free dice (default: one that nobody can guess).
    #[arg(long, value_name = "N")]
    seed: Option<u128>,
}

impl TableArgs {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let (table, notes) = match &self.resume {
            Some(path) => {
                let (table, notes) = resumed((path, self.save.as_deref()), library, console)?;
                if !table.is_free() {
                    let play = format!("`{} play --resume {}`", program::name(), path.display());
                    let says = format!("this game is played in turns: {play}");
                    return Err(Trouble::Misuse(says));
                }
                (table, notes)
            }
            None => {
                let opening = Opening::find(library, self.scenario.as_deref())?;
                let mut opening = opening.under(self.edition.as_deref())?;
                opening.scenario = opening.ruleset.at_free_table(&opening.scenario);
                let opened = opening.open(&[], Some(seed))?;
                let mut table = opened.table;
                table.keep_secret(&secret(self.seed));
                let mut notes = opened.warnings;
                if self.scenario.is_none() && library.rulesets.len() > 1 {
                    let (title, here) = (opening.ruleset.title(), opening.ruleset.name());
                    let others = library.rulesets.iter().map(|it| it.name());
                    let others: Vec<&str> = others.filter(|name| *name != here).collect();
                    let program = program::name();
                    notes.push(format!(
                        "a table of {title}: `{program} table GAME` is one of {}",
                        others.join(", ")
                    ));
                }
                if !table.is_free() {
                    let title = opening.ruleset.title();
                    notes.push(format!(
                        "{title} is played in turns here, too: what is not legal now goes by `overrule`"
                    ));
                }
                (table, notes)
            }
        };
        let seed = table.transcript().header.seed.unwrap_or(seed);
        let board = console.out.terminal;
        if !shared.json {
            console.out.words("the referee's table: `help` lists what may be typed")?;
            let note = |note: &String| console.out.words(format!("note: {note}"));
            notes.iter().try_for_each(note)?;
        }
        let settings = Settings {
            players: Vec::new(),
            dice: DiceFrom::Typed,
            seed,
            save: self.save.clone(),
            board,
            json: shared.json,
            short: false,
            free: true,
        };
        let ending = Sitting::new(table, library, settings, console).run()?;
        Ok(u8::from(ending == Ending::Interrupted))
    }
}
