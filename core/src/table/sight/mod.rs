//! Sight on an open table: which bases see which over, into and past pieces of ground.

mod field;
mod parts;
mod told;

pub use field::Field;
pub use parts::{Body, Class, FeatureTall, Party, Piece, SeeOver, SightRules};
pub use told::{BlockedBy, Obscured, Overseen, Sight};
