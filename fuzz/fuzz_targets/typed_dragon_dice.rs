//! Lines typed in a game of Dragon Dice.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| umpire_fuzz::run("typed_dragon_dice", bytes));
