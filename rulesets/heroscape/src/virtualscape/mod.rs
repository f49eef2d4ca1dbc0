//! Battlefields from Virtualscape's `.hsc` files.

mod bytes;
mod document;
mod fit;
mod import;
mod report;
#[cfg(test)]
mod tests;

pub use bytes::ImportFault;
pub use fit::fit;
pub use import::read;
pub use report::{Report, Warning};
