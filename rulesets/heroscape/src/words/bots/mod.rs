//! What players who look ahead go by: which actions are worth a look, and how good positions are.

mod aims;
mod appraisal;
pub(crate) mod candidates;
mod strikes;

pub(crate) use appraisal::Appraisal;
