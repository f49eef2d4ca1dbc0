//! Lobbed attacks: whether what they are thrown over rises above their limit (HS-7.4.8).

use crate::game::HeroScape;
use crate::state::{FigureId, State};
use umpire_core::hex::{Hex, Side, SpaceId};

/// The part of a straight way that lies in a hex, from and to in parts of `whole`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    hex: Hex,
    from: i64,
    to: i64,
    /// Whether it only runs along a side of the hex.
    along: bool,
}

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

/// The hexes that the straight way between the middles of two meets, more than in a point.
fn stretches(start: Hex, end: Hex) -> Vec<Stretch> {
    let way = (i64::from(end.q) - i64::from(start.q), i64::from(end.r) - i64::from(start.r));
    // A hex is where three sums of a point's offset from its middle lie between -1 and 1.
    let sums = |(q, r): (i64, i64)| [2 * q + r, q + 2 * r, q - r];
    let slopes = sums(way);
    let whole: i64 = slopes.iter().filter(|slope| **slope != 0).map(|slope| slope.abs()).product();
    let span = |a: i16, b: i16| a.min(b) - 1..=a.max(b) + 1;
    let hexes =
        span(start.q, end.q).flat_map(|q| span(start.r, end.r).map(move |r| Hex::new(q, r)));
    let stretch = |hex: Hex| {
        let offset = (i64::from(start.q) - i64::from(hex.q), i64::from(start.r) - i64::from(hex.r));
        let (mut from, mut to, mut along) = (0, whole, false);
        for (at, slope) in sums(offset).into_iter().zip(slopes) {
            if slope == 0 {
                along |= at.abs() == 1;
                if at.abs() > 1 {
                    return None;
                }
                continue;
            }
            let part = |bound: i64| (bound - at) * whole / slope;
            let (one, other) = (part(-1), part(1));
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        (from < to).then_some(Stretch { hex, from, to, along })
    };
    hexes.filter_map(stretch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(to: Hex) -> Vec<(Hex, bool)> {
        let mut found = stretches(Hex::new(0, 0), to);
        found.sort_by_key(|one| (one.from, one.hex.r));
        found.into_iter().map(|one| (one.hex, one.along)).collect()
    }

    #[test]
    fn straight_rows_meet_their_own_hexes() {
        let row = [0, 1, 2, 3].map(|q| (Hex::new(q, 0), false));
        assert_eq!(met(Hex::new(3, 0)), row);
    }

    #[test]
    fn a_way_over_corners_runs_along_the_side_between() {
        let (one, other) = (Hex::new(1, -1), Hex::new(1, 0));
        let expected =
            [(Hex::new(0, 0), false), (one, true), (other, true), (Hex::new(2, -1), false)];
        assert_eq!(met(Hex::new(2, -1)), expected);
    }

    #[test]
    fn a_slanting_way_meets_what_it_passes_through() {
        let expected = [(0, 0), (1, 0), (1, 1), (2, 1)].map(|(q, r)| (Hex::new(q, r), false));
        assert_eq!(met(Hex::new(2, 1)), expected);
    }
}
