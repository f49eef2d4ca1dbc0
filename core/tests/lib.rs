//! What the parts of core do, each on its own, and a tutorial game that keeps the contract.

#![cfg(test)]

mod ambush;
mod command;
mod data;
mod dice;
mod duel;
mod form;
mod fraction;
mod hex;
mod host;
mod number_set;
mod odds;
mod pick;
mod pieces;
mod plan;
mod printable;
mod rule_index;
mod ruleset;
mod ruling;
mod scene;
mod schema;
mod secrets;
mod table;
mod transcript;
mod vault;
