//! What is true of every tabletop game: the contract a ruleset fulfils, and what all of them share.
//!
//! Nothing in this crate reads a file, prints, rolls a die or knows the time.

pub mod command;
pub mod conformance;
pub mod data;
pub mod dice;
pub mod edition;
pub mod form;
pub mod fraction;
pub mod game;
pub mod hex;
pub mod host;
mod known;
pub mod number_set;
pub mod numbers;
pub mod odds;
pub mod pick;
pub mod pieces;
pub mod plan;
pub mod printable;
pub mod rule_index;
pub mod ruleset;
pub mod ruling;
pub mod scene;
pub mod schema;
pub mod seat;
pub mod session;
pub mod square;
pub mod steps;
pub mod table;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transcript;

pub use dice::{DiceGroup, DieId, Face, RollRequest, Worth};
pub use game::{Choice, Deaf, Game, Listing, Observe, Outcome, Pending, Stop};
pub use known::Known;
pub use ruling::{Broken, Explain, Fact, Refusal, Remedy, RuleId, Ruling, Silent};
pub use seat::{Seat, Seats};
