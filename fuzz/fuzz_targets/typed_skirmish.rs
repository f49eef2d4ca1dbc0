//! Lines typed in a game of Skirmish.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("typed_skirmish", bytes));
