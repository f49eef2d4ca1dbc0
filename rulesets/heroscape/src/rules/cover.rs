//! Dice for the defense of whoever stands behind a piece on the side of its hex (HS-5.8.3).

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::tables::rule::Rule;
use umpire_core::hex::{Side, leads_through};
use umpire_core::ruling::Explain;

/// The dice that a piece adds between defender and attacker: it stands on a side of the defender's
/// space, at its level, and the straight way to the attacker crosses that side. Several do not add up.
pub fn cover<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (defender, attacker): (FigureId, FigureId),
    adjacent: bool,
    why: &mut E,
) -> i32 {
    let (Some(own), Some(theirs)) = (state.spaces(defender), game.stands(state, attacker)) else {
        return 0;
    };
    if adjacent {
        return 0;
    }
    let board = &game.ground.board;
    let mut best = (0, 0);
    for space in own.spaces() {
        let hex = board.hex_of(space);
        for side in Side::ALL {
            let Some(edge) = game.ground.edge(space, side) else { continue };
            let dice = game.ground.edge_kind(edge).cover_dice;
            let behind =
                edge.base <= game.ground.level(space) && game.ground.level(space) < edge.top();
            let crossed = theirs.spaces().any(|from| leads_through(hex, board.hex_of(from), side));
            if dice > best.0 && behind && crossed {
                best = (dice, edge.kind);
            }
        }
    }
    let (dice, kind) = best;
    if dice > 0 {
        let terrain = &game.catalog.terrain;
        let row = terrain.edges.get(usize::from(kind)).and_then(|edge| terrain.row(&edge.id));
        let rule = row.map_or(Rule::Battlements, Rule::Terrain);
        why.modifier(rule, dice, || "behind what stands on the side of its space".to_string());
    }
    dice
}
