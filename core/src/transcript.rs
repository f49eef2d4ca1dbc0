//! The record of a game: setup, inputs and the judge's words, chained by hash.

use crate::data::Files;
use crate::dice::Face;
use crate::game::Stop;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the transcript's own form.
pub const FORMAT: u32 = 1;

/// Where faces came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaceSource {
    /// Somebody read them off the table.
    Typed,
    /// Drawn from the seed in the header.
    Seeded,
    /// A test said so.
    Dictated,
}

/// An action that others may not see yet: its hash stands for it until it is opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sealed {
    /// Whose action it is.
    pub seat: Seat,
    /// Hash of salt and action.
    pub hash: String,
    /// The salt and the action; absent where the reader may not know them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub opened: Option<Opened>,
}

/// What a seal hides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Random letters that keep the hash from being guessed.
    pub salt: String,
    /// The action.
    pub action: Value,
}

impl Sealed {
    /// Seals an action; the salt must not be guessable.
    pub fn new(seat: Seat, action: Value, salt: impl Into<String>) -> Sealed {
        let opened = Opened { salt: salt.into(), action };
        Sealed { seat, hash: opened.hash(), opened: Some(opened) }
    }

    /// Whether what is opened is what was sealed.
    pub fn is_true(&self) -> bool {
        self.opened.as_ref().is_none_or(|opened| opened.hash() == self.hash)
    }

    /// The seal with its content left out.
    #[must_use]
    pub fn closed(&self) -> Sealed {
        Sealed { seat: self.seat, hash: self.hash.clone(), opened: None }
    }
}

impl Opened {
    fn hash(&self) -> String {
        let text = format!("{}\n{}", self.salt, self.action);
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }
}

/// One thing that was put into the game, or said about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// A seat decides.
    Act {
        /// Who.
        seat: Seat,
        /// What.
        action: Value,
    },
    /// Several seats decide at once; carried out in seat order.
    Together(Vec<Sealed>),
    /// Dice fall.
    Roll {
        /// Die by die, in the order of the request.
        faces: Vec<Face>,
        /// Where they came from.
        source: FaceSource,
    },
    /// The judge lets an action through.
    Overrule {
        /// Whose action.
        seat: Seat,
        /// What.
        action: Value,
        /// The judge's words.
        reason: String,
    },
    /// The judge changes the position.
    Amend {
        /// How.
        change: Value,
        /// The judge's words.
        reason: String,
    },
    /// The judge answers what a rule leaves to judgement.
    Answer {
        /// The answer.
        action: Value,
        /// The judge's words.
        reason: String,
    },
    /// The table ends the game, or one seat's part in it.
    Stop(Stop),
    /// Words that change nothing.
    Note(String),
    /// Takes inputs back, keeping the first `keep` that counted.
    Undo {
        /// How many inputs still count.
        keep: usize,
    },
    /// Replaces an input that counted and re-applies the later ones up to the first that fails.
    Correct {
        /// The number of the entry that was wrong.
        entry: usize,
        /// What should have been put in.
        input: Box<Input>,
    },
}

impl Input {
    /// The input as others may see it: seals closed.
    #[must_use]
    pub fn closed(&self) -> Input {
        match self {
            Input::Together(sealed) => Input::Together(sealed.iter().map(Sealed::closed).collect()),
            Input::Correct { entry, input } => {
                Input::Correct { entry: *entry, input: Box::new(input.closed()) }
            }
            other => other.clone(),
        }
    }
}

/// One line of the record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the line, from 1.
    pub number: usize,
    /// What was put in.
    pub input: Input,
    /// Hash over this input and all before it.
    pub chain: String,
    /// Hash of the position after it, taken when a turn ends.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub digest: Option<String>,
}

/// What a game was played with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of this form, [`FORMAT`].
    pub format: u32,
    /// Version of the program that wrote it.
    pub version: String,
    /// The game.
    pub ruleset: String,
    /// The edition of its rules.
    pub edition: String,
    /// Names of the house rules laid over it.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// Hash over all tables the game was played with.
    pub data: String,
    /// What the players start from, as the ruleset writes it.
    pub setup: Value,
    /// Path of the scenario among `sources`.
    #[serde(default)]
    pub scenario: String,
    /// The scenario, the battlefield, forces and house rules it was read from.
    #[serde(default)]
    pub sources: Files,
    /// Who sits where, in seat order.
    #[serde(default)]
    pub players: Vec<String>,
    /// The seed of seeded dice.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// The whole record of a game; also its save file, bug report and replay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// What it was played with.
    pub header: Header,
    /// What was put in, in order.
    pub entries: Vec<Entry>,
    /// Decisions of a simultaneous choice that is not complete yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Sealed>,
    /// Hash of the position at the end, taken on saving.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub digest: Option<String>,
}

impl Transcript {
    /// An empty record.
    pub fn new(header: Header) -> Transcript {
        Transcript { header, entries: Vec::new(), waiting: Vec::new(), digest: None }
    }

    /// Adds a line; `digest` is that of the position after it, where one is taken.
    pub fn push(&mut self, input: Input, digest: Option<String>) -> usize {
        let number = self.entries.len() + 1;
        let chain = self.link(&input, self.entries.last());
        self.entries.push(Entry { number, input, chain, digest });
        number
    }

    /// Whether each line follows from the one before; the number of the first that does not.
    pub fn verify(&self) -> Result<(), usize> {
        let mut before = None;
        for (at, entry) in self.entries.iter().enumerate() {
            let linked = self.link(&entry.input, before) == entry.chain;
            if !linked || entry.number != at + 1 || !seals_hold(&entry.input) {
                return Err(at + 1);
            }
            before = Some(entry);
        }
        if !self.waiting.iter().all(Sealed::is_true) {
            return Err(self.entries.len() + 1);
        }
        Ok(())
    }

    /// The record as a seat may see it: other seats' seals closed, the seed and all digests left
    /// out (a position with few unknowns can be guessed from its hash), unless `everything`. What
    /// the setup and the scenario's files say stands open.
    #[must_use]
    pub fn seen_by(&self, seat: Seat, everything: bool) -> Transcript {
        let close = |sealed: &Sealed| {
            if everything || sealed.seat == seat { sealed.clone() } else { sealed.closed() }
        };
        let mut seen = self.clone();
        if !everything {
            seen.header.seed = None;
            seen.digest = None;
        }
        for entry in &mut seen.entries {
            hide(&mut entry.input, &close);
            if !everything {
                entry.digest = None;
            }
        }
        seen.waiting = self.waiting.iter().map(close).collect();
        seen
    }

    fn link(&self, input: &Input, before: Option<&Entry>) -> String {
        let mut hasher = blake3::Hasher::new();
        match before {
            Some(entry) => hasher.update(entry.chain.as_bytes()),
            // The seed is left out, so that a record without it still verifies.
            None => {
                let header = Header { seed: None, ..self.header.clone() };
                hasher.update(json(&header).as_bytes())
            }
        };
        hasher.update(json(&input.closed()).as_bytes());
        hasher.finalize().to_hex()[..32].to_string()
    }
}

fn hide(input: &mut Input, close: &impl Fn(&Sealed) -> Sealed) {
    match input {
        Input::Together(sealed) => *sealed = sealed.iter().map(close).collect(),
        Input::Correct { input, .. } => hide(input, close),
        _ => {}
    }
}

fn seals_hold(input: &Input) -> bool {
    match input {
        Input::Together(sealed) => sealed.iter().all(Sealed::is_true),
        Input::Correct { input, .. } => seals_hold(input),
        _ => true,
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("records have string keys and no foreign types")
}

/// Hash of a position.
pub fn digest<S: Serialize>(state: &S) -> String {
    blake3::hash(json(state).as_bytes()).to_hex()[..32].to_string()
}
