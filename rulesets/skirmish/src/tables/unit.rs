//! Rows of units: what figures are like, and their weapons.

use super::{MOST_WEAPONS, inches};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::DataError;
use umpire_core::ruleset::{Row, Rows};
use umpire_core::table::{Footprint, Length};

/// How a figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gait {
    Advance,
    Rush,
    Charge,
}

/// A kind of figure.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The name by which scenarios speak of it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The warband it belongs to.
    pub warband: String,
    /// What it costs.
    pub points: u16,
    /// What its dice to hit and its tests must show.
    pub quality: u8,
    /// What its dice against hits must show.
    pub defense: u8,
    /// How many hits it takes.
    #[serde(default = "one")]
    pub toughness: u8,
    /// Inches of an advance; a rush and a charge are twice as long.
    pub speed: u8,
    /// Millimetres across its base.
    pub base: u8,
    /// Its weapons, one of them for melee.
    pub weapons: Vec<Weapon>,
}

/// A weapon; without a range it is for melee.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Inches it reaches; none for melee.
    #[serde(default)]
    pub range: Option<u8>,
    /// How many dice it rolls.
    pub attacks: u8,
    /// How much it takes from each die of defense.
    #[serde(default)]
    pub piercing: u8,
}

impl Unit {
    /// The shape of its base.
    pub fn footprint(&self) -> Footprint {
        Footprint::Disc { radius: self.radius(), corners: 24 }
    }

    pub fn radius(&self) -> Length {
        Length::from(self.base) * 50
    }

    /// How far it goes in a gait.
    pub fn farthest(&self, gait: Gait) -> Length {
        inches(if gait == Gait::Advance { self.speed } else { 2 * self.speed })
    }
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

fn one() -> u8 {
    1
}

/// What rules could not use in the rows.
pub(super) fn faults(rows: &Rows<Unit>) -> Vec<DataError> {
    let mut faults = Vec::new();
    for (at, unit) in rows.rows.iter().enumerate() {
        let numbers = [
            ("quality", unit.quality, 2..=6),
            ("defense", unit.defense, 2..=6),
            ("toughness", unit.toughness, 1..=12),
            ("speed", unit.speed, 1..=12),
            ("base", unit.base, 20..=120),
        ];
        for (field, value, range) in numbers {
            if !range.contains(&value) {
                let (low, high) = (range.start(), range.end());
                faults.push(rows.fault(at, field, format!("{value} is not {low} to {high}")));
            }
        }
        if unit.weapons.len() > MOST_WEAPONS || unit.weapons.iter().all(|w| w.range.is_some()) {
            let problem = format!("expected up to {MOST_WEAPONS} weapons, one of them for melee");
            faults.push(rows.fault(at, "weapons", problem));
        }
        for (number, weapon) in unit.weapons.iter().enumerate() {
            let mut fault = |field: &str, problem: &str| {
                faults.push(rows.fault(at, &format!("weapons[{number}].{field}"), problem));
            };
            if !(1..=12).contains(&weapon.attacks) {
                fault("attacks", "a weapon has 1 to 12 attacks");
            }
            if weapon.range.is_some_and(|range| !(1..=48).contains(&range)) {
                fault("range", "a range is 1 to 48 inches");
            }
        }
    }
    faults
}
