//! Kinds of units: what they are, how they move, fight and are saved.

use super::{Length, Mount, Traits, UnitId, WeaponId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of unit (EA-1.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// Its id as files and people name it, such as `legion_tactical_squad`.
    pub key: String,
    /// Its name, with its variant.
    pub name: String,
    /// Its name without the variant: what lists offer when they leave the variant open.
    pub family: String,
    /// The file of units it comes from, such as `solar_auxilia`.
    pub army: String,
    /// What it is.
    pub kind: UnitType,
    /// Speed of one move; 0 for what does not move.
    pub speed: Length,
    /// Armour save n+; 0 for none.
    pub armour: u8,
    /// Close combat n+; 0 for one that cannot.
    pub close_combat: u8,
    /// Firefight n+; 0 for one that cannot.
    pub firefight: u8,
    /// Damage it absorbs: 1 for all but war engines and the like.
    pub damage_capacity: u8,
    /// What a critical hit does.
    pub critical: Critical,
    /// Void shields, which are repaired.
    pub void_shields: u8,
    /// Construct shields, which are not.
    pub construct_shields: u8,
    /// Its weapons; see [`Unit::armament`] for those it carries unless a force says otherwise.
    pub mounts: Vec<Mount>,
    /// Hard points, in the order of their slots.
    pub hard_points: Vec<HardPoint>,
    /// Classes of the weapons on them, such as `Support Weapon`, by which lists price them.
    pub weapon_classes: Vec<(WeaponId, String)>,
    /// How it flies, if it does.
    pub flight: Option<Flight>,
    /// Its special rules.
    pub traits: Traits,
    /// Invulnerable save n+; 0 for none.
    pub invulnerable: u8,
    /// Ion shield n+; 0 for none.
    pub ion_shield: u8,
    /// Dispersion field n+ at the start; 0 for none.
    pub dispersion: u8,
    /// Victory points for its destruction; 0 for none.
    pub god_machine: u8,
    /// What it carries.
    pub transport: Option<Transport>,
    /// Its base, or its outline where it has none.
    pub base: Footprint,
    /// Special rules it has that no code keeps.
    pub deferred: Vec<String>,
}

/// A place on a unit for weapons that a force chooses (EA-13.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardPoint {
    /// What it is called, such as `carapace`.
    pub name: String,
    /// How many weapons are chosen for it.
    pub choose: u8,
}

/// What a unit is (EA-1.1).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum UnitType {
    Infantry,
    LightVehicle,
    ArmouredVehicle,
    WarEngine,
    Aircraft,
    AircraftWarEngine,
    AircraftLightVehicle,
    SupportCraft,
    Spacecraft,
    /// Joins another unit; no model of its own (EA-1.3).
    Character,
}

impl UnitType {
    /// Every type.
    pub const ALL: [UnitType; 10] = [
        UnitType::Infantry,
        UnitType::LightVehicle,
        UnitType::ArmouredVehicle,
        UnitType::WarEngine,
        UnitType::Aircraft,
        UnitType::AircraftWarEngine,
        UnitType::AircraftLightVehicle,
        UnitType::SupportCraft,
        UnitType::Spacecraft,
        UnitType::Character,
    ];

    /// The short form of the books.
    pub fn short(self) -> &'static str {
        match self {
            UnitType::Infantry => "INF",
            UnitType::LightVehicle => "LV",
            UnitType::ArmouredVehicle => "AV",
            UnitType::WarEngine => "WE",
            UnitType::Aircraft => "AC",
            UnitType::AircraftWarEngine => "AC/WE",
            UnitType::AircraftLightVehicle => "AC/LV",
            UnitType::SupportCraft => "WE/SC",
            UnitType::Spacecraft => "SC",
            UnitType::Character => "CH",
        }
    }

    /// Whether it flies in for one mission.
    pub fn is_aircraft(self) -> bool {
        matches!(
            self,
            UnitType::Aircraft | UnitType::AircraftWarEngine | UnitType::AircraftLightVehicle
        )
    }
}

/// How a unit flies.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Flight {
    Fighter,
    FighterBomber,
    Bomber,
    Hover,
}

/// A column of a terrain table.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Column {
    Infantry,
    Vehicle,
    WarEngine,
}

impl Column {
    /// The columns in the order of the tables.
    pub const ALL: [Column; 3] = [Column::Infantry, Column::Vehicle, Column::WarEngine];
}

/// What a critical hit does (EA-11.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Critical {
    /// Nothing.
    None,
    /// So many more points of damage.
    Damage(u8),
    /// The unit is destroyed.
    Destroyed,
    /// The unit and all it carries are destroyed.
    DestroyedWithCargo,
}

/// What a transport takes (EA-3.5.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Transport {
    /// Spaces; infantry takes one, all else two.
    pub spaces: u8,
    /// Whether Bulky infantry may ride.
    #[serde(default)]
    pub bulky: bool,
    /// Whether Mounted infantry and Nimble vehicles may ride.
    #[serde(default)]
    pub vehicles: bool,
}

/// The outline of a unit's base, or of the unit where it has no base (EA-1.6.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Footprint {
    /// A round base, as a regular polygon of so many corners.
    Disc {
        /// Half of its width.
        radius: Length,
        /// Corners of the polygon.
        corners: u8,
    },
    /// An oval base, as a polygon of so many corners.
    Ellipse {
        /// Half of its length, in the direction it faces.
        long: Length,
        /// Half of its width.
        wide: Length,
        /// Corners of the polygon.
        corners: u8,
    },
    /// A rectangle.
    Rectangle {
        /// Its length, in the direction it faces.
        long: Length,
        /// Its width.
        wide: Length,
    },
}

impl Unit {
    /// The column of the terrain table that it moves by (EA-5.0.3).
    pub fn column(&self) -> Column {
        match self.kind {
            UnitType::Infantry | UnitType::Character if self.traits.has(Traits::MOUNTED) => {
                Column::Vehicle
            }
            UnitType::Infantry | UnitType::Character => Column::Infantry,
            UnitType::LightVehicle
            | UnitType::ArmouredVehicle
            | UnitType::Aircraft
            | UnitType::AircraftLightVehicle => Column::Vehicle,
            UnitType::WarEngine
            | UnitType::AircraftWarEngine
            | UnitType::SupportCraft
            | UnitType::Spacecraft => Column::WarEngine,
        }
    }

    /// Whether it counts as as many units as its damage capacity (EA-11.1).
    pub fn is_war_engine(&self) -> bool {
        matches!(
            self.kind,
            UnitType::WarEngine | UnitType::AircraftWarEngine | UnitType::SupportCraft
        )
    }

    /// The weapons it carries: all fixed ones, for each hard point those chosen, and where fewer
    /// are chosen than it takes, the first of the others.
    pub fn armament(&self, chosen: &[WeaponId]) -> Vec<Mount> {
        let named = |mount: &Mount| match mount.slot {
            0 => mount.count,
            _ => chosen.iter().filter(|weapon| **weapon == mount.weapon).count().min(255) as u8,
        };
        let mut carried: Vec<Mount> =
            self.mounts.iter().map(|mount| Mount { count: named(mount), ..*mount }).collect();
        for (slot, point) in (1..).zip(&self.hard_points) {
            let on_it = |mount: &&Mount| mount.slot == slot;
            let taken = carried.iter().filter(on_it).map(|mount| u16::from(mount.count)).sum();
            let mut room = u16::from(point.choose).saturating_sub(taken) as u8;
            for (mount, offered) in carried.iter_mut().zip(&self.mounts) {
                if offered.slot == slot {
                    let more = offered.count.saturating_sub(mount.count).min(room);
                    (mount.count, room) = (mount.count + more, room - more);
                }
            }
        }
        carried.retain(|mount| mount.count > 0);
        carried
    }

    /// How many units it counts as (EA-1.7).
    pub fn counts_as(&self) -> u8 {
        if self.is_war_engine() { self.damage_capacity.max(1) } else { 1 }
    }
}
