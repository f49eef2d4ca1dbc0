//! The rules that need nothing but a position and the tables: who sees whom, who may go where, what holds, how many dice.

pub(crate) mod activation;
pub(crate) mod blow;
pub(crate) mod counting;
mod cover;
pub(crate) mod defense;
pub mod dice;
pub(crate) mod doorways;
pub(crate) mod engagement;
pub(crate) mod fitting;
pub(crate) mod flights;
pub(crate) mod frozen;
pub(crate) mod glyph_effects;
pub(crate) mod hazards;
pub(crate) mod held;
pub(crate) mod holds;
#[doc(hidden)]
pub mod invariants;
pub(crate) mod ladder;
pub mod move_points;
#[doc(hidden)]
pub mod reach;
pub(crate) mod roaming;
pub(crate) mod run;
pub mod sight;
pub(crate) mod view;
pub(crate) mod walker;
