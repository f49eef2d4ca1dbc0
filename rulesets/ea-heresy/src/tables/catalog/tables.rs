//! Small tables: actions, barrages and results of battles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::data::Within;

/// What an action allows (EA-2.8).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRow {
    /// Its id, such as `sustained_fire`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rule.
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    /// Moves, one after another; of an assault, the charge.
    #[serde(with = "Within::<0, 4>")]
    pub moves: u8,
    /// What follows the moves.
    pub then: Then,
    /// Modifier to hit when shooting.
    #[serde(default)]
    pub to_hit: i8,
    /// Whether the formation regroups.
    #[serde(default)]
    pub regroups: bool,
    /// Whether it may be a road move (EA-5.9.3).
    #[serde(default)]
    pub road_move: bool,
}

/// What follows the moves of an action.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Then {
    Shoot,
    Assault,
    Reaction,
    None,
}

/// What so many barrage points do (EA-7.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BarrageRow {
    /// Fewest points of the row.
    pub from: u8,
    /// Most points of the row.
    pub to: u8,
    /// Templates besides the first.
    pub extra_templates: u8,
    /// Blast markers besides the first.
    pub extra_blast_markers: u8,
    /// Hits infantry on n+.
    #[serde(with = "Within::<2, 6>")]
    pub ap: u8,
    /// Hits vehicles on n+.
    #[serde(with = "Within::<2, 6>")]
    pub at: u8,
}

/// How a battle ended (EA-13.11, EA-13.12).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRow {
    /// Its name.
    pub result: String,
    /// Smallest lead in goals or victory points.
    pub lead: u8,
    /// The leader has at least so many.
    #[serde(default)]
    pub at_least: u8,
    /// Battle points of leader and other; the last pair stands for longer battles.
    pub score: Vec<[u8; 2]>,
}
