//! Rows of tables as rules: their full ids, and the rule index with all of them.

use super::Catalog;
use crate::tables::rule::Rule;
use umpire_core::rule_index::{Citation, RuleEntry, RuleIndex, Status};
use umpire_core::ruling::RuleId;

impl Catalog {
    /// The rule's id, with the row of the table where it speaks of one.
    pub fn cite(&self, rule: Rule) -> String {
        let row = |table: &str, id: Option<&String>| {
            id.map_or_else(|| rule.id().to_string(), |id| format!("{table}.{id}"))
        };
        match rule {
            Rule::Sai(sai) => row(SAIS, self.sais.get(sai.index()).map(|sai| &sai.id)),
            Rule::Spell(spell) => row(SPELLS, self.spells.get(spell.index()).map(|row| &row.id)),
            Rule::Ability(ability) => {
                row(ABILITIES, self.abilities.get(ability.index()).map(|row| &row.id))
            }
            rule => rule.id().to_string(),
        }
    }

    /// The rule index with a rule for each icon, spell and ability.
    pub(super) fn rules_and_rows(&self) -> RuleIndex {
        let mut index = self.rules.clone();
        let rules = &mut index.rules;
        for sai in &self.sais {
            let source = cited("current-rulebook", &sai.source);
            rules.push(entry(SAIS, "icon", &sai.id, &sai.says, source, &sai.deferred));
        }
        for row in &self.spells {
            let source = cited("unit-lists", &row.source);
            rules.push(entry(SPELLS, "spell", &row.id, &row.says, source, &row.deferred));
        }
        let unknown = Some("no source gives its cost or what it does".to_string());
        for row in &self.unknown_spells {
            let says = format!("{}, a spell of the classic list for Reserves", row.name);
            let source = cited("classic-page", "S1");
            rules.push(entry(SPELLS, "classic_spell", &row.id, &says, source, &unknown));
        }
        for row in &self.abilities {
            let source = cited("unit-lists", &row.source);
            rules.push(entry(ABILITIES, "ability", &row.id, &row.says, source, &row.deferred));
        }
        index
    }
}

fn cited(book: &str, tag: &str) -> Citation {
    Citation { book: book.to_string(), tag: tag.to_string(), page: None }
}

fn entry(
    table: &str,
    kind: &str,
    id: &str,
    says: &str,
    source: Citation,
    deferred: &Option<String>,
) -> RuleEntry {
    RuleEntry {
        id: format!("{table}.{id}"),
        name: format!("{kind}_{}", id.replace('-', "_")),
        says: says.to_string(),
        source,
        edition: Vec::new(),
        status: Status::of_row(deferred.as_deref()),
        note: deferred.clone(),
    }
}

/// Ids of rows begin so.
const SAIS: &str = "DD-9.SAI";
const SPELLS: &str = "DD-7.SPELL";
const ABILITIES: &str = "DD-17.AB";
