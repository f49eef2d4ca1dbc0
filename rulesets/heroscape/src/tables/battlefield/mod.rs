//! A battlefield as it is built and written down: tiles, obstacles, edge pieces, glyphs, start zones; no rule is decided here.

mod grid;
mod hex;
mod known;
mod model;
mod patch;
mod pieces;
mod reader;
mod spaces;
mod start;
mod text_place;
mod writer;

pub use hex::{Hex, Side, Space, on_board, side_on_board};
pub use known::{Known, TileKind};
pub use model::{
    Battlefield, EdgePlaced, GlyphPlaced, IceMode, ObstaclePiece, SnowMode, StartZone, Tile,
};
pub use patch::patches;
pub use pieces::{Class, Footprint, Piece, Pieces, StartColour, Table};
pub use reader::{File, from_source, mended, named_or_written};
pub use writer::to_yaml;
