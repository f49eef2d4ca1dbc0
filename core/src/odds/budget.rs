//! What an answer may take: whoever asks knows the clock, and says when to come to an end.

use std::cell::Cell;

/// How an answer is being found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Every outcome is weighed.
    Exact,
    /// That took too much: outcomes are drawn.
    Sample,
}

/// Somebody who waits for an answer.
pub trait Patience {
    /// Whether to go on; asked again and again, with how much has been done (positions weighed, or
    /// plays drawn). An answer that is not found in time is sampled, and a sample then ends.
    fn lasts(&self, effort: Effort, done: usize) -> bool;

    /// A number below `sides`, any of them as likely, for samples; nothing where none is wanted.
    fn draw(&self, sides: u32) -> Option<u32>;
}

/// Waits as long as it takes, and wants no sample.
#[derive(Debug, Clone, Copy, Default)]
pub struct Endless;

impl Patience for Endless {
    fn lasts(&self, _: Effort, _: usize) -> bool {
        true
    }

    fn draw(&self, _: u32) -> Option<u32> {
        None
    }
}

/// What one question may take, and whether its answer had to be sampled.
pub struct Budget<'a> {
    patience: &'a dyn Patience,
    plays: Cell<u32>,
    samples: bool,
}

impl<'a> Budget<'a> {
    /// As long as somebody waits.
    pub fn of(patience: &'a dyn Patience) -> Budget<'a> {
        Budget { patience, plays: Cell::new(0), samples: true }
    }

    /// As long as this one, for an answer that is exact or is not found.
    #[must_use]
    pub fn without_samples(&self) -> Budget<'a> {
        Budget { samples: false, ..Budget::of(self.patience) }
    }

    /// As long as this one, for a number beside the answer: whether it was sampled is said of it alone.
    #[must_use]
    pub fn aside(&self) -> Budget<'a> {
        Budget { samples: self.samples, ..Budget::of(self.patience) }
    }

    /// The fewest plays of which odds of the answer were sampled; nothing where all is exact.
    pub fn plays(&self) -> Option<u32> {
        Some(self.plays.get()).filter(|plays| *plays > 0)
    }

    /// Whether to go on with what has to be looked at one by one, after so many of them.
    pub fn goes_on(&self, done: usize) -> bool {
        self.lasts(Effort::Exact, done)
    }

    pub(super) fn lasts(&self, effort: Effort, done: usize) -> bool {
        self.patience.lasts(effort, done)
    }

    pub(super) fn draw(&self, sides: u32) -> Option<u32> {
        let drawn = if self.samples { self.patience.draw(sides) } else { None };
        drawn.map(|drawn| drawn.min(sides.saturating_sub(1)))
    }

    pub(super) fn sampled(&self, plays: u32) {
        let known = self.plays().unwrap_or(u32::MAX);
        self.plays.set(plays.min(known));
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget::of(&Endless)
    }
}
