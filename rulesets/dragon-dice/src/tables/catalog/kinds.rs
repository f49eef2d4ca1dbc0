//! Kinds of dice: units, items, dragons, terrains and minor terrains.

use super::{EighthId, Elements, Face, Icon, LandId, SpeciesId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How large a unit is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Size {
    Small,
    Medium,
    Large,
    Champion,
    Monster,
}

impl Size {
    /// Health of such a unit (DD-1.1).
    pub fn health(self) -> u8 {
        match self {
            Size::Small => 1,
            Size::Medium => 2,
            Size::Large => 3,
            Size::Champion | Size::Monster => 4,
        }
    }

    /// How many faces its die has.
    pub fn sides(self) -> u8 {
        if self == Size::Monster { 10 } else { 6 }
    }

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
            Size::Champion => "champion",
            Size::Monster => "monster",
        }
    }
}

/// What a unit is best at.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Role {
    Cavalry,
    HeavyMagic,
    HeavyMelee,
    HeavyMissile,
    LightMagic,
    LightMelee,
    LightMissile,
    Magic,
    Missile,
    Monster,
    ShieldBearer,
    Skirmisher,
}

/// The kinds of item (DD-1.6).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ItemKind {
    SmallEquipment,
    MediumEquipment,
    LargeEquipment,
    Artifact,
    Medallion,
    Relic,
}

impl ItemKind {
    /// Whether its element must be in the unit that carries it (DD-16.2).
    pub fn has_element(self) -> bool {
        !matches!(self, ItemKind::Medallion | ItemKind::Relic)
    }

    /// How many faces its die has.
    pub fn sides(self) -> u8 {
        match self {
            ItemKind::Artifact => 10,
            ItemKind::Relic => 6,
            _ => 4,
        }
    }
}

/// The two shapes of dragon.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Form {
    Drake,
    Wyrm,
}

/// What a dragon's colours make of it (DD-11.4).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Nature {
    Elemental,
    Hybrid,
    Ivory,
    IvoryHybrid,
    White,
}

/// What a die is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum What {
    Unit { species: SpeciesId, role: Role, size: Size },
    Item { item: ItemKind },
    Dragon { form: Form, nature: Nature },
    Terrain { land: LandId, eighth: EighthId, advanced: bool },
    Minor { land: LandId, deadland: bool },
}

/// A kind of die. Dice that come in several elements are one kind for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its id, such as `strangle-vine`, `fire-dragonfoal`, `coastland-castle`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub what: What,
    /// Its elements; of medallions and relics none.
    pub elements: Elements,
    /// Health; 0 for items and terrains.
    pub health: u8,
    /// What it adds to a force (DD-3.3); 0 for what is outside the force total.
    pub points: u8,
    /// What it adds as the second of a pair, where that is cheaper.
    pub points_in_pair: u8,
    /// Its faces, `sides` of them; read them with [`Kind::faces`].
    pub faces: [Face; 12],
    /// How many faces it has.
    pub sides: u8,
    /// Whether a magic or Cantrip icon stands on any face (DD-3.4).
    pub magical: bool,
    /// Saves it makes without rolling (dragons, Dragonkin).
    pub automatic_saves: u8,
    /// Whether it may recruit or promote for its army as a royalty die (DD-16.9).
    pub royalty: bool,
}

impl Kind {
    /// Its faces.
    pub fn faces(&self) -> &[Face] {
        &self.faces[..usize::from(self.sides)]
    }

    /// One of its faces; a face it does not have shows nothing.
    pub fn face(&self, face: umpire_core::dice::Face) -> Face {
        self.faces.get(usize::from(face)).copied().unwrap_or(Face::MISSING)
    }

    /// Its species, if it is a unit.
    pub fn species(&self) -> Option<SpeciesId> {
        match self.what {
            What::Unit { species, .. } => Some(species),
            _ => None,
        }
    }

    /// Its size, if it is a unit.
    pub fn size(&self) -> Option<Size> {
        match self.what {
            What::Unit { size, .. } => Some(size),
            _ => None,
        }
    }

    /// Whether it is a unit.
    pub fn is_unit(&self) -> bool {
        matches!(self.what, What::Unit { .. })
    }

    /// Whether it is an item.
    pub fn is_item(&self) -> bool {
        matches!(self.what, What::Item { .. })
    }

    /// Whether it is a dragon.
    pub fn is_dragon(&self) -> bool {
        matches!(self.what, What::Dragon { .. })
    }

    /// Whether it is a White Dragon.
    pub fn is_white_dragon(&self) -> bool {
        matches!(self.what, What::Dragon { nature: Nature::White, .. })
    }

    /// Whether any face shows the icon.
    pub fn shows(&self, icon: Icon) -> bool {
        self.faces().iter().any(|face| face.icon == icon)
    }
}
