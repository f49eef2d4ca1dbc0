//! Kinds of weapons, their modes, and how units carry them.

use super::{Length, WeaponId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of weapon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weapon {
    /// Its number.
    pub id: WeaponId,
    /// Its id as files and people name it, such as `missile_launcher`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The file of weapons it comes from, such as `netea`.
    pub file: String,
    /// What it can be used as.
    pub modes: Vec<Mode>,
    /// Whether its modes are alternatives, of which one is used at a time; else all are used.
    pub any_mode: bool,
    /// Where it points on every unit that does not say otherwise.
    pub arc: Arc,
    /// Special rules it has that no code keeps.
    pub deferred: Vec<String>,
}

/// One use of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode {
    /// How far it strikes.
    pub range: Reach,
    /// Attacks.
    pub shots: u8,
    /// Hits infantry on n+; 0 for never.
    pub ap: u8,
    /// Hits vehicles on n+; 0 for never.
    pub at: u8,
    /// Hits aircraft on n+; 0 for never.
    pub aa: u8,
    /// Barrage points; 0 for none.
    pub barrage: u8,
    /// Its special rules.
    pub flags: WeaponFlags,
    /// Titan killer: damage to a war engine; 0 for none, or where dice say it.
    pub titan_killer: u8,
    /// Titan killer whose damage is rolled.
    pub titan_killer_dice: Option<TkDice>,
    /// Graviton: titan killer to war engines and to reinforced armour; 0 for none.
    pub graviton: u8,
    /// Graviton whose damage is rolled.
    pub graviton_dice: Option<TkDice>,
    /// More attacks in an assault.
    pub extra_attacks: u8,
}

/// How far a mode of a weapon strikes.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Reach {
    /// A range for shooting.
    Range(Length),
    /// In close combat only.
    BaseContact,
    /// In firefights only.
    SmallArms,
}

/// A die for the damage of a titan killer: a D3 is half of a D6, rounded up.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct TkDice {
    /// 2, 3 or 6.
    pub sides: u8,
    /// What is added.
    pub plus: u8,
}

impl TkDice {
    /// The damage, by the number that a D6 shows.
    pub fn damage(self, d6: u8) -> u8 {
        d6.div_ceil(6 / self.sides.clamp(1, 6)) + self.plus
    }
}

/// A weapon on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mount {
    /// Which.
    pub weapon: WeaponId,
    /// How many.
    pub count: u8,
    /// Where it points.
    pub arc: Arc,
    /// Number of the hard point, from 1, on which it may be chosen; 0 where it is always there.
    pub slot: u8,
}

/// Where a weapon may fire from the facing of its unit.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    /// All around.
    All,
    /// 90 degrees to the front (FxF).
    FixedForward,
    /// 180 degrees to the front (FwA).
    Forward,
    /// 180 degrees to the left.
    Left,
    /// 180 degrees to the right.
    Right,
    /// 180 degrees to the rear.
    Rear,
}

umpire_core::flags! {
    /// A set of special rules that a mode of a weapon has; `special_rules.yaml` says what each does.
    pub struct WeaponFlags(u32) {
        MACRO = "mw",
        DISRUPT = "disrupt",
        IGNORE_COVER = "ignore_cover",
        INDIRECT = "indirect_fire",
        LANCE = "lance",
        SNIPER = "sniper",
        SIEGE = "siege",
        CRIPPLING = "crippling",
        TITAN_HUNTER = "titan_hunter",
        ENERGETIC = "energetic",
        BEAM_PROJECTOR = "beam_projector",
        SHIELD_DISRUPTOR = "shield_disruptor",
        SHIELD_PIERCER = "shield_piercer",
        FIRST_STRIKE = "first_strike",
        SINGLE_SHOT = "single_shot",
        SLOW = "slow",
        DEVASTATING_CHARGE = "devastating_charge",
        SINGULARITY = "singularity",
        RAD = "rad",
        SHOCK_PULSE = "shock_pulse",
        AETHER_FIRE = "aether_fire",
        FORCE = "force",
        PERILS = "perils_of_the_warp",
        SELF_DESTRUCT = "self_destruct",
        ;
        /// A hit that is a macro-weapon's and a titan killer's only against war engines and reinforced armour: a graviton weapon's.
        GRAVITON,
    }
}

impl Mode {
    /// Whether it is a titan killer of a fixed or a rolled number.
    pub fn is_titan_killer(&self) -> bool {
        self.titan_killer > 0 || self.titan_killer_dice.is_some()
    }
}
