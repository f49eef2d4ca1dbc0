//! Random games keep the contract, in every game of the library.

mod heroscape;
mod worth;
