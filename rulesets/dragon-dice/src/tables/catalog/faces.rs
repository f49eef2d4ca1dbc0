//! What the faces of dice show: icons and counts.

use super::{MinorFaceId, SaiId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A type of result.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Counted {
    Melee,
    Missile,
    Magic,
    Save,
    Maneuver,
}

impl Counted {
    /// All five.
    pub const ALL: [Counted; 5] =
        [Counted::Melee, Counted::Missile, Counted::Magic, Counted::Save, Counted::Maneuver];

    /// Its number, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Counted::Melee => "melee",
            Counted::Missile => "missile",
            Counted::Magic => "magic",
            Counted::Save => "save",
            Counted::Maneuver => "maneuver",
        }
    }

    /// The letter a person may type for a face of it.
    pub fn letter(self) -> &'static str {
        match self {
            Counted::Melee => "m",
            Counted::Missile => "r",
            Counted::Magic => "g",
            Counted::Save => "s",
            Counted::Maneuver => "v",
        }
    }

    /// A number written beside this type, in a row of all five.
    pub fn beside(self, number: u8) -> [u8; 5] {
        let mut row = [0; 5];
        row[self.index()] = number;
        row
    }

    /// The type with that name.
    pub fn named(word: &str) -> Option<Counted> {
        Counted::ALL.into_iter().find(|counted| counted.name() == word)
    }
}

/// A face of a dragon die (DD-10.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DragonFace {
    Jaws,
    Breath,
    Claw,
    Wing,
    Tail,
    Belly,
    Treasure,
}

impl DragonFace {
    /// All seven.
    pub const ALL: [DragonFace; 7] = [
        DragonFace::Jaws,
        DragonFace::Breath,
        DragonFace::Claw,
        DragonFace::Wing,
        DragonFace::Tail,
        DragonFace::Belly,
        DragonFace::Treasure,
    ];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            DragonFace::Jaws => "jaws",
            DragonFace::Breath => "breath",
            DragonFace::Claw => "claw",
            DragonFace::Wing => "wing",
            DragonFace::Tail => "tail",
            DragonFace::Belly => "belly",
            DragonFace::Treasure => "treasure",
        }
    }

    /// The letter a person may type for it.
    pub fn letter(self) -> &'static str {
        match self {
            DragonFace::Jaws => "j",
            DragonFace::Breath => "b",
            DragonFace::Claw => "c",
            DragonFace::Wing => "w",
            DragonFace::Tail => "t",
            DragonFace::Belly => "y",
            DragonFace::Treasure => "r",
        }
    }

    /// The face with that name.
    pub fn named(word: &str) -> Option<DragonFace> {
        DragonFace::ALL.into_iter().find(|face| face.name() == word)
    }
}

/// What a face shows.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    /// A unit's or an artifact's own icon (DD-1.11).
    Id,
    /// A normal icon.
    Plain(Counted),
    /// A special action icon, logos of champions and items included.
    Sai(SaiId),
    /// A face of a dragon.
    Dragon(DragonFace),
    /// Faces 1 to 7 of a terrain: the action it allows.
    Action(Counted),
    /// Face 8 of a terrain; the kind says which.
    Eighth,
    /// A face of a minor terrain.
    Minor(MinorFaceId),
}

/// A face: its icon, and how many results it gives (DD-1.10).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Face {
    /// What it shows.
    pub icon: Icon,
    /// How many; the X of a special action icon (DD-8.16). 0 on dragons and terrains.
    pub count: u8,
}

impl Face {
    /// What fills the faces a die does not have.
    pub const MISSING: Face = Face { icon: Icon::Id, count: 0 };

    /// The special action icon, if it shows one.
    pub fn sai(self) -> Option<SaiId> {
        match self.icon {
            Icon::Sai(sai) => Some(sai),
            _ => None,
        }
    }
}
