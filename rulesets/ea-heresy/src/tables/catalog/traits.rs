//! What units and formations can do besides their numbers, as a set.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// A set of special rules that a unit has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Traits(pub u64);

macro_rules! traits {
    ($($name:ident = $key:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($name),* }

        #[allow(missing_docs)] // `special_rules.yaml` says what each does.
        impl Traits {
            $(pub const $name: Traits = Traits(1 << Bit::$name as u64);)*

            /// Each trait with the key of its special rule.
            pub const ALL: &[(Traits, &str)] = &[$((Traits::$name, $key)),*];
        }
    };
}

traits! {
    LEADER = "leader",
    COMMANDER = "commander",
    SUPREME_COMMANDER = "supreme_commander",
    INSPIRING = "inspiring",
    INFILTRATORS = "infiltrators",
    BLITZ = "blitz",
    EVASIVE = "evasive",
    JUMP_PACKS = "jump_packs",
    MOUNTED = "mounted",
    BULKY = "bulky",
    NIMBLE = "nimble",
    WALKER = "walker",
    SKIRMISHER = "skirmisher",
    SCOUT = "scout",
    SKIMMER = "skimmer",
    SUPPORT_CRAFT = "support_craft",
    TOWERING = "towering",
    SPEARHEAD = "spearhead",
    VANGUARD = "vanguard",
    SIEGE_ENGINE = "siege_engine",
    VOX_CASTER = "vox_caster",
    PONDEROUS = "ponderous",
    STEADFAST = "steadfast",
    FEARLESS = "fearless",
    DAUNTLESS = "dauntless",
    KNOW_NO_FEAR = "and_they_shall_know_no_fear",
    EXPENDABLE = "expendable",
    DAEMONIC = "daemonic",
    PRIMARCH = "primarch",
    HONOUR_GUARD = "honour_guard",
    PSYKER = "psyker",
    PRESCIENCE = "prescience",
    PSYCHIC_SUCCOUR = "psychic_succour",
    BIONICS = "bionics",
    TELEPORT = "teleport",
    TELEPORT_HOMER = "teleport_homer",
    CYBERNETICA_CORTEX = "cybernetica_cortex",
    REINFORCED_ARMOUR = "reinforced_armour",
    THICK_REAR_ARMOUR = "thick_rear_armour",
    ATOMANTIC_SHIELDING = "atomantic_shielding",
    IONIC_FLARE_SHIELD = "ionic_flare_shield",
    SPLIT_FIRE = "split_fire",
    RIPPLE_FIRE = "ripple_fire",
    SYSTEM_BREAKDOWN = "system_breakdown",
    WIND_SWIFT = "wind_swift",
    DEVASTATING_CHARGE = "devastating_charge",
    SNIPER = "sniper",
    FIRST_STRIKE = "first_strike",
}

impl Traits {
    /// The empty set.
    pub const NONE: Traits = Traits(0);

    /// Whether every trait of the other set is in this one.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any trait of the other set is in this one.
    pub const fn any(self, of: Traits) -> bool {
        self.0 & of.0 != 0
    }

    /// The traits of both sets.
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// The trait with the key of a special rule.
    pub fn named(key: &str) -> Option<Traits> {
        Traits::ALL.iter().find(|(_, known)| *known == key).map(|(own, _)| *own)
    }

    /// The keys of the special rules in the set.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        Traits::ALL.iter().filter(move |(own, _)| self.has(*own)).map(|(_, key)| *key)
    }
}

impl BitOr for Traits {
    type Output = Traits;

    fn bitor(self, other: Traits) -> Traits {
        self.with(other)
    }
}

impl BitOrAssign for Traits {
    fn bitor_assign(&mut self, other: Traits) {
        *self = self.with(other);
    }
}

impl fmt::Display for Traits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.keys().collect();
        f.write_str(&keys.join(", "))
    }
}
