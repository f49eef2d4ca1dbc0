//! The typed tables of the game, cross-checked when they are read.

mod cards;
mod dice;
mod glyphs;
mod terrain;

use crate::tables::battlefield::Pieces;
pub(crate) use cards::TRAP_ROLL;
pub use cards::{ArmyCard, CardFile, CardId, Kind, MOST_SPACES, Rarity, Size};
pub use dice::{CombatFaces, DiceFile, GameDice};
pub use glyphs::{Glyph, GlyphClass, GlyphEffect, GlyphFile, GlyphId, GlyphModifier, Reaches};
pub use terrain::{Door, Edge, Obstacle, OnEnter, OnRoundEnd, Opening, Terrain, TerrainFile, Tile};

use crate::tables::abilities::Ability;
use crate::tables::battlefield;
use crate::tables::boxes::SetFile;
use crate::tables::edition::{Edition, EditionFields};
use std::collections::BTreeMap;
use umpire_core::data::Memo;
use umpire_core::edition::{HouseForm, HouseTable};
use umpire_core::rule_index::{Citation, RuleEntry, RuleIndex, Status};
use umpire_core::ruleset::{GameTables, Tables};
use umpire_core::schema::FileForm;

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

impl GameTables for Catalog {
    type Fields = EditionFields;

    const HOUSE_RULES: HouseForm = HouseForm {
        game: "heroscape",
        tables: &[
            HouseTable { field: "terrain", rows: "terrain" },
            HouseTable { field: "glyphs", rows: "glyphs" },
        ],
    };
    const DEFAULT_EDITION: &'static str = "annihilation";

    fn kept() -> &'static Memo<Catalog> {
        static KEPT: Memo<Catalog> = Memo::new();
        &KEPT
    }

    fn read_anew(tables: &mut Tables) -> Option<Catalog> {
        let rules = tables.rules();
        let terrain =
            tables.made("terrain", "terrain", |table| terrain::read_table(table, rules.as_ref()));
        let glyphs = tables.made("glyphs", "glyphs", glyphs::read_table);
        let dice = tables.made("dice", "", dice::read_table);
        let editions = tables.editions::<EditionFields>();
        // Bases of many spaces lie as pieces of terrain do; the faults of those are told with the battlefield.
        let pieces = Pieces::of_tables(tables.data()).ok();
        let cards = tables.keep(cards::read_tables(tables.data(), pieces.as_ref()));
        Some(Catalog {
            cards: cards?,
            terrain: terrain?,
            glyphs: glyphs?,
            dice: dice?,
            editions: editions?,
            rules: rules?,
        })
    }

    fn rule_index(&self) -> RuleIndex {
        let mut index = self.rules.clone();
        for row in 0..self.terrain.rows() {
            let (id, rule) = self.terrain.row_rule(row);
            index.rules.push(row_entry(&index, rule, id, "terrain", Status::Row));
        }
        for glyph in &self.glyphs {
            let mut entry = row_entry(&index, "HS-6.3.1", &glyph.id, "glyph", glyph.status);
            if entry.status == Status::Enforced {
                entry.status = Status::Row;
            }
            entry.says = glyph.says.clone();
            index.rules.push(entry);
        }
        for (_, name, says) in Ability::ALL {
            let mut entry = row_entry(&index, "HS-7.7.8", name, "ability", Status::Row);
            entry.says = says.to_string();
            index.rules.push(entry);
        }
        index
    }

    fn editions(&self) -> &BTreeMap<String, Edition> {
        &self.editions
    }

    fn forms() -> Vec<FileForm> {
        let at = |path: &str| [format!("{}/{path}.yaml", Self::HOUSE_RULES.game)];
        let battlefield = "tiles level by level, start zones, glyphs, obstacles, edges";
        let terrain = "tiles, obstacles and edge pieces";
        let pieces = "pieces that maps are built of, by code";
        vec![
            FileForm::of::<battlefield::File>("battlefield", battlefield, &at("battlefields/*")),
            FileForm::of::<CardFile>("cards", "army cards and their powers", &at("cards/*")),
            FileForm::of::<TerrainFile>("terrain", terrain, &at("terrain")),
            FileForm::of::<GlyphFile>("glyphs", "glyphs and their effects", &at("glyphs")),
            FileForm::of::<DiceFile>("dice", "dice and their faces", &at("dice")),
            FileForm::of::<battlefield::Table>("pieces", pieces, &at("pieces")),
            FileForm::of::<SetFile>("sets", "sets of terrain and their pieces", &at("sets")),
        ]
    }
}

impl Catalog {
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

/// A row of a table as a rule: what the rule says that it stands under.
fn row_entry(index: &RuleIndex, rule: &str, id: &str, kind: &str, status: Status) -> RuleEntry {
    let parent = index.get(rule);
    let source = parent.map_or_else(
        || Citation { book: String::new(), tag: String::new(), page: None },
        |parent| parent.source.clone(),
    );
    let says = parent.map_or(String::new(), |parent| parent.says.clone());
    let status = match parent {
        Some(parent) if matches!(parent.status, Status::Judged | Status::Deferred) => parent.status,
        _ => status,
    };
    RuleEntry {
        id: format!("{rule}.{id}"),
        name: format!("{kind}_{id}"),
        says,
        source,
        edition: Vec::new(),
        status,
        note: None,
    }
}
