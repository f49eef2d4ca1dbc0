//! The rules by name, the fields in which editions differ, and the rows of units and ground.

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::Within;
use umpire_core::host::CardEntry;
use umpire_core::plan::Ground;
use umpire_core::ruleset::Row;

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
        rounds: u8 where 1..=50,
        hits_on: u8 where 2..=6,
        cover: u8 where 0..=4,
        high_ground: u8 where 0..=4,
    }
}

/// A kind of figure.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The name by which scenarios and players speak of it.
    pub id: String,
    /// How many steps it moves.
    #[serde(with = "Within::<1, 20>")]
    pub speed: u8,
    /// How many hexes it attacks over.
    #[serde(with = "Within::<1, 50>")]
    pub range: u8,
    /// The dice of its attack.
    #[serde(with = "Within::<1, 10>")]
    pub dice: u8,
    /// How many wounds it takes.
    #[serde(with = "Within::<1, 20>")]
    pub wounds: u8,
}

impl Row for Unit {
    fn id(&self) -> &str {
        &self.id
    }

    /// What `umpire cards` tells of it.
    fn card(&self) -> Option<CardEntry> {
        let card = CardEntry::new(&self.id, "a kind of figure")
            .number("speed", self.speed)
            .number("range", self.range)
            .number("dice", self.dice)
            .number("wounds", self.wounds);
        Some(card)
    }
}

umpire_core::tables! {
    /// The tables as they lie in the data, before a scenario chooses among them.
    pub struct Catalog of "new-game" {
        editions: Fields,
        units: Unit = "the kinds of figures",
        ground: Ground = "the kinds of ground",
    }
}
