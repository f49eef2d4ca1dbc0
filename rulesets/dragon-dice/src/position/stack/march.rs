//! Steps of a march.

use crate::position::pieces::Place;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seats;

/// A step of a march.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// Which army marches.
    Choose {
        /// Whether it is the second march.
        second: bool,
    },
    /// Whether the army at a terrain maneuvers.
    Maneuver(Place),
    /// Whether others with an army there counter, one after another.
    Oppose {
        /// The terrain.
        place: Place,
        /// Who has answered.
        asked: Seats,
        /// Who counters.
        against: Seats,
    },
    /// The maneuver rolls are compared.
    Compare {
        /// The terrain.
        place: Place,
        /// Who countered.
        against: Seats,
    },
    /// The maneuver succeeded: the die is turned (or a minor terrain comes in).
    Turn {
        /// The terrain.
        place: Place,
        /// Whether nobody opposed it.
        unopposed: bool,
    },
    /// What the army does.
    Act(Place),
}
