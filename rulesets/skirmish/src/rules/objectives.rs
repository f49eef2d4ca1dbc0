//! Objectives: who holds them, and who has won.

use crate::position::{ObjectiveId, Position, Table};
use crate::tables::Rule;
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{Base, inches, within};

/// Who holds which objective at the end of a round, by which rule; nobody holds the others.
pub fn held(t: Table) -> Vec<(ObjectiveId, Seat, Rule)> {
    let mut all = Vec::new();
    for ((number, objective), held) in (0..).zip(&t.game.field.objectives).zip(&t.held) {
        let marker = Base::point(objective.at);
        let near = |side: &Seat| {
            let mut able = t.figures.standing(*side).filter(|id| !t.figures[*id].pinned);
            able.any(|id| within(&t.base(id), &marker, inches(t.game.edition.seize_range)))
        };
        let near: Vec<Seat> = Seat::SIDES.into_iter().filter(near).collect();
        match (&near[..], held) {
            ([side], held) if *held != Some(*side) => {
                all.push((ObjectiveId(number), *side, Rule::Seize));
            }
            (_, Some(side)) => all.push((ObjectiveId(number), *side, Rule::StaysHeld)),
            (_, None) => {}
        }
    }
    all
}

/// Who holds more objectives; nobody where both hold as many.
pub fn ahead(p: &Position) -> Seats {
    Seats::with_more(|side| p.held.iter().filter(|held| **held == Some(side)).count())
}
