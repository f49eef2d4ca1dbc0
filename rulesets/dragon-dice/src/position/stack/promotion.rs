//! A promotion under way.

use crate::position::pieces::Army;
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};

/// Units of an army may be promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Promotion {
    /// Whose units.
    pub army: Army,
    /// How many of them.
    pub budget: Budget,
    /// By which rule.
    pub rule: Rule,
}

/// How far promotions may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// One unit, one health more.
    One,
    /// As many units as there are larger ones for, one health more each (DD-18.2).
    AsMany,
    /// Units that together gain up to this health, split or combined (DD-18.7).
    Health(u8),
}
