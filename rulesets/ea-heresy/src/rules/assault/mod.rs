//! Assaults: who engages whom, who fights, with what, and what the result counts (EA-8).

#[doc(hidden)]
pub mod counter_charge;
pub(crate) mod engagement;
#[doc(hidden)]
pub mod melee;
pub(crate) mod modifiers;
#[doc(hidden)]
pub mod strikes;
pub(crate) mod supporting_fire;
pub(crate) mod walls;
