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
use umpire_core::data::{DataError, Files, Memo, Source};
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::Tables;

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
        let mut tables = Tables::of(data, "heroscape", house);
        let rules = tables.rules();
        let terrain = tables.made("terrain", "terrain", terrain::read_table);
        let glyphs = tables.made("glyphs", "glyphs", glyphs::read_table);
        let dice = tables.made("dice", "", dice::read_table);
        let editions = tables.keep(edition::read_all(data));
        // Bases of many spaces lie as pieces of terrain do; the faults of those are told with the battlefield.
        let pieces = crate::scenario::pieces(data).ok();
        let cards = tables.keep(cards::read_tables(data, pieces.as_ref()));
        let catalog = match (rules, terrain, glyphs, dice, editions, cards) {
            (Some(rules), Some(terrain), Some(glyphs), Some(dice), Some(editions), Some(cards)) => {
                Some(Catalog { cards, terrain, glyphs, dice, editions, rules })
            }
            _ => None,
        };
        tables.finish(catalog)
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
