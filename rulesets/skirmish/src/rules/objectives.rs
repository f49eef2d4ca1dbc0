//! Objectives: who holds them, and who has won.

use crate::position::{ObjectiveId, Position, Table};
use crate::tables::Rule;
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::inches;

/// Who holds which objective at the end of a round, by which rule; nobody holds the others.
pub fn held(t: Table) -> Vec<(ObjectiveId, Seat, Rule)> {
    let mut all = Vec::new();
    for ((number, objective), held) in (0..).zip(&t.game.field.objectives).zip(&t.held) {
        let reach = inches(t.game.edition.seize_range);
        let seized = t.game.field.alone_near(&t.figures, objective.at, reach, |it| !it.pinned);
        let seized = seized.filter(|side| *held != Some(*side));
        let kept = held.map(|side| (side, Rule::StaysHeld));
        let holds = seized.map(|side| (side, Rule::Seize)).or(kept);
        all.extend(holds.map(|(side, rule)| (ObjectiveId(number), side, rule)));
    }
    all
}

/// Who holds more objectives; nobody where both hold as many.
pub fn ahead(p: &Position) -> Seats {
    Seats::with_more(|side| p.held.iter().filter(|held| **held == Some(side)).count())
}
