//! Sight on an open table: which bases see which over, into and past pieces of ground.

mod between;
mod broad_phase;
mod field;
#[doc(hidden)]
pub mod fine;
#[doc(hidden)]
pub mod grid;
mod hidden;
#[doc(hidden)]
pub mod judge;
#[doc(hidden)]
pub mod look;
mod parts;
mod search;
mod segment;
mod separate;
mod told;
mod touching;

pub use between::{Between, EdgePart, Side, coarse};
pub use field::Field;
pub use fine::FINE;
pub use parts::{Bearing, Body, Class, Piece, PlainSight, SightRules};
pub use told::{BlockedBy, Obscured, Sight};
