//! What came of the wrong rules: a row for each, and the score of each game.

use crate::rows::Mutant;
use crate::runs::Outcome;
use serde_json::{Value, json};

/// What share of a game's wrong rules must be noticed.
const ENOUGH: f64 = 0.95;

/// How many wrong rules of a game are noticed.
#[derive(Debug)]
pub struct Score {
    game: String,
    all: usize,
    noticed: usize,
    /// Those that nothing noticed, and that say why.
    explained: usize,
}

impl Score {
    /// The share of those that can be noticed.
    fn share(&self) -> f64 {
        let can_be = self.all - self.explained;
        if can_be == 0 { 1.0 } else { self.noticed as f64 / can_be as f64 }
    }

    /// Whether the scenarios notice as much as they must.
    pub fn is_enough(&self) -> bool {
        self.share() >= ENOUGH
    }

    fn in_words(&self) -> String {
        let Score { game, all, noticed, explained } = self;
        let share = 100.0 * self.share();
        format!("{game}: {noticed} of {all} noticed, {explained} explained: {share:.1} %")
    }
}

/// The score of each game, in the order of the mutants.
pub fn scores(found: &[(&Mutant, Outcome)]) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    for (mutant, outcome) in found {
        let game = &mutant.game;
        if scores.last().is_none_or(|score| score.game != *game) {
            scores.push(Score { game: game.clone(), all: 0, noticed: 0, explained: 0 });
        }
        let Some(score) = scores.last_mut() else { continue };
        score.all += 1;
        match outcome.first() {
            Some(_) => score.noticed += 1,
            None => score.explained += usize::from(mutant.row.survives.is_some()),
        }
    }
    scores
}

/// Lines for a person.
pub fn table(found: &[(&Mutant, Outcome)]) -> Vec<String> {
    let width = found.iter().map(|(mutant, _)| mutant.row.id.len()).max().unwrap_or(0);
    let rows = found.iter().map(|(mutant, outcome)| {
        let row = &mutant.row;
        let mut says = outcome.in_words();
        match (&row.survives, outcome.first()) {
            (Some(why), None) => says.push_str(&format!(": {why}")),
            (Some(_), Some(_)) => says.push_str(" (but `survives` says that none can)"),
            (None, _) => {}
        }
        format!("{:width$}  {:12}  {says}", row.id, row.rule)
    });
    rows.chain(scores(found).iter().map(Score::in_words)).collect()
}

/// The same for a program.
pub fn json(found: &[(&Mutant, Outcome)]) -> Value {
    let mutants = found.iter().map(|(mutant, outcome)| {
        json!({
            "id": mutant.row.id, "game": mutant.game, "chapter": mutant.chapter, "rule": mutant.row.rule,
            "noticed": outcome.first().is_some(), "failed": outcome.failed, "stopped": outcome.stopped,
            "survives": mutant.row.survives,
        })
    });
    let scores = scores(found).into_iter().map(|score| {
        json!({
            "game": score.game, "all": score.all, "noticed": score.noticed,
            "explained": score.explained, "share": score.share(),
        })
    });
    json!({ "mutants": mutants.collect::<Vec<_>>(), "scores": scores.collect::<Vec<_>>() })
}
