//! The programs people run: play, judge and check games under their real rules. No rule is decided here.

pub mod bots;
pub mod command_line;
pub mod commands;
pub mod console;
pub mod dice_source;
pub mod files;
pub mod library;
pub mod opening;
pub mod patience;
pub mod program;
pub mod prompt;
pub mod save;
pub mod session;
pub mod signing;
pub mod terminal;
pub mod trouble;
pub mod words;
