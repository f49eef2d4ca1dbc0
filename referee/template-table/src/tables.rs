//! The rules by name, the fields in which editions differ, and the rows of units and terrain.

use crate::NewGame;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::host::Hosted;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{Row, Rows, Tables};
use umpire_core::table::{Footprint, Length, Terrain, Unit as Measure};

umpire_core::rules! {
    /// Every rule; `data/new-game/rules.yaml` says what each means.
    pub enum Rule {
        Figures = "NG-1.1",
        Alternate = "NG-1.2",
        OnceARound = "NG-1.3",
        Standing = "NG-1.4",
        Moving = "NG-2.1",
        Difficult = "NG-2.2",
        InTheWay = "NG-2.3",
        Attacking = "NG-3.1",
        Range = "NG-3.2",
        Sight = "NG-3.3",
        Cover = "NG-3.4",
        Wounds = "NG-4.1",
        LastSide = "NG-5.1",
        TheEnd = "NG-5.2",
        JudgesWord = "NG-6.1",
    }
}

umpire_core::edition! {
    /// The values of an edition; `data/new-game/editions/standard.yaml` says what each is.
    pub struct Edition, Fields {
        rounds: u8,
        hits_on: u8,
        cover: u8,
        hold: u8,
    }
    check check_fields
}

fn check_fields(fields: &Fields, fault: &mut dyn FnMut(&str, String)) {
    for (name, value, range) in [
        ("rounds", fields.rounds, 1..=50),
        ("hits_on", fields.hits_on, 2..=6),
        ("cover", fields.cover, 0..=4),
        ("hold", fields.hold, 1..=12),
    ] {
        if value.is_some_and(|value| !range.contains(&value)) {
            fault(name, format!("expected {} to {}", range.start(), range.end()));
        }
    }
}

/// A kind of figure.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The name by which scenarios and players speak of it.
    pub id: String,
    /// Inches of a move.
    pub speed: u8,
    /// Inches it attacks over, from base to base.
    pub range: u8,
    /// The dice of its attack.
    pub dice: u8,
    /// How many wounds it takes.
    pub wounds: u8,
    /// Millimetres across its base.
    pub base: u8,
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Unit {
    /// The shape of its base.
    pub fn shape(&self) -> Footprint {
        Footprint::Disc { radius: Length::from(self.base) * 50, corners: 24 }
    }
}

/// So many inches.
pub(crate) fn inches(count: u8) -> Length {
    Measure::Inches.of(count)
}

/// The tables as they lie in the data, before a scenario chooses among them.
pub(crate) struct Shelf {
    pub(crate) rules: RuleIndex,
    pub(crate) editions: BTreeMap<String, Edition>,
    pub(crate) units: Vec<Unit>,
    pub(crate) terrain: Vec<Terrain>,
}

impl Shelf {
    /// Reads every table under house rules.
    pub(crate) fn read(data: &Files, house: &[Source]) -> Result<Shelf, Vec<DataError>> {
        let mut tables = Tables::of(data, NewGame::NAME, house);
        let (rules, editions) = (tables.rules(), tables.editions::<Fields>());
        let (units, terrain) = (tables.rows::<Unit>("units"), tables.rows::<Terrain>("terrain"));
        let faults: Vec<DataError> = units.iter().flat_map(unit_faults).collect();
        faults.into_iter().for_each(|fault| tables.fault(fault));
        let made = rules.zip(editions).zip(units.zip(terrain));
        tables.finish(made.map(|((rules, editions), (units, terrain))| Shelf {
            rules,
            editions,
            units: units.rows,
            terrain: terrain.rows,
        }))
    }
}

/// What rules could not use in the rows.
fn unit_faults(units: &Rows<Unit>) -> Vec<DataError> {
    let mut faults = Vec::new();
    for (at, unit) in units.rows.iter().enumerate() {
        for (field, value, range) in [
            ("speed", unit.speed, 1..=20),
            ("range", unit.range, 1..=60),
            ("dice", unit.dice, 1..=10),
            ("wounds", unit.wounds, 1..=20),
            ("base", unit.base, 20..=120),
        ] {
            if !range.contains(&value) {
                let (low, high) = (range.start(), range.end());
                faults.push(units.fault(at, field, format!("expected {low} to {high}")));
            }
        }
    }
    faults
}
