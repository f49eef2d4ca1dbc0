//! A battle as data: what it is played with, where units stand, what is being done, and what these are called.

pub mod action;
pub mod amendment;
pub mod area;
pub mod board;
#[doc(hidden)]
pub mod called;
pub mod event;
pub mod game;
pub(crate) mod known_sights;
pub mod model;
pub(crate) mod names;
pub mod numbers;
pub mod setup;
pub mod sheets;
pub mod state;
pub mod step;
pub mod units;
