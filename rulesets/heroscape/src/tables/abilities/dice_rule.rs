//! What faces count for beyond a skull or a shield each.

use super::circumstance::Circumstance;
use super::filter::Filter;
use schemars::JsonSchema;
use serde::Deserialize;

/// What a roll of nothing but skulls does to the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllSkulls {
    /// No defense dice.
    NoDefense,
    /// No defense dice, and it is destroyed.
    Destroys,
}

/// How the dice of an attack count. Without `of` those of the source itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DiceRule {
    /// Hits that each skull counts for beyond the first.
    pub more_per_skull: u8,
    /// Blocks that each shield counts for beyond the first.
    pub more_per_shield: u8,
    /// Skulls added to every attack roll.
    pub skulls: u8,
    /// Shields added to every defense roll.
    pub shields: u8,
    /// One shield blocks everything.
    pub one_shield_blocks: bool,
    /// With at least one shield, the most wounds that may be taken.
    pub one_shield_leaves: Option<u8>,
    /// What skulls on all attack dice do.
    pub all_skulls: Option<AllSkulls>,
    /// The attack dice are Valkyrie dice, whose symbol is a skull more.
    pub valkyrie_attack: bool,
    /// The defense dice are Valkyrie dice, whose symbol is a shield more.
    pub valkyrie_defense: bool,
    /// At most so many defense dice.
    pub most_defense: Option<u8>,
    /// Shields of the defender beyond the skulls wound the attacker.
    pub excess_shields_wound: bool,
    /// How many dice without a skull may be rolled once more, if its controller likes; 30 for all.
    pub reroll_blanks: u8,
    /// How many dice without a shield may be rolled once more, if its controller likes; 30 for all.
    pub reroll_no_shields: u8,
    /// Such a re-roll only once a turn.
    pub once_a_turn: bool,
    /// Whose rolls; the source's where not given.
    pub of: Option<Filter>,
    /// Only against opponents of that filter; read from the source.
    pub against: Option<Filter>,
    /// What else must hold; "the figure" is the one that rolls.
    #[serde(rename = "if")]
    pub when: Vec<Circumstance>,
    /// Only in normal attacks.
    pub normal_only: bool,
    /// Only in special attacks.
    pub special_only: bool,
}
