//! Boards of stacked hexes: coordinates, columns, edges, range, reach, sight.

mod board;
mod build;
mod coordinates;
mod flat;
mod names;
mod range;
mod reach;
mod rows;
#[doc(hidden)]
pub mod sight;
mod straight;

pub use board::{Board, HexId, Space, SpaceId};
pub use build::{BoardBuilder, BoardFault, BoardWarning, EdgePiece, Prism, Width};
pub use coordinates::{Hex, Level, Side};
pub use flat::hex_clear;
pub use names::{Origin, parse_hex};
pub use reach::{Reach, Steps};
pub use rows::Rows;
pub use sight::{
    Blocker, Body, Fraction, Hit, Line, Point, Scene, Sight, can_see, first_blocker, hexes_along,
    sees,
};
pub use straight::{Stretch, leads_through, stretches};
