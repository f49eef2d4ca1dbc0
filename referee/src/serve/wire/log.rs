//! What happened at a table, what was taken back, what was noted, and what people say.

use serde::{Deserialize, Serialize};
use umpire_core::host::Line;
use umpire_core::seat::Seats;
use utoipa::ToSchema;

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LogLine {
    /// Its number in the record.
    pub number: usize,
    /// How many inputs count up to and with it.
    pub counted: usize,
    /// Whose decision it was; nobody's where dice fell, or several decided.
    pub by: Option<u8>,
    /// Who decided together, in secret from one another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub together: Vec<u8>,
    /// Whether the judge put it in for somebody else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub entered: bool,
    /// The rules that the judge set aside to let it through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub against: Vec<String>,
    /// What was put in.
    pub says: String,
    /// What happened.
    pub told: Vec<ToldLine>,
    /// How many of the last of these tell what it came to.
    pub gist: usize,
}

impl LogLine {
    /// A line as those may read it of whom `is_for` says so.
    pub(in crate::serve) fn of(
        line: Line,
        counted: usize,
        is_for: impl Fn(Seats) -> bool,
    ) -> LogLine {
        let mut line = line.heard(is_for);
        line.told.retain(|told| !told.says.is_empty());
        let gist = line.gist().len();
        let by = line.by.map(|seat| seat.0);
        let told = line.told.into_iter();
        let told = told.map(|told| ToldLine { says: told.says, rule: told.rule }).collect();
        let Line { number, against, says, .. } = line;
        LogLine {
            number,
            counted,
            by,
            together: Vec::new(),
            entered: false,
            against,
            says,
            told,
            gist,
        }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ToldLine {
    /// What.
    pub says: String,
    /// By which rule.
    pub rule: String,
}

/// Words that somebody wrote into the record, for everybody to read.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Note {
    /// Its number in the record.
    pub number: usize,
    /// The words, with who wrote them.
    pub says: String,
}

/// Lines that were taken back together.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Undone {
    /// How many inputs counted when they were gone.
    pub keep: usize,
    /// The lines.
    pub lines: Vec<LogLine>,
}

/// What a correction changed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Correction {
    /// Its number in the record.
    pub number: usize,
    /// The number of the line that was wrong.
    pub line: usize,
    /// The lines that read otherwise since, or no longer stand, as they were before.
    pub were: Vec<LogLine>,
    /// Why, as far as whoever corrected it said.
    pub because: Option<String>,
}

/// A take-back, or a draw, that waits for consent.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Proposal {
    /// Its number, which is sent back with consent to it.
    pub number: u32,
    /// Who asks for it, in words, with the names of persons.
    pub by: String,
    /// Whether that is whoever looks.
    pub yours: bool,
    /// Whether it is a draw.
    pub draw: bool,
    /// The dice that it would put right, where it is that.
    pub corrects: Option<Corrects>,
    /// How many inputs would still count.
    pub keep: usize,
    /// Why it is not free.
    pub because: String,
    /// Why it is proposed, in the words of whoever asks for it.
    pub says: Option<String>,
    /// Whose consent is missing.
    pub waits_for: Vec<u8>,
}

/// A line of dice that were told wrongly.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Corrects {
    /// The number of the line.
    pub line: usize,
    /// What it should say, as it is typed.
    pub says: String,
}

/// A proposal that came to nothing.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Declined {
    /// The number it had.
    pub number: u32,
    /// Who asked for it, in words.
    pub by: String,
    /// Whether it was a draw.
    pub draw: bool,
    /// Whether it would have put dice right.
    pub corrects: bool,
    /// Who did not agree, withdrew it, or went on instead of answering, in words.
    pub who: String,
    /// Whether that is whoever looks.
    pub yours: bool,
    /// Whether it was withdrawn.
    pub withdrawn: bool,
    /// Whether nobody said no: somebody else went on while it waited.
    pub went_on: bool,
    /// Why, in their words.
    pub because: Option<String>,
}

/// Words said at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Said {
    /// Who says it.
    pub by: String,
    /// What.
    pub words: String,
}
