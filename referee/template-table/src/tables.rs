//! The rules by name, the fields in which editions differ, and the rows of units and terrain.

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::Within;
use umpire_core::host::CardEntry;
use umpire_core::ruleset::Row;
use umpire_core::table::{Footprint, Terrain};

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
        rounds: u8 where 1..=50,
        hits_on: u8 where 2..=6,
        cover: u8 where 0..=4,
        hold: u8 where 1..=12,
    }
}

/// A kind of figure.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The name by which scenarios and players speak of it.
    pub id: String,
    /// Inches of a move.
    #[serde(with = "Within::<1, 20>")]
    pub speed: u8,
    /// Inches it attacks over, from base to base.
    #[serde(with = "Within::<1, 60>")]
    pub range: u8,
    /// The dice of its attack.
    #[serde(with = "Within::<1, 10>")]
    pub dice: u8,
    /// How many wounds it takes.
    #[serde(with = "Within::<1, 20>")]
    pub wounds: u8,
    /// Millimetres across its base.
    #[serde(with = "Within::<20, 120>")]
    pub base: u8,
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }

    /// What `umpire cards` tells of it.
    fn card(&self) -> Option<CardEntry> {
        let card = CardEntry::new(&self.id, "a kind of figure")
            .number("speed", format!("{}\"", self.speed))
            .number("range", format!("{}\"", self.range))
            .number("dice", self.dice)
            .number("wounds", self.wounds);
        Some(card)
    }
}

impl Unit {
    /// The shape of its base.
    pub fn shape(&self) -> Footprint {
        Footprint::round(self.base)
    }
}

umpire_core::tables! {
    /// The tables as they lie in the data, before a scenario chooses among them.
    pub struct Catalog of "new-game" {
        editions: Fields,
        units: Unit = "the kinds of figures",
        terrain: Terrain = "the kinds of ground",
    }
}
