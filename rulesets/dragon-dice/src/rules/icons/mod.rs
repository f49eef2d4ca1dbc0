//! What special icons do in a roll.

pub(crate) mod acting;
pub(crate) mod alone;
pub(crate) mod deeds;
pub(crate) mod doubling;
pub(crate) mod falling_again;
pub(crate) mod ways;
