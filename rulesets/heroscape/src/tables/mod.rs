//! Rule index, editions, and the tables of cards, terrain, glyphs, dice and pieces: rows read from data, and their checks.

pub mod abilities;
pub mod battlefield;
pub mod boxes;
pub mod catalog;
pub mod edition;
pub mod rule;
