//! The kinds of ground of a board, a row each: their letters, colours, and what they do.

use crate::data::DataError;
use crate::ruleset::{self, Rows};
use crate::scene::rgb;
use crate::table::{Class, GroundEffect};
use schemars::JsonSchema;
use serde::Deserialize;

/// A kind of ground, or of what stands between places, a row of a game's table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// What it is called.
    pub id: String,
    /// The letter that stands for it on a board; any sign but a digit or `_`.
    pub letter: char,
    /// Its colour in pictures, `#rrggbb`.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub colour: String,
    /// How many steps it takes to enter; of what stands between places, to cross where a step without it takes one.
    #[serde(default = "one")]
    pub steps: u8,
    /// Whether nobody can stand there.
    #[serde(default)]
    pub impassable: bool,
    /// Whether nobody sees through it.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Whether it covers whoever stands there; of what stands between places, whoever stands behind it.
    #[serde(default)]
    pub cover: bool,
    /// What it is a state of, as an open door is of a door: what stands between places is called by that, however it stands.
    #[serde(default)]
    pub state_of: Option<String>,
}

fn one() -> u8 {
    1
}

impl ruleset::Row for Ground {
    fn id(&self) -> &str {
        &self.id
    }

    fn ground(&self) -> Option<&Ground> {
        Some(self)
    }

    fn faults(rows: &Rows<Ground>) -> Vec<DataError> {
        let mut faults = Vec::new();
        for (at, row) in rows.rows.iter().enumerate() {
            let taken = rows.rows[..at].iter().find(|other| other.letter == row.letter);
            if let Some(other) = taken {
                let problem = format!("`{}` stands for {} already", row.letter, other.id);
                faults.push(rows.fault(at, "letter", problem));
            }
            if row.letter.is_whitespace() || row.letter.is_ascii_digit() || row.letter == '_' {
                let problem = "expected a sign that is neither a digit nor `_`";
                faults.push(rows.fault(at, "letter", problem));
            }
            let known = || rows.rows.iter().filter(|other| other.state_of.is_none());
            let own = row.state_of.as_deref();
            if let Some(of) = own.filter(|of| known().all(|other| other.id != *of)) {
                let ids = known().map(|other| other.id.as_str());
                faults.push(rows.unknown(at, "state_of", ("kind of ground", of), ids));
            }
            if rgb(&row.colour).is_none() {
                faults.push(rows.fault(at, "colour", "expected a colour such as `#9caf6b`"));
            }
        }
        faults
    }
}

impl Ground {
    /// What it does, in words.
    pub fn effects(&self) -> Vec<(GroundEffect, String)> {
        let plain =
            |holds: bool, does: GroundEffect| holds.then(|| (does, does.says().to_string()));
        let steps = (self.steps > 1 && !self.impassable)
            .then(|| (GroundEffect::Difficult, format!("takes {} steps", self.steps)));
        [
            plain(self.blocks_sight, GroundEffect::Sight(Class::Complete)),
            plain(self.cover, GroundEffect::Cover),
            steps,
            plain(self.impassable, GroundEffect::Impassable),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
