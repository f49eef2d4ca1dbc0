//! What lies where on a battlefield.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side, Space};

/// Everything put on the table before figures are.
///
/// Layers count from 1. A land tile of layer n fills n-1 to n and its surface is at level n; a fluid tile (water, ice, lava, swamp water,
/// shadow) of layer n has its surface at level n-1. Lists are kept in the order of [`Battlefield::sort`], so that equal battlefields are
/// equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Battlefield {
    /// What it is called.
    pub name: String,
    /// Who built it; may be empty.
    pub author: String,
    /// Anything a map maker wants to say; may be empty.
    pub notes: String,
    /// Snow as the scenario declares it.
    pub snow: SnowMode,
    /// Ice as the scenario declares it.
    pub ice: IceMode,
    /// One entry for each hex a tile covers.
    pub tiles: Vec<Tile>,
    /// What fills hexes.
    pub obstacles: Vec<ObstaclePiece>,
    /// What stands on sides of hexes.
    pub edges: Vec<EdgePlaced>,
    /// Glyphs, known and hidden.
    pub glyphs: Vec<GlyphPlaced>,
    /// Where armies begin.
    pub start: Vec<StartZone>,
}

/// What snow does here (HS-5.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SnowMode {
    /// Plain ground.
    #[default]
    Normal,
    /// Each space counts as two.
    Heavy,
}

/// What ice does here (HS-5.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum IceMode {
    /// Plain ground.
    #[default]
    Normal,
    /// Each space counts as two.
    Slippery,
}

/// A tile on one hex.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Tile {
    /// From 1.
    pub layer: i16,
    /// Where.
    pub hex: Hex,
    /// Id of its row in the terrain table.
    pub kind: String,
}

/// A piece that fills the hexes of its footprint.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct ObstaclePiece {
    /// The hex its footprint starts from.
    pub hex: Hex,
    /// The level it stands on.
    pub level: i16,
    /// Id of its row in the terrain table.
    pub kind: String,
    /// Sixths of a turn, clockwise: 0..=5.
    pub rotation: u8,
}

/// One wall, ladder or battlement on one side of a hex.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct EdgePlaced {
    /// The hex it belongs to: its inner side, where that matters.
    pub hex: Hex,
    /// The side of that hex.
    pub side: Side,
    /// The level it stands on (HS-5.6.1).
    pub level: i16,
    /// Id of its row in the terrain table.
    pub kind: String,
}

/// A glyph on a space.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct GlyphPlaced {
    /// The space it lies on.
    pub space: Space,
    /// Its id; none if it is drawn at random when the game is set up.
    pub kind: Option<String>,
    /// The letter printed on a glyph of which no more is known.
    pub letter: Option<char>,
    /// Whether all may read it.
    pub face_up: bool,
}

/// Spaces on which one army begins.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct StartZone {
    /// The seat: `A`, `B`, and so on.
    pub seat: char,
    /// What the map maker calls it; may be empty.
    pub name: String,
    /// Name of its colour, or `#rrggbb`; may be empty.
    pub colour: String,
    /// Sorted, each once.
    pub spaces: Vec<Space>,
}

impl Battlefield {
    /// Layers a battlefield may have.
    pub const MOST_LAYERS: i16 = 100;

    /// Puts every list in its one order.
    pub fn sort(&mut self) {
        self.tiles.sort();
        self.obstacles.sort();
        self.edges.sort();
        self.glyphs.sort();
        self.start.sort();
        for zone in &mut self.start {
            zone.spaces.sort();
            zone.spaces.dedup();
        }
    }

    /// Columns and rows from 0 up to the last with a tile, obstacle or edge piece.
    pub fn size(&self) -> (i16, i16) {
        let hexes = self.tiles.iter().map(|tile| tile.hex);
        let hexes = hexes.chain(self.obstacles.iter().map(|piece| piece.hex));
        let hexes = hexes.chain(self.edges.iter().map(|piece| piece.hex));
        hexes.fold((0, 0), |(columns, rows), hex| {
            (columns.max(hex.column.saturating_add(1)), rows.max(hex.row.saturating_add(1)))
        })
    }
}
