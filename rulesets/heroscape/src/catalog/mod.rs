//! The typed tables of the game, cross-checked when they are read.

mod cards;
mod dice;
mod glyphs;
mod terrain;

pub use cards::{ArmyCard, CardFile, CardId, Kind, Rarity, Size};
pub use dice::{CombatFaces, DiceFile, GameDice};
pub use glyphs::{Glyph, GlyphClass, GlyphEffect, GlyphFile, GlyphId, GlyphModifier, Reaches};
pub use terrain::{Door, Edge, Obstacle, OnEnter, OnRoundEnd, Opening, Terrain, TerrainFile, Tile};

use crate::edition::{self, Edition};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire_core::data::{DataError, Files, Memo, Source, Tree};
use umpire_core::rule_index::RuleIndex;

/// Every table of the game.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// Army cards, in the order of their ids.
    pub cards: Vec<ArmyCard>,
    /// Tiles, obstacles and edge pieces.
    pub terrain: Terrain,
    /// Glyphs.
    pub glyphs: Vec<Glyph>,
    /// Dice by name.
    pub dice: GameDice,
    /// Editions by name.
    pub editions: BTreeMap<String, Edition>,
    /// The rule index.
    pub rules: RuleIndex,
}

impl Catalog {
    /// Reads and cross-checks every table; reports every fault of every file, sorted by place.
    pub fn read(data: &Files) -> Result<Arc<Catalog>, Vec<DataError>> {
        Catalog::read_with(data, &[])
    }

    /// The same with house rules laid over the rows of terrain and glyphs.
    pub fn read_with(data: &Files, house: &[Source]) -> Result<Arc<Catalog>, Vec<DataError>> {
        static READ: Memo<Catalog> = Memo::new();
        READ.read(data, "heroscape", house, || Catalog::read_anew(data, house))
    }

    fn read_anew(data: &Files, house: &[Source]) -> Result<Catalog, Vec<DataError>> {
        let mut faults = Vec::new();
        let terrain = |source: &Source| terrain::read_table(laid_over(source, house, "terrain")?);
        let glyphs = |source: &Source| glyphs::read_table(laid_over(source, house, "glyphs")?);
        let rules = keep(file(data, "heroscape/rules.yaml", RuleIndex::read), &mut faults);
        let terrain = keep(file(data, "heroscape/terrain.yaml", terrain), &mut faults);
        let glyphs = keep(file(data, "heroscape/glyphs.yaml", glyphs), &mut faults);
        let dice = keep(file(data, "heroscape/dice.yaml", dice::read_table), &mut faults);
        let editions = keep(edition::read_all(data), &mut faults);
        // Bases of many spaces lie as pieces of terrain do; the faults of those are told with the battlefield.
        let pieces = crate::scenario::pieces(data).ok();
        let cards = keep(cards::read_tables(data, pieces.as_ref()), &mut faults);
        faults.sort();
        match (rules, terrain, glyphs, dice, editions, cards) {
            (Some(rules), Some(terrain), Some(glyphs), Some(dice), Some(editions), Some(cards))
                if faults.is_empty() =>
            {
                Ok(Catalog { cards, terrain, glyphs, dice, editions, rules })
            }
            _ => Err(faults),
        }
    }

    /// The card with that number.
    pub fn card(&self, id: CardId) -> &ArmyCard {
        &self.cards[usize::from(id.0)]
    }

    /// The card with that id.
    pub fn card_named(&self, id: &str) -> Option<CardId> {
        let at = self.cards.binary_search_by(|card| card.id.as_str().cmp(id)).ok()?;
        Some(CardId(at as u16))
    }

    /// The glyph with that id.
    pub fn glyph_named(&self, id: &str) -> Option<GlyphId> {
        self.glyphs.iter().position(|glyph| glyph.id == id).map(|at| GlyphId(at as u16))
    }
}

/// A table with the changes of house rules that name it.
fn laid_over(table: &Source, house: &[Source], field: &str) -> Result<Tree, Vec<DataError>> {
    let mut tree = Tree::parse(table)?;
    for rules in house {
        let changes = Tree::parse(rules)?;
        // House rules that leave the table alone do not name it.
        if rules.text.lines().any(|line| line.starts_with(&format!("{field}:"))) {
            tree = tree.overlaid(&changes, field)?;
        }
    }
    Ok(tree)
}

/// Reads one file of the data, or says that it is missing.
fn file<T>(
    data: &Files,
    path: &str,
    read: impl Fn(&Source) -> Result<T, Vec<DataError>>,
) -> Result<T, Vec<DataError>> {
    match data.get(path) {
        Some(source) => read(&source),
        None => Err(vec![DataError::of_file(path, "this file is missing")]),
    }
}

fn keep<T>(read: Result<T, Vec<DataError>>, faults: &mut Vec<DataError>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(found) => {
            faults.extend(found);
            None
        }
    }
}
