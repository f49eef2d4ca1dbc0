//! Special rules: what each says, and what army-wide ones do to tests of actions.

use super::{SpecialId, Traits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A special rule of units, weapons, formations or armies (EA-14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Special {
    /// Its number.
    pub id: SpecialId,
    /// Its id, such as `thick_rear_armour`.
    pub key: String,
    /// Its name as unit lists print it.
    pub name: String,
    /// Other spellings that lists use.
    pub also: Vec<String>,
    /// What it belongs to.
    pub class: SpecialClass,
    /// What it does, in words.
    pub says: String,
    /// Where it was read.
    pub source: String,
    /// Why no code keeps it, where none does.
    pub deferred: Option<String>,
    /// What it adds to tests of actions, where it is a rule of an army.
    pub tests: TestModifiers,
}

/// What a special rule belongs to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SpecialClass {
    Unit,
    Formation,
    Save,
    Weapon,
    Army,
    Offboard,
    Fortification,
}

impl SpecialClass {
    /// Who has such a rule.
    pub fn bearers(self) -> &'static str {
        match self {
            SpecialClass::Unit | SpecialClass::Formation | SpecialClass::Save => "units",
            SpecialClass::Weapon => "weapons",
            SpecialClass::Army => "armies",
            SpecialClass::Offboard => "assets off the board",
            SpecialClass::Fortification => "fortified positions",
        }
    }
}

impl Special {
    /// Whether a whole formation may have it, by its army or its section of a list: what it adds to
    /// tests, or what its units then are.
    pub fn is_of_formations(&self) -> bool {
        match self.class {
            SpecialClass::Army => true,
            SpecialClass::Formation => Traits::named(&self.key).is_some(),
            _ => false,
        }
    }
}

/// What an army adds to tests, by action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct TestModifiers {
    pub advance: i8,
    pub engage: i8,
    pub double: i8,
    pub march: i8,
    pub marshal: i8,
    pub overwatch: i8,
    pub sustained_fire: i8,
    /// Tests to rally.
    pub rally: i8,
    /// Tests to rally of formations with a character.
    pub rally_with_character: i8,
}
