//! What the rules say of the whole of a map that is drawn: sight, ways, fairness, and whom one unit could harm where.

use super::Workshop;
use crate::commands::map::analysis_lines;
use crate::commands::map::games::Won;
use crate::opening::by_name;
use crate::patience::Waiting;
use crate::serve::problem::Problem;
use crate::serve::wire::of_core::{FoughtSchema, HeldAtSchema};
use crate::trouble::Trouble;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use umpire_core::data::Source;
use umpire_core::host::{Fought, HeldAt, Table};
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;
use utoipa::ToSchema;

/// How long it is looked who sees whom.
const LOOKING: Duration = Duration::from_secs(4);
/// How long places are asked about.
const ASKING: Duration = Duration::from_secs(12);
/// How long bots play before what came of it is told.
const PLAYING: Duration = Duration::from_secs(1);
/// Games after which no more are played.
const MOST_GAMES: usize = 10_000;
/// How long one of them is.
const ONE: Duration = Duration::from_millis(400);

/// A map that is to be looked over.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Overlook {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// What a map is like to fight on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Overlooked {
    /// In words, a line each.
    pub says: Vec<String>,
    /// The start zones, in the order of the turns of each place.
    pub starts: Vec<String>,
    /// Each place.
    #[schema(value_type = Vec<FoughtSchema>)]
    pub places: Vec<Fought>,
}

/// A map on which bots are to play, and who won how often before.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// What came of the games so far; more are added to it.
    #[serde(default)]
    pub so_far: Won,
}

/// A question about one unit, asked for every place where another might stand.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Threatens {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// The unit that threatens, and where it stands.
    #[schema(value_type = HeldAtSchema)]
    pub unit: HeldAt,
    /// The unit that might stand anywhere.
    pub other: String,
    /// The question, with `UNIT` and `OTHER`.
    pub line: String,
}

/// What one unit could do to another, place by place.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Threatened {
    /// In one line.
    pub says: String,
    /// What the numbers are.
    pub of: String,
    /// The places where something would come of it.
    pub places: Vec<Threat>,
}

/// What would come of it at a place.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Threat {
    /// The place's name.
    pub name: String,
    /// Where it is in the picture.
    pub at: [f32; 2],
    /// The number.
    pub value: f64,
    /// As people read it.
    pub says: String,
}

impl Workshop {
    /// What a map is like to fight on.
    ///
    /// # Errors
    /// Where it has faults, or the game cannot tell.
    pub fn overlook(&self, map: &Overlook) -> Result<Overlooked, Problem> {
        let survey = self.survey(&map.path, &map.text)?;
        let starts = survey.starts.iter().map(|(side, _)| side.clone()).collect();
        let says = analysis_lines(&survey.analysis());
        Ok(Overlooked { says, starts, places: survey.fought() })
    }

    /// Lets greedy bots play on a map for a moment, from where they left off.
    ///
    /// # Errors
    /// Where it has faults, or nobody can play on it.
    pub fn games(&self, map: &Games) -> Result<Won, Problem> {
        let source = Source::new(map.path.as_str(), map.text.as_str());
        let ruleset = self.ruleset(&source);
        let (files, named) = self.files(&source);
        let mut won = map.so_far.clone();
        if won.seats.iter().any(|seat| seat.wins > won.games) {
            return Err(Problem::says("more games were won than played"));
        }
        let begun = Instant::now();
        while begun.elapsed() < PLAYING && won.games < MOST_GAMES {
            let opened = ruleset.open(&files, &named, &[], Some(won.next_seed()));
            won.play(opened.map_err(Trouble::Faults)?.table).map_err(Problem::says)?;
        }
        Ok(won)
    }

    fn survey(&self, path: &str, text: &str) -> Result<umpire_core::host::Survey, Problem> {
        let source = Source::new(path, text);
        let ruleset = self.ruleset(&source);
        let faults = self.faults(ruleset, &source);
        if !faults.is_empty() {
            return Err(Trouble::Faults(faults).into());
        }
        let (files, named) = self.files(&source);
        let stop = AtomicBool::new(false);
        let waiting = Waiting::new(LOOKING, &stop, |_| {}).telling(false);
        ruleset.survey(&files, &named, &Budget::of(&waiting)).map_err(Problem::says)
    }

    /// What a unit could do to another, wherever that stands.
    ///
    /// # Errors
    /// Where the map has faults, or the unit cannot stand there.
    pub fn threat(&self, threat: &Threatens) -> Result<Threatened, Problem> {
        let survey = self.survey(&threat.path, &threat.text)?;
        let source =
            by_name(Path::new(&threat.path), Source::new(&threat.path, threat.text.as_str()));
        let ruleset = self.ruleset(&Source::new(&threat.path, threat.text.as_str()));
        let (files, named) = self.files(&source);
        let begun = Instant::now();
        let (mut places, mut asked, mut of) = (Vec::new(), 0, String::new());
        for spot in &survey.spots {
            if begun.elapsed() > ASKING {
                break;
            }
            asked += 1;
            let other = HeldAt { unit: threat.other.clone(), seat: 1, at: spot.at };
            let held = [threat.unit.clone(), other];
            let Ok((scenario, names)) = ruleset.holding(&files, &named, &held) else { continue };
            let mut files = files.clone();
            files.insert(scenario.path.clone(), scenario.text.clone());
            let Ok(opened) = ruleset.open(&files, &scenario, &[], None) else { continue };
            let mut line = threat.line.clone();
            for (word, name) in ["UNIT", "OTHER"].into_iter().zip(&names) {
                line = line.replace(word, name);
            }
            if is_refused(&*opened.table, Seat(threat.unit.seat), &line) {
                continue;
            }
            let stop = AtomicBool::new(false);
            let waiting = Waiting::new(ONE, &stop, |_| {}).telling(false);
            let Ok(answer) = opened.table.ask(None, &line, &waiting) else { continue };
            let (value, says) = match answer.means.first() {
                Some(mean) => {
                    of.clone_from(&mean.of);
                    (mean.value, mean.says.clone())
                }
                None if answer.yes == Some(true) => (1.0, "yes".to_string()),
                None => continue,
            };
            if value > 0.0 {
                let (name, at) = (spot.name.clone(), [spot.at.0, spot.at.1]);
                places.push(Threat { name, at, value, says });
            }
        }
        let all = survey.spots.len();
        let left = if asked < all {
            format!(", {} not looked at in time", all - asked)
        } else {
            String::new()
        };
        let most = places.iter().max_by(|one, other| one.value.total_cmp(&other.value));
        let most = most.map_or(String::new(), |it| format!("; most at {}: {}", it.name, it.says));
        let says = format!("{} of {all} places are threatened{most}{left}", places.len());
        Ok(Threatened { says, of, places })
    }
}

/// Whether the rules refuse the action whose odds a line asks for.
fn is_refused(table: &dyn Table, seat: Seat, line: &str) -> bool {
    // At a table without turns nobody but the judge is asked.
    let seat = if table.is_free() { Seat::JUDGE } else { seat };
    let action = line.strip_prefix("odds ").and_then(|action| table.parse(seat, action).ok());
    let ruling = action.and_then(|action| table.ruling(seat, &action).ok());
    ruling.is_some_and(|ruling| !ruling.broken.is_empty())
}
