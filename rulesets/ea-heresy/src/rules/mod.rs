//! What the rules say of a position: pure functions, one subject a file.

pub(crate) mod action_test;
pub(crate) mod actions;
pub mod assault;
pub(crate) mod invariants;
pub(crate) mod rolls;
pub(crate) mod saves;
pub(crate) mod shelter;
pub mod shooting;
pub mod sight;
pub(crate) mod standing;
pub(crate) mod victory;
