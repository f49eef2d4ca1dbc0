//! A battlefield drawn at random: hills, water, woods, walls of one half, and the same turned by half.

use super::strokes::Drawing;
use super::turned::both_sides;
use crate::tables::battlefield::{
    self, Battlefield, GlyphPlaced, Hex, ObstaclePiece, Side, Space, StartZone, Tile,
};
use crate::tables::catalog::Catalog;
use crate::words::drawing::Known;
use crate::words::drawing::battlefield::Pieces;
use umpire_core::data::Files;
use umpire_core::host::{Half, Recipe};
use umpire_core::ruleset::GameTables;

/// Columns and rows where none are asked for.
const SIZE: (u16, u16) = (18, 16);
/// The smallest and the largest that is drawn.
const LEAST: i16 = 8;
const MOST: i16 = 60;
/// Spaces of a start zone: room for an army of some 500 points.
const START: usize = 24;

/// The text of a battlefield by a recipe.
pub fn drawn(
    data: &Files,
    recipe: &Recipe,
    die: &mut dyn FnMut(u32) -> u32,
) -> Result<String, String> {
    let told = |faults: Vec<umpire_core::data::DataError>| {
        faults.first().map_or(String::new(), ToString::to_string)
    };
    let catalog = Catalog::read(data).map_err(told)?;
    let known = Known::of_tables(&catalog, Pieces::of_tables(data).map_err(told)?);
    let (columns, rows) = recipe.size.unwrap_or(SIZE);
    let (columns, rows) =
        (i16::try_from(columns).unwrap_or(MOST + 1), i16::try_from(rows).unwrap_or(MOST + 1));
    if !(LEAST..=MOST).contains(&columns) || !(LEAST..=MOST).contains(&rows) {
        return Err(format!("battlefields of {LEAST} to {MOST} columns and rows are drawn"));
    }
    // Of an even number of rows, one half turned by half is the other.
    let rows = rows + (rows & 1);
    let field = Battlefield { name: recipe.name.clone(), ..Battlefield::default() };
    let mut drawing = Drawing { known: &known, field, under: "grass".to_string() };
    let mut sower = Sower { drawing: &mut drawing, columns, half: rows / 2, die };
    sower.floor(rows);
    let density = i16::from(recipe.density.clamp(1, 5));
    let area = columns * (rows / 2);
    for _ in 0..(area * density / 90).max(1) {
        sower.hill()?;
    }
    for _ in 0..area * density / 160 {
        sower.pond()?;
    }
    for _ in 0..area * density / 45 {
        sower.tree();
    }
    sower.start();
    sower.glyph();
    both_sides(&mut drawing, Half::Upper)?;
    drawing.field.sort();
    Ok(battlefield::to_yaml(&drawing.field, &known))
}

/// Whoever puts things down at random, in the upper half.
struct Sower<'s, 'k> {
    drawing: &'s mut Drawing<'k>,
    columns: i16,
    half: i16,
    die: &'s mut dyn FnMut(u32) -> u32,
}

impl Sower<'_, '_> {
    fn number(&mut self, below: i16) -> i16 {
        i16::try_from((self.die)(u32::try_from(below.max(1)).unwrap_or(1))).unwrap_or(0)
    }

    fn floor(&mut self, rows: i16) {
        for row in 0..rows {
            for column in 0..self.columns {
                let (layer, kind) = (1, "grass".to_string());
                self.drawing.field.tiles.push(Tile { layer, hex: Hex { column, row }, kind });
            }
        }
    }

    /// A hex of the upper half that is not in the start zone.
    fn somewhere(&mut self) -> Hex {
        let column = 1 + self.number(self.columns - 2);
        let row = 3 + self.number(self.half - 3);
        Hex { column, row }
    }

    fn around(&mut self, middle: Hex, kind: &str, level: i16) -> Result<(), String> {
        let near = Side::ALL.map(|side| middle.across(side));
        for hex in std::iter::once(middle).chain(near) {
            let inside =
                (0..self.columns).contains(&hex.column) && (3..self.half).contains(&hex.row);
            if inside {
                self.drawing.paint(hex, kind, Some(level))?;
            }
        }
        Ok(())
    }

    fn hill(&mut self) -> Result<(), String> {
        let middle = self.somewhere();
        let beside = middle.across(Side::ALL[usize::try_from(self.number(6)).unwrap_or(0)]);
        self.around(middle, "grass", 2)?;
        self.around(beside, "grass", 2)?;
        let stone = if self.number(2) == 0 { "rock" } else { "grass" };
        self.around(middle, stone, 3)?;
        if self.number(2) == 0 {
            self.drawing.paint(middle, "rock", Some(4))?;
        }
        Ok(())
    }

    fn pond(&mut self) -> Result<(), String> {
        let mut hex = self.somewhere();
        for _ in 0..4 + self.number(4) {
            let inside =
                (0..self.columns).contains(&hex.column) && (3..self.half).contains(&hex.row);
            if inside && self.drawing.top(hex).is_some_and(|tile| tile.layer == 1) {
                self.drawing.paint(hex, "water", Some(1))?;
            }
            hex = hex.across(Side::ALL[usize::try_from(self.number(6)).unwrap_or(0)]);
        }
        Ok(())
    }

    fn tree(&mut self) {
        let hex = self.somewhere();
        let kinds = ["tree_10", "tree_11", "tree_12"];
        let kind = kinds[usize::try_from(self.number(3)).unwrap_or(0)].to_string();
        let stands = self.drawing.top(hex).is_some_and(|tile| tile.kind != "water");
        let taken = self.drawing.field.obstacles.iter().any(|piece| piece.hex == hex);
        if let (true, false, Some(level)) = (stands, taken, self.drawing.surface(hex)) {
            self.drawing.field.obstacles.push(ObstaclePiece { hex, level, kind, rotation: 0 });
        }
    }

    /// Both start zones; the one below is that of the other side.
    fn start(&mut self) {
        let columns = self.columns;
        let all = (0..3).flat_map(|row| (0..columns).map(move |column| Hex { column, row }));
        // The middle of the first rows, so that flanks stay open.
        let wide = i16::try_from(START.div_ceil(3)).unwrap_or(8).min(columns);
        let from = (columns - wide) / 2;
        let inside = all.filter(|hex| (from..from + wide).contains(&hex.column));
        let spaces = inside.take(START).map(|hex| Space { hex, level: 1 }).collect();
        let (name, colour) = (String::new(), String::new());
        self.drawing.field.start.push(StartZone { seat: 'A', name, colour, spaces });
    }

    fn glyph(&mut self) {
        for _ in 0..20 {
            let hex = self.somewhere();
            let stands = self.drawing.top(hex).is_some_and(|tile| tile.kind != "water");
            let taken = self.drawing.field.obstacles.iter().any(|piece| piece.hex == hex);
            if let (true, false, Some(level)) = (stands, taken, self.drawing.surface(hex)) {
                let space = Space { hex, level };
                let glyph = GlyphPlaced { space, kind: None, letter: None, face_up: false };
                self.drawing.field.glyphs.push(glyph);
                return;
            }
        }
    }
}
