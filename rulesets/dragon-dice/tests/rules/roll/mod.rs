//! Tests of what a roll is made of.

mod packing;
