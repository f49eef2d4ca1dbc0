//! What the parts of EA-Heresy do that no scenario can tell: tables, ground, steps in staged positions, odds.

mod area;
mod bots;
mod catalog;
mod drawing;
mod invariants;
mod position;
mod scene_labels;
mod sight;
mod staged;
mod steps;
mod words;
