//! Boards of hexes: their spaces, ways, ranges and sight.

mod board;
mod build;
mod coordinates;
mod flat;
mod names;
mod reach;
mod sight;
mod straight;
