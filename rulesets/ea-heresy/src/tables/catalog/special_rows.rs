//! Rows of the file of special rules.

use super::{Special, SpecialClass, SpecialId, TestModifiers};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document};

/// The most rows: their numbers have eight bits.
const MOST_ROWS: usize = 250;

/// `special_rules.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SpecialFile {
    special_rules: Vec<SpecialRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SpecialRow {
    id: String,
    name: String,
    #[serde(default)]
    also: Vec<String>,
    class: SpecialClass,
    says: String,
    #[serde(default)]
    tests: TestModifiers,
    source: String,
    status: StatusRow,
    #[serde(default)]
    why: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum StatusRow {
    Enforced,
    Deferred,
}

/// The special rules, and what is wrong with them.
pub(super) fn resolve(
    document: &Document<SpecialFile>,
    faults: &mut Vec<DataError>,
) -> Vec<Special> {
    let places = &document.places;
    let mut specials: Vec<Special> = Vec::new();
    for (at, row) in document.value.special_rules.iter().enumerate() {
        let place = format!("special_rules[{at}]");
        if specials.iter().any(|other| other.key == row.id) {
            faults.push(places.fault(&format!("{place}.id"), format!("`{}` stands twice", row.id)));
        }
        if (row.status == StatusRow::Deferred) != row.why.is_some() {
            let problem = "a deferred rule says `why`, and no other does";
            faults.push(places.fault(&format!("{place}.status"), problem));
        }
        specials.push(Special {
            id: SpecialId(at as u8),
            key: row.id.clone(),
            name: row.name.clone(),
            also: row.also.clone(),
            class: row.class,
            says: row.says.clone(),
            source: row.source.clone(),
            deferred: row.why.clone(),
            tests: row.tests,
        });
    }
    if specials.len() > MOST_ROWS {
        faults.push(places.fault("special_rules", format!("expected at most {MOST_ROWS} rows")));
        specials.truncate(MOST_ROWS);
    }
    specials
}
