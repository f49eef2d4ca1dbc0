//! Finds the walls, ladders and battlements whose sides are the edges of a battlefield.

use std::collections::BTreeSet;

use super::tiling::Laid;
use crate::tables::battlefield::{EdgePlaced, Hex, Piece, Side};

/// How far the hex a piece is placed by lies from any of its hexes.
const FARTHEST: i16 = 4;

/// The pieces that edges of one kind and level are made of, and the edges that belong to no whole piece.
///
/// A piece may go along a side that another piece already takes; `taken` says so.
pub fn pieces_of<'p>(
    edges: &BTreeSet<(Hex, Side)>,
    piece: &'p Piece,
    taken: impl Fn(Hex, Side) -> bool,
) -> (Vec<Laid<'p>>, Vec<(Hex, Side)>) {
    let mut left = edges.clone();
    let (mut laid, mut loose) = (Vec::new(), Vec::new());
    while let Some(&edge) = left.iter().next() {
        let fits = candidates(edge.0, piece).filter_map(|one| {
            let sides = piece.sides(one.hex, one.rotation);
            let found = sides.iter().filter(|side| left.contains(side)).count();
            let fits = sides.contains(&edge)
                && sides.iter().all(|side| left.contains(side) || taken(side.0, side.1));
            fits.then_some((found, one, sides))
        });
        // The first of those that take the most.
        let best = fits.reduce(|best, one| if one.0 > best.0 { one } else { best });
        match best {
            Some((_, one, sides)) => {
                left.retain(|side| !sides.contains(side));
                laid.push(one);
            }
            None => {
                left.remove(&edge);
                loose.push(edge);
            }
        }
    }
    (laid, loose)
}

fn candidates(near: Hex, piece: &Piece) -> impl Iterator<Item = Laid<'_>> {
    let steps = -FARTHEST..=FARTHEST;
    let places = steps.clone().flat_map(move |rows| {
        steps.clone().map(move |columns| Hex {
            column: near.column.saturating_add(columns),
            row: near.row.saturating_add(rows),
        })
    });
    places.flat_map(move |hex| (0..6).map(move |rotation| Laid { piece, hex, rotation }))
}

/// Whether one of the edges stands on a side, seen from either of its hexes.
pub fn stands_on(edges: &[EdgePlaced]) -> impl Fn(Hex, Side) -> bool {
    let all: BTreeSet<(Hex, Side)> = edges
        .iter()
        .flat_map(|edge| {
            [(edge.hex, edge.side), (edge.hex.across(edge.side), edge.side.opposite())]
        })
        .collect();
    move |hex, side| all.contains(&(hex, side))
}
