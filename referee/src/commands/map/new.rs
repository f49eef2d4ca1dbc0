//! `umpire map new`: a battlefield drawn at random from a recipe and a seed.

use crate::command_line::Shared;
use crate::commands::play::fresh_seed;
use crate::console::Console;
use crate::dice_source::{Purpose, Stream};
use crate::files::write_unless_changed;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use umpire_core::data::Source;
use umpire_core::host::{Recipe, Ruleset};

/// How often a battlefield is drawn anew that could not be played on.
const TRIES: u64 = 50;

/// Draw a new battlefield that can be played on, both of its sides alike.
#[derive(Debug, Args)]
pub struct New {
    /// The game it is for (default: the first of this build).
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// What it is called.
    #[arg(long, default_value = "new-field", value_name = "NAME")]
    name: String,
    /// How wide and how deep: columns and rows of hexes, or units of the game's tables, as `18x16`.
    #[arg(long, value_name = "WxD")]
    size: Option<String>,
    /// How much stands on it: 1 open ground, 5 dense.
    #[arg(long, default_value_t = 3, value_name = "1..5", value_parser = clap::value_parser!(u8).range(1..=5))]
    density: u8,
    /// The same seed draws the same battlefield.
    #[arg(long, value_name = "N")]
    seed: Option<u128>,
    /// Write it here (default: print it).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there and says something else.
    #[arg(long, requires = "out")]
    force: bool,
}

impl New {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let ruleset = match &self.game {
            Some(game) => library.ruleset(game)?,
            None => library.first()?,
        };
        let size = self.size.as_deref().map(size_of).transpose()?;
        let recipe = Recipe { name: self.name.clone(), size, density: self.density };
        let seed = self.seed.unwrap_or_else(seed_of_now);
        let drawn = drawn(library, ruleset, &recipe, seed)?;
        self.tell(&drawn.text, seed, shared, console)
    }

    fn tell(
        &self,
        text: &str,
        seed: u128,
        shared: &Shared,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let seed = seed.to_string();
        match &self.out {
            Some(path) => {
                write_unless_changed(path, text.as_bytes(), self.force)?;
                let path = path.display().to_string();
                match shared.json {
                    true => console.out.json(&json!({ "written": path, "seed": seed }))?,
                    false => console.out.line(format!("written to {path}, seed {seed}"))?,
                }
            }
            None if shared.json => {
                console.out.json(&json!({ "battlefield": text, "seed": seed }))?;
            }
            None => console.out.text(text)?,
        }
        Ok(0)
    }
}

/// A seed that a person can type again.
pub(crate) fn seed_of_now() -> u128 {
    fresh_seed() & u128::from(u32::MAX)
}

/// A battlefield that can be played on, drawn by a recipe, with the command that draws it again.
///
/// # Errors
/// Where the game draws none, or none of many tries could be played on.
pub(crate) fn drawn(
    library: &Library,
    ruleset: &dyn Ruleset,
    recipe: &Recipe,
    seed: u128,
) -> Result<Source, Trouble> {
    let mut why = String::new();
    for attempt in 0..TRIES {
        let mut stream = Stream::new(seed, Purpose::Free, attempt);
        let drawn = ruleset.drawn_battlefield(&library.data, recipe, &mut |n| stream.die(n));
        let text = drawn.map_err(Trouble::Failed)?;
        let (game, density) = (ruleset.name(), recipe.density);
        let program = crate::program::name();
        let says =
            format!("# Drawn by `{program} map new {game} --density {density} --seed {seed}`.\n");
        let source = Source::new("map.yaml", says + &text);
        match ruleset.check_file(&library.data, &source).first() {
            Some(fault) => why = fault.to_string(),
            None => return Ok(source),
        }
    }
    Err(Trouble::Failed(format!(
        "no battlefield that can be played on came of {TRIES} tries: {why}"
    )))
}

fn size_of(text: &str) -> Result<(u16, u16), Trouble> {
    let parts = text.split_once(['x', 'X']);
    let numbers = parts.and_then(|(w, d)| Some((w.trim().parse().ok()?, d.trim().parse().ok()?)));
    numbers
        .ok_or_else(|| Trouble::Misuse(format!("expected a size such as `18x16`, found `{text}`")))
}
