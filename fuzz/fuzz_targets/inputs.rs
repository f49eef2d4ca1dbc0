//! Actions and amendments as JSON, in every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("inputs", bytes));
