//! Checks true of any game: every ruleset calls them from its tests.

mod files;
mod judged;
mod properties;
mod random;
mod secrets;
mod worth;

pub use files::{Kept, faults_of_data, faults_of_scenarios, keeps_contract, starts};
pub use properties::{
    Checked, header, holds_in_random_play, picks_are_drawn, replays_and_undoes,
    rules_hold_in_random_play, views_wait_for_the_same,
};
pub use random::{Die, foreseen_game, random_game, splitmix};
pub use worth::equal_faces_lead_to_equal_positions;
