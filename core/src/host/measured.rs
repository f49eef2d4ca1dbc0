//! What an odds answer tells beside its joint outcomes: averages, and the chance of one thing alone.

use crate::odds::Share;
use serde::Serialize;

/// One number of an answer: of what, about how much, exactly how much.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    /// What is measured, such as `hits on the target`.
    pub of: String,
    /// The number, as people read it.
    pub says: String,
    /// The number.
    pub value: f64,
    /// The fraction in lowest terms; of a sampled chance, between what chances it lies.
    pub exactly: String,
}

impl Measured {
    /// An average, as a number: `0.17`.
    pub fn average(of: impl Into<String>, share: &Share) -> Measured {
        let exactly = match share.plays() {
            None => share.fraction(),
            Some(_) => "sampled".to_string(),
        };
        Measured { of: of.into(), says: share.number(), value: share.as_f64(), exactly }
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
