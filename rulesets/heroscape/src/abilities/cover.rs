//! Dice for the defense of whoever stands behind a piece on the side of its hex (HS-5.8.3).

use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{FigureId, State};
use umpire_core::hex::{Hex, Side};
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

/// Whether the straight way from the middle of one hex to that of another leaves it through a side; through
/// a corner it leaves through both sides beside it.
fn leads_through(from: Hex, to: Hex, side: Side) -> bool {
    let (q, r) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
    // Twice the product of two directions of the grid, in plan.
    let along = |side: Side| {
        let (a, b) = side.vector();
        let (a, b) = (i32::from(a), i32::from(b));
        2 * (a * q + b * r) + a * r + b * q
    };
    (q, r) != (0, 0) && Side::ALL.into_iter().all(|other| along(other) <= along(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_leave_through_one_side_or_through_a_corner() {
        let here = Hex::new(0, 0);
        let through = |to: Hex| {
            let sides = Side::ALL.into_iter().filter(|side| leads_through(here, to, *side));
            sides.collect::<Vec<_>>()
        };
        assert_eq!(through(Hex::new(3, 0)), [Side::East]);
        assert_eq!(through(Hex::new(3, -1)), [Side::East]);
        assert_eq!(through(Hex::new(2, -1)), [Side::East, Side::NorthEast]);
        assert_eq!(through(Hex::new(-1, -1)), [Side::NorthWest, Side::West]);
        assert_eq!(through(here), []);
    }
}
