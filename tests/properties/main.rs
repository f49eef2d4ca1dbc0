//! Random games keep the contract, in every game of the library.

mod dragon_dice;
mod heroscape;
mod muster;
mod worth;
