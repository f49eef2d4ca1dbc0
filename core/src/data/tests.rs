//! Broken files and what is said of each; every line and column was counted by hand.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::Deserialize;

use super::*;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rows: Vec<Row>,
    #[serde(default)]
    colors: BTreeMap<String, (u8, u8, u8)>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    kind: Kind,
    #[serde(default)]
    cost: u8,
    #[serde(default)]
    next_to: Vec<String>,
    scale: Option<f64>,
    #[serde(default)]
    solid: bool,
    #[serde(default)]
    effects: Vec<Effect>,
    #[serde(default)]
    count: Option<NonZeroU8>,
    #[serde(default)]
    span: Option<Range>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Swamp,
    Road,
    DeepWater,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Effect {
    Stop,
    Slow(i16),
    Roll { die: String, least: u8 },
}

/// Written as `1-19`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Range(u8, u8);

impl TryFrom<String> for Range {
    type Error = String;

    fn try_from(text: String) -> Result<Range, String> {
        let ends = text.split_once('-');
        let parsed = ends.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let (low, high) =
            parsed.ok_or_else(|| format!("expected a range such as `1-19`, found `{text}`"))?;
        Ok(Range(low, high))
    }
}

fn faults(text: &str) -> Vec<String> {
    let source = Source::new("t.yaml", text);
    match read::<Table>(&source) {
        Ok(document) => panic!("read without a fault: {:?}", document.value),
        Err(faults) => faults.iter().map(DataError::to_string).collect(),
    }
}

#[test]
fn names_that_slip_are_guessed() {
    assert_eq!(
        faults("rows:\n- id: a\n  kind: swmp\n"),
        ["t.yaml:3:9: at `rows[0].kind`: unknown value `swmp`, did you mean `swamp`?"]
    );
}
