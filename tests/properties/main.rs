//! Random games keep the contract, in every game of the library.

mod battles;
mod dragon_dice;
mod drawing;
mod drawn;
mod ea_heresy;
mod ea_heresy_inputs;
mod flights;
mod foreseen;
mod grounds;
mod heroscape;
mod maps;
mod muster;
mod new_ground;
mod pointed_at;
mod powers;
mod searched;
mod secrets;
mod strangers;
mod worked_out;
