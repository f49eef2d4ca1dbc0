//! Steps of a turn that nobody is asked about.

use crate::position::stack::Step;
use crate::position::state::State;
use serde::{Deserialize, Serialize};

/// A step of a turn that nobody is asked about, or what stands in the place of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStep {
    /// What is timed to the beginning of this turn ends (DD-5.5, DD-5.6).
    Expire,
    /// What is timed to the end of this turn ends (DD-5.6).
    ExpireAtEnd,
    /// A referee's table, below whatever is being done there: any player's army may march.
    Free,
}

impl State {
    /// Whether it is a referee's table, where nobody wins.
    pub(crate) fn at_free_table(&self) -> bool {
        self.steps.first() == Some(&Step::Turn(TurnStep::Free))
    }

    /// Takes off everything that is being done.
    pub(crate) fn clear_steps(&mut self) {
        self.steps.truncate(usize::from(self.at_free_table()));
    }
}
