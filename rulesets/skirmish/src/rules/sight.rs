//! Sight and cover: what a figure sees of another, and what hides it.

use crate::position::{FigureId, Position};
use crate::tables::Skirmish;
use umpire_core::table::{Base, FARTHEST, Party, Sight, SightRules, within_outline};

/// Lines go into ground and out of it as deep as they like, never through.
fn rules() -> SightRules {
    SightRules { depth: FARTHEST, ..SightRules::default() }
}

/// Whether a figure of that base sees another.
pub fn sees(game: &Skirmish, p: &Position, from: &Base, target: FigureId) -> bool {
    game.sight.sees(&Party::ground(from), &Party::ground(&p.base(game, target)), &rules())
}

/// The same with the line, or what blocks it.
pub fn sight(game: &Skirmish, p: &Position, from: &Base, target: FigureId) -> Sight {
    game.sight.sight(&Party::ground(from), &Party::ground(&p.base(game, target)), &rules())
}

/// The piece that gives a target cover from a shooter of that base: what it stands in, or what hides a part of it.
pub fn cover(game: &Skirmish, p: &Position, from: &Base, target: FigureId) -> Option<u16> {
    let foe = p.base(game, target);
    let mut covering = game.map.pieces_that(|terrain| terrain.cover);
    if let Some((piece, _)) = covering.find(|(_, piece)| piece.outline.holds(foe.centre())) {
        return Some(piece);
    }
    let own = leant_over(game, from);
    let (shooter, foe) = (Party { in_pieces: &own, ..Party::ground(from) }, Party::ground(&foe));
    match game.screens.sight(&shooter, &foe, &rules()) {
        Sight::Blocked { by, .. } => Some(by),
        Sight::Clear { .. } => {
            game.screens.obscured(&shooter, &foe, &rules()).map(|hidden| hidden.by)
        }
    }
}

/// Low ground that a shooter touches: it shoots over it.
pub fn leant_over(game: &Skirmish, from: &Base) -> Vec<u16> {
    let low = game.map.pieces_that(|terrain| terrain.cover && terrain.sight == Default::default());
    low.filter(|(_, piece)| within_outline(from, &piece.outline, 0)).map(|(at, _)| at).collect()
}
