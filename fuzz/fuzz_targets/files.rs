//! Scenarios, battlefields and house rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("files", bytes));
