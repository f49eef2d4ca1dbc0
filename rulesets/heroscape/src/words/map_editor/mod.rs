//! Battlefields from the files and share links of heroscape-map-editor, and such files and links of battlefields.

pub mod crush;
mod file;
mod import;
mod link;
pub mod turn;
mod writer;

pub use import::{is_one, read};
pub use writer::{write, write_link};
