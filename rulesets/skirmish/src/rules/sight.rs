//! Sight and cover: what a figure sees of another, and what hides it.

use crate::position::{PieceId, Table};
use crate::tables::Stand;
use umpire_core::table::{
    Base, Bearing, Between, FARTHEST, Field, Length, PlainSight, Sight, SightRules, within_outline,
};

/// Lines go into ground and out of it as deep as they like, never through.
const RULES: PlainSight = PlainSight { depth: FARTHEST };

/// The same for a shooter that looks over the low ground it touches.
struct LeaningOver(Vec<u16>);

impl SightRules for LeaningOver {
    fn depth(&self) -> Length {
        RULES.depth
    }

    fn bearing(&self, between: &Between) -> Bearing {
        match self.0.contains(&between.number()) {
            true => Bearing::Ignored,
            false => Bearing::Blocks,
        }
    }
}

/// Whether one base on the ground sees another.
pub fn sees_from(field: &Field, from: &Base, to: &Base) -> bool {
    field.sees(from, to, &RULES)
}

/// Whether a figure of that base sees another.
pub fn sees(t: Table, (shooter, from): (PieceId, &Base), target: PieceId) -> bool {
    let foe = t.base(target);
    let question = stands(t, [(shooter, from), (target, &foe)]);
    t.game.known.seen.answer(question, || sees_from(&t.game.sight, from, &foe))
}

/// The same with the line, or what blocks it.
pub fn sight(t: Table, from: &Base, target: PieceId) -> Sight {
    t.game.sight.sight(from, &t.base(target), &RULES)
}

/// The piece that gives a target cover from a shooter of that base: what it stands in, or what hides a part of it.
pub fn cover(t: Table, (shooter, from): (PieceId, &Base), target: PieceId) -> Option<u16> {
    let foe = t.base(target);
    let question = stands(t, [(shooter, from), (target, &foe)]);
    t.game.known.cover.answer(question, || cover_between(t, from, &foe))
}

/// What sight between two figures hangs on, besides the ground.
fn stands(t: Table, two: [(PieceId, &Base); 2]) -> [Stand; 2] {
    two.map(|(figure, base)| (t.figures[figure].kind, base.centre()))
}

fn cover_between(t: Table, from: &Base, foe: &Base) -> Option<u16> {
    let mut covering = t.game.map.pieces_that(|terrain| terrain.cover);
    if let Some((piece, _)) = covering.find(|(_, piece)| piece.outline.holds(foe.centre())) {
        return Some(piece);
    }
    let rules = LeaningOver(leant_over(t, from));
    match t.game.screens.sight(from, foe, &rules) {
        Sight::Blocked { by, .. } => Some(by),
        Sight::Clear { .. } => t.game.screens.obscured(from, foe, &rules).map(|hidden| hidden.by),
    }
}

/// Low ground that a shooter touches: it shoots over it.
pub fn leant_over(t: Table, from: &Base) -> Vec<u16> {
    let low =
        t.game.map.pieces_that(|terrain| terrain.cover && terrain.sight == Default::default());
    low.filter(|(_, piece)| within_outline(from, &piece.outline, 0)).map(|(at, _)| at).collect()
}
