//! What is true of every tabletop game: the contract a ruleset fulfils, and what all of them share.
//!
//! Nothing in this crate reads a file, prints, rolls a die or knows the time.

pub mod data;
pub mod hex;
