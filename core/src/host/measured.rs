//! What an odds answer tells beside its joint outcomes: averages, and the chance of one thing alone.

use crate::odds::Share;
use serde::Serialize;

/// How well a number is known that surely lies between two others.
const BOUNDS: &str = "proven bounds";

/// One number of an answer: of what, about how much, exactly how much.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    /// What is measured, such as `hits on the target`.
    pub of: String,
    /// The number, as people read it.
    pub says: String,
    /// The number.
    pub value: f64,
    /// The fraction in lowest terms; of a sampled chance, between what chances it lies; of an average that
    /// is not known so well, how well it is.
    pub exactly: String,
}

impl Measured {
    /// An average, as a number: `0.17`.
    pub fn average(of: impl Into<String>, share: &Share) -> Measured {
        let exactly = match share.plays() {
            None => share.fraction(),
            Some(plays) => format!("sampled ({plays} plays)"),
        };
        Measured { of: of.into(), says: share.number(), value: share.as_f64(), exactly }
    }

    /// An average of which nothing is known but that it lies between two numbers: `between 0.17 and 0.21`.
    pub fn between(of: impl Into<String>, least: f64, most: f64) -> Measured {
        // Rounded away from one another, so that what is said is true of the mean.
        const FAINT: f64 = 1e-9;
        let (low, high) = (
            ((least - FAINT).max(0.0) * 100.0).floor() / 100.0,
            ((most + FAINT) * 100.0).ceil() / 100.0,
        );
        let (says, value) = match most.is_finite() {
            true => (format!("between {low:.2} and {high:.2}"), f64::midpoint(least, most)),
            false => (format!("at least {low:.2}"), least),
        };
        Measured { of: of.into(), says, value, exactly: BOUNDS.to_string() }
    }

    /// A chance of which so much is known, and to which a rest may belong that was not followed to its end: `between 18.75 %
    /// and 25.00 %`.
    pub fn chance_between(of: impl Into<String>, known: &Share, rest: &Share) -> Measured {
        let [low, high] = known.percent_with(rest);
        let exactly = match known.plays().or(rest.plays()) {
            None => BOUNDS.to_string(),
            Some(plays) => format!("sampled ({plays} plays)"),
        };
        let (says, least) = (format!("between {low} and {high}"), known.as_f64());
        let value = f64::midpoint(least, least + rest.as_f64());
        Measured { of: of.into(), says, value, exactly }
    }

    /// A chance, as a percentage: `16.67 %`.
    pub fn chance(of: impl Into<String>, share: &Share) -> Measured {
        let (value, exactly) = (share.as_f64(), share.exactly());
        Measured { of: of.into(), says: share.percent(), value, exactly }
    }

    /// The number as a row of a table.
    pub fn row(&self) -> Vec<String> {
        vec![self.of.clone(), self.says.clone(), self.exactly.clone()]
    }
}
