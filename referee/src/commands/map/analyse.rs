//! `umpire map analyse`: what it is like to fight on a battlefield, and whether it is fair.

use crate::bots::{Bots, Player};
use crate::command_line::Shared;
use crate::console::{Console, strong};
use crate::dice_source::seeded_faces;
use crate::files::read_source;
use crate::library::Library;
use crate::opening::{Opening, ruleset_of};
use crate::patience::{Waiting, seconds};
use crate::trouble::{Trouble, counted};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use umpire_core::data::Source;
use umpire_core::host::{Analysis, Asked, Table};
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;
use umpire_core::transcript::FaceSource;

/// The seed of the bots' games: the same map is judged by the same games.
const SEED: u128 = 1;
/// Decisions after which a game of bots is given up.
const LONGEST: usize = 50_000;

/// Say what a battlefield is like: share seen, choke points, distances, whether both sides are alike.
#[derive(Debug, Args)]
pub struct Analyse {
    /// A battlefield file, or the name of one in the data.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Let greedy bots play this many games on it, and say who wins how often.
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: usize,
    /// How long to look who sees whom, in seconds; what is not looked at by then is said.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    within: String,
}

/// Who won how often.
#[derive(Debug, Default, Serialize)]
struct Won {
    games: usize,
    /// By seat: its name, games won, and between which shares the true share lies with 95 %.
    seats: Vec<(String, usize, [f64; 2])>,
    drawn: usize,
}

impl Analyse {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let source = battlefield(library, &self.file)?;
        let ruleset = ruleset_of(library, &source)?;
        let faults = ruleset.check_file(&library.data, &source);
        if !faults.is_empty() {
            return Err(Trouble::Faults(faults));
        }
        let within = seconds(&self.within).map_err(Trouble::Misuse)?;
        let stop = std::sync::Arc::clone(&console.stop);
        let waiting = Waiting::new(within, &stop, |_| {}).telling(false);
        let survey = ruleset.survey(&library.data, &source, &Budget::of(&waiting));
        let analysis = survey.map_err(Trouble::Failed)?.analysis();
        let won = match self.games {
            0 => None,
            games => Some(self.play(library, &source, games, shared, console)?),
        };
        if shared.json {
            let analysis = serde_json::to_value(&analysis).unwrap_or_default();
            console.out.json(&json!({ "analysis": analysis, "bots": won }))?;
            return Ok(0);
        }
        lines(&analysis).into_iter().try_for_each(|line| console.out.line(line))?;
        if let Some(won) = won {
            console.out.line(strong(format!("{} of greedy bots", counted(won.games, "game"))))?;
            for (name, wins, [least, most]) in &won.seats {
                let (least, most) = (100.0 * least, 100.0 * most);
                console
                    .out
                    .line(format!("  {name} wins {wins}: {least:.0} to {most:.0} % (95 %)"))?;
            }
            console.out.line(format!("  drawn or not ended: {}", won.drawn))?;
        }
        Ok(0)
    }

    fn play(
        &self,
        library: &Library,
        source: &Source,
        games: usize,
        shared: &Shared,
        console: &mut Console,
    ) -> Result<Won, Trouble> {
        let mut won = Won::default();
        let mut wins: Vec<usize> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for game in 0..games {
            if console.stop.load(Ordering::Relaxed) {
                break;
            }
            if !shared.json && games > 9 && game % (games / 10) == 0 {
                console.err.line(format!("{game} of {games} games played; Ctrl-C stops"))?;
                console.err.flush()?;
            }
            let seed = SEED + game as u128;
            let opened = Opening::of_text(library, source.clone())?.open(&[], Some(seed))?;
            let mut table = opened.table;
            if names.is_empty() {
                names = table.seats().into_iter().map(|(_, name)| name).collect();
                wins = vec![0; names.len()];
            }
            let winners = to_the_end(&mut *table, seed).map_err(Trouble::Failed)?;
            won.games += 1;
            match winners.as_slice() {
                [winner] => wins[winner.index().min(names.len() - 1)] += 1,
                _ => won.drawn += 1,
            }
        }
        let games = won.games;
        let seat = |(name, wins): (String, usize)| (name, wins, interval(wins, games));
        won.seats = names.into_iter().zip(wins).map(seat).collect();
        Ok(won)
    }
}

/// A battlefield on disk, or one of the data by its name.
pub(super) fn battlefield(library: &Library, path: &Path) -> Result<Source, Trouble> {
    if path.is_file() {
        return read_source(path);
    }
    let name = path.to_string_lossy();
    let bare = name.strip_suffix(".yaml").unwrap_or(&name);
    let found = library.rulesets.iter().find_map(|ruleset| {
        library.data.get(&format!("{}/battlefields/{bare}.yaml", ruleset.name()))
    });
    found.ok_or_else(|| Trouble::Misuse(format!("no file and no battlefield `{name}`")))
}

/// Plays a game of bots to its end; who won.
fn to_the_end(table: &mut dyn Table, seed: u128) -> Result<Vec<Seat>, String> {
    let bots = Bots::new(seed);
    for _ in 0..LONGEST {
        match table.pending() {
            Asked::Over(outcome) => return Ok(outcome.winners.iter().collect()),
            Asked::Roll { groups, .. } => {
                let faces = seeded_faces(seed, table.counted(), &groups);
                let rolled = table.roll(&faces, FaceSource::Seeded);
                rolled.map_err(|refused| refused.says())?;
            }
            Asked::Choice { seats, .. } => {
                let seat = seats.iter().next().ok_or("nobody is asked")?;
                let action = bots.decide(table, seat, Player::Greedy);
                let action = action.ok_or("a bot has nothing it may do")?;
                bots.carry_out(table, seat, &action, "salt")?;
            }
        }
    }
    Ok(Vec::new())
}

/// Between which shares the true one lies with 95 %, by Wilson's interval.
fn interval(wins: usize, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (count, z) = (games as f64, 1.96_f64);
    let share = wins as f64 / count;
    let middle = share + z * z / (2.0 * count);
    let reach = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    let whole = 1.0 + z * z / count;
    [((middle - reach) / whole).max(0.0), ((middle + reach) / whole).min(1.0)]
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
        lines.push(format!("{} starts on {}{sees}", side.side, counted(side.places, "place")));
    }
    match analysis.unlike.as_slice() {
        [] if analysis.sides.len() > 1 => lines.push("both sides are alike".to_string()),
        [] => {}
        unlike => lines.extend(unlike.iter().map(|says| format!("unlike: {says}"))),
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_share_and_narrows_with_more_games() {
        let [least, most] = interval(5, 10);
        assert!(least < 0.5 && most > 0.5);
        let [closer, near] = interval(500, 1000);
        assert!(closer > least && near < most);
        assert_eq!(interval(0, 0), [0.0, 1.0]);
        assert!(interval(10, 10)[1] <= 1.0 && interval(0, 10)[0] >= 0.0);
    }
}
