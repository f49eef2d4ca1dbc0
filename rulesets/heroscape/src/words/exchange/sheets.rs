//! A page for each layer of a battlefield: which piece lies where, over what lies below.

use std::collections::{BTreeMap, BTreeSet};

use umpire_core::hex::{HEX_WIDTH, corners_around};
use umpire_core::host::Sheet;
use umpire_core::scene::{Paint, Scene, Shape, seat_colour};
use umpire_core::seat::Seat;

use super::layout::is_plain_tile;
use super::tiling::{Laid, cover};
use crate::tables::battlefield::{Battlefield, Hex, Known, Piece, Side};

/// Colour of lines and letters.
const INK: &str = "#33332e";
/// Colour of what lies below.
const BELOW: &str = "#e4e2da";

/// The pages, the lowest layer first; `colour` is that of a kind of tile.
pub fn sheets(field: &Battlefield, known: &Known, colour: impl Fn(&str) -> String) -> Vec<Sheet> {
    let mut layers: BTreeMap<i16, BTreeMap<&str, BTreeSet<Hex>>> = BTreeMap::new();
    for tile in &field.tiles {
        let kinds = layers.entry(tile.layer).or_default();
        kinds.entry(tile.kind.as_str()).or_default().insert(tile.hex);
    }
    let pieces: Vec<&Piece> =
        known.pieces.iter().filter(|piece| is_plain_tile(piece) && !piece.newer).collect();
    let newer: Vec<&Piece> = known.pieces.iter().filter(|piece| is_plain_tile(piece)).collect();
    let mut below: BTreeSet<Hex> = BTreeSet::new();
    let mut pages = Vec::new();
    for (layer, kinds) in layers {
        let mut page = Page::default();
        below.iter().for_each(|hex| page.hex(*hex, BELOW));
        for (kind, hexes) in &kinds {
            let of =
                |pieces: &[&'_ Piece]| -> bool { pieces.iter().any(|piece| piece.kind == *kind) };
            let usable = if of(&pieces) { &pieces } else { &newer };
            let of_kind: Vec<&Piece> =
                usable.iter().filter(|piece| piece.kind == *kind).copied().collect();
            let (laid, left) = cover(hexes, &of_kind);
            hexes.iter().for_each(|hex| page.hex(*hex, &colour(kind)));
            laid.iter().for_each(|one| page.piece(one));
            left.iter().for_each(|hex| page.words(*hex, "?", 0.5));
        }
        page.upright(field, known, layer);
        page.marks(field, layer);
        let title = format!("{}, level {layer}", field.name);
        pages.push(Sheet { title, scene: Scene { shapes: page.shapes, ..Scene::default() } });
        below.extend(kinds.into_values().flatten());
    }
    pages
}

#[derive(Default)]
struct Page {
    shapes: Vec<Shape>,
}

/// The middle of a hex in plan units: a hex is two units high.
fn middle(hex: Hex) -> (f32, f32) {
    let (column, row) = (f32::from(hex.column), f32::from(hex.row));
    let shift = if hex.row & 1 == 1 { 0.5 } else { 0.0 };
    (HEX_WIDTH * (column + shift), 1.5 * row)
}

/// Corners, the north one first, clockwise.
fn corners(hex: Hex, radius: f32) -> [(f32, f32); 6] {
    corners_around(middle(hex), radius)
}

/// The ends of a side.
fn ends(hex: Hex, side: Side, radius: f32) -> [(f32, f32); 2] {
    let first = (side as usize + 1) % 6;
    let all = corners(hex, radius);
    [all[first], all[(first + 1) % 6]]
}

impl Page {
    fn hex(&mut self, hex: Hex, colour: &str) {
        let paint = Paint::filled(colour, "#b9b6ab", 0.02);
        self.shapes.push(Shape::Polygon { points: corners(hex, 1.0).to_vec(), paint });
    }

    fn words(&mut self, hex: Hex, words: &str, size: f32) {
        let (words, colour) = (words.to_owned(), INK.to_owned());
        self.shapes.push(Shape::Text { at: middle(hex), size, words, colour });
    }

    /// The outline of a piece, and how many hexes it has.
    fn piece(&mut self, laid: &Laid) {
        let hexes: Vec<Hex> = laid.piece.hexes(laid.hex, laid.rotation).collect();
        for &hex in &hexes {
            for side in Side::ALL.into_iter().filter(|side| !hexes.contains(&hex.across(*side))) {
                self.line(ends(hex, side, 0.97), INK, 0.1, false);
            }
        }
        if let Some(&first) = hexes.get(hexes.len() / 2).filter(|_| hexes.len() > 1) {
            self.words(first, &hexes.len().to_string(), 0.6);
        }
    }

    fn line(&mut self, points: [(f32, f32); 2], colour: &str, width: f32, dashed: bool) {
        let paint = Paint { dashed, ..Paint::stroked(colour, width) };
        self.shapes.push(Shape::Line { points: points.to_vec(), paint });
    }

    /// What stands at the foot or on the surface of a layer; on the lowest also what stands on the table.
    fn upright(&mut self, field: &Battlefield, known: &Known, layer: i16) {
        let is_here = |level: i16| level == layer || (layer == 1 && level <= 0);
        for piece in field.obstacles.iter().filter(|piece| is_here(piece.level)) {
            for (hex, _) in known.pieces.filled(piece) {
                let paint = Paint { fill: None, ..Paint::stroked(INK, 0.06) };
                self.shapes.push(Shape::Circle { centre: middle(hex), radius: 0.6, paint });
            }
            self.words(piece.hex, &piece.kind.replace('_', " "), 0.3);
        }
        for edge in field.edges.iter().filter(|edge| is_here(edge.level)) {
            self.line(ends(edge.hex, edge.side, 1.0), "#8b1a1a", 0.2, false);
        }
    }

    fn marks(&mut self, field: &Battlefield, layer: i16) {
        let is_here = |level: i16| level == layer || (layer == 1 && level <= 0);
        for zone in &field.start {
            let number = u8::try_from(u32::from(zone.seat).saturating_sub(u32::from('A')));
            let colour = seat_colour(Seat(number.unwrap_or(0)));
            for space in zone.spaces.iter().filter(|space| is_here(space.level)) {
                let paint = Paint { dashed: true, ..Paint::stroked(colour, 0.08) };
                self.shapes
                    .push(Shape::Polygon { points: corners(space.hex, 0.8).to_vec(), paint });
            }
        }
        for glyph in field.glyphs.iter().filter(|glyph| is_here(glyph.space.level)) {
            let word = glyph.kind.clone().or(glyph.letter.map(String::from));
            let word = word.filter(|_| glyph.face_up).unwrap_or("?".into());
            self.words(glyph.space.hex, &word, 0.35);
        }
    }
}
