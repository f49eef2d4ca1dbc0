//! Looking things up at the prompt: rules, icons and spells, cards and units, terrain.

use super::{Done, Sitting};
use crate::commands::{cards, rules};
use crate::console::strong;
use serde_json::json;
use umpire_core::host::{CardEntry, TerrainEntry};
use umpire_core::rule_index::RuleIndex;

/// What a game's tables say of things, read when somebody asks.
struct Tables {
    rules: RuleIndex,
    cards: Vec<CardEntry>,
    terrain: Vec<TerrainEntry>,
}

impl Sitting<'_, '_> {
    /// Tells what the tables say of a thing: under the word it was asked for first, then under the others.
    pub(super) fn look_up(&mut self, kind: &str, name: &str) -> Done {
        if name.is_empty() {
            return self.complain(&format!("expected `{kind} NAME`"), &[]);
        }
        let Some(tables) = self.tables() else {
            return self.complain("the tables of this game cannot be read", &[]);
        };
        let screen = &mut self.console.out;
        let cards = cards::named(&tables.cards, name);
        let terrain = terrain_named(&tables.terrain, name);
        let rules = rules::find(&tables.rules, name);
        if self.settings.json {
            let found = json!({ "rules": rules, "cards": cards, "terrain": terrain });
            return Ok(screen.json(&found)?);
        }
        let by_rule = !matches!(kind, "card" | "unit" | "die" | "terrain");
        if kind == "terrain" && !terrain.is_empty() {
            for row in terrain {
                screen.line(strong(format!("{} ({})", row.name, row.kind)))?;
                for (effect, rule) in &row.effects {
                    screen.line(format!("  {effect} ({rule})"))?;
                }
            }
            return Ok(());
        }
        match cards.as_slice() {
            [one] if !by_rule || rules.is_empty() => return Ok(cards::show_whole(screen, one)?),
            [_, ..] if !by_rule || rules.is_empty() => {
                let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
                return Ok(screen.line(umpire_core::command::few(names.into_iter()))?);
            }
            _ => {}
        }
        if rules.is_empty() {
            let says = rules::none_found(&tables.rules, name);
            return self.complain(&says, &[]);
        }
        Ok(rules::show(screen, &tables.rules, &rules)?)
    }

    fn tables(&self) -> Option<Tables> {
        let ruleset = self.library.ruleset(self.table.ruleset()).ok()?;
        let data = &self.library.data;
        Some(Tables {
            rules: ruleset.rules(data).ok()?,
            cards: ruleset.cards(data).ok()?,
            terrain: ruleset.terrain(data, None).unwrap_or_default(),
        })
    }
}

/// The rows of that name, or else those whose names hold every word.
fn terrain_named<'t>(all: &'t [TerrainEntry], name: &str) -> Vec<&'t TerrainEntry> {
    let bare = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
    let wanted = bare(name);
    let is_it = |row: &&TerrainEntry| bare(&row.name) == wanted;
    let exact: Vec<_> = all.iter().filter(is_it).collect();
    if !exact.is_empty() {
        return exact;
    }
    let holds =
        |row: &&TerrainEntry| wanted.split_whitespace().all(|word| bare(&row.name).contains(word));
    all.iter().filter(holds).take(6).collect()
}
