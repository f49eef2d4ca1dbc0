//! Pictures as pages: drawings at a scale, cut into sheets of paper, as PNG and PDF.

mod file;
mod page;

pub use file::{pdf, png};
pub use page::{Page, Paper, fitted, stacked, tiled};
