//! Counts the pieces a battlefield is built of, and what is missing of them in the boxes somebody owns.

use std::collections::{BTreeMap, BTreeSet};

use umpire_core::host::{Part, Parts};

use super::edges::{pieces_of, stands_on};
use super::layout::is_plain_tile;
use super::tiling::{cover, cover_from_stock};
use crate::tables::battlefield::{Battlefield, Class, Hex, Known, Piece};
use crate::tables::boxes::{Boxes, Stock};

/// The pieces of a battlefield; those of `own` are used first, where any are named.
///
/// # Errors
/// A set nobody knows.
pub fn parts(
    field: &Battlefield,
    known: &Known,
    boxes: &Boxes,
    own: &[String],
) -> Result<Parts, String> {
    let mut count =
        Count { known, needed: Stock::new(), stock: boxes.stock(own)?, notes: Vec::new() };
    let owned = count.stock.clone();
    count.tiles(field);
    count.obstacles(field);
    count.edges(field);
    let Count { needed, mut notes, .. } = count;
    let size = |code| known.pieces.by_code(code).map_or(1, |piece| piece.footprints[0].len());
    let (chosen, in_no_box) = boxes.that_hold(&needed, size);
    let missing = (!own.is_empty()).then(|| {
        let left = needed
            .iter()
            .map(|(code, count)| (*code, count.saturating_sub(*owned.get(code).unwrap_or(&0))));
        listed(&left.filter(|(_, count)| *count > 0).collect(), known)
    });
    notes.push(match own.is_empty() {
        true => {
            "large pieces are counted wherever they fit: smaller ones of a kind do as well".into()
        }
        false => {
            "found by a search that tries what you own first: with patience less may do".into()
        }
    });
    if !boxes.unknown.is_empty() {
        notes.push(format!("what these sets hold is not known: {}", boxes.unknown.join(", ")));
    }
    let (parts, in_no_box) = (listed(&needed, known), listed(&in_no_box, known));
    Ok(Parts { parts, boxes: chosen, in_no_box, missing, notes })
}

struct Count<'k> {
    known: &'k Known,
    needed: Stock,
    /// What is owned and not used yet.
    stock: Stock,
    notes: Vec<String>,
}

impl Count<'_> {
    fn need(&mut self, code: i32) {
        *self.needed.entry(code).or_default() += 1;
        self.stock.entry(code).and_modify(|left| *left = left.saturating_sub(1));
    }

    fn tiles(&mut self, field: &Battlefield) {
        let known = self.known;
        let mut kinds: BTreeMap<&str, BTreeMap<i16, BTreeSet<Hex>>> = BTreeMap::new();
        for tile in &field.tiles {
            let layers = kinds.entry(tile.kind.as_str()).or_default();
            layers.entry(tile.layer).or_default().insert(tile.hex);
        }
        for (kind, layers) in kinds {
            let of_kind: Vec<&Piece> = known
                .pieces
                .iter()
                .filter(|piece| piece.kind == kind && is_plain_tile(piece) && is_sold(piece))
                .collect();
            let whole: Vec<&BTreeSet<Hex>> = layers.values().collect();
            let stock = &self.stock;
            let in_stock = |piece: &Piece| *stock.get(&piece.code).unwrap_or(&0);
            let covered = cover_from_stock(&whole, &of_kind, in_stock);
            let usual: Vec<&Piece> = match of_kind.iter().any(|piece| !piece.newer) {
                true => of_kind.into_iter().filter(|piece| !piece.newer).collect(),
                false => of_kind,
            };
            for (layer, (laid, left)) in layers.keys().zip(covered) {
                let (further, left) = cover(&left, &usual);
                laid.iter().chain(&further).for_each(|one| self.need(one.piece.code));
                if !left.is_empty() {
                    let count = left.len();
                    let says =
                        format!("{count} hexes of `{kind}` in layer {layer}: no piece is known");
                    self.notes.push(says);
                }
            }
        }
    }

    fn obstacles(&mut self, field: &Battlefield) {
        for obstacle in &field.obstacles {
            match self.known.pieces.obstacle(&obstacle.kind).map(|piece| piece.code) {
                Some(code) => self.need(code),
                None => self
                    .notes
                    .push(format!("`{}` at {}: no piece is known", obstacle.kind, obstacle.hex)),
            }
        }
    }

    fn edges(&mut self, field: &Battlefield) {
        let mut sides: BTreeMap<(&str, i16), BTreeSet<_>> = BTreeMap::new();
        for edge in &field.edges {
            let key = (edge.kind.as_str(), edge.level);
            sides.entry(key).or_default().insert((edge.hex, edge.side));
        }
        let is_taken = stands_on(&field.edges);
        for ((kind, level), sides) in sides {
            let is_meant = |piece: &&Piece| piece.class == Class::Edge && piece.kind == kind;
            let Some(piece) = self.known.pieces.iter().find(is_meant) else {
                self.notes.push(format!(
                    "{} sides of `{kind}`, level {level}: no piece is known",
                    sides.len()
                ));
                continue;
            };
            let (laid, loose) = pieces_of(&sides, piece, &is_taken);
            laid.iter().for_each(|one| self.need(one.piece.code));
            if !loose.is_empty() {
                let count = loose.len();
                self.notes
                    .push(format!("{count} sides of `{kind}`, level {level}: no whole piece"));
            }
        }
    }
}

/// The bases of obstacles are no pieces of their own.
fn is_sold(piece: &Piece) -> bool {
    !(piece.newer && matches!(piece.footprints[0].len(), 4 | 6))
}

fn listed(stock: &Stock, known: &Known) -> Vec<Part> {
    let mut parts: Vec<Part> = stock
        .iter()
        .filter_map(|(code, count)| {
            let piece = known.pieces.by_code(*code)?;
            Some(Part {
                name: piece.name.clone(),
                kind: piece.kind.clone(),
                size: piece.footprints[0].len(),
                count: *count,
            })
        })
        .collect();
    parts.sort_by(|a, b| (&a.kind, b.size, &a.name).cmp(&(&b.kind, a.size, &b.name)));
    parts
}
