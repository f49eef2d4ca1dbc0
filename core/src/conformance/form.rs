//! The form of a scenario file: what each step may say.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    pub game: String,
    pub rules: Vec<String>,
    pub says: String,
    #[allow(dead_code)]
    pub given: IgnoredAny,
    pub steps: Vec<Step>,
}

/// One step: exactly one of these fields.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Step {
    #[serde(rename = "do")]
    pub act: Option<String>,
    pub roll: Option<String>,
    pub refused: Option<RefusedStep>,
    pub asks: Option<AsksStep>,
    pub told: Option<Vec<String>>,
    pub not_told: Option<Vec<String>>,
    pub facts: Option<BTreeMap<String, Scalar>>,
    pub view: Option<ViewStep>,
    pub legal: Option<LegalStep>,
    pub overrule: Option<JudgeStep>,
    pub amend: Option<JudgeStep>,
    pub answer: Option<JudgeStep>,
    pub correct: Option<CorrectStep>,
    pub undo: Option<usize>,
    pub stop: Option<String>,
    pub ask: Option<AskStep>,
    pub over: Option<Vec<String>>,
    pub restart: Option<bool>,
    /// Another position, for another case of the same rule.
    pub given: Option<IgnoredAny>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
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

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RefusedStep {
    #[serde(rename = "do")]
    pub act: Option<String>,
    pub roll: Option<String>,
    pub amend: Option<String>,
    pub overrule: Option<String>,
    /// A position that is not to be opened.
    pub given: Option<IgnoredAny>,
    pub by: Vec<String>,
    pub says: Vec<String>,
    pub instead: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AsksStep {
    pub seats: Option<Vec<String>>,
    pub rule: Option<String>,
    pub says: Option<String>,
    pub dice: Option<Vec<String>>,
    pub modifiers: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewStep {
    pub seat: String,
    pub facts: BTreeMap<String, Scalar>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalStep {
    pub seat: String,
    #[serde(default)]
    pub has: Vec<String>,
    #[serde(default)]
    pub lacks: Vec<String>,
    pub count: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeStep {
    pub says: String,
    pub reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorrectStep {
    pub line: usize,
    pub to: String,
    #[serde(default)]
    pub drops: Vec<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskStep {
    pub question: String,
    pub seat: Option<String>,
    pub yes: Option<bool>,
    #[serde(default)]
    pub says: Vec<String>,
    #[serde(default)]
    pub rows: Vec<String>,
    #[serde(default)]
    pub means: Vec<String>,
    #[serde(default)]
    pub alone: Vec<String>,
    #[serde(default)]
    pub rules: Vec<String>,
}
