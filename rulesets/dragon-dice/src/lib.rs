//! The rules of Dragon Dice on Umpire: its tables, its editions and its rules.

mod amend;
mod game;
mod hosting;
pub mod position;
#[doc(hidden)]
pub mod rules;
mod scenario;
pub mod steps;
pub mod tables;
pub mod words;

pub use position::game::DragonDice;
pub use tables::rule::Rule;
