//! The rules by name, the fields in which editions differ, and the rows of units and ground.

use crate::NewGame;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::hex::Ground;
use umpire_core::host::Hosted;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{Row, Rows, Tables};

umpire_core::rules! {
    /// Every rule; `data/new-game/rules.yaml` says what each means.
    pub enum Rule {
        Figures = "NG-1.1",
        Alternate = "NG-1.2",
        OnceARound = "NG-1.3",
        Moving = "NG-2.1",
        Climbing = "NG-2.2",
        InTheWay = "NG-2.3",
        Attacking = "NG-3.1",
        Range = "NG-3.2",
        Sight = "NG-3.3",
        Cover = "NG-3.4",
        HighGround = "NG-3.5",
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
        high_ground: u8,
    }
    check check_fields
}

fn check_fields(fields: &Fields, fault: &mut dyn FnMut(&str, String)) {
    for (name, value, range) in [
        ("rounds", fields.rounds, 1..=50),
        ("hits_on", fields.hits_on, 2..=6),
        ("cover", fields.cover, 0..=4),
        ("high_ground", fields.high_ground, 0..=4),
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
    /// How many steps it moves.
    pub speed: u8,
    /// How many hexes it attacks over.
    pub range: u8,
    /// The dice of its attack.
    pub dice: u8,
    /// How many wounds it takes.
    pub wounds: u8,
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

/// The tables as they lie in the data, before a scenario chooses among them.
pub(crate) struct Shelf {
    pub(crate) rules: RuleIndex,
    pub(crate) editions: BTreeMap<String, Edition>,
    pub(crate) units: Vec<Unit>,
    pub(crate) ground: Vec<Ground>,
}

impl Shelf {
    /// Reads every table under house rules.
    pub(crate) fn read(data: &Files, house: &[Source]) -> Result<Shelf, Vec<DataError>> {
        let mut tables = Tables::of(data, NewGame::NAME, house);
        let (rules, editions) = (tables.rules(), tables.editions::<Fields>());
        let (units, ground) = (tables.rows::<Unit>("units"), tables.rows::<Ground>("ground"));
        let mut faults: Vec<DataError> = units.iter().flat_map(unit_faults).collect();
        faults.extend(ground.iter().flat_map(Ground::faults));
        faults.into_iter().for_each(|fault| tables.fault(fault));
        let made = rules.zip(editions).zip(units.zip(ground));
        tables.finish(made.map(|((rules, editions), (units, ground))| Shelf {
            rules,
            editions,
            units: units.rows,
            ground: ground.rows,
        }))
    }
}

/// What rules could not use in the rows.
fn unit_faults(units: &Rows<Unit>) -> Vec<DataError> {
    let mut faults = Vec::new();
    for (at, unit) in units.rows.iter().enumerate() {
        for (field, value, most) in [
            ("speed", unit.speed, 20),
            ("range", unit.range, 50),
            ("dice", unit.dice, 10),
            ("wounds", unit.wounds, 20),
        ] {
            if !(1..=most).contains(&value) {
                faults.push(units.fault(at, field, format!("expected 1 to {most}")));
            }
        }
    }
    faults
}
