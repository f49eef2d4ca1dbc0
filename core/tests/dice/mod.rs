//! Dice are read as people type them.

mod typed;
