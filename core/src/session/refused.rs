//! Why an input was not taken.

use crate::dice::BadRoll;
use crate::ruling::{Refusal, Ruling};

/// Why an input was not taken. The position is as it was.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// Rules forbid it.
    Ruling(Ruling<String>),
    /// The faces do not fit.
    Roll(BadRoll),
    /// The changed position would not be one.
    Position(Vec<Refusal<String>>),
    /// It would change nothing.
    SoAlready,
    /// It makes no sense now.
    Senseless(String),
}

impl Refused {
    /// The refusal in one line.
    pub fn says(&self) -> String {
        match self {
            Refused::Ruling(ruling) => match ruling.lines(1).first() {
                Some(line) => line.trim_start_matches("no: ").to_string(),
                None => format!("refused by {}", ruling.broken.join(", ")),
            },
            Refused::Roll(bad) => bad.to_string(),
            Refused::Position(refusals) => {
                let each = |r: &Refusal<String>| format!("{} ({})", r.says, r.rule);
                refusals.iter().map(each).collect::<Vec<_>>().join("; ")
            }
            Refused::SoAlready => "it is so already: nothing would change".to_string(),
            Refused::Senseless(words) => words.clone(),
        }
    }

    /// Whether a judge may let it through: nothing stands in the way without which it means nothing.
    pub fn may_be_overruled(&self) -> bool {
        matches!(self, Refused::Ruling(ruling) if ruling.means_something())
    }

    /// The rules named in the refusal.
    pub fn rules(&self) -> Vec<&str> {
        match self {
            Refused::Ruling(ruling) => ruling.broken.iter().map(String::as_str).collect(),
            Refused::Position(refusals) => refusals.iter().map(|r| r.rule.as_str()).collect(),
            Refused::Roll(_) | Refused::SoAlready | Refused::Senseless(_) => Vec::new(),
        }
    }
}
