//! What magic an army makes, and what it may be spent on.

pub(crate) mod dice;
pub(crate) mod mana;
pub(crate) mod negation;
pub mod purse;
