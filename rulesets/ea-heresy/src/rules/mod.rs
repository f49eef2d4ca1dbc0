//! What the rules say of a position: pure functions, one subject a file.

pub(crate) mod invariants;
pub(crate) mod rolls;
pub(crate) mod shelter;
pub mod sight;
pub(crate) mod standing;
pub(crate) mod victory;
