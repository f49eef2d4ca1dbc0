//! Sights between bodies that stand as they stood before, remembered: looking ahead asks for the same ones at every roll.

use crate::state::{ModelNo, PieceNo, Whereabouts};
use std::collections::HashMap;
use std::sync::Mutex;
use umpire_core::table::Facing;

/// Sights that are remembered at most; then all are forgotten.
const MOST: usize = 1 << 16;

/// All of one body that its lines of sight depend on, besides the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Stand {
    /// A unit that no other carries.
    Unit {
        /// What it is.
        model: ModelNo,
        /// Where it is.
        place: Whereabouts,
        /// Where it looks, and with it its base.
        facing: Facing,
        /// Whether it is popped up (EA-3.7).
        popped_up: bool,
    },
    /// A stronghold itself.
    Walls(PieceNo),
}

/// One question: which strongholds lie in ruins, by bit, and who looks at whom.
pub(crate) type Question = (u16, Stand, Stand);

/// Answers of one game, whose ground never changes but for its ruins. A copy of the game starts with none.
#[derive(Debug, Default)]
pub(crate) struct KnownSights(Mutex<HashMap<Question, bool>>);

impl Clone for KnownSights {
    fn clone(&self) -> KnownSights {
        KnownSights::default()
    }
}

impl KnownSights {
    /// The answer to a question, found out by `see` where it is new.
    pub fn sees(&self, question: Question, see: impl FnOnce() -> bool) -> bool {
        // Who panicked while holding the lock left nothing half done.
        let known = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(answer) = known().get(&question) {
            return *answer;
        }
        let answer = see();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(question, answer);
        answer
    }
}
