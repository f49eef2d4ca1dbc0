//! `umpire map analyse`: what it is like to fight on a battlefield, and whether it is fair.

use super::form::is_link;
use super::games::Won;
use super::input;
use crate::command_line::Shared;
use crate::console::{Console, strong};
use crate::library::Library;
use crate::opening::{Opening, no_such, unreadable};
use crate::patience::{LONGEST, Waiting, seconds};
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use umpire_core::command::counted;
use umpire_core::data::Source;
use umpire_core::host::{Analysis, FIRST_TURNS};
use umpire_core::odds::Budget;

/// Say what a battlefield is like: share seen, choke points, distances, whether both sides are alike.
#[derive(Debug, Args)]
pub struct Analyse {
    /// A map in any form that `map convert` reads, or the name of a battlefield of the data.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Let greedy bots play this many games on it, and say who wins how often.
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: usize,
    /// How long to look who sees whom, in seconds; what is not looked at by then is said.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    within: String,
}

impl Analyse {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let opening = field(library, &self.file)?;
        let (ruleset, source) = (opening.ruleset, &opening.scenario);
        let faults = opening.faults();
        if !faults.is_empty() {
            return Err(Trouble::Faults(faults));
        }
        let within = seconds(&self.within).map_err(Trouble::Misuse)?;
        let stop = std::sync::Arc::clone(&console.stop);
        let waiting = Waiting::new(within, &stop, |_| {}).telling(false);
        let survey = ruleset.survey(&opening.files(), source, &Budget::of(&waiting));
        let analysis = survey.map_err(Trouble::Failed)?.analysis();
        let won = match self.games {
            0 => None,
            games => Some(played(library, source, games, console)?),
        };
        let stopped = won.as_ref().is_some_and(|won| won.games < self.games);
        if shared.json {
            let analysis = serde_json::to_value(&analysis).unwrap_or_default();
            let says = json!({ "analysis": analysis, "bots": won, "stopped": stopped });
            console.out.json(&says)?;
            return Ok(u8::from(stopped));
        }
        lines(&analysis).into_iter().try_for_each(|line| console.out.line(line))?;
        if let Some(won) = won {
            console.out.line(strong(format!("{} of greedy bots", counted(won.games, "game"))))?;
            won.lines().into_iter().try_for_each(|line| console.out.line(format!("  {line}")))?;
        }
        if stopped {
            console.out.line(format!("stopped: {} were asked for", counted(self.games, "game")))?;
        }
        Ok(u8::from(stopped))
    }
}

/// So many games of bots, or as many as were played when the person stopped them.
fn played(
    library: &Library,
    source: &Source,
    games: usize,
    console: &mut Console,
) -> Result<Won, Trouble> {
    let mut won = Won::default();
    let waiting = console.waiting(LONGEST);
    while won.games < games && waiting.goes_on(won.games, "games played") {
        let seed = won.next_seed();
        let opened = Opening::of_text(library, source.clone())?.open(&[], Some(seed))?;
        won.play(opened.table).map_err(Trouble::Failed)?;
    }
    Ok(won)
}

/// A map on disk in whatever form, or a battlefield of the data by its name.
fn field<'l>(library: &'l Library, path: &Path) -> Result<Opening<'l>, Trouble> {
    let name = path.to_string_lossy();
    if path.is_file() || is_link(&name) {
        return Ok(input::read(library, &name, None, None)?.opening);
    }
    unreadable(path)?;
    let bare = name.strip_suffix(".yaml").unwrap_or(&name);
    let found = library.rulesets.iter().find_map(|ruleset| {
        library.data.get(&format!("{}/battlefields/{bare}.yaml", ruleset.name()))
    });
    let missing = || Trouble::Misuse(no_such(library, &name, "battlefield", &["battlefields"]));
    Opening::of_text(library, found.ok_or_else(missing)?)
}

/// An analysis in words, a line each.
pub(crate) fn lines(analysis: &Analysis) -> Vec<String> {
    let mut lines = vec![format!("for {}", analysis.mover)];
    lines.push(format!(
        "{}, {:.0} % of pairs see each other",
        counted(analysis.places, "place"),
        100.0 * analysis.seen
    ));
    if !analysis.all_looks {
        lines.push(format!("  only {} were looked at in time", counted(analysis.looks, "pair")));
    }
    let listed = |names: &[String]| match names.len() {
        0 => "none".to_string(),
        count if count > 12 => format!("{}, and {} more", names[..12].join(", "), count - 12),
        _ => names.join(", "),
    };
    let vantages: Vec<String> = analysis
        .vantages
        .iter()
        .map(|(name, share)| format!("{name} {:.0} %", 100.0 * share))
        .collect();
    lines.push(format!("places that see most: {}", listed(&vantages)));
    lines.push(format!("choke points: {}", listed(&analysis.chokes)));
    if !analysis.cut_off.is_empty() {
        lines.push(format!("cut off from the rest: {}", listed(&analysis.cut_off)));
    }
    for it in &analysis.distances {
        let says = match (it.cost, it.turns) {
            (Some(_), Some(turns)) => counted(usize::try_from(turns).unwrap_or(0), "turn"),
            _ => "no way".to_string(),
        };
        lines.push(format!("from the start of {} to {}: {says}", it.from, it.to));
    }
    for side in &analysis.sides {
        let sees = side
            .sees
            .map_or(String::new(), |share| format!(", sees {:.0} % from there", 100.0 * share));
        let (starts, comes) = (counted(side.places, "place"), counted(side.reached, "place"));
        lines.push(format!(
            "{} starts on {starts}{sees}, comes to {comes} in {FIRST_TURNS} turns",
            side.side
        ));
    }
    lines.extend(analysis.lacking.iter().map(|says| format!("too few: {says}")));
    match analysis.unlike.as_slice() {
        [] if analysis.sides.len() > 1 => lines.push(
            "both sides are alike in where they start, what they see and how far they come"
                .to_string(),
        ),
        [] => {}
        unlike => lines.extend(unlike.iter().map(|says| format!("unlike: {says}"))),
    }
    lines
}
