//! Assaults: who fights whom (EA-8).

#[doc(hidden)]
pub mod melee;
