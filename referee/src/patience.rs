//! How long an answer may take: the clock, Ctrl-C and the draws of samples, which the core does not know.

use crate::dice_source::{Purpose, Stream};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use umpire_core::odds::{Effort, Patience};

/// How long an answer may take where nobody says.
pub const USUAL: Duration = Duration::from_secs(2);
/// The longest that may be asked for: a day.
pub const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// What of the time is spent on the exact answer, in percent; the rest is for a sample.
const EXACT: u32 = 65;
/// How often is told that an answer is still being worked on.
const WORD: Duration = Duration::from_secs(2);

/// Hears how far an answer is.
type Tell<'a> = Box<dyn FnMut(&str) + 'a>;

/// Somebody waits for an answer at a terminal, or a program does.
pub struct Waiting<'a> {
    begun: Instant,
    within: Duration,
    stop: &'a AtomicBool,
    draws: RefCell<Stream>,
    /// Where is told how far it is.
    tell: RefCell<Tell<'a>>,
    /// When that is done next.
    due: Cell<Duration>,
}

impl<'a> Waiting<'a> {
    /// Waits that long from now on, or until `stop` is set; `tell` hears how far it is.
    pub fn new(within: Duration, stop: &'a AtomicBool, tell: impl FnMut(&str) + 'a) -> Waiting<'a> {
        Waiting {
            begun: Instant::now(),
            within,
            stop,
            // A sample is no part of a game: the same question is answered from the same draws.
            draws: RefCell::new(Stream::new(0, Purpose::Sample, 0)),
            tell: RefCell::new(Box::new(tell)),
            due: Cell::new(WORD),
        }
    }

    /// Whether it is told how far the answer is.
    #[must_use]
    pub fn telling(self, tells: bool) -> Waiting<'a> {
        self.due.set(if tells { WORD } else { Duration::MAX });
        self
    }

    /// Whether to go on with work that is done one by one, after so many of them; `what` they are is told.
    pub fn goes_on(&self, done: usize, what: &str) -> bool {
        let spent = self.begun.elapsed();
        self.tell_now_and_then(spent, done, what);
        spent < self.within && !self.stop.load(Ordering::Relaxed)
    }

    fn tell_now_and_then(&self, spent: Duration, done: usize, what: &str) {
        if spent < self.due.get() {
            return;
        }
        self.due.set(spent + WORD);
        (self.tell.borrow_mut())(&format!("{done} {what} so far; Ctrl-C stops"));
    }
}

impl Patience for Waiting<'_> {
    fn lasts(&self, effort: Effort, done: usize) -> bool {
        let spent = self.begun.elapsed();
        let (within, what) = match effort {
            Effort::Exact => (self.within * EXACT / 100, "positions weighed"),
            Effort::Sample => (self.within, "plays drawn"),
        };
        self.tell_now_and_then(spent, done, what);
        spent < within && !self.stop.load(Ordering::Relaxed)
    }

    fn draw(&self, sides: u32) -> Option<u32> {
        let stopped = self.stop.load(Ordering::Relaxed);
        (!stopped).then(|| self.draws.borrow_mut().die(sides))
    }
}

/// A time in seconds as it is typed, such as `20` or `0.5`.
///
/// # Errors
/// In words, where it is none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number =
        text.parse::<f64>().ok().filter(|number| (0.0..=LONGEST.as_secs_f64()).contains(number));
    let number = number.ok_or_else(|| format!("`{text}` is no number of seconds, up to a day"))?;
    Ok(Duration::from_secs_f64(number))
}

/// Takes `--within SECONDS` off a question.
///
/// # Errors
/// In words, where no number of seconds follows.
pub fn taken_off(question: &str) -> Result<(String, Duration), String> {
    let Some((before, after)) = question.split_once("--within") else {
        return Ok((question.to_string(), USUAL));
    };
    let mut words = after.split_whitespace();
    let within = words.next().ok_or("`--within` is followed by a number of seconds")?;
    let words = before.split_whitespace().chain(words).collect::<Vec<_>>();
    Ok((words.join(" "), seconds(within)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_taken_off_a_question() {
        let taken = taken_off("odds a melee b --within 0.5 --assume best");
        let question = "odds a melee b --assume best".to_string();
        assert_eq!(taken, Ok((question, Duration::from_millis(500))));
        assert_eq!(taken_off("los a b"), Ok(("los a b".to_string(), USUAL)));
        assert!(taken_off("odds a --within").is_err() && seconds("-1").is_err());
        assert!(seconds("NaN").is_err() && seconds("1e300").is_err());
    }

    #[test]
    fn nobody_waits_after_ctrl_c() {
        let stop = AtomicBool::new(false);
        let waiting = Waiting::new(USUAL, &stop, |_| {});
        assert!(waiting.goes_on(0, "files checked"));
        assert!(waiting.lasts(Effort::Exact, 0) && waiting.draw(6).is_some_and(|face| face < 6));
        stop.store(true, Ordering::Relaxed);
        assert!(!waiting.lasts(Effort::Sample, 0) && waiting.draw(6).is_none());
        assert!(!waiting.goes_on(1, "files checked"));
    }
}
