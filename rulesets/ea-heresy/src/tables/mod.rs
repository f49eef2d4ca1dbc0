//! What never changes during a game: rules by id, editions, and rows of units, weapons, ground and armies.

pub mod catalog;
pub mod edition;
pub mod rule;
