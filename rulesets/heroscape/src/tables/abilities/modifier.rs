//! Numbers that powers add: dice, Range, Move, initiative, rolls of the twenty-sided die.

use super::circumstance::{Circumstance, Count};
use super::filter::Filter;
use schemars::JsonSchema;
use serde::Deserialize;

/// Something added to numbers of figures. Without `of` it is the source's own number that changes, so a
/// power without `of` is one of the card's own figures, and one with it an aura.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Modifier {
    /// Attack dice of normal attacks.
    pub attack: i32,
    /// Defense dice.
    pub defense: i32,
    /// Spaces of Range of normal attacks.
    pub range: i16,
    /// Points of Move.
    #[serde(rename = "move")]
    pub moves: i16,
    /// Added to the controller's initiative roll.
    pub initiative: i32,
    /// Dice more against a figure that leaves an engagement with it.
    pub leaving_dice: u8,
    /// Added to rolls of the twenty-sided die for powers of the figures' cards.
    pub roll: i32,
    /// Only to rolls for powers of these names.
    pub roll_for: Vec<String>,
    /// Added to those rolls only if the roller likes: not where a roll falls for a friend whom a higher number harms.
    pub may: bool,
    /// Levels more that its leaps may rise or fall.
    pub leap: i16,
    /// Whose numbers change; the source's where not given.
    pub of: Option<Filter>,
    /// Only against opponents of that filter; read from the source.
    pub against: Option<Filter>,
    /// What else must hold.
    #[serde(rename = "if")]
    pub when: Vec<Circumstance>,
    /// Once for each of these.
    pub per: Option<Count>,
    /// At most so much altogether.
    pub max: Option<i32>,
    /// Only in normal attacks.
    pub normal_only: bool,
    /// Only in special attacks.
    pub special_only: bool,
    /// Several sources of one card add it once.
    pub once: bool,
}
