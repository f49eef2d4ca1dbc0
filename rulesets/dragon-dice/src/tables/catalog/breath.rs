//! What the breath of each element does to an army.

use super::effects::{Lasting, Peril};
use super::{Element, Elements};
use schemars::JsonSchema;
use serde::Deserialize;

/// Breath of one element, or of none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Breath {
    /// Its name.
    pub name: String,
    /// Its element; none for ivory.
    pub element: Elements,
    /// The rule it comes from.
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    /// How much health-worth of units it strikes.
    pub health: u8,
    /// What befalls each unit struck.
    pub peril: Peril,
    /// What it does to the army until the beginning of its owner's next turn.
    #[serde(default)]
    pub lasting: Option<Lasting>,
}

/// The breaths of one edition; one for each element and one for ivory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreathTable {
    rows: [Breath; 6],
}

/// `breath.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BreathFile {
    pub current: Vec<Breath>,
    pub classic: Vec<Breath>,
}

impl BreathTable {
    /// The breath of an element, or of ivory.
    pub fn of(&self, element: Option<Element>) -> &Breath {
        &self.rows[element.map_or(5, Element::index)]
    }

    /// Of rows in any order; `None` if one is missing or stands twice.
    pub fn new(rows: &[Breath]) -> Option<BreathTable> {
        let sets = Element::ALL.map(Elements::of).into_iter().chain([Elements::NONE]);
        let find = |set| rows.iter().find(|row| row.element == set).cloned();
        let found: Vec<Breath> = sets.filter_map(find).collect();
        let table: [Breath; 6] = found.try_into().ok()?;
        (rows.len() == table.len()).then_some(BreathTable { rows: table })
    }
}
