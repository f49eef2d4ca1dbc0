//! Answers that were found out once and are asked for again: whoever looks ahead asks for the same ones at every roll.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// What was answered to questions of one sort, each of which names all that its answer hangs on. Where there are `MOST`,
/// all are forgotten. A copy starts with none.
#[derive(Debug)]
pub struct Known<Q, A, const MOST: usize = 65_536>(Mutex<FxHashMap<Q, A>>);

impl<Q, A, const MOST: usize> Default for Known<Q, A, MOST> {
    fn default() -> Self {
        Known(Mutex::default())
    }
}

impl<Q, A, const MOST: usize> Clone for Known<Q, A, MOST> {
    fn clone(&self) -> Self {
        Known::default()
    }
}

impl<Q: Eq + Hash, A: Clone, const MOST: usize> Known<Q, A, MOST> {
    /// The answer to a question, found out by `look` where it is new.
    ///
    /// ```
    /// let squares: umpire_core::Known<i32, i32> = umpire_core::Known::default();
    /// assert_eq!(squares.answer(4, || 4 * 4), 16);
    /// assert_eq!(squares.answer(4, || unreachable!("it is known")), 16);
    /// ```
    pub fn answer(&self, question: Q, look: impl FnOnce() -> A) -> A {
        // Who panicked while holding the lock left nothing half done.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known().get(&question) {
            return answer.clone();
        }
        let answer = look();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(question, answer.clone());
        answer
    }
}
