//! Tables: the rule index, editions, and rows read from data, with what can be said of them beforehand.

pub mod catalog;
pub mod edition;
pub(crate) mod facts;
pub mod rule;
