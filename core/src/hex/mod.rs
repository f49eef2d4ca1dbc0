//! Boards of stacked hexes: coordinates, columns, edges, range, reach, sight.
//!
//! A [`Hex`] is a place of the plan, a [`HexId`] the same as a number on one [`Board`], a [`SpaceId`] one of the spaces above
//! it, where a figure stands. A board of one space a hex, written in letters, is a [`Plan`], which a new game begins with; whether
//! the line from hex to hex is clear of others is [`hex_clear`]. Others are put together by [`BoardBuilder`]. Where there are heights, a [`Scene`] of bodies and
//! prisms tells who sees whom ([`sees`], [`can_see`]), and by [`first_blocker`] what is in the way.

mod board;
mod build;
mod coordinates;
mod drawn;
mod flat;
mod names;
mod range;
mod reach;
mod rows;
#[doc(hidden)]
pub mod sight;
mod straight;
mod tiling;

pub use board::{Board, HexId, Space, SpaceId};
pub use build::{BoardBuilder, BoardFault, BoardWarning, EdgePiece, Prism, Width};
pub use coordinates::{Hex, Level, Side};
pub use drawn::{HEX_WIDTH, corners_around, drawn};
pub use flat::hex_clear;
pub(crate) use names::cell_name;
pub use names::{Origin, parse_hex};
pub use reach::{Reach, Steps};
pub use rows::Rows;
pub use sight::{
    Blocker, Body, Hit, Line, Point, Scene, Sight, can_see, first_blocker, hexes_along, sees,
};
pub use straight::{Stretch, leads_through, stretches};
pub use tiling::{Plan, Token, Ways};
