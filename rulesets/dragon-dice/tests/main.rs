//! What the parts of Dragon Dice do that no scenario can tell: tables, rolls, steps in staged positions, odds.

mod rules;
mod staged;
mod steps;
mod tables;
mod words;
