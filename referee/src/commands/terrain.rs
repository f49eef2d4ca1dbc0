//! `umpire terrain`: what a terrain does, to whom, by which rule.

use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::opening::needs_edition;
use crate::trouble::Trouble;
use crate::words::show_rows;
use clap::Args;
use umpire_core::command::{begins_a_word, normalized};
use umpire_core::data::suggest;
use umpire_core::host::TerrainEntry;

/// Say what a terrain does, to whom, and by which rule.
#[derive(Debug, Args)]
pub struct Terrain {
    /// The game.
    #[arg(value_name = "GAME")]
    game: String,
    /// A terrain, or a word in its name or kind; all of them if none is given.
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// The edition (default: the game's own default).
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
}

impl Terrain {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let ruleset = library.ruleset(&self.game)?;
        if let Some(edition) = &self.edition {
            needs_edition(ruleset, &library.data, edition)?;
        }
        let all = ruleset.terrain(&library.data, self.edition.as_deref());
        let all = all.map_err(|faults| Trouble::Faults(library.located(faults)))?;
        let name = self.name.join(" ");
        let found = named(&all, &name);
        if found.is_empty() {
            let name = &name;
            let near = suggest(name, all.iter().map(|entry| entry.name.as_str()));
            let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            return Err(Trouble::Failed(format!("no terrain `{name}`{near}")));
        }
        if shared.json {
            console.out.json(&found)?;
            return Ok(0);
        }
        let mut rows = vec![["terrain", "kind", "what it does", "rule"].map(String::from).to_vec()];
        for entry in &found {
            let mut start = [entry.name.clone(), entry.kind.clone()];
            for (effect, rule) in &entry.effects {
                let [name, kind] = std::mem::take(&mut start);
                rows.push(vec![name, kind, effect.clone(), rule.clone()]);
            }
            if entry.effects.is_empty() {
                let [name, kind] = start;
                rows.push(vec![name, kind, "nothing".into(), String::new()]);
            }
        }
        show_rows(&mut console.out, &rows)?;
        if let [one] = found.as_slice()
            && !one.source.is_empty()
        {
            console.out.line(format!("source: {}", one.source))?;
        }
        Ok(0)
    }
}

/// The terrain of that name, or else all whose name holds every word, or whose kind does.
pub(crate) fn named<'t>(all: &'t [TerrainEntry], name: &str) -> Vec<&'t TerrainEntry> {
    let wanted = normalized(name);
    let exact = all.iter().find(|entry| normalized(&entry.name) == wanted);
    if let Some(entry) = exact {
        return vec![entry];
    }
    let holds = |text: &str| wanted.split(' ').all(|word| begins_a_word(&normalized(text), word));
    all.iter().filter(|entry| holds(&entry.name) || holds(&entry.kind)).collect()
}
