//! The names a battlefield may use: what the terrain and glyph tables say of them, and the shapes of pieces.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::{Class, Pieces};
use crate::tables::catalog::{Catalog, Tile};

/// Everything a battlefield may be built of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Tiles by id.
    pub tiles: BTreeMap<String, TileKind>,
    /// Ids of obstacles.
    pub obstacles: BTreeSet<String>,
    /// Ids of edge pieces.
    pub edges: BTreeSet<String>,
    /// Ids of glyphs.
    pub glyphs: BTreeSet<String>,
    /// Footprints of obstacles.
    pub pieces: Pieces,
}

/// What writing and reading a battlefield needs to know of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileKind {
    /// Its letter in text grids, unless a battlefield's legend says otherwise.
    pub letter: Option<char>,
    /// Adds no level.
    pub fluid: bool,
    /// No glyph may lie on it.
    pub refuses_glyphs: bool,
}

impl Known {
    /// Everything a battlefield may name, from the tables.
    pub fn of_tables(catalog: &Catalog, pieces: Pieces) -> Known {
        let tile = |tile: &Tile| {
            let kind = TileKind {
                letter: Some(tile.letter),
                fluid: !tile.thick,
                refuses_glyphs: tile.refuses_glyphs(),
            };
            (tile.id.clone(), kind)
        };
        Known {
            tiles: catalog.terrain.tiles.iter().map(tile).collect(),
            obstacles: catalog.terrain.obstacles.iter().map(|row| row.id.clone()).collect(),
            edges: catalog.terrain.edges.iter().map(|row| row.id.clone()).collect(),
            glyphs: catalog.glyphs.iter().map(|glyph| glyph.id.clone()).collect(),
            pieces,
        }
    }

    /// What the catalog of pieces alone can tell: no letters, and no tiles of which no file has a code.
    pub fn of_pieces(pieces: Pieces) -> Known {
        let of_class = |class: Class| {
            let kinds = pieces.iter().filter(move |piece| piece.class == class);
            kinds.map(|piece| piece.kind.clone())
        };
        let tile = |fluid: bool| TileKind { fluid, ..TileKind::default() };
        let land = of_class(Class::Land).map(|kind| (kind, tile(false)));
        let fluid = of_class(Class::Fluid).map(|kind| (kind, tile(true)));
        Known {
            tiles: land.chain(fluid).collect(),
            obstacles: of_class(Class::Obstacle).collect(),
            edges: of_class(Class::Edge).collect(),
            glyphs: pieces.glyphs.values().cloned().collect(),
            pieces,
        }
    }

    /// Whether a kind of tile adds no level.
    pub fn is_fluid(&self, kind: &str) -> bool {
        self.tiles.get(kind).is_some_and(|tile| tile.fluid)
    }
}
