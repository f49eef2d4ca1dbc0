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
    /// Drawn from nothing that the record tells: by a game that goes on after it was over and its seed could be read.
    Drawn,
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

    /// The seal of another action in its place, with a salt that cannot be guessed either; nothing where it is closed.
    pub fn instead(&self, action: Value) -> Option<Sealed> {
        let salt = format!("{}+", self.opened.as_ref()?.salt);
        Some(Sealed::new(self.seat, action, salt))
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
    /// Dice fall that one seat alone may know.
    SecretRoll {
        /// What falls, die by die, sealed by that seat.
        faces: Sealed,
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
    /// Files that the game is made of are laid over those it was begun with: what is played from here on.
    Lay {
        /// The files that are others, by path, with all that they say.
        files: Files,
        /// Why.
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
    /// Whether a judge changed the position by it, or let an action through.
    pub fn is_judges_word(&self) -> bool {
        matches!(self, Input::Amend { .. } | Input::Overrule { .. })
    }

    /// Whether dice fell by it.
    pub fn is_roll(&self) -> bool {
        matches!(self, Input::Roll { .. } | Input::SecretRoll { .. })
    }

    /// The faces that fell, and where they came from; nothing where no dice fell, or what fell is sealed for the reader.
    pub fn fallen(&self) -> Option<(Vec<Face>, FaceSource)> {
        match self {
            Input::Roll { faces, source } => Some((faces.clone(), *source)),
            Input::SecretRoll { faces, source } => {
                let opened = faces.opened.as_ref().filter(|_| faces.is_true())?;
                Some((serde_json::from_value(opened.action.clone()).ok()?, *source))
            }
            _ => None,
        }
    }

    /// Whose decision it is: the judge's where they change the position or answer; nobody's where dice fall or several decide.
    pub fn by(&self) -> Option<Seat> {
        match self {
            Input::Act { seat, .. } | Input::Overrule { seat, .. } => Some(*seat),
            Input::Amend { .. } | Input::Answer { .. } | Input::Lay { .. } => Some(Seat::JUDGE),
            _ => None,
        }
    }

    /// The input as others may see it: seals closed.
    #[must_use]
    pub fn closed(&self) -> Input {
        match self {
            Input::Together(sealed) => Input::Together(sealed.iter().map(Sealed::closed).collect()),
            Input::SecretRoll { faces, source } => {
                Input::SecretRoll { faces: faces.closed(), source: *source }
            }
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
    /// What stands for the digest in the chain, for those who may not know it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seal: Option<String>,
}

/// The end of a record that was saved whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// What stands for the last digest.
    pub seal: String,
    /// Hash over the last line, what waits, and the seal: nothing was cut off.
    pub chain: String,
}

/// That a key vouches for a record; keys and signatures in hexadecimal digits. Programs check it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signed {
    /// The public key.
    pub key: String,
    /// Its signature over the end of the chain.
    pub signature: String,
}

/// A seed as it stands in JSON: a number where 64 bits can hold it, else in digits.
pub fn seed_value(seed: u128) -> Value {
    u64::try_from(seed).map_or_else(|_| Value::from(seed.to_string()), Value::from)
}

/// A seed in a record ([`seed_value`]).
mod seed_in_digits {
    use serde::Serialize;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Digits(String),
    }

    pub fn serialize<S: Serializer>(seed: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
        seed.map(super::seed_value).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u128>, D::Error> {
        match Option::<Written>::deserialize(from)? {
            None => Ok(None),
            Some(Written::Number(seed)) => Ok(Some(seed.into())),
            Some(Written::Digits(digits)) => digits.parse().map(Some).map_err(D::Error::custom),
        }
    }
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
    #[serde(default, with = "seed_in_digits")]
    pub seed: Option<u128>,
    /// What stands for the seed in the chain, for those who may not know it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed_seal: Option<String>,
    /// Letters that nobody can guess: they keep seals from being opened by trying positions. A record
    /// without them is chained, but its seed and its digests are not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub secret: Option<String>,
}

impl Header {
    /// What stands for something said in the record, such as a digest; nothing without a secret.
    fn seal(&self, what: &str, number: usize, content: &str) -> Option<String> {
        let secret = self.secret.as_ref()?;
        let text = format!("{what} {number}\n{secret}\n{content}");
        Some(blake3::hash(text.as_bytes()).to_hex()[..32].to_string())
    }

    /// Whether a seal is that of what is said. Where the secret is left out, so is all that it seals;
    /// a record begun without one has no seals.
    fn holds(&self, seal: Option<&str>, what: &str, number: usize, content: Option<&str>) -> bool {
        match (&self.secret, seal) {
            (None, None) => true,
            (None, Some(_)) => content.is_none(),
            (Some(_), _) => {
                content.and_then(|content| self.seal(what, number, content)).as_deref() == seal
            }
        }
    }
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
    /// The end of the chain, made on saving.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end: Option<End>,
    /// Who vouches for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signed: Option<Signed>,
}

/// Where a record does not hang together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A line.
    #[error("line {0} does not follow from the lines before it")]
    Line(usize),
    /// The seed in the header.
    #[error("its seed is not the one it was begun with")]
    Seed,
    /// Its last digest, or what waited sealed at the end.
    #[error("its end does not follow from its lines: something was cut off, or put in its place")]
    End,
}

impl Transcript {
    /// An empty record.
    pub fn new(header: Header) -> Transcript {
        let (entries, waiting) = (Vec::new(), Vec::new());
        let mut transcript =
            Transcript { header, entries, waiting, digest: None, end: None, signed: None };
        transcript.seal_seed();
        transcript
    }

    /// Gives an empty record its secret; one that has lines keeps what it has.
    pub fn keep_secret(&mut self, secret: &str) {
        if self.entries.is_empty() && self.waiting.is_empty() {
            self.header.secret = Some(secret.to_string());
            self.seal_seed();
        }
    }

    fn seal_seed(&mut self) {
        let header = &mut self.header;
        let seal = header.seed.and_then(|seed| header.seal("seed", 0, &seed.to_string()));
        header.seed_seal = seal.or(header.seed_seal.take());
    }

    /// Ends the record with the digest of its last position.
    pub fn close(&mut self, digest: String) {
        let seal = self.header.seal("end", self.entries.len(), &digest);
        self.end = seal.map(|seal| End { chain: self.end_link(&seal), seal });
        self.digest = Some(digest);
    }

    /// Adds a line; `digest` is that of the position after it, where one is taken.
    pub fn push(&mut self, input: Input, digest: Option<String>) -> usize {
        let number = self.entries.len() + 1;
        let seal = digest.as_ref().and_then(|digest| self.header.seal("digest", number, digest));
        let chain = self.link(&input, seal.as_deref(), self.entries.last());
        self.entries.push(Entry { number, input, chain, digest, seal });
        number
    }

    /// Whether each line follows from the one before, and seed, digests and end are those of the chain;
    /// else the first that is not. What was left out for a seat that may not know it is no fault.
    ///
    /// # Errors
    /// Where it first does not hang together.
    pub fn verify(&self) -> Result<(), Broken> {
        let header = &self.header;
        let seed = header.seed.map(|seed| seed.to_string());
        if !header.holds(header.seed_seal.as_deref(), "seed", 0, seed.as_deref()) {
            return Err(Broken::Seed);
        }
        let mut before = None;
        for (at, entry) in self.entries.iter().enumerate() {
            let seal = entry.seal.as_deref();
            let linked = self.link(&entry.input, seal, before) == entry.chain;
            let sealed = header.holds(seal, "digest", entry.number, entry.digest.as_deref());
            if !linked || !sealed || entry.number != at + 1 || !seals_hold(&entry.input) {
                return Err(Broken::Line(at + 1));
            }
            before = Some(entry);
        }
        if !self.waiting.iter().all(Sealed::is_true) || !self.ends_well() {
            return Err(Broken::End);
        }
        Ok(())
    }

    /// Whether something in it is sealed for the reader: such a record cannot be played again.
    pub fn is_closed(&self) -> bool {
        fn closed(input: &Input) -> bool {
            match input {
                Input::Together(sealed) => sealed.iter().any(|one| one.opened.is_none()),
                Input::SecretRoll { faces, .. } => faces.opened.is_none(),
                Input::Correct { input, .. } => closed(input),
                _ => false,
            }
        }
        self.entries.iter().any(|entry| closed(&entry.input))
    }

    /// Whether the end, where there is one, is that of these lines.
    fn ends_well(&self) -> bool {
        let seal = self.end.as_ref().map(|end| end.seal.as_str());
        let linked = self.end.as_ref().is_none_or(|end| self.end_link(&end.seal) == end.chain);
        linked && self.header.holds(seal, "end", self.entries.len(), self.digest.as_deref())
    }

    fn end_link(&self, seal: &str) -> String {
        let waiting: Vec<Sealed> = self.waiting.iter().map(Sealed::closed).collect();
        self.chained(self.entries.last(), &[&json(&waiting), seal])
    }

    /// The record as a seat may see it: other seats' seals closed, the seed and all digests left
    /// out (a position with few unknowns can be guessed from its hash), unless `everything`; what stands
    /// for them in the chain stays, so that it still verifies. What the setup, the scenario's files and the judge
    /// say stands open: whether a seat may know all of that, [`Session::withholds`](crate::session::Session::withholds) tells.
    #[must_use]
    pub fn seen_by(&self, seat: Seat, everything: bool) -> Transcript {
        let close = |sealed: &Sealed| {
            if everything || sealed.seat == seat { sealed.clone() } else { sealed.closed() }
        };
        let mut seen = self.clone();
        if !everything {
            (seen.header.seed, seen.header.secret, seen.digest) = (None, None, None);
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

    fn link(&self, input: &Input, seal: Option<&str>, before: Option<&Entry>) -> String {
        self.chained(before, &[&json(&input.closed()), seal.unwrap_or_default()])
    }

    /// Hash over a line, or the header where there is none, and what follows it.
    fn chained(&self, before: Option<&Entry>, parts: &[&str]) -> String {
        let mut hasher = blake3::Hasher::new();
        match before {
            Some(entry) => hasher.update(entry.chain.as_bytes()),
            // What opens seals is left out, so that a record without it still verifies.
            None => {
                let header = Header { seed: None, secret: None, ..self.header.clone() };
                hasher.update(json(&header).as_bytes())
            }
        };
        for part in parts {
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_string()
    }
}

fn hide(input: &mut Input, close: &impl Fn(&Sealed) -> Sealed) {
    match input {
        Input::Together(sealed) => *sealed = sealed.iter().map(close).collect(),
        Input::SecretRoll { faces, .. } => *faces = close(faces),
        Input::Correct { input, .. } => hide(input, close),
        _ => {}
    }
}

fn seals_hold(input: &Input) -> bool {
    match input {
        Input::Together(sealed) => sealed.iter().all(Sealed::is_true),
        Input::SecretRoll { faces, .. } => faces.is_true(),
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
