//! Questions about a table, and their answers.

use super::{Drawn, Picture};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use umpire_core::host::{Answer, Measured};
use umpire_core::ruling::Ruling;
use utoipa::ToSchema;

/// A question: may something be done, and what are the odds; or anything the game can be asked.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// As it would be typed: an action (is it legal, and why not), or a question such as `los finn "marro 1"`.
    pub line: String,
    /// For which seat.
    #[serde(default)]
    pub seat: Option<u8>,
    /// A place of the picture that a hand points at: then the line's action is meant, but there. The headline of the
    /// answer says that action.
    #[serde(default)]
    pub at: Option<[f32; 2]>,
    /// What a hand picked, the last of it in vain: asked is, beside the line, which may then be empty, why nothing can be
    /// done with it.
    #[serde(default)]
    pub picked: Vec<String>,
    /// Whether an empty answer will do where the line means nothing here, such as the odds of what is left to no chance.
    #[serde(default)]
    pub or_nothing: bool,
}

/// An answer.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Reply {
    /// In one line.
    pub headline: String,
    /// Yes or no, where there is such an answer.
    pub yes: Option<bool>,
    /// The grounds, what decides first.
    pub grounds: Vec<String>,
    /// Every ground.
    pub all: Vec<String>,
    /// What would be legal instead, as it would be typed.
    pub instead: Vec<String>,
    /// What should be known before it is done.
    pub warnings: Vec<String>,
    /// A table: its head, then its rows.
    pub rows: Vec<Vec<String>>,
    /// Averages and single chances.
    pub means: Vec<MeasuredAs>,
    /// Of how many plays the odds are a sample.
    pub plays: Option<u32>,
    /// What is drawn over the board.
    pub shapes: Vec<Drawn>,
    /// The pieces that an action moves, where they will stand.
    pub after: Vec<Drawn>,
    /// The whole picture with the answer drawn in, where the answer is a picture.
    pub scene: Option<Picture>,
}

/// What a remedy would have typed.
pub(super) type Typed<'a> = &'a dyn Fn(&Value) -> String;

impl Reply {
    /// The ruling on an action.
    pub(in crate::serve) fn ruled(about: String, ruling: &Ruling<String>, typed: Typed) -> Reply {
        let warnings = ruling.warnings();
        let warnings = warnings.iter().map(|(rule, says)| format!("{says} ({rule})"));
        Reply {
            headline: about,
            yes: Some(ruling.holds()),
            grounds: ruling.lines(2),
            all: ruling.lines(9),
            instead: instead(ruling, typed),
            warnings: warnings.collect(),
            shapes: ruling.shapes().into_iter().map(Drawn::of).collect(),
            ..Reply::default()
        }
    }

    /// The answer to a question.
    pub(in crate::serve) fn answered(answer: Answer, typed: Typed) -> Reply {
        let ruling = answer.ruling.as_ref();
        let means = answer.means.into_iter().chain(answer.alone);
        let pictured = || Some(answer.pictured.clone()).filter(|pictured| !pictured.is_empty());
        let lines = |most| {
            let lines = ruling.map_or_else(Vec::new, |ruling| ruling.lines(most));
            lines.into_iter().chain(pictured()).collect()
        };
        Reply {
            grounds: lines(3),
            all: lines(9),
            instead: ruling.map_or_else(Vec::new, |ruling| instead(ruling, typed)),
            shapes: {
                let of_ruling = ruling.map_or_else(Vec::new, Ruling::shapes);
                of_ruling.into_iter().chain(answer.over).map(Drawn::of).collect()
            },
            headline: answer.headline,
            yes: answer.yes,
            rows: answer.rows,
            means: means.map(MeasuredAs::from).collect(),
            plays: answer.plays,
            scene: answer.scene.map(Picture::of),
            after: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

pub(super) fn instead(ruling: &Ruling<String>, typed: Typed) -> Vec<String> {
    let remedies = ruling.remedies();
    let mut lines: Vec<String> = Vec::new();
    for line in remedies.iter().filter_map(|remedy| remedy.action.as_ref()).map(typed) {
        // One change may mend several premises.
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// One number of an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MeasuredAs {
    /// Of what.
    pub of: String,
    /// As people read it.
    pub says: String,
    /// The number.
    pub value: f64,
}

impl From<Measured> for MeasuredAs {
    fn from(measured: Measured) -> MeasuredAs {
        MeasuredAs { of: measured.of, says: measured.says, value: measured.value }
    }
}
