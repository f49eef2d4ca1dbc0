//! A battlefield as it is built and written down: tiles, obstacles, edge pieces, glyphs, start zones; no rule is decided here.

mod hex;
mod model;
mod pieces;
mod spaces;

pub use hex::{Hex, Side, Space};
pub use model::{
    Battlefield, EdgePlaced, GlyphPlaced, IceMode, ObstaclePiece, SnowMode, StartZone, Tile,
};
pub use pieces::{Class, Footprint, Piece, Pieces, StartColour};
