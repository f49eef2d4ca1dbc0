//! Tests of the steps of a turn, each on staged positions.

mod actions;
mod assault;
mod harm;
mod movement;
mod shooting;
