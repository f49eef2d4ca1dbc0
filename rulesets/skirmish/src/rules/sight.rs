//! Sight and cover: what a figure sees of another, and what hides it.

use crate::position::{PieceId, Table};
use umpire_core::table::{Base, Sight, Stand};

/// Whether a figure of that base sees another.
pub fn sees(t: Table, (shooter, from): (PieceId, &Base), target: PieceId) -> bool {
    let [one, other] = stands(t, [(shooter, from), (target, &t.base(target))]);
    t.game.field.sees_from(one, other)
}

/// The same with the line, or what blocks it.
pub fn sight(t: Table, from: &Base, target: PieceId) -> Sight {
    t.game.field.sight_between(from, &t.base(target))
}

/// The piece that gives a target cover from a shooter of that base: what it stands in, or what hides a part of it.
pub fn cover(t: Table, (shooter, from): (PieceId, &Base), target: PieceId) -> Option<u16> {
    let foe = t.base(target);
    let question = stands(t, [(shooter, from), (target, &foe)]);
    t.game.known_cover.answer(question, || {
        let over: Vec<u16> = t.game.field.leant_over(from).collect();
        t.game.field.cover(from, &foe, |piece| !over.contains(&piece))
    })
}

/// What sight between two figures hangs on, besides the ground.
fn stands(t: Table, two: [(PieceId, &Base); 2]) -> [Stand; 2] {
    let stand = |figure| t.game.field.stand(&t.figures, figure);
    two.map(|(figure, base)| Stand { at: base.centre(), ..stand(figure) })
}
