//! The rules of play by chapter: pure functions over a position and the tables.

pub mod melee;
pub mod morale;
pub mod movement;
pub mod objectives;
pub mod shooting;
pub mod sight;
