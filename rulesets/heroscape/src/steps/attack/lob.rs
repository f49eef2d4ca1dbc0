//! Lobbed attacks: whether what they are thrown over rises above their limit (HS-7.4.8).

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use umpire_core::hex::{Hex, Side, SpaceId, Stretch, stretches};

/// Levels that a throw has to rise above where the attacker stands, by the lowest way between their spaces.
pub(super) fn rise(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
) -> Option<i16> {
    let (own, theirs) = (state.spaces(attacker)?, state.spaces(target)?);
    let ways = own.spaces().flat_map(|from| theirs.spaces().map(move |to| (from, to)));
    ways.map(|(from, to)| top(game, from, to) - game.ground.level(from)).min()
}

/// The highest thing on the plain straight way from one space to another; of the last hex the space itself unless something
/// hangs over it.
fn top(game: &HeroScape, from: SpaceId, to: SpaceId) -> i16 {
    let board = &game.ground.board;
    let (start, end) = (board.hex_of(from), board.hex_of(to));
    let height = |hex: Hex| match board.hex_id(hex) {
        _ if hex == end && board.underside_above(to).is_none() => game.ground.level(to),
        Some(id) => board.highest(id),
        None => i16::MIN,
    };
    let stretches = stretches(start, end);
    let mut top = game.ground.level(to);
    for one in stretches.iter().filter(|one| one.hex != start) {
        let beside = stretches.iter().filter(|other| {
            one.along && other.along && (other.from, other.to) == (one.from, one.to)
        });
        top = top.max(beside.map(|other| height(other.hex)).fold(height(one.hex), i16::min));
    }
    for one in &stretches {
        for side in Side::ALL {
            let next = one.hex.step(side);
            let crosses = |other: &Stretch| {
                other.hex == next
                    && (other.from == one.to
                        || (one.along && other.along && other.from == one.from))
            };
            if let Some(edge) =
                board.edge_at(one.hex, side).filter(|_| stretches.iter().any(crosses))
            {
                top = top.max(edge.top());
            }
        }
    }
    top
}
