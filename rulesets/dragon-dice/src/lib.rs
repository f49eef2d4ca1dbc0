//! The rules of Dragon Dice on Umpire: its tables, its editions and its rules.

pub mod action;
pub mod amend;
pub mod catalog;
pub mod edition;
pub mod event;
#[doc(hidden)]
pub mod force;
mod game;
mod hosting;
mod invariants;
#[doc(hidden)]
pub mod items;
mod leaving;
pub mod pieces;
pub mod position;
pub mod roll;
pub mod rule;
mod scenario;
pub mod state;
pub mod steps;
mod view;
pub mod words;

pub use game::DragonDice;
pub use rule::Rule;
