//! What is typed at the command line and at the prompt, and what is said to it.

mod any_lines;
mod commands;
mod cups;
mod desk;
mod effects;
mod hidden;
mod killed;
mod play;
mod saved;
mod strangers;
mod terminal;
