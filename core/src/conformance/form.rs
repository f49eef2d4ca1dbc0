//! The form of a scenario file: what each step may say.

use crate::schema::{exact, exactly};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A conformance scenario.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    /// The game's name.
    pub game: String,
    /// The rules that it shows and that its rulings and events cite, by id.
    #[serde(default)]
    #[schemars(extend("x-suggests" = "rules#/rules/*/id"))]
    pub rules: Vec<String>,
    /// Rules that it shows though nothing cites them: by what is allowed, or does not happen.
    #[serde(default)]
    #[schemars(extend("x-suggests" = "rules#/rules/*/id"))]
    pub uncited: Vec<String>,
    /// What it shows, in one line.
    pub says: String,
    /// The position it begins with: a scenario of the game.
    #[allow(dead_code)]
    #[schemars(with = "serde_json::Value")]
    pub given: IgnoredAny,
    /// What is done, and what must come of it.
    pub steps: Vec<Step>,
}

/// One step: exactly one of these fields.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Step {
    /// An action as it is typed, which must be legal.
    #[serde(rename = "do")]
    pub act: Option<String>,
    /// What fell on the table, as it is typed.
    pub roll: Option<String>,
    /// Something that must be refused.
    pub refused: Option<RefusedStep>,
    /// What the game must wait for.
    pub asks: Option<AsksStep>,
    /// Lines that the last input must have told.
    pub told: Option<Vec<String>>,
    /// Lines that the last input must not have told.
    pub not_told: Option<Vec<String>>,
    /// Facts of the position, by name.
    pub facts: Option<BTreeMap<String, Scalar>>,
    /// Facts that a seat must see, and what it must read.
    pub view: Option<ViewStep>,
    /// What must be legal, and what must not.
    pub legal: Option<LegalStep>,
    /// A judge sets a rule aside.
    pub overrule: Option<JudgeStep>,
    /// A judge changes the position.
    pub amend: Option<JudgeStep>,
    /// A judge answers a roll or a choice.
    pub answer: Option<JudgeStep>,
    /// A mistyped line is put right.
    pub correct: Option<CorrectStep>,
    /// So many inputs are taken back.
    pub undo: Option<usize>,
    /// Why the game must have stopped.
    pub stop: Option<String>,
    /// A question, and what the answer must be.
    pub ask: Option<AskStep>,
    /// Who must have won.
    pub over: Option<Vec<String>>,
    /// `true` begins again from `given`, the last of them: for another case of the same rule.
    pub restart: Option<bool>,
    /// Another position, for another case of the same rule.
    #[schemars(with = "serde_json::Value")]
    pub given: Option<IgnoredAny>,
}

/// What must be said: a text, or a list of them.
#[derive(Debug, Default)]
pub(crate) struct Said(pub Vec<String>);

impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Said, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = Said;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text, or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Said, E> {
                Ok(Said(vec![text.to_string()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, all: A) -> Result<Said, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(all)).map(Said)
            }
        }
        from.deserialize_any(Texts)
    }
}

impl JsonSchema for Said {
    fn schema_name() -> Cow<'static, str> {
        "Said".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let text = exact();
        json_schema!({ "anyOf": [text, { "type": "array", "items": { "type": "string" } }] })
    }
}

/// The value of a fact.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(transform = exactly)]
pub(crate) enum Scalar {
    Truth(bool),
    Number(i64),
    Words(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Truth(truth) => write!(f, "{truth}"),
            Scalar::Number(number) => write!(f, "{number}"),
            Scalar::Words(words) => write!(f, "{words}"),
        }
    }
}

/// What must be refused, by which rules and in which words.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RefusedStep {
    /// An action as it is typed.
    #[serde(rename = "do")]
    pub act: Option<String>,
    /// What fell on the table, as it is typed.
    pub roll: Option<String>,
    /// A judge's change of the position.
    pub amend: Option<String>,
    /// A judge's action against the rules.
    pub overrule: Option<String>,
    /// A position that is not to be opened.
    #[schemars(with = "serde_json::Value")]
    pub given: Option<IgnoredAny>,
    /// The rules that must be cited.
    pub by: Vec<String>,
    /// What must be said.
    pub says: Said,
    /// What must be offered instead.
    pub instead: Option<String>,
}

/// What the game must wait for.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AsksStep {
    /// Who is waited for.
    pub seats: Option<Vec<String>>,
    /// The rule that asks.
    pub rule: Option<String>,
    /// What must be said, by the question or by a modifier.
    pub says: Said,
    /// The dice that must be asked for.
    pub dice: Option<Vec<String>>,
    /// The modifiers that must be told.
    pub modifiers: Option<Vec<String>>,
}

/// What a seat must see.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewStep {
    /// Whose view it is; `nobody` only looks on.
    pub seat: String,
    /// Facts that it must show, by name.
    #[serde(default)]
    pub facts: BTreeMap<String, Scalar>,
    /// What it must read of the last input: parts of its line in the log and of what that tells.
    #[serde(default)]
    pub reads: Vec<String>,
    /// What it must not read of it.
    #[serde(default)]
    pub not_reads: Vec<String>,
}

/// What must be legal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalStep {
    /// Who acts.
    pub seat: String,
    /// Actions that must be listed.
    #[serde(default)]
    pub has: Vec<String>,
    /// Actions that must not be listed.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// How many actions must be listed.
    pub count: Option<usize>,
}

/// A word of the judge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeStep {
    /// What the judge types.
    pub says: String,
    /// Why, for the record.
    pub reason: String,
}

/// A line that is put right.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorrectStep {
    /// The line of the log.
    pub line: usize,
    /// What should have been typed.
    pub to: String,
    /// Later lines that no longer hold.
    #[serde(default)]
    pub drops: Vec<usize>,
}

/// A question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskStep {
    /// The question as it is typed.
    pub question: String,
    /// Who asks.
    pub seat: Option<String>,
    /// What the answer must be, yes or no.
    pub yes: Option<bool>,
    /// What must be said.
    #[serde(default)]
    pub says: Said,
    /// Rows that the answer must have.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Means that the answer must have.
    #[serde(default)]
    pub means: Vec<String>,
    /// Numbers of each alone that the answer must have.
    #[serde(default)]
    pub alone: Vec<String>,
    /// Rules that must be cited.
    #[serde(default)]
    pub rules: Vec<String>,
}
