//! Odds: shares, sums and classes of rolls, all exact.

mod again;
mod binomial;
mod classes;
mod outcomes;
mod share;
mod sums;
