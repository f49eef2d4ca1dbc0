//! Rows of tables as rules: their full ids, and the rule index with all of them.

use super::Catalog;
use crate::rule::Rule;
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
    pub fn rule_index(&self) -> RuleIndex {
        let mut index = self.rules.clone();
        let mut rows = Vec::new();
        for sai in &self.sais {
            rows.push((SAIS, "DD-9.1", "icon", &sai.id, &sai.says, sai.deferred.clone()));
        }
        for spell in &self.spells {
            let deferred = spell.deferred.clone();
            rows.push((SPELLS, "DD-7.8", "spell", &spell.id, &spell.says, deferred));
        }
        let unknown = "no source gives its cost or what it does".to_string();
        for spell in &self.unknown_spells {
            let deferred = Some(unknown.clone());
            rows.push((SPELLS, "DD-7.12", "classic_spell", &spell.id, &spell.name, deferred));
        }
        for ability in &self.abilities {
            let deferred = ability.deferred.clone();
            rows.push((ABILITIES, "DD-17.6", "ability", &ability.id, &ability.says, deferred));
        }
        for (table, parent, kind, id, says, deferred) in rows {
            let source = self.rules.get(parent).map(|rule| rule.source.clone());
            let none = Citation { book: String::new(), tag: String::new(), page: None };
            index.rules.push(RuleEntry {
                id: format!("{table}.{id}"),
                name: format!("{kind}_{id}"),
                says: says.clone(),
                source: source.unwrap_or(none),
                edition: Vec::new(),
                status: if deferred.is_some() { Status::Deferred } else { Status::Enforced },
                note: deferred,
            });
        }
        index
    }
}

/// Ids of rows begin so.
const SAIS: &str = "DD-9.SAI";
const SPELLS: &str = "DD-7.SPELL";
const ABILITIES: &str = "DD-17.AB";
