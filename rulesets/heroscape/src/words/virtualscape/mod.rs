//! Battlefields from Virtualscape's `.hsc` files, and such files of battlefields.

mod bytes;
mod document;
mod fit;
mod import;
mod report;
mod writer;

pub use bytes::ImportFault;
pub use document::Record;
pub use fit::fit;
pub(crate) use import::assemble;
pub use import::read;
pub use report::{Report, Warning};
pub use writer::write;
