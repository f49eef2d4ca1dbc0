//! What the rules say of a position: pure functions, one subject a file.

pub(crate) mod action_test;
pub(crate) mod actions;
pub mod assault;
#[doc(hidden)]
pub mod blast_markers;
pub(crate) mod coherency;
pub(crate) mod deployment;
pub(crate) mod initiative;
pub(crate) mod invariants;
pub(crate) mod movement;
pub(crate) mod rallying;
pub(crate) mod rolls;
pub(crate) mod ruins;
pub(crate) mod saves;
pub(crate) mod shelter;
pub mod shooting;
pub mod sight;
pub(crate) mod standing;
pub(crate) mod victory;
