//! Shooting: who can hit whom, with what, through which cover (EA-7).

pub(crate) mod aim;
pub(crate) mod barrage;
#[doc(hidden)]
pub mod cover;
pub(crate) mod crossfire;
pub(crate) mod dice;
#[doc(hidden)]
pub mod weapons;
