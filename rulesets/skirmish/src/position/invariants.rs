//! The invariants of a position, and changes by the judge.

use super::{Amendment, Figure, Piece, Position, Post, Table};
use crate::tables::{MOST_FIGURES, Rule};
use umpire_core::table::{Battlefield, inches};
use umpire_core::{Refusal, Seats};

/// Every invariant that a position breaks, each at the place of its field in a scenario.
pub fn faults(t: Table) -> Vec<Refusal<Rule>> {
    if !t.game.field.knows(&t.figures) || t.held.len() != t.game.field.objectives.len() {
        let says = "these are not figures and objectives of this game";
        return vec![Refusal::at(Rule::Figures, "", says)];
    }
    let at = "battlefield.";
    let (sides, may_have) = (Seats::first_of(2), 1..=MOST_FIGURES / 2);
    let mut faults = t.figures.faults_of_counts(sides, Rule::Figures, "figures", may_have);
    faults.extend(t.game.field.faults_of_objectives(Rule::ObjectivesApart, inches(5), at));
    if t.figures.iter().any(|figure| figure.post == Post::Waiting) {
        faults.extend(t.game.field.faults_of_zones(Rule::Deployment, at));
    }
    if !(1..=t.game.edition.rounds).contains(&t.round) {
        let says = format!("there is no round {}, there are {}", t.round, t.game.edition.rounds);
        faults.push(Refusal::at(Rule::Rounds, "position.round", says));
    }
    for id in t.figures.ids().filter(|id| t.figures[*id].stands()) {
        let (name, unit) = (t.name(id), t.unit(id));
        let at = |field: &str| format!("position.figures.{name}.{field}");
        if t.figures[id].lost >= unit.toughness {
            let says =
                format!("{name} takes {} and has lost {}", unit.toughness, t.figures[id].lost);
            faults.push(Refusal::at(Rule::Losses, at("lost"), says));
        }
        if let Some(says) = t.hindrance(id, &t.base(id)) {
            faults.push(Refusal::at(Rule::Standing, at("at"), says));
        }
    }
    faults
}

/// Everything wrong with a battlefield, each at the place of its field.
pub fn battlefield_faults(field: &Battlefield) -> Vec<Refusal<Rule>> {
    let apart = field.faults_of_objectives(Rule::ObjectivesApart, inches(5), "");
    [apart, field.faults_of_zones(Rule::Deployment, "")].concat()
}

/// The position after a change.
///
/// # Errors
/// Where the figure is not on the table, or what came of it would be unsound.
pub fn amended(t: Table, change: Amendment) -> Result<Position, Vec<Refusal<Rule>>> {
    let p = changed(t.position, change);
    let faults = match change {
        Amendment::Hurt { figure, .. }
        | Amendment::Pin { figure }
        | Amendment::Free { figure }
        | Amendment::Remove { figure }
            if !t.figures[figure].stands() && p == *t.position =>
        {
            let says = format!("{} is not on the table", t.name(figure));
            vec![Refusal::at(Rule::JudgesWord, "", says)]
        }
        _ => faults(Table { position: &p, ..t }),
    };
    if faults.is_empty() { Ok(p) } else { Err(faults) }
}

/// The position with a change; it may be unsound.
fn changed(p: &Position, change: Amendment) -> Position {
    let mut p = p.clone();
    match change {
        Amendment::Place { figure, to } => p.figures[figure].post = Post::At(to),
        Amendment::Remove { figure } => p.figures[figure].remove(),
        Amendment::Hurt { figure, lost } => p.figures[figure].lost = lost,
        Amendment::Pin { figure } => p.figures[figure].pinned = true,
        Amendment::Free { figure } => p.figures[figure].pinned = false,
        Amendment::Give { objective, side } => p.held[usize::from(objective.0)] = Some(side),
        Amendment::Leave { objective } => p.held[usize::from(objective.0)] = None,
    }
    for figure in p.figures.iter_mut().filter(|figure| !figure.stands()) {
        *figure = Figure { post: figure.post, ..Figure::new(figure.kind, figure.side) };
    }
    p
}
