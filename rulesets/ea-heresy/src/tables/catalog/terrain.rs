//! Rows of terrain tables: what ground does to those who enter it, hide in it or look across it.

use super::length::in_centimetres_form;
use super::{Column, Length, SpecialId, TerrainId, Traits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::data::Within;
use umpire_core::table::Strewn;

/// A kind of terrain or fortification (EA-5.0.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// Its number.
    pub id: TerrainId,
    /// Its id as maps name it, such as `urban_area`; once in each table.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The table it is a row of.
    pub table: TableName,
    /// Its rule, such as `EA-T.05`.
    pub rule: String,
    /// What it does to movement, by [`Column`].
    pub movement: [Ground; 3],
    /// Cover save of infantry n+; 0 for none.
    pub cover_save: u8,
    /// Units inside it are in cover without a cover save too.
    pub in_cover: [bool; 3],
    /// How it blocks sight.
    pub sight: Sight,
    /// Whether elevated viewers do not see over it, and where its table leaves that to another rule.
    pub towering: Towering,
    /// What the building is, where it is one that units occupy.
    pub stronghold: Option<Stronghold>,
    /// Whether it is a road (EA-5.9).
    pub road: bool,
    /// Whether it counts as open ground, as a table without any piece does (EA-5.6).
    pub open: bool,
    /// Effects that no column of the tables has.
    pub effects: GroundEffects,
    /// Words of its cells that do not follow from its values.
    pub printed: Printed,
    /// What takes its place where the heresy table is used; `None` where it may be used there too.
    pub instead: Option<Instead>,
    /// What it becomes when it is destroyed.
    pub becomes: Option<TerrainId>,
    /// How it lies on maps drawn at random.
    pub strewn: Option<Strewn>,
    /// What units that hold it gain; empty for plain ground.
    pub gives: Traits,
    /// The special rule it comes from, where it is a fortification (EA-5.12).
    pub special: Option<SpecialId>,
    /// What of it no code keeps.
    pub deferred: Option<String>,
}

/// The name of a terrain table.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TableName {
    /// The one of EA-Heresy, with the rows of NetEA that it leaves standing (EA-5.11).
    Heresy,
    /// The one of NetEA.
    Netea,
    /// The one of EA:Ragnarok.
    Ragnarok,
    /// Rows of our own and of house rules, which stand beside any table.
    Own,
}

/// What ground does to a unit that enters it or starts a move in it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Nothing.
    #[serde(rename = "none")]
    Free,
    /// A test by EA-5.2.
    Difficult,
    /// A test by EA-5.1.
    Dangerous,
    /// It may not be entered (EA-5.3).
    Impassable,
    /// As EA-6 says.
    Stronghold,
}

/// How a piece blocks sight (EA-4.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Not at all.
    None,
    /// Beyond some depth (EA-4.4).
    Area,
    /// At its edge (EA-4.3).
    Complete,
    /// As a hill (EA-4.6).
    Hill,
}

/// Whether a row has Towering (EA-4.7).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Towering {
    /// It has not.
    No,
    /// It has.
    Yes,
    /// Only with a feature that stands on it (EA-4.6.1).
    HillRule,
}

/// What a building that units occupy is as a unit (EA-6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Stronghold {
    /// Damage it absorbs.
    pub damage_capacity: u8,
    /// Armour save n+.
    pub armour: u8,
    /// Its special rules.
    pub traits: Traits,
    /// More damage from a critical hit.
    pub critical_damage: u8,
    /// Spaces inside for each point of its starting damage capacity (EA-6.2.2).
    pub spaces_per_damage: u8,
    /// Cover save n+ of occupants against close combat of invaders (EA-8.8.5).
    pub inside_cover_save: u8,
    /// Enemies in contact for each point of damage capacity that surround it (EA-8.8.8).
    pub surrounded_by_per_damage: u8,
}

impl Stronghold {
    /// Spaces inside (EA-6.2.2).
    pub fn spaces(&self) -> u8 {
        self.damage_capacity.saturating_mul(self.spaces_per_damage)
    }
}

/// Effects that no column of the tables has, so that new ground can be written as a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GroundEffects {
    /// Walkers roll its test again.
    pub walker_rerolls: bool,
    /// Skimmers and jump packs test too when they cross it.
    pub skimmers_test: bool,
    /// Moves that enter it or start in it go half as far.
    pub half_speed: bool,
    /// Faces of the first die of its test that fail: 1 to this.
    #[serde(with = "Within::<1, 6, Option<u8>>")]
    pub fails_on: Option<u8>,
    /// Faces of the second die that then bring the hit: 1 to this; `None` for no second die.
    #[serde(with = "Within::<1, 6, Option<u8>>")]
    pub then_hits_on: Option<u8>,
    /// The longest side that a piece of it may have; `None` for any.
    #[serde(deserialize_with = "optional_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    pub at_most: Option<Length>,
    /// How many infantry units find cover in it; `None` for as many as stand in it.
    pub capacity: Option<u8>,
    /// How much of its length one infantry unit needs for cover; `None` where that does not matter.
    #[serde(deserialize_with = "optional_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    pub centimetres_for_each: Option<Length>,
    /// Cover save of vehicles n+; 0 for none.
    pub vehicle_cover_save: u8,
}

fn optional_centimetres<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<Length>, D::Error> {
    super::length::in_centimetres(from).map(Some)
}

impl Default for GroundEffects {
    fn default() -> GroundEffects {
        GroundEffects {
            walker_rerolls: true,
            skimmers_test: false,
            half_speed: false,
            fails_on: None,
            then_hits_on: None,
            at_most: None,
            capacity: None,
            centimetres_for_each: None,
            vehicle_cover_save: 0,
        }
    }
}

/// Words of a table that the row's values alone do not give.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Printed {
    /// After the name.
    pub name: Option<String>,
    /// Whole cells, by column.
    pub infantry: Option<String>,
    /// As for infantry.
    pub vehicle: Option<String>,
    /// As for infantry.
    pub war_engine: Option<String>,
}

/// Why a row is not offered, and what is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instead {
    /// The row to use.
    pub row: String,
    /// Why.
    pub because: String,
}

/// Which cell of a row.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Cell {
    Infantry,
    Vehicle,
    WarEngine,
    Sight,
    Towering,
}

impl Cell {
    /// The cells in the order of the table.
    pub const ALL: [Cell; 5] =
        [Cell::Infantry, Cell::Vehicle, Cell::WarEngine, Cell::Sight, Cell::Towering];
}

impl Terrain {
    /// What it does to the movement of a column.
    pub fn ground(&self, column: Column) -> Ground {
        self.movement[column as usize]
    }

    /// Its name as its table prints it.
    pub fn printed_name(&self) -> &str {
        self.printed.name.as_deref().unwrap_or(&self.name)
    }

    /// The cell as its table prints it; empty where the table has no such column.
    pub fn cell(&self, cell: Cell) -> String {
        match (cell, self.table) {
            (Cell::Infantry, _) => self.movement_cell(Column::Infantry, &self.printed.infantry),
            (Cell::Vehicle, _) => self.movement_cell(Column::Vehicle, &self.printed.vehicle),
            (Cell::WarEngine, _) => self.movement_cell(Column::WarEngine, &self.printed.war_engine),
            (_, TableName::Netea) => String::new(),
            (Cell::Sight, TableName::Ragnarok) => {
                if self.sight == Sight::None { "No" } else { "Yes" }.to_string()
            }
            (Cell::Towering, TableName::Ragnarok) => String::new(),
            (Cell::Sight, _) => match self.sight {
                Sight::None => "No",
                Sight::Area => "Yes, Area Terrain",
                Sight::Complete => "Yes, Completely",
                Sight::Hill => "Yes (see special rules)",
            }
            .to_string(),
            (Cell::Towering, _) => match self.towering {
                Towering::No => "No",
                Towering::Yes => "Yes",
                Towering::HillRule => "No (see special rules)",
            }
            .to_string(),
        }
    }

    fn movement_cell(&self, column: Column, printed: &Option<String>) -> String {
        if let Some(words) = printed {
            return words.clone();
        }
        let netea = self.table == TableName::Netea;
        let mut parts = Vec::new();
        if column == Column::Infantry && self.cover_save > 0 {
            let words = if netea { "cover" } else { "Cover Save" };
            parts.push(format!("{}+ {words}", self.cover_save));
        }
        let ground = match self.ground(column) {
            Ground::Free if parts.is_empty() && netea => "none",
            Ground::Free if parts.is_empty() => "No Effect",
            Ground::Free => "",
            Ground::Difficult => "Difficult",
            Ground::Dangerous => "Dangerous",
            Ground::Impassable => "Impassable",
            Ground::Stronghold => "Walls (EA-6)",
        };
        if !ground.is_empty() {
            parts.push(if netea { ground.to_lowercase() } else { ground.to_string() });
        }
        parts.join(if netea { "; " } else { ", " })
    }
}
