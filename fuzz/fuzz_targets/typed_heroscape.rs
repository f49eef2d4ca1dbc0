//! Lines typed in a game of HeroScape.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("typed_heroscape", bytes));
