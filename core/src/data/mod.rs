//! Text in, typed tables out, and every mistake with its place.

mod blank;
mod document;
mod error;
mod from_tree;
mod parse;
mod reader;
mod scalar;
mod source;
mod stop;
mod suggest;
mod tree;

pub use document::{Document, Places, read};
pub use error::{DataError, Place};
pub use source::{Files, LIMITS, Limits, Source};
pub use suggest::suggest;
pub use tree::Tree;

#[cfg(test)]
mod tests;
