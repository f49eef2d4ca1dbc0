//! Units that roll alone, and the danger they roll against.

use crate::position::pieces::{Army, PieceSet};
use crate::tables::catalog::effects::{Peril, Test};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// What endangers units, and who made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Danger {
    /// How they escape, and what befalls them if not.
    pub peril: Peril,
    /// Whose icon, spell or dragon it is.
    pub by: Seat,
}

/// Units of one army that roll alone, each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// Whose they are, and where.
    pub of: Army,
    /// Which.
    pub units: PieceSet,
    /// By which rule.
    pub rule: Rule,
    /// What it is about.
    pub about: About,
}

/// What units roll for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// To escape a danger.
    Danger(Danger),
    /// To escape being buried, once killed.
    Burial(Test),
}
