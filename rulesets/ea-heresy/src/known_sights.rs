//! Sights between bodies that stand as they stood before, remembered: looking ahead asks for the same ones at every roll.

use crate::state::{ModelNo, PieceNo, Whereabouts};
use std::collections::HashMap;
use std::sync::Mutex;
use umpire_core::table::{Facing, Obscured};

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
#[derive(Debug, Default, Clone)]
pub(crate) struct KnownSights {
    /// Who sees whom.
    pub seen: Known<bool>,
    /// What of whom is hidden from whom.
    pub obscured: Known<Option<Obscured>>,
}

/// Answers of one sort.
#[derive(Debug)]
pub(crate) struct Known<T>(Mutex<HashMap<Question, T>>);

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known(Mutex::default())
    }
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Known<T> {
        Known::default()
    }
}

impl<T: Copy> Known<T> {
    /// The answer to a question, found out by `look` where it is new.
    pub fn answer(&self, question: Question, look: impl FnOnce() -> T) -> T {
        // Who panicked while holding the lock left nothing half done.
        let known = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(answer) = known().get(&question) {
            return *answer;
        }
        let answer = look();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(question, answer);
        answer
    }
}
