//! Battlefields from the files and share links of heroscape-map-editor, and such files and links of battlefields.

mod crush;
mod file;
mod import;
mod link;
#[cfg(test)]
mod tests;
mod turn;
mod writer;

pub use import::{is_one, read};
pub use writer::{write, write_link};
