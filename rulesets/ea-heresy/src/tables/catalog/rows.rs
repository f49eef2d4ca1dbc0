//! Rows of tables as rules: their full ids, and the rule index with all of them.

use super::{Catalog, TableName, Terrain};
use crate::tables::rule::Rule;
use umpire_core::rule_index::{Citation, RuleEntry, RuleIndex, Status};
use umpire_core::ruling::RuleId;

/// Ids of special rules begin so.
const SPECIALS: &str = "EA-14";

impl Catalog {
    /// The rule's id, with the row of the table where it speaks of one.
    pub fn cite(&self, rule: Rule) -> String {
        match rule {
            Rule::Terrain(id) => match self.terrain.get(id.index()) {
                Some(row) => row.rule.clone(),
                None => rule.id().to_string(),
            },
            Rule::Special(id) => match self.specials.get(id.index()) {
                Some(row) => format!("{SPECIALS}.{}", row.key),
                None => rule.id().to_string(),
            },
            rule => rule.id().to_string(),
        }
    }

    /// The rule index with a rule for each row of terrain and each special rule.
    pub(super) fn rules_and_rows(&self) -> RuleIndex {
        let mut index = self.rules.clone();
        for row in &self.terrain {
            let (book, prefix) = match row.table {
                TableName::Heresy => ("terrain-page", "terrain"),
                TableName::Netea => ("netea", "terrain_netea"),
                TableName::Ragnarok => ("ragnarok-page", "terrain_ragnarok"),
                TableName::Own => ("special-rules", "terrain_own"),
            };
            index.rules.push(RuleEntry {
                id: row.rule.clone(),
                name: format!("{prefix}_{}", row.key),
                says: says(row),
                source: Citation { book: book.into(), tag: String::new(), page: None },
                edition: Vec::new(),
                status: Status::of_row(row.deferred.as_deref()),
                note: row.deferred.clone(),
            });
        }
        for row in &self.specials {
            index.rules.push(RuleEntry {
                id: format!("{SPECIALS}.{}", row.key),
                name: format!("special_{}", row.key),
                says: format!("{}: {}", row.name, row.says),
                source: Citation { book: row.source.clone(), tag: String::new(), page: None },
                edition: Vec::new(),
                status: Status::of_row(row.deferred.as_deref()),
                note: row.deferred.clone(),
            });
        }
        index
    }
}

/// A row in one line.
fn says(row: &Terrain) -> String {
    use super::Cell::{Infantry, Sight, Towering, Vehicle, WarEngine};
    let cell = |cell| row.cell(cell).to_lowercase();
    let mut words = format!(
        "{}: infantry {}, vehicles {}, war engines {}",
        row.name,
        cell(Infantry),
        cell(Vehicle),
        cell(WarEngine),
    );
    for (what, cell) in [("blocks sight", cell(Sight)), ("Towering", cell(Towering))] {
        if !cell.is_empty() {
            words.push_str(&format!(", {what} {cell}"));
        }
    }
    words
}
