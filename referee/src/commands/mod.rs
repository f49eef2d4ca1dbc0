//! One file for each subcommand.

pub mod cards;
pub mod check;
pub mod effects;
pub mod export;
pub mod key;
pub mod los;
pub mod map;
pub mod new;
pub mod odds;
pub mod play;
pub mod question;
pub mod reach;
pub mod replay;
pub mod rules;
pub mod scenario;
pub mod schema;
pub mod table;
pub mod terrain;
