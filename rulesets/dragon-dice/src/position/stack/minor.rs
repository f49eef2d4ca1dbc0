//! Steps of minor terrains.

use crate::position::pieces::Place;
use serde::{Deserialize, Serialize};

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinorStep {
    /// A march begins at a terrain.
    Start(Place),
    /// A minor terrain is rolled, and comes in there if it is not there yet.
    Roll {
        /// The terrain.
        place: Place,
        /// Which minor terrain.
        minor: u8,
    },
    /// It shows its ID, and is turned to an action face (DD-15.13).
    Turn(Place),
}
