//! Steps of the Reserves Phase.

use crate::position::pieces::PieceSet;
use serde::{Deserialize, Serialize};

/// The two steps of the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReservesStep {
    /// From the Reserve Area to terrains.
    Reinforce,
    /// From terrains to the Reserve Area.
    Retreat,
    /// The same, after units went from one terrain to another; they do so once.
    Flown(PieceSet),
}
