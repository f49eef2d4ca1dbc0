//! Special rules: what each says, and what army-wide ones do to tests of actions.

use super::SpecialId;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

/// What an army adds to tests, by action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
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
