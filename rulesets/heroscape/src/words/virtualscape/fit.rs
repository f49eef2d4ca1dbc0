//! Takes from an imported battlefield what no board can be made of, with a warning for each piece.

use std::collections::{BTreeMap, BTreeSet};

use super::report::{Report, Warning};
use crate::tables::battlefield::{Battlefield, EdgePlaced, Hex, Known, ObstaclePiece, Side};
use crate::tables::catalog::Terrain;

/// Leaves of a field what a board is made of; what was taken away is told in the report.
pub fn fit(field: &mut Battlefield, known: &Known, terrain: &Terrain, report: &mut Report) {
    let mut filled = Filled::default();
    field.obstacles.retain(|piece| filled.takes(piece, known, terrain, report));
    let tiles = field.tiles.iter().map(|tile| tile.hex);
    let hexes: BTreeSet<Hex> = tiles.chain(filled.0.into_keys()).collect();
    let mut sides = BTreeSet::new();
    field.edges.retain(|edge| stands(edge, &hexes, &mut sides, terrain, report));
    let spaces = field.spaces(&known.pieces, &|kind| known.is_fluid(kind));
    let refuses = |kind: &&str| known.tiles.get(*kind).is_some_and(|tile| tile.refuses_glyphs);
    let refusing: BTreeSet<_> =
        spaces.iter().filter(|(_, kind)| refuses(kind)).map(|(space, _)| *space).collect();
    field.glyphs.retain(|glyph| {
        let fits = !refusing.contains(&glyph.space);
        if !fits {
            report.warn(Warning::NoGlyph { space: glyph.space });
        }
        fits
    });
}

/// The obstacles of each hex: foot, top, and which it is.
#[derive(Default)]
struct Filled(BTreeMap<Hex, Vec<(i16, i16, String)>>);

impl Filled {
    /// Puts an obstacle up unless another stands in its way, as a board understands it.
    fn takes(
        &mut self,
        piece: &ObstaclePiece,
        known: &Known,
        terrain: &Terrain,
        report: &mut Report,
    ) -> bool {
        let row = terrain.obstacle_named(&piece.kind).map(|kind| &terrain.obstacles[kind]);
        let heights = row.map_or(&[][..], |row| &row.heights);
        let height = |at: usize| heights.get(at).or(heights.last()).copied().unwrap_or(0);
        let (foot, hexes) = (piece.level, known.pieces.filled(piece));
        let tops = hexes.iter().enumerate().map(|(at, (hex, _))| (*hex, foot + height(at)));
        let tops: Vec<(Hex, i16)> = tops.collect();
        for (hex, top) in &tops {
            let meets = |(low, high, _): &&(i16, i16, String)| {
                *low == foot || (*low < *top && foot < *high)
            };
            let other = self.0.get(hex).and_then(|others| others.iter().find(meets));
            if let Some((_, _, kept)) = other {
                let (kept, left_out) = (kept.clone(), piece.kind.clone());
                let layer = foot + 1;
                report.warn(Warning::SamePlace { hex: *hex, layer, kept, left_out });
                return false;
            }
        }
        for (hex, top) in tops {
            self.0.entry(hex).or_default().push((foot, top, piece.kind.clone()));
        }
        true
    }
}

/// Whether an edge piece has a hex beside it and its side for itself; one that does nothing may stand anywhere.
fn stands(
    edge: &EdgePlaced,
    hexes: &BTreeSet<Hex>,
    sides: &mut BTreeSet<(Hex, Side)>,
    terrain: &Terrain,
    report: &mut Report,
) -> bool {
    let row = terrain.edge_named(&edge.kind).map(|kind| &terrain.edges[kind]);
    if !row.is_some_and(|row| row.does_something()) {
        return true;
    }
    let (hex, side, piece) = (edge.hex, edge.side, edge.kind.clone());
    let beyond = hex.across(side);
    if !hexes.contains(&hex) && !hexes.contains(&beyond) {
        report.warn(Warning::LooseEdge { piece, hex, side });
        return false;
    }
    if row.is_some_and(|row| row.rung.is_some()) {
        // Ladders stand one on the other.
        return true;
    }
    let is_free = sides.insert((hex, side)) && sides.insert((beyond, side.opposite()));
    if !is_free {
        report.warn(Warning::SecondEdge { piece, hex, side });
    }
    is_free
}
