//! The programs people run: play, judge and check games under their real rules. No rule is decided here.

pub mod bots;
pub mod command_line;
pub mod commands;
pub mod console;
pub mod dice_source;
pub mod effects;
pub mod files;
pub mod library;
pub mod look_up;
pub mod opening;
pub mod patience;
pub mod print;
pub mod program;
pub mod prompt;
pub mod save;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;
pub mod signing;
#[cfg(feature = "serve")]
pub mod store;
pub mod taking_back;
pub mod terminal;
pub mod trouble;
pub mod watch;
pub mod words;
