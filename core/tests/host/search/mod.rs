//! Bots that search try what is promising.

mod select;
