//! Objectives: who holds them, and who has won.

use crate::position::{ObjectiveId, Position, SIDES};
use crate::tables::{Skirmish, inches};
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{Base, within};

/// The objectives that change hands at the end of a round. The others stay with whoever holds them.
pub fn seized(game: &Skirmish, p: &Position) -> Vec<(ObjectiveId, Seat)> {
    let mut seized = Vec::new();
    for (number, objective) in (0..).zip(&game.map.objectives) {
        let marker = Base::point(objective.at);
        let reach = inches(game.edition.seize_range);
        let near = |side: &Seat| {
            let mut able = p.of(*side, |figure| figure.stands() && !figure.pinned);
            able.any(|id| within(&p.base(game, id), &marker, reach))
        };
        let near: Vec<Seat> = SIDES.into_iter().filter(near).collect();
        if let [side] = near[..]
            && p.held[usize::from(number)] != Some(side)
        {
            seized.push((ObjectiveId(number), side));
        }
    }
    seized
}

/// Who holds more objectives; nobody where both hold as many.
pub fn ahead(p: &Position) -> Seats {
    let count = |side: Seat| p.held.iter().filter(|held| **held == Some(side)).count();
    let [a, b] = SIDES.map(count);
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Seats::only(SIDES[0]),
        std::cmp::Ordering::Less => Seats::only(SIDES[1]),
        std::cmp::Ordering::Equal => Seats::NONE,
    }
}
