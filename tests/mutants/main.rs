//! Wrong rules put into a copy of the code one at a time, and how many of them the scenarios notice.

mod copy;
mod report;
mod rows;
mod runs;
#[cfg(test)]
mod tests;

use clap::Parser;
use rows::Mutant;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use umpire_tests::project;

/// Put wrong rules into a copy of the code and see which of them the conformance scenarios notice.
///
/// The rows are those of tests/mutants/*/*.yaml. All of them are built into one copy, in which a variable of the
/// environment switches one on. Exit code 1 where a game's scenarios notice less than 95 % of those that can be noticed.
#[derive(Debug, Parser)]
#[command(name = "mutants")]
struct Asked {
    /// Games, chapters (the name of a file of rows) or ids of mutants; all of them where none is named.
    #[arg(value_name = "GAME|CHAPTER|ID")]
    names: Vec<String>,
    /// One object with every mutant and the scores.
    #[arg(long)]
    json: bool,
    /// Stop the scenarios of a mutant at the first one that notices it.
    #[arg(long)]
    quick: bool,
    /// How many mutants are tried at once.
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Scenarios of another folder, which holds one folder for each game.
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<PathBuf>,
}

fn main() -> ExitCode {
    match Asked::parse().run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::from(2)
        }
    }
}

impl Asked {
    /// Whether every game that was tried is noticed well enough.
    fn run(&self) -> Result<bool, String> {
        let all = rows::read_all()?;
        let tried: Vec<&Mutant> = all.iter().filter(|mutant| self.names_it(mutant)).collect();
        if let Some(name) = self.names.iter().find(|name| !all.iter().any(|m| m.is_named(name))) {
            return Err(format!("no game, chapter or mutant is called `{name}`"));
        }
        eprintln!("{} of {} wrong rules; building the copy", tried.len(), all.len());
        let program = copy::build(&all)?;
        let scenarios = self.scenarios.clone().unwrap_or(project().join("tests/scenarios"));
        let mut games: Vec<&str> = tried.iter().map(|mutant| mutant.game.as_str()).collect();
        games.dedup();
        for game in &games {
            let right = runs::run(&program, &scenarios.join(game), None, false)?;
            if let Some(first) = right.first() {
                return Err(format!("without a wrong rule {first} must pass, and does not"));
            }
        }
        let outcomes = self.outcomes(&tried, &|mutant| {
            runs::run(&program, &scenarios.join(&mutant.game), Some(mutant), self.quick)
        })?;
        let found: Vec<(&Mutant, runs::Outcome)> = tried.iter().copied().zip(outcomes).collect();
        if self.json {
            println!("{}", report::json(&found));
        } else {
            report::table(&found).iter().for_each(|line| println!("{line}"));
        }
        Ok(report::scores(&found).iter().all(report::Score::is_enough))
    }

    fn names_it(&self, mutant: &Mutant) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| mutant.is_named(name))
    }

    /// Tries them, several at once, and returns what came of each in the order of the mutants.
    fn outcomes(
        &self,
        tried: &[&Mutant],
        run: &(impl Fn(&Mutant) -> Result<runs::Outcome, String> + Sync),
    ) -> Result<Vec<runs::Outcome>, String> {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = self.jobs.unwrap_or(at_once).clamp(1, tried.len().max(1));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            while let Some(mutant) = tried.get(next.fetch_add(1, Ordering::Relaxed)) {
                let outcome = run(mutant)?;
                eprintln!("{}: {}", mutant.row.id, outcome.in_words());
                done.push((mutant.number, outcome));
            }
            Ok::<_, String>(done)
        };
        let mut done = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
            let joined =
                workers.into_iter().map(|worker| worker.join().expect("runs do not panic"));
            joined.collect::<Result<Vec<_>, String>>().map(|parts| parts.concat())
        })?;
        done.sort_by_key(|(number, _)| *number);
        Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
    }
}
