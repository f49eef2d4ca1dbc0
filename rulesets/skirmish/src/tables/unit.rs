//! Rows of units: what figures are like, and their weapons.

use super::MOST_WEAPONS;
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::command::counted;
use umpire_core::data::{DataError, Within};
use umpire_core::host::CardEntry;
use umpire_core::ruleset::{Row, Rows};
use umpire_core::table::{Footprint, Length, inches};

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
    #[serde(with = "Within::<2, 6>")]
    pub quality: u8,
    /// What its dice against hits must show.
    #[serde(with = "Within::<2, 6>")]
    pub defense: u8,
    /// How many hits it takes.
    #[serde(default = "one", with = "Within::<1, 12>")]
    pub toughness: u8,
    /// Inches of an advance; a rush and a charge are twice as long.
    #[serde(with = "Within::<1, 12>")]
    pub speed: u8,
    /// Millimetres across its base.
    #[serde(with = "Within::<20, 120>")]
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
    #[serde(default, with = "Within::<1, 48, Option<u8>>")]
    pub range: Option<u8>,
    /// How many dice it rolls.
    #[serde(with = "Within::<1, 12>")]
    pub attacks: u8,
    /// How much it takes from each die of defense.
    #[serde(default)]
    pub piercing: u8,
}

impl Unit {
    /// The shape of its base.
    pub fn footprint(&self) -> Footprint {
        Footprint::round(self.base)
    }

    /// Whether it has anything to shoot with.
    pub fn shoots(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.range.is_some())
    }

    /// What dice must show for it, and how far it goes.
    pub fn numbers(&self) -> String {
        let Unit { quality, defense, speed, .. } = self;
        format!("quality {quality}+, defense {defense}+, speed {speed}\"")
    }

    /// How far it goes in a gait.
    pub fn farthest(&self, gait: Gait) -> Length {
        inches(if gait == Gait::Advance { self.speed } else { 2 * self.speed })
    }
}

impl Weapon {
    /// It with its numbers.
    pub fn armed(&self) -> String {
        format!("{}: {}", self.name, self.numbers())
    }

    fn numbers(&self) -> String {
        let range = self.range.map_or("melee".to_string(), |range| format!("{range}\""));
        format!("{range}, {}, piercing {}", counted(self.attacks, "attack"), self.piercing)
    }
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }

    fn card(&self) -> Option<CardEntry> {
        let card = CardEntry::new(&self.id, format!("of {}", self.warband))
            .titled(&self.name)
            .number("points", self.points)
            .number("quality", format!("{}+", self.quality))
            .number("defense", format!("{}+", self.defense))
            .number("toughness", self.toughness)
            .number("speed", format!("{}\"", self.speed));
        let carried = |card: CardEntry, it: &Weapon| card.power(&it.name, it.numbers());
        Some(self.weapons.iter().fold(card, carried))
    }

    fn faults(rows: &Rows<Unit>) -> Vec<DataError> {
        let is_armed = |unit: &Unit| {
            unit.weapons.len() <= MOST_WEAPONS && unit.weapons.iter().any(|w| w.range.is_none())
        };
        let problem = || format!("expected up to {MOST_WEAPONS} weapons, one of them for melee");
        let unarmed = rows.rows.iter().enumerate().filter(|(_, unit)| !is_armed(unit));
        unarmed.map(|(at, _)| rows.fault(at, "weapons", problem())).collect()
    }
}

fn one() -> u8 {
    1
}
