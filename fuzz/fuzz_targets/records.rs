//! Saved games from strangers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("records", bytes));
