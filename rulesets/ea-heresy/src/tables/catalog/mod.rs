//! The typed tables of the game, cross-checked when they are read.

mod armies;
mod army_rows;
mod base_rows;
pub(crate) mod battlefield_rows;
mod ids;
mod length;
mod reading;
mod rows;
mod rule_words;
mod special_rows;
mod specials;
mod tables;
mod terrain;
mod terrain_choice;
mod terrain_rows;
mod terrain_words;
mod traits;
mod unit_rows;
mod units;
mod weapon_rows;
mod weapons;

pub use armies::{Army, Cost, Detachment, Section, Upgrade, WeaponPrice};
pub use ids::{ArmyId, DetachmentId, SpecialId, TerrainId, UnitId, WeaponId};
pub use length::{CM, Length, centimetres, from_centimetres};
pub(crate) use length::{in_centimetres, in_centimetres_form};
pub use specials::{Special, SpecialClass, TestModifiers};
pub use tables::{ActionRow, BarrageRow, ResultRow, Then};
pub use terrain::{
    Cell, Ground, GroundEffects, Instead, Printed, Sight, Stronghold, TableName, Terrain, Towering,
};
pub use terrain_choice::NotOffered;
pub use traits::Traits;
pub use units::{Column, Critical, Flight, Footprint, HardPoint, Transport, Unit, UnitType};
pub use weapons::{Arc, Mode, Mount, Reach, TkDice, Weapon, WeaponFlags};

use crate::tables::edition::Edition;
use std::collections::BTreeMap;
use umpire_core::data::DataError;
use umpire_core::dice::{Dice, DieId};
use umpire_core::rule_index::RuleIndex;

/// The only die of the game.
pub const D6: DieId = DieId(0);

/// Every table of the game.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// One die of six faces named `1` to `6`.
    pub dice: Dice,
    /// Units; [`UnitId`] is the place.
    pub units: Vec<Unit>,
    /// Weapons; [`WeaponId`] is the place.
    pub weapons: Vec<Weapon>,
    /// Rows of every terrain table; [`TerrainId`] is the place.
    pub terrain: Vec<Terrain>,
    /// Special rules; [`SpecialId`] is the place.
    pub specials: Vec<Special>,
    /// Army lists; [`ArmyId`] is the place.
    pub armies: Vec<Army>,
    /// Formations of all lists; [`DetachmentId`] is the place.
    pub detachments: Vec<Detachment>,
    /// Actions.
    pub actions: Vec<ActionRow>,
    /// The barrage table.
    pub barrage: Vec<BarrageRow>,
    /// Results of battles by scenario.
    pub results: BTreeMap<String, Vec<ResultRow>>,
    /// Editions by name.
    pub editions: BTreeMap<String, Edition>,
    /// The rule index.
    pub rules: RuleIndex,
    /// What is wrong in the sources and was left so; none keeps the game from being played.
    pub notes: Vec<DataError>,
}

impl Catalog {
    /// The unit with that number.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The unit with that id.
    pub fn unit_named(&self, key: &str) -> Option<UnitId> {
        place(&self.units, |unit| unit.key == key).map(|at| UnitId(at as u16))
    }

    /// The weapon with that number.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[id.index()]
    }

    /// The weapon with that id.
    pub fn weapon_named(&self, key: &str) -> Option<WeaponId> {
        place(&self.weapons, |weapon| weapon.key == key).map(|at| WeaponId(at as u16))
    }

    /// The terrain with that number, by the printed table; see [`Catalog::terrain_in`] for editions.
    pub fn terrain(&self, id: TerrainId) -> &Terrain {
        &self.terrain[id.index()]
    }

    /// The special rule with that number.
    pub fn special(&self, id: SpecialId) -> &Special {
        &self.specials[id.index()]
    }

    /// The special rule with that id.
    pub fn special_named(&self, key: &str) -> Option<SpecialId> {
        place(&self.specials, |special| special.key == key).map(|at| SpecialId(at as u8))
    }

    /// The army list with that number.
    pub fn army(&self, id: ArmyId) -> &Army {
        &self.armies[id.index()]
    }

    /// The army list with that id.
    pub fn army_named(&self, key: &str) -> Option<ArmyId> {
        place(&self.armies, |army| army.key == key).map(|at| ArmyId(at as u8))
    }

    /// The formation with that number.
    pub fn detachment(&self, id: DetachmentId) -> &Detachment {
        &self.detachments[id.index()]
    }

    /// The formation of a list with that id.
    pub fn detachment_named(&self, army: ArmyId, key: &str) -> Option<DetachmentId> {
        place(&self.detachments, |row| row.army == army && row.key == key)
            .map(|at| DetachmentId(at as u16))
    }

    /// The row of the barrage table for so many points; the last row for more than it has.
    pub fn barrage(&self, points: u8) -> Option<&BarrageRow> {
        let row = self.barrage.iter().find(|row| (row.from..=row.to).contains(&points));
        row.or_else(|| self.barrage.last().filter(|last| points > last.to))
    }
}

fn place<T>(rows: &[T], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    rows.iter().position(is_it)
}
