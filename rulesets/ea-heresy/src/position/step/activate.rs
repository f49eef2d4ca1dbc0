//! Steps of a formation's action.

use crate::position::action::Order;
use crate::position::state::FormationNo;
use serde::{Deserialize, Serialize};

/// A formation's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivateStep {
    /// Its test.
    Test {
        /// Which formation.
        formation: FormationNo,
        /// What it is to do.
        order: Order,
        /// Whether it makes a road move.
        road: bool,
        /// The formation a commander brings along.
        with: Option<FormationNo>,
        /// Whether the side has just acted (EA-2.5).
        retained: bool,
    },
    /// A failed test may be rolled again by a supreme commander.
    Again {
        /// Which formation.
        formation: FormationNo,
        /// What it is to do.
        order: Order,
        /// Whether it makes a road move.
        road: bool,
        /// The formation a commander brings along.
        with: Option<FormationNo>,
        /// Whether the side has just acted.
        retained: bool,
        /// Whether its player chose to; before that he is asked.
        rolling: bool,
    },
    /// One of several ways is chosen: marshal and hold.
    Choose(FormationNo),
    /// A formation on overwatch may make its step.
    Step(FormationNo),
    /// All is done.
    Finish {
        /// Which formation.
        formation: FormationNo,
        /// Whether the side had retained the initiative for it.
        retained: bool,
    },
}
