//! Attacks that may be chosen instead of a normal one (HS-7.7).

use super::circumstance::{Circumstance, Count};
use super::filter::Filter;
use schemars::JsonSchema;
use serde::Deserialize;

/// How a special attack chooses whom it affects (HS-7.7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// One figure.
    Single,
    /// One figure and all adjacent to it.
    TargetAndAdjacent,
    /// One figure and all that are adjacent to both it and the attacker.
    TargetAndBothAdjacent,
    /// One figure and up to `others` more within `reach` of it: adjacent to it, or so many clear-sight spaces away.
    TargetAndOthers,
    /// One figure and all figures on a straight line of `length` spaces beyond it.
    TargetAndLine,
    /// All figures adjacent to the attacker.
    AllAdjacent,
    /// All figures on a straight line of spaces from the attacker.
    Line,
    /// Each skull is for a figure that the attacker chooses within `reach` clear-sight spaces of one figure, one after the
    /// other; that one itself is not attacked.
    SkullsAround,
}

impl Shape {
    /// Whether the attacker chooses a figure to attack, who then is targeted; whom it affects besides is not.
    pub fn targets(self) -> bool {
        !matches!(self, Shape::AllAdjacent | Shape::Line | Shape::SkullsAround)
    }
}

/// When a special attack may be made once more in the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// After an attack that inflicted a wound.
    Wounded,
    /// After an attack that destroyed a figure.
    Destroyed,
    /// After an attack roll with at least so many skulls.
    Skulls(u8),
    /// After an attack roll of nothing but skulls.
    AllSkulls,
    /// After an attack roll with a Valkyrie symbol; the dice are Valkyrie dice.
    Symbol,
}

/// An attack that may be chosen instead of a normal one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialAttack {
    /// Its name, with the words Special Attack in it.
    pub name: String,
    /// Its own Range; the card's where it prints none.
    #[serde(default)]
    pub range: Option<u16>,
    /// Its own dice, which nothing changes (HS-7.7.2).
    pub dice: u8,
    /// Dice that its own text adds, once for each of these.
    #[serde(default)]
    pub per: Option<Count>,
    /// At most so many dice for that.
    #[serde(default)]
    pub per_max: Option<u8>,
    /// Dice added while something holds, by its own text.
    #[serde(default)]
    pub more_dice: Vec<MoreDice>,
    /// Dice fewer for each attack after the first in a turn.
    #[serde(default)]
    pub fewer_each: u8,
    /// Dice to share out over the attacks of a turn; then `dice` is the most for one attack.
    #[serde(default)]
    pub pool: Option<u8>,
    /// The fewest dice of one attack, where the attacker chooses how many up to `dice`.
    #[serde(default)]
    pub least_dice: Option<u8>,
    /// Whom it affects.
    pub shape: Shape,
    /// Spaces of a line.
    #[serde(default)]
    pub length: u16,
    /// How many others `target_and_others` may take.
    #[serde(default)]
    pub others: u8,
    /// How far from the target the others are: clear-sight spaces, or 0 for adjacent.
    #[serde(default)]
    pub reach: u16,
    /// Whom it may be aimed at.
    #[serde(default)]
    pub only: Option<Filter>,
    /// Whom of those around it affects; all where not given.
    #[serde(default)]
    pub affects: Option<Filter>,
    /// How often in a turn.
    #[serde(default = "one")]
    pub attacks: u8,
    /// Each must choose another target.
    #[serde(default)]
    pub different_targets: bool,
    /// When one more attack is allowed, without end.
    #[serde(default)]
    pub again: Option<Again>,
    /// What must hold for a further attack.
    #[serde(default)]
    pub again_if: Vec<Circumstance>,
    /// Each further attack goes to a figure that was adjacent to the last defender, seen or not.
    #[serde(default)]
    pub leaps_on: bool,
    /// How many figures of the card, all adjacent to the target or all seeing it, make it together.
    #[serde(default)]
    pub joined: Option<u8>,
    /// They all have to be adjacent to the one that makes it.
    #[serde(default)]
    pub joined_adjacent: bool,
    /// They all have to stand on one level.
    #[serde(default)]
    pub joined_same_level: bool,
    /// Nobody else of the card has attacked in the turn before.
    #[serde(default)]
    pub joined_alone: bool,
    /// Only a target that is not adjacent.
    #[serde(default)]
    pub not_adjacent: bool,
    /// One attack roll for all affected (HS-7.7.5).
    #[serde(default)]
    pub shared_roll: bool,
    /// Whether it can harm the attacker.
    #[serde(default)]
    pub affects_self: bool,
    /// Whether its target must be seen.
    #[serde(default = "yes")]
    pub needs_sight: bool,
    /// Whether those on its line must be seen too.
    #[serde(default = "yes")]
    pub line_needs_sight: bool,
    /// Levels that a lobbed attack may rise above the attacker's base.
    #[serde(default)]
    pub lob: Option<i16>,
    /// Levels that the target's base may be above or below the attacker's base.
    #[serde(default)]
    pub levels: Option<i16>,
    /// Dice that defenders roll more or fewer.
    #[serde(default)]
    pub defense: i32,
    /// Whom that touches; all where not given.
    #[serde(default)]
    pub defense_of: Option<Filter>,
    /// Defenders roll nothing.
    #[serde(default)]
    pub no_defense: bool,
    /// Whom that touches; all where not given.
    #[serde(default)]
    pub no_defense_of: Option<Filter>,
    /// What must hold for it to be used.
    #[serde(default, rename = "if")]
    pub when: Vec<Circumstance>,
    /// Only once a game, by each figure.
    #[serde(default)]
    pub once_a_game: bool,
    /// The figure that it was aimed at is destroyed afterwards.
    #[serde(default)]
    pub destroys_target: bool,
    /// The attacker takes the space of a target it destroyed, and is destroyed if it did not.
    #[serde(default)]
    pub pounce: bool,
}

/// Dice that the text of a special attack adds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoreDice {
    /// How many.
    pub dice: i32,
    /// While this holds.
    #[serde(default, rename = "if")]
    pub when: Vec<Circumstance>,
    /// Against targets of that filter.
    #[serde(default)]
    pub against: Option<Filter>,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}
