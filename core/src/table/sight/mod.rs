//! Sight on an open table: which bases see which over, into and past pieces of ground.

mod amid;
mod field;
mod fine;
mod grid;
mod hidden;
mod judge;
mod pair;
mod parts;
mod plain;
mod search;
mod segment;
mod sieve;
mod told;

#[cfg(test)]
mod tests;

pub use field::Field;
pub use parts::{Body, Class, FeatureTall, Party, Piece, SeeOver, SightRules};
pub use told::{BlockedBy, Obscured, Overseen, Sight};
