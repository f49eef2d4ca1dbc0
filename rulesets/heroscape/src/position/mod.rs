//! What a game is made of as data: the battlefield as it is built, the position, what may be done and what happened, and names.

pub mod action;
pub(crate) mod army;
pub mod event;
pub mod footprint;
pub mod game;
pub(crate) mod glyphs;
pub mod ground;
pub mod known;
pub mod names;
pub mod passages;
pub mod setup;
pub mod state;
pub mod step;
pub mod structures;
pub mod terms;
