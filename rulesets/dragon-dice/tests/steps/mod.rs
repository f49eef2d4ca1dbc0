//! Tests of the steps of a turn, each in positions of its own.

mod dragons;
mod eighth;
mod icons;
mod magic;
mod minor;
mod setup;
mod species;
