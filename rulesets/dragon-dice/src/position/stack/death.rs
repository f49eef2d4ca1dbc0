//! Steps of dying and coming back.

use crate::position::pieces::{Army, PieceSet, Place};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};

/// A step of dying units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeathStep {
    /// Units that may escape the DUA, or the BUA, by what they roll.
    Roll {
        /// Whose they are, and where.
        of: Army,
        /// Which.
        units: PieceSet,
        /// Where they go if not.
        to: Place,
        /// By which rule they died.
        rule: Rule,
    },
}
