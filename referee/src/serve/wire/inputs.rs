//! What is put in at a table, what came of it, and why it was not done.

use super::Reply;
use super::answers::{Typed, instead};
use serde::{Deserialize, Serialize};
use umpire_core::host::Slip;
use umpire_core::session::Refused;
use utoipa::ToSchema;

/// Something put in: exactly one thing, with what goes beside it: when, for whom, where, of which proposal, why.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// How many lines of the record whoever sends this has seen; another number is refused, so that nobody answers a
    /// question that is no longer asked.
    #[serde(default)]
    pub after: Option<usize>,
    /// For which seat; by default the one that is asked.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Anything that could be typed at the prompt: an action, dice, `undo`, `amend ... because ...`.
    #[serde(default)]
    pub line: Option<String>,
    /// A place of the picture that a hand points at: it is typed at the end of the line, before a reason.
    #[serde(default)]
    pub at: Option<[f32; 2]>,
    /// Faces of the dice asked for, die by die, by their numbers among the die's faces: of all of them, or of those of `seat`
    /// alone. These lie there for all to see until the others' are told, too.
    #[serde(default)]
    pub faces: Option<Vec<u8>>,
    /// Take back, so that this many inputs still count.
    #[serde(default)]
    pub keep: Option<usize>,
    /// Yes or no to the take-back or the draw that is proposed.
    #[serde(default)]
    pub consent: Option<bool>,
    /// The number of the proposal that is meant: where another came in its place, nothing is agreed to.
    #[serde(default)]
    pub proposal: Option<u32>,
    /// Why, for all at the table to read. What is taken back, or a draw, is proposed for it; where nobody has to agree, nobody
    /// is told. Alone with the number of a proposal it says afterwards why that was made. With a no it says why somebody
    /// does not agree. A line that is corrected has it as a note beside it, and another word of a judge as its reason, where
    /// the line gives none.
    #[serde(default)]
    pub because: Option<String>,
    /// Let a bot take the decision that is asked for, in one's place.
    #[serde(default)]
    pub decide: bool,
    /// Words to the others.
    #[serde(default)]
    pub chat: Option<String>,
    /// What whoever sends this is called, for all at the table to read beside the letter of their seats, or of `seat`: at most
    /// 24 letters; an empty name is none.
    #[serde(default)]
    pub name: Option<String>,
}

/// What came of an input.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Done {
    /// What is to be said of it; may be empty.
    pub says: String,
    /// An answer, where the line was a question.
    pub answer: Option<Reply>,
    /// How many lines the record has by it: who is shown as many has been shown what came of it.
    pub after: usize,
}

impl Done {
    /// With a word on it.
    pub fn saying(says: impl Into<String>) -> Done {
        Done { says: says.into(), ..Done::default() }
    }
}

/// Why something was not done. Nothing changed.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Fault {
    /// In one sentence.
    pub says: String,
    /// The grounds, where rules forbid it.
    pub grounds: Vec<String>,
    /// What was probably meant, or would be legal.
    pub instead: Vec<String>,
    /// Whether a judge may let it through.
    pub may_be_overruled: bool,
}

impl Fault {
    pub(in crate::serve) fn new(says: impl Into<String>) -> Fault {
        Fault { says: says.into(), ..Fault::default() }
    }

    pub(in crate::serve) fn refused(refused: &Refused, typed: Typed) -> Fault {
        let (grounds, remedies) = match refused {
            Refused::Ruling(ruling) => (ruling.lines(3), instead(ruling, typed)),
            _ => (Vec::new(), Vec::new()),
        };
        let may_be_overruled = refused.may_be_overruled();
        Fault { says: refused.says(), grounds, instead: remedies, may_be_overruled }
    }
}

impl From<Slip> for Fault {
    fn from(slip: Slip) -> Fault {
        Fault { says: slip.to_string(), instead: slip.suggestions, ..Fault::default() }
    }
}
