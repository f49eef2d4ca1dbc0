//! Looking things up in a game's tables: rules, icons and spells, cards and units, terrain.

use crate::chosen::Choices;
use crate::commands::{cards, rules, terrain};
use crate::console::{Screen, faint, strong};
use crate::library::Library;
use crate::words::show_rows;
use serde_json::{Value, json};
use std::io;
use umpire_core::command::{begins_a_word, few, normalized};
use umpire_core::data::{Source, Tree, suggest};
use umpire_core::host::{CardEntry, Table, TablesInPlay, TerrainEntry};
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
    /// What is chosen where a rule leaves something open, by the edition that is played or usually is.
    choices: Choices,
    /// By which edition they are told and under which house rules, where somebody plays by them.
    by: Option<By>,
}

/// An edition, and house rules laid over it.
struct By {
    edition: String,
    house_rules: Vec<String>,
    /// Whether that is what is played where nothing is said.
    is_usual: bool,
}

/// What is found under a word.
enum Found<'t> {
    Terrain(Vec<&'t TerrainEntry>),
    Cards(Vec<&'t CardEntry>),
    Rules(Vec<&'t RuleEntry>),
}

impl Tables {
    /// The tables of a game as they stand in the data.
    ///
    /// # Errors
    /// In words, where they cannot be read.
    pub fn of(library: &Library, game: &str) -> Result<Tables, String> {
        Tables::under(library, game, None)
    }

    /// The tables as they hold in a game that is played: by its edition, with its house rules.
    ///
    /// # Errors
    /// In words, where they cannot be read.
    pub fn in_play(library: &Library, table: &dyn Table) -> Result<Tables, String> {
        let header = &table.transcript().header;
        let (edition, house_rules) = (header.edition.clone(), header.house_rules.clone());
        let usual = library.ruleset(table.ruleset()).map(|ruleset| ruleset.default_edition());
        let is_usual = house_rules.is_empty() && usual.is_ok_and(|usual| usual == edition);
        let by = Some(By { edition, house_rules, is_usual });
        // The game was read from these files: some of them lie beside the scenario.
        let mut data = library.data.clone();
        header.sources.under("").for_each(|file| data.insert(file.path, file.text));
        let named = |name: &String| {
            let is_it = |file: &Source| {
                Tree::parse(file).is_ok_and(|tree| tree.word("house_rules") == Some(name))
            };
            header.sources.under("").find(is_it)
        };
        let scenario = header.sources.get(&header.scenario);
        let over: Vec<Source> =
            header.house_rules.iter().filter_map(named).chain(scenario).collect();
        let chosen =
            |rules: &RuleIndex| Choices::of(&data, table.ruleset(), rules, &header.edition, &over);
        match table.tables() {
            Some(TablesInPlay { rules, cards, terrain }) => {
                let choices = chosen(&rules);
                Ok(Tables { rules, cards, terrain, choices, by })
            }
            None => {
                let read = Tables::under(library, table.ruleset(), Some(&header.edition))?;
                let choices = chosen(&read.rules);
                Ok(Tables { by, choices, ..read })
            }
        }
    }

    fn under(library: &Library, game: &str, edition: Option<&str>) -> Result<Tables, String> {
        let read = || {
            let ruleset = library.ruleset(game).ok()?;
            let data = &library.data;
            let rules = ruleset.rules(data).ok()?;
            let played = edition.unwrap_or(ruleset.default_edition());
            Some(Tables {
                choices: Choices::of(data, game, &rules, played, &[]),
                rules,
                cards: ruleset.cards(data).ok()?,
                terrain: ruleset.terrain(data, edition).unwrap_or_default(),
                by: None,
            })
        };
        read().ok_or_else(|| "the tables of this game cannot be read".to_string())
    }

    /// The cards, units or dice.
    pub fn into_cards(self) -> Vec<CardEntry> {
        self.cards
    }

    /// Whether a card, unit or die is called so, or a row of a table, such as a glyph.
    pub fn has(&self, name: &str) -> bool {
        let name = normalized(name);
        let called = |rule: &RuleEntry| rule.status == Status::Row && ends_so(rule, &name);
        !cards::named(self.cards.iter(), &name).is_empty() || self.rules.rules.iter().any(called)
    }

    /// Whether there is anything to look up under a word.
    pub fn has_kind(&self, kind: &str) -> bool {
        !self.groups_of(kind).is_empty() || !self.rows_of(kind).is_empty()
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

    /// Shows what they say of a thing that is looked up under a word, as words or as one value for programs. What is wrong
    /// with the question comes back in words.
    ///
    /// # Errors
    /// Where nothing can be printed.
    pub fn show(
        &self,
        screen: &mut Screen,
        (kind, name): (&str, &str),
        json: bool,
    ) -> io::Result<Result<(), String>> {
        if name.is_empty() {
            return self.show_kind(screen, kind, json);
        }
        let (all, name) = match name.split_once(' ') {
            Some(("all", name)) if !by_card(kind) => (true, name.trim()),
            _ => (false, name),
        };
        let Some(found) = self.find(kind, name) else {
            return Ok(Err(self.none_found(kind, name)));
        };
        if json {
            return screen.json(&self.as_json(&found)).map(Ok);
        }
        match found {
            Found::Terrain(rows) => show_terrain(screen, &rows)?,
            Found::Cards(cards) => match cards.as_slice() {
                [one] => cards::show_whole(screen, one)?,
                many => {
                    let names = many.iter().map(|card| card.name.as_str());
                    screen.words(few(names))?;
                }
            },
            Found::Rules(rules) => match rules.as_slice() {
                [one] => {
                    rules::show_whole(screen, &self.rules, one, false)?;
                    rules::show_chosen(screen, &self.choices, one, "here")?;
                }
                many => self.show_rules(screen, many, name, all)?,
            },
        }
        if let Some(by) = self.by.as_ref().filter(|by| !by.is_usual && !of_rules(kind)) {
            screen.words(faint(format!("      {}", by.says())))?;
        }
        Ok(Ok(()))
    }

    /// What is found under a word: rules by their text, everything else by what it is called, among what is of that kind.
    fn find<'t>(&'t self, kind: &'t str, name: &str) -> Option<Found<'t>> {
        if kind == "terrain" {
            return some(terrain::named(&self.terrain, name)).map(Found::Terrain);
        }
        let anything = by_card(kind) || of_rules(kind);
        let of_kind = self.cards.iter().filter(|card| anything || is_of(card, kind));
        let cards = || some(cards::named(of_kind, name)).map(Found::Cards);
        match of_rules(kind) {
            true => some(rules::find_near(&self.rules, name)).map(Found::Rules).or_else(cards),
            false => cards().or_else(|| some(self.rows_called(kind, name)).map(Found::Rules)),
        }
    }

    /// Rows of tables that are rules of a kind: the one of that name, or else those in whose names the words stand. Under
    /// the words for cards a row of any kind is found that is called just so.
    fn rows_called<'t>(&'t self, kind: &'t str, name: &str) -> Vec<&'t RuleEntry> {
        let wanted = normalized(name);
        if by_card(kind) {
            let is_it = |rule: &&RuleEntry| rule.status == Status::Row && ends_so(rule, &wanted);
            return self.rules.rules.iter().filter(is_it).collect();
        }
        let rows = || self.rules_of(kind);
        if let Some((_, one)) = rows().find(|(row, _)| normalized(row) == wanted) {
            return vec![one];
        }
        let holds = |row: &str| wanted.split(' ').all(|word| begins_a_word(row, word));
        rows().filter(|(row, _)| holds(&normalized(row))).map(|(_, rule)| rule).collect()
    }

    /// What is found, for programs.
    fn as_json(&self, found: &Found<'_>) -> Value {
        let (mut rules, mut cards, mut terrain) = (json!([]), json!([]), json!([]));
        match found {
            Found::Terrain(rows) => terrain = json!(rows),
            Found::Cards(found) => cards = json!(found),
            Found::Rules(found) => rules = json!(found),
        }
        self.with_by(json!({ "rules": rules, "cards": cards, "terrain": terrain }))
    }

    /// An answer with the edition and the house rules that it is told by.
    fn with_by(&self, mut answer: Value) -> Value {
        if let Some(by) = &self.by {
            answer["edition"] = json!(by.edition);
            answer["house_rules"] = json!(by.house_rules);
        }
        answer
    }

    /// Shows what there is to look up under a word: spells and rows of rules with what they do, the rest by name, those of
    /// one kind together.
    fn show_kind(
        &self,
        screen: &mut Screen,
        kind: &str,
        json: bool,
    ) -> io::Result<Result<(), String>> {
        let groups = self.groups_of(kind);
        let rows = if groups.is_empty() { self.rows_of(kind) } else { Vec::new() };
        if rows.is_empty() && groups.is_empty() {
            return Ok(Err(format!("the tables of this game have no {kind}")));
        }
        if json {
            let groups: Vec<Value> = groups
                .into_iter()
                .map(|(kind, names)| json!({ "kind": kind, "names": names }))
                .collect();
            return screen.json(&self.with_by(json!({ "rows": rows, "groups": groups }))).map(Ok);
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
        let has = |card: &&CardEntry| is_of(card, kind);
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

    /// That nothing is called so, with what was probably meant, by the word it was asked for first; where the word stands
    /// in rules, how those are asked for.
    fn none_found(&self, kind: &str, name: &str) -> String {
        if of_rules(kind) {
            return rules::none_found(&self.rules, name);
        }
        let near = match kind {
            "terrain" => suggest(name, self.terrain.iter().map(|row| row.name.as_str())),
            _ => {
                let of_kind = self.cards.iter().filter(|card| by_card(kind) || is_of(card, kind));
                suggest(name, of_kind.map(|card| card.name.as_str()))
            }
        };
        let rows: Vec<String> = self.rules_of(kind).map(|(row, _)| row).collect();
        let near = near.or_else(|| suggest(name, rows.iter().map(String::as_str)));
        if let Some(near) = near {
            return format!("no {kind} `{name}`, did you mean `{near}`?");
        }
        let in_rules = rules::find(&self.rules, name).iter().any(|rule| {
            let called = self.rules.called(name);
            called.contains(&rule.id.as_str())
                || holds_whole(&rule.says, name)
                || holds_whole(&rule.name, name)
        });
        match in_rules {
            true => format!("no {kind} `{name}`; `rule {name}` tells the rules that speak of it"),
            false => format!("no {kind} `{name}`"),
        }
    }

    /// Several rules, a line each, those that are likeliest meant first: a few, unless all are wanted.
    fn show_rules(
        &self,
        screen: &mut Screen,
        found: &[&RuleEntry],
        name: &str,
        all: bool,
    ) -> io::Result<()> {
        let mut sorted: Vec<&RuleEntry> = found.to_vec();
        // Those that people call so come first as they are found; rows of tables come last.
        let called = self.rules.called(name);
        sorted.sort_by_key(|rule| match rule.status {
            _ if called.contains(&rule.id.as_str()) => 0,
            Status::Row => 3,
            _ if holds_whole(&rule.name, name) => 0,
            _ if holds_whole(&rule.says, name) => 1,
            _ => 2,
        });
        let mut told: Vec<&RuleEntry> = Vec::new();
        for rule in sorted {
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
            rules::show_chosen(screen, &self.choices, rule, "here")?;
        }
        match told.len() - few {
            0 => Ok(()),
            more => screen.words(format!("and {more} more: `rule all {name}` tells them")),
        }
    }
}

impl By {
    /// In words: `by edition classic, with the house rules soft-mud`.
    fn says(&self) -> String {
        match self.house_rules.as_slice() {
            [] => format!("by edition {}", self.edition),
            names => {
                format!("by edition {}, with the house rules {}", self.edition, names.join(", "))
            }
        }
    }
}

/// What is found, unless it is nothing.
fn some<T>(found: Vec<T>) -> Option<Vec<T>> {
    Some(found).filter(|found| !found.is_empty())
}

/// Whether cards, units and dice are meant before rules.
fn by_card(kind: &str) -> bool {
    matches!(kind, "card" | "unit" | "die")
}

/// Whether rules are meant.
fn of_rules(kind: &str) -> bool {
    matches!(kind, "rule" | "rules")
}

/// Whether a card says first that it is of a kind, such as `spell`.
fn is_of(card: &CardEntry, kind: &str) -> bool {
    card.says.split([';', ':', ' ']).next() == Some(kind)
}

/// Whether the name of a row of a table ends in a name, behind the word for its kind.
fn ends_so(rule: &RuleEntry, name: &str) -> bool {
    let row = normalized(&rule.name);
    row.strip_suffix(name).is_some_and(|kind| kind.ends_with(' '))
}

/// Whether every one of some words stands whole in a text.
fn holds_whole(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    let stands = |word: &str| {
        text.split(|letter: char| !letter.is_alphanumeric()).any(|known| known == word)
    };
    let words = words.to_lowercase();
    words.split_whitespace().all(stands)
}

/// Kinds of ground, each with what it does.
fn show_terrain(screen: &mut Screen, rows: &[&TerrainEntry]) -> io::Result<()> {
    for row in rows.iter().take(FEW_ROWS) {
        screen.words(strong(format!("{} ({})", row.name, row.kind)))?;
        for (effect, rule) in &row.effects {
            screen.words(format!("  {effect} ({rule})"))?;
        }
    }
    Ok(())
}
