//! The abilities that card data may name: what each takes, and the list of all.

mod dice;
mod reach;

pub use dice::{Blow, attack_modifiers, defense_modifiers, range_modifiers};
pub use reach::move_modifiers;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An ability as a card names it, with what it takes.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Power {
    /// Moves over levels, figures and obstacles at one point a hex (HS-4.5.1).
    Flying {},
    /// Flies, and takes off without leaving-engagement dice (HS-4.5.3).
    StealthFlying {},
    /// Never takes leaving-engagement dice (HS-4.4.5).
    Disengage {},
    /// Counts a multiple of its Height for climbing and falling (HS-4.1.5).
    Climb {
        /// The multiple.
        times: i16,
    },
    /// Passes through any figure (HS-4.5.5).
    GhostWalk {},
    /// Is not stopped by water.
    WaterNoStop {},
    /// Takes no harm from lava and is not stopped by it (HS-5.4.3).
    LavaResistant {},
    /// May be chosen for normal attacks only by adjacent figures.
    AttackOnlyAdjacent {},
    /// Attacks more than once a turn.
    ExtraAttacks(ExtraAttacks),
    /// Shields beyond the skulls wound the attacker (HS-7.8.1).
    CounterStrike(CounterStrike),
    /// Changes dice, Move or Range of figures around it.
    Aura(Aura),
    /// An attack that may be chosen instead of a normal one (HS-7.7.1).
    SpecialAttack(SpecialAttack),
    /// More attack dice under a condition.
    AttackBonus(AttackBonus),
    /// More defense dice under a condition.
    DefenseBonus(DefenseBonus),
}

/// The abilities without what they take; each is a row of the rule index.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // `Power` says what each does.
pub enum Ability {
    Flying,
    StealthFlying,
    Disengage,
    Climb,
    GhostWalk,
    WaterNoStop,
    LavaResistant,
    AttackOnlyAdjacent,
    ExtraAttacks,
    CounterStrike,
    Aura,
    SpecialAttack,
    AttackBonus,
    DefenseBonus,
}

impl Ability {
    /// Every ability with its name in the data and what it does.
    pub const ALL: [(Ability, &'static str, &'static str); 14] = [
        (Ability::Flying, "flying", "moves over levels, figures and obstacles, a point a hex"),
        (Ability::StealthFlying, "stealth_flying", "flies and takes off without dice against it"),
        (Ability::Disengage, "disengage", "leaves engagements without dice against it"),
        (Ability::Climb, "climb", "counts its Height several times for climbing and falling"),
        (Ability::GhostWalk, "ghost_walk", "passes through figures, and leaves them without dice"),
        (Ability::WaterNoStop, "water_no_stop", "is not stopped by water"),
        (Ability::LavaResistant, "lava_resistant", "is neither stopped nor harmed by lava"),
        (Ability::AttackOnlyAdjacent, "attack_only_adjacent", "normal attacks need adjacency"),
        (Ability::ExtraAttacks, "extra_attacks", "attacks more than once a turn"),
        (Ability::CounterStrike, "counter_strike", "shields beyond the skulls wound the attacker"),
        (Ability::Aura, "aura", "changes dice, Move or Range of figures around it"),
        (Ability::SpecialAttack, "special_attack", "may be chosen instead of a normal attack"),
        (Ability::AttackBonus, "attack_bonus", "more attack dice under a condition"),
        (Ability::DefenseBonus, "defense_bonus", "more defense dice under a condition"),
    ];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        Ability::ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, name, _)| name)
    }
}

/// Attacks beyond the first in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraAttacks {
    /// How many more.
    pub count: u8,
    /// Each must choose another target.
    #[serde(default)]
    pub different_targets: bool,
    /// The further ones reach adjacent figures only.
    #[serde(default)]
    pub adjacent_only: bool,
    /// Dice added to the further ones.
    #[serde(default)]
    pub attack_dice: i32,
}

/// Which side of adjacency an ability bears on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Attacks of adjacent figures.
    Adjacent,
    /// Attacks of figures that are not adjacent.
    NotAdjacent,
}

/// Shields beyond the skulls become wounds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterStrike {
    /// Which attacks it answers.
    pub against: Against,
    /// Classes it does not touch.
    #[serde(default)]
    pub immune_class: Vec<String>,
}

/// Whom an aura touches, seen from its source's controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// Figures of its player and of teammates.
    Friends,
    /// Figures of its player.
    Own,
    /// All others.
    Enemies,
}

/// How far an aura reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    /// Adjacent figures.
    Adjacent,
    /// Figures within that many clear-sight spaces (HS-7.3.1).
    ClearSight(u16),
}

/// Printed facts that a figure's card must have; all that are given must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// Printed Range.
    pub range: Option<u16>,
    /// One of these species.
    pub species: Vec<String>,
    /// One of these classes.
    pub class: Vec<String>,
    /// One of these personalities.
    pub personality: Vec<String>,
    /// One of these generals.
    pub general: Vec<String>,
    /// One of these sizes.
    pub size: Vec<String>,
}

/// A lasting change of the figures around.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aura {
    /// Whom it touches.
    pub who: Whom,
    /// How far.
    pub within: Within,
    /// Not the source itself.
    #[serde(default)]
    pub not_self: bool,
    /// Dice added to attacks.
    #[serde(default)]
    pub attack_dice: i32,
    /// Dice added to defense.
    #[serde(default)]
    pub defense_dice: i32,
    /// Points added to Move.
    #[serde(default, rename = "move")]
    pub moves: i16,
    /// Spaces added to Range.
    #[serde(default)]
    pub range: i16,
    /// Only for normal attacks.
    #[serde(default)]
    pub normal_only: bool,
    /// Printed facts of the figures touched.
    #[serde(default)]
    pub condition: Condition,
}

/// How a special attack chooses whom it affects (HS-7.7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// One figure.
    Single,
    /// One figure and all adjacent to it.
    TargetAndAdjacent,
    /// All figures adjacent to the attacker.
    AllAdjacent,
    /// All figures on a straight line of spaces from the attacker.
    Line,
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
    /// Whom it affects.
    pub shape: Shape,
    /// Spaces of a line.
    #[serde(default)]
    pub length: u16,
    /// How often in a turn.
    #[serde(default = "one")]
    pub attacks: u8,
    /// Each must choose another target.
    #[serde(default)]
    pub different_targets: bool,
    /// One attack roll for all affected (HS-7.7.5).
    #[serde(default)]
    pub shared_roll: bool,
    /// Whether it can harm the attacker.
    #[serde(default)]
    pub affects_self: bool,
    /// Whether its target must be seen.
    #[serde(default = "yes")]
    pub needs_sight: bool,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}

/// When an attack bonus holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// The target was not adjacent when the turn began.
    TargetNotAdjacentAtTurnStart,
    /// The target is adjacent.
    AdjacentTarget,
    /// Once for each wound marker of the target (HS-3.4.3).
    TargetWoundedPerMarker,
}

/// More attack dice under a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackBonus {
    /// Dice added.
    pub dice: i32,
    /// The condition.
    #[serde(rename = "if")]
    pub when: When,
    /// At most so many dice altogether.
    #[serde(default)]
    pub max: Option<i32>,
}

/// More defense dice under a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenseBonus {
    /// Dice added.
    pub dice: i32,
    /// Against which attacks.
    pub against: Against,
    /// Only against normal attacks.
    #[serde(default)]
    pub normal_only: bool,
}
