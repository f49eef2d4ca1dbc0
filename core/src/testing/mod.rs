//! Checks true of any game: every ruleset calls them from its tests.

mod properties;
mod random;

pub use properties::{Checked, holds_in_random_play, replays_and_undoes};
pub use random::{Die, random_game, splitmix};
