//! What the parts of Dragon Dice do that no scenario can tell: tables, rolls, steps in staged positions, odds.

mod catalog;
mod roll;
mod staged;
mod steps;
mod words;
