//! The rules of EA-Heresy on Umpire: its tables, its editions and its rules.

pub mod catalog;
pub mod edition;
pub mod rule;

pub use rule::Rule;
