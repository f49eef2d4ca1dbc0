//! Army lists: what formations they offer and what those may be changed to.

use super::{ArmyId, DetachmentId, SpecialId, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An army list (EA-13.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    /// Its number.
    pub id: ArmyId,
    /// Its id as files and people name it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its strategy rating.
    pub strategy: u8,
    /// What a force of it may cost.
    pub budget: Cost,
    /// Its sections, in order.
    pub sections: Vec<Section>,
    /// Special rules of the whole army, such as `veterans_of_the_great_crusade`.
    pub rules: Vec<SpecialId>,
    /// What of it no code keeps.
    pub deferred: Vec<String>,
}

/// A part of an army list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Initiative n+ of its formations.
    pub initiative: u8,
    /// Short name that limits of other sections count.
    pub kind: String,
    /// At most so many formations of this section for each of the sections of these kinds.
    pub at_most_per: Option<(Vec<String>, u8)>,
    /// Fewest formations of the section.
    pub least: u8,
    /// Most formations of the section.
    pub most: Option<u8>,
    /// Its formations.
    pub detachments: Vec<DetachmentId>,
}

/// A formation of an army list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detachment {
    /// Its number.
    pub id: DetachmentId,
    /// The list that offers it.
    pub army: ArmyId,
    /// Its id as files and people name it; once in each list.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it costs.
    pub cost: Cost,
    /// Initiative n+.
    pub initiative: u8,
    /// Special rules of its section of the list.
    pub rules: Vec<SpecialId>,
    /// Its units and how many of each.
    pub units: Vec<(UnitId, u8)>,
    /// What it may be changed to.
    pub upgrades: Vec<Upgrade>,
    /// Classes of weapons that may be chosen at a price.
    pub weapons: Vec<WeaponPrice>,
    /// Most formations of this kind in a force.
    pub most: Option<u8>,
    /// Words of the list that no code keeps, such as a free choice of transport.
    pub deferred: Vec<String>,
}

/// What something costs, or what a force may cost.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields, default)]
pub struct Cost {
    /// Formation points.
    pub formation: i16,
    /// Upgrade points.
    pub upgrade: i16,
    /// Titan points.
    pub titan: i16,
    /// Ally points.
    pub ally: i16,
    /// Points of NetEA.
    pub points: i16,
}

/// A change that a formation may be given when forces are built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgrade {
    /// Units taken out: all of these ...
    pub remove: Vec<(UnitId, u8)>,
    /// ... and as many of one of these put in.
    pub add_one_of: Vec<UnitId>,
    /// How many are put in.
    pub add_count: u8,
    /// What it costs.
    pub cost: Cost,
    /// Whether a force may take it once only.
    pub once_per_army: bool,
    /// Whether it may be taken one unit at a time.
    pub individual: bool,
}

/// What a list asks for weapons of a class, chosen for the hard points of a formation's units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeaponPrice {
    /// The class, such as `Support Weapon`.
    pub class: String,
    /// For so many of them ...
    pub count: u8,
    /// ... or the first of so many it asks this.
    pub cost: Cost,
}

impl WeaponPrice {
    /// What some weapons of the class cost.
    pub fn of(&self, weapons: usize) -> Cost {
        let times = weapons.div_ceil(usize::from(self.count.max(1))).min(i16::MAX as usize);
        self.cost.times(times as i16)
    }
}

impl Cost {
    /// So many times as much.
    pub fn times(self, times: i16) -> Cost {
        Cost {
            formation: self.formation.saturating_mul(times),
            upgrade: self.upgrade.saturating_mul(times),
            titan: self.titan.saturating_mul(times),
            ally: self.ally.saturating_mul(times),
            points: self.points.saturating_mul(times),
        }
    }

    /// The sum of both.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            formation: self.formation.saturating_add(other.formation),
            upgrade: self.upgrade.saturating_add(other.upgrade),
            titan: self.titan.saturating_add(other.titan),
            ally: self.ally.saturating_add(other.ally),
            points: self.points.saturating_add(other.points),
        }
    }

    /// Formation, upgrade, titan and ally points together, or points (EA-13.5).
    pub fn total(self) -> i16 {
        let parts = [self.formation, self.upgrade, self.titan, self.ally, self.points];
        parts.into_iter().fold(0, i16::saturating_add)
    }
}
