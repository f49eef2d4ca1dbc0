//! The position as data: dice and where they lie, what lasts, what is being done, decisions and events.

pub mod action;
pub mod amendment;
pub(crate) mod dice_list;
pub mod event;
pub mod game;
pub(crate) mod gazes;
pub mod lasting;
#[doc(hidden)]
pub mod names;
pub mod pieces;
pub mod roll;
pub mod setup;
pub mod stack;
pub mod state;
