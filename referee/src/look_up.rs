//! Looking things up in a game's tables: rules, icons and spells, cards and units, terrain.

use crate::commands::{cards, rules, terrain};
use crate::console::{Screen, strong};
use crate::library::Library;
use crate::words::show_rows;
use serde_json::{Value, json};
use std::io;
use umpire_core::command::normalized;
use umpire_core::data::suggest;
use umpire_core::host::{CardEntry, TerrainEntry};
use umpire_core::rule_index::{RuleEntry, RuleIndex, Status};

/// Rules that are told of many.
const FEW_RULES: usize = 6;

/// Rows of terrain that are told of many.
const FEW_ROWS: usize = 6;

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

    /// Whether a card, unit or die is called so, or a row of a table, such as a glyph.
    pub fn has(&self, name: &str) -> bool {
        let row = format!(" {}", normalized(name));
        let called =
            |rule: &RuleEntry| rule.status == Status::Row && normalized(&rule.name).ends_with(&row);
        !cards::named(&self.cards, name).is_empty() || self.rules.rules.iter().any(called)
    }

    /// Whether a word is what people call a rule, or its name.
    pub fn names_a_rule(&self, word: &str) -> bool {
        let word = normalized(word);
        let named = |rule: &RuleEntry| rule.status != Status::Row && normalized(&rule.name) == word;
        self.rules.synonyms.keys().any(|name| normalized(name) == word)
            || self.rules.rules.iter().any(named)
    }

    /// What can be looked up: rules by what people call them, cards, terrain.
    pub fn names(&self) -> Vec<String> {
        let rules = self.rules.rules.iter().map(|rule| rule.name.replace('_', " ").to_lowercase());
        let called = self.rules.synonyms.keys().cloned();
        let cards = self.cards.iter().map(|card| card.name.clone());
        let terrain = self.terrain.iter().map(|row| row.name.clone());
        cards.chain(terrain).chain(rules).chain(called).collect()
    }

    /// What is looked up under a word: cards, units and dice, terrain, or the rules of that kind, such as spells; under
    /// other words whatever can be.
    pub fn names_under(&self, kind: &str) -> Vec<String> {
        if by_card(kind) {
            return self.cards.iter().map(|card| card.name.clone()).collect();
        }
        if kind == "terrain" {
            return self.terrain.iter().map(|row| row.name.clone()).collect();
        }
        let of_kind: Vec<String> = self.rules_of(kind).map(|(name, _)| name).collect();
        if of_kind.is_empty() { self.names() } else { of_kind }
    }

    /// What they say of a thing, for programs.
    pub fn json(&self, name: &str) -> Value {
        let (rules, cards) = (rules::find(&self.rules, name), cards::named(&self.cards, name));
        json!({ "rules": rules, "cards": cards, "terrain": terrain::named(&self.terrain, name) })
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
            return self.show_kind(screen, kind);
        }
        let (all, name) = match name.split_once(' ') {
            Some(("all", name)) if !by_card(kind) => (true, name.trim()),
            _ => (false, name),
        };
        let cards = cards::named(&self.cards, name);
        let terrain = terrain::named(&self.terrain, name);
        let rules = match kind {
            "rule" | "rules" => rules::find_near(&self.rules, name),
            _ => rules::find(&self.rules, name),
        };
        if kind == "terrain" && !terrain.is_empty() {
            for row in terrain.into_iter().take(FEW_ROWS) {
                screen.words(strong(format!("{} ({})", row.name, row.kind)))?;
                for (effect, rule) in &row.effects {
                    screen.words(format!("  {effect} ({rule})"))?;
                }
            }
            return Ok(Ok(()));
        }
        match (cards.as_slice(), rules.as_slice()) {
            ([one], _) if by_card(kind) || rules.is_empty() => cards::show_whole(screen, one)?,
            ([_, ..], _) if by_card(kind) || rules.is_empty() => {
                let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
                screen.words(umpire_core::command::few(names.into_iter()))?;
            }
            (_, [one]) => rules::show_whole(screen, &self.rules, one, false)?,
            (_, [_, ..]) => show_rules(screen, (&self.rules, &rules), name, all)?,
            _ => return Ok(Err(self.none_found(kind, name))),
        }
        Ok(Ok(()))
    }

    /// Shows what there is to look up under a word: spells and rows of rules with what they do, the rest by name, those of
    /// one kind together.
    fn show_kind(&self, screen: &mut Screen, kind: &str) -> io::Result<Result<(), String>> {
        let groups = self.groups_of(kind);
        let rows = if groups.is_empty() { self.rows_of(kind) } else { Vec::new() };
        if rows.is_empty() && groups.is_empty() {
            return Ok(Err(format!("the tables of this game have no {kind}")));
        }
        show_rows(screen, &rows)?;
        for (head, names) in groups {
            screen.words(strong(head).then(format!(": {}", names.join(", "))))?;
        }
        screen.words(format!("`{kind} NAME` tells one"))?;
        Ok(Ok(()))
    }

    /// Spells with their prices, glyphs, icons: whatever of a kind is told in a line each; with a head.
    fn rows_of(&self, kind: &str) -> Vec<Vec<String>> {
        let has = |card: &&CardEntry| card.says.split([';', ':', ' ']).next() == Some(kind);
        let costs = |card: &CardEntry| {
            card.numbers.first().map_or(String::new(), |(_, number)| number.clone())
        };
        let does = |card: &CardEntry| {
            let says: Vec<&str> = card.powers.iter().map(|power| power.says.as_str()).collect();
            says.join("; ")
        };
        let row = |card: &CardEntry| vec![card.name.clone(), costs(card), does(card)];
        let cards: Vec<Vec<String>> = self.cards.iter().filter(has).map(row).collect();
        let (head, rows) = match cards.is_empty() {
            false => (vec![kind, "costs", "what it does"], cards),
            true => {
                let rows = self.rules_of(kind).map(|(name, rule)| vec![name, rule.says.clone()]);
                (vec![kind, "what it does"], rows.collect())
            }
        };
        match rows.is_empty() {
            true => rows,
            false => {
                [head.into_iter().map(String::from).collect()].into_iter().chain(rows).collect()
            }
        }
    }

    /// Names by what they are: cards by their kind, terrain by where it lies, rules by what people call them.
    fn groups_of(&self, kind: &str) -> Vec<(String, Vec<String>)> {
        let named: Vec<(String, String)> = match kind {
            "rule" | "rules" => {
                let head = format!("{} rules; people ask for", self.rules.rules.len());
                self.rules.synonyms.keys().map(|name| (head.clone(), name.clone())).collect()
            }
            "terrain" => {
                self.terrain.iter().map(|row| (row.kind.clone(), row.name.clone())).collect()
            }
            kind if by_card(kind) => {
                let is = |card: &CardEntry| {
                    card.says.split([':', ';', ',']).next().unwrap_or_default().to_string()
                };
                self.cards.iter().map(|card| (is(card), card.name.clone())).collect()
            }
            _ => Vec::new(),
        };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (head, name) in named {
            match groups.iter_mut().find(|(known, _)| *known == head) {
                Some((_, names)) => names.push(name),
                None => groups.push((head, vec![name])),
            }
        }
        groups
    }

    /// The rows of tables that are rules of a kind, such as spells, each with its name.
    fn rules_of<'t>(&'t self, kind: &'t str) -> impl Iterator<Item = (String, &'t RuleEntry)> {
        self.rules.rules.iter().filter_map(move |rule| {
            let name = rule.name.strip_prefix(kind)?.strip_prefix('_')?;
            let is_row =
                rule.id.rsplit('.').next().is_some_and(|row| normalized(row) == normalized(name));
            is_row.then(|| (name.replace('_', " "), rule))
        })
    }

    /// That nothing is called so, with what was probably meant, by the word it was asked for first.
    fn none_found(&self, kind: &str, name: &str) -> String {
        let cards = || self.cards.iter().map(|card| card.name.as_str());
        let terrain = || self.terrain.iter().map(|row| row.name.as_str());
        let near = match kind {
            "rule" | "rules" => return rules::none_found(&self.rules, name),
            kind if by_card(kind) => suggest(name, cards()).map(String::from),
            "terrain" => suggest(name, terrain()).map(String::from),
            _ => None,
        };
        let near = near.or_else(|| self.rules.near(name));
        let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        format!("no {kind} `{name}`{near}")
    }
}

/// Whether cards, units and dice are meant before rules.
fn by_card(kind: &str) -> bool {
    matches!(kind, "card" | "unit" | "die")
}

/// Several rules, a line each, those that are likeliest meant first: a few, unless all are wanted.
fn show_rules(
    screen: &mut Screen,
    (index, found): (&RuleIndex, &[&RuleEntry]),
    name: &str,
    all: bool,
) -> io::Result<()> {
    let mut rules: Vec<&RuleEntry> = found.to_vec();
    // Those that people call so come first as they are found; rows of tables come last.
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let holds = |text: &str| {
        let text = text.to_lowercase();
        let mut all = text.split(|letter: char| !letter.is_alphanumeric());
        words.iter().all(|word| all.any(|known| known == word))
    };
    let called = index.called(name);
    rules.sort_by_key(|rule| match rule.status {
        _ if called.contains(&rule.id.as_str()) => 0,
        Status::Row => 3,
        _ if holds(&rule.name) => 0,
        _ if holds(&rule.says) => 1,
        _ => 2,
    });
    let mut told: Vec<&RuleEntry> = Vec::new();
    for rule in rules {
        if told.iter().all(|known| known.says != rule.says) {
            told.push(rule);
        }
    }
    let few = if all { told.len() } else { told.len().min(FEW_RULES) };
    let wide = told[..few].iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in &told[..few] {
        let id = strong(format!("{:<wide$}  ", rule.id));
        let not_kept = if rule.status == Status::Deferred { " (players keep it)" } else { "" };
        screen.words(id.then(format!("{}{not_kept}", rule.says)))?;
    }
    match told.len() - few {
        0 => Ok(()),
        more => screen.words(format!("and {more} more: `rule all {name}` tells them")),
    }
}
