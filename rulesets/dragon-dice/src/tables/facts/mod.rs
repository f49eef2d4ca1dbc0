//! What follows from the tables alone, worked out once so that nobody reads them again.

pub(crate) mod abilities;
pub(crate) mod icons;
pub(crate) mod lands;
pub(crate) mod spells;
