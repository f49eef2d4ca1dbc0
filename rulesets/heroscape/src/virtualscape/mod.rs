//! Battlefields from Virtualscape's `.hsc` files.

mod bytes;
mod document;
mod import;
mod report;

pub use bytes::ImportFault;
pub use import::read;
#[cfg(test)]
mod tests;

pub use report::{Report, Warning};
