//! Lands, eighth faces and the faces of minor terrains, with the effects each names.

use super::{Counted, Element, Elements};
use schemars::JsonSchema;
use serde::Deserialize;

/// A type of land (DD-2.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Land {
    pub id: String,
    pub name: String,
    pub elements: Elements,
    /// Whether minor terrains of it count as dead units (DD-15.11).
    #[serde(default)]
    pub deadland: bool,
}

/// What stands on face 8 of a terrain.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EighthFace {
    /// Its id, such as `standing-stones`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether its terrains are advanced (DD-3.7).
    #[serde(default)]
    pub advanced: bool,
    /// What it does by the current rules.
    pub current: Vec<EighthEffect>,
    /// What it does by the classic rules.
    pub classic: Vec<EighthEffect>,
}

/// One effect of an eighth face.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EighthEffect {
    /// The rule it comes from.
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    /// What it does for the army that holds the face.
    pub does: EighthPower,
}

/// What an eighth face may do for the army that holds it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EighthPower {
    /// Once in each of the controller's phases for it: recruit a small unit, or promote a unit.
    RecruitOrPromote,
    /// Once in each of those phases another player buries a dead unit of their own choice.
    ForceBurial,
    /// Units of the army may make magic of the terrain's elements.
    ConvertMagic,
    /// Opponents' magic of one element does nothing to the army and its units.
    Protection {
        /// Against which element.
        element: Element,
        /// Whether spells already in force are stopped too.
        from: ProtectedFrom,
    },
    /// Missiles reach an opposing army at any terrain.
    MissilesAnywhere {
        /// Whether, and how, they reach Reserve Armies.
        reserves: ReservesReach,
    },
    /// On capture the controller names one of these faces, and the terrain has that one.
    DeclaredAs {
        /// Ids of eighth faces.
        any_of: Vec<String>,
    },
    /// Once in each of those phases the controller may bring a dragon that matches the terrain.
    SummonDragon {
        /// Whether an Ivory Dragon may come.
        ivory: bool,
        /// Which Ivory Hybrids may come.
        ivory_hybrid: IvoryHybrids,
        /// Whether a White Dragon may come.
        white: bool,
    },
    /// In each of those phases one die leaves a Buried Unit Area, if there is any that may.
    Unbury {
        /// Whether Dragonkin and minor terrains return to the controller's Summoning Pool.
        own_pool: bool,
        /// Whether items return to the army.
        items: bool,
    },
    /// Once in a non-maneuver army roll the controller may have one unit rolled again.
    RerollUnit {
        /// In whose rolls.
        rolls: RerollScope,
    },
    /// Nobody at the terrain doubles magic by any means.
    NoMagicDoubling {
        /// Whether it holds whatever face shows.
        any_face: bool,
    },
}

/// Which spells a protection stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProtectedFrom {
    /// All, those in force included.
    Everything,
    /// Only those cast while it lasts.
    NewSpells,
}

/// How missiles reach Reserve Armies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReservesReach {
    /// Not at all.
    Never,
    /// ID results count nothing.
    NonId,
}

/// Which Ivory Hybrid Dragons answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IvoryHybrids {
    /// All.
    Any,
    /// Those whose one element the terrain holds.
    Matching,
}

/// In whose rolls a unit may be rolled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerollScope {
    /// In those of every army at the terrain.
    Here,
    /// In those of the controlling army.
    Own,
}

/// A face of minor terrains.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MinorFace {
    /// Its id, such as `double-saves`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Letters a person may type for it.
    #[serde(default)]
    pub short: Vec<String>,
    /// The rule it comes from.
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    /// Whether it is a disaster: it cannot be kept, and ends in burial (DD-15.18).
    #[serde(default)]
    pub disaster: bool,
    /// What it does for the army that controls it.
    pub effects: Vec<MinorEffect>,
}

/// What a face of a minor terrain does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MinorEffect {
    /// The die is turned to an action face of the controller's choice (DD-15.13).
    ChooseAction,
    /// The army may take this action.
    Action(Counted),
    /// ID results of this type double.
    DoubleIds(Counted),
    /// Results of this type are halved.
    Halve(Counted),
}

/// `terrains.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainFile {
    pub lands: Vec<Land>,
    pub eighth_faces: Vec<EighthFace>,
    pub terrains: Vec<TerrainRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainRow {
    pub id: String,
    pub land: String,
    pub eighth: String,
    pub faces: Vec<Counted>,
    #[serde(default, rename = "source")]
    pub _source: String,
}

/// `minor_terrains.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MinorFile {
    pub faces: Vec<MinorFace>,
    pub kinds: Vec<MinorRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MinorRow {
    pub id: String,
    pub name: String,
    pub lands: Vec<String>,
    pub faces: Vec<String>,
    #[serde(default, rename = "source")]
    pub _source: String,
}
