//! Lines typed in a game of EA-Heresy.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("typed_ea_heresy", bytes));
