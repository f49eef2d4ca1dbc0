//! Looking things up in a game's tables: rules, icons and spells, cards and units, terrain.

use crate::commands::{cards, rules};
use crate::console::{Screen, strong};
use crate::library::Library;
use serde_json::{Value, json};
use std::io;
use umpire_core::host::{CardEntry, TerrainEntry};
use umpire_core::rule_index::RuleIndex;

/// What a game's tables say of things, read when somebody asks.
pub struct Tables {
    rules: RuleIndex,
    cards: Vec<CardEntry>,
    terrain: Vec<TerrainEntry>,
}

impl Tables {
    /// The tables of a game.
    ///
    /// # Errors
    /// In words, where they cannot be read.
    pub fn of(library: &Library, game: &str) -> Result<Tables, String> {
        let read = || {
            let ruleset = library.ruleset(game).ok()?;
            let data = &library.data;
            Some(Tables {
                rules: ruleset.rules(data).ok()?,
                cards: ruleset.cards(data).ok()?,
                terrain: ruleset.terrain(data, None).unwrap_or_default(),
            })
        };
        read().ok_or_else(|| "the tables of this game cannot be read".to_string())
    }

    /// What they say of a thing, for programs.
    pub fn json(&self, name: &str) -> Value {
        let (rules, cards) = (rules::find(&self.rules, name), cards::named(&self.cards, name));
        json!({ "rules": rules, "cards": cards, "terrain": terrain_named(&self.terrain, name) })
    }

    /// Shows what they say of a thing: under the word it was asked for first, then under the others. What is wrong with
    /// the question comes back in words.
    ///
    /// # Errors
    /// Where nothing can be printed.
    pub fn show(
        &self,
        screen: &mut Screen,
        kind: &str,
        name: &str,
    ) -> io::Result<Result<(), String>> {
        if name.is_empty() {
            return Ok(Err(format!("expected `{kind} NAME`")));
        }
        let cards = cards::named(&self.cards, name);
        let terrain = terrain_named(&self.terrain, name);
        let rules = rules::find(&self.rules, name);
        let by_rule = !matches!(kind, "card" | "unit" | "die" | "terrain");
        if kind == "terrain" && !terrain.is_empty() {
            for row in terrain {
                screen.line(strong(format!("{} ({})", row.name, row.kind)))?;
                for (effect, rule) in &row.effects {
                    screen.line(format!("  {effect} ({rule})"))?;
                }
            }
            return Ok(Ok(()));
        }
        match cards.as_slice() {
            [one] if !by_rule || rules.is_empty() => {
                return cards::show_whole(screen, one).map(Ok);
            }
            [_, ..] if !by_rule || rules.is_empty() => {
                let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
                return screen.line(umpire_core::command::few(names.into_iter())).map(Ok);
            }
            _ => {}
        }
        if rules.is_empty() {
            return Ok(Err(rules::none_found(&self.rules, name)));
        }
        rules::show(screen, &self.rules, &rules).map(Ok)
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
