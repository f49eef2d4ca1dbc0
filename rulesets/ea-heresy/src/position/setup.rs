//! Where a battle starts: a position as the scenario states it, before anything is being done.

use crate::position::state::{Formation, FormationNo, Objective, Side, State, Stronghold, Unit};
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// A position before anything is being done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The turn in progress; 0 before the first.
    pub turn: u8,
    /// Units.
    pub units: Vec<Unit>,
    /// Formations.
    pub formations: Vec<Formation>,
    /// Strongholds.
    pub strongholds: Vec<Stronghold>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// Sides.
    pub sides: [Side; 2],
    /// Who won the last strategy roll.
    pub initiative: Seat,
    /// What comes first.
    pub begins: Begins,
}

/// With what a game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Begins {
    /// Formations that are off the table are deployed, then the first turn begins.
    Deployment,
    /// A turn begins with its strategy roll.
    Turn,
    /// A side is to act, after a formation of its own where it may retain.
    Action {
        /// Which side.
        seat: Seat,
        /// Whether it may retain the initiative.
        retain: bool,
    },
    /// A formation goes on with an order, its test passed.
    Order {
        /// Which formation.
        formation: FormationNo,
        /// The order.
        order: crate::position::action::Order,
    },
    /// The end phase begins.
    EndPhase,
    /// A referee's table.
    Free,
}

/// The position as it is stated, sound or not, with nothing begun.
pub(crate) fn stated(setup: &Setup) -> State {
    State {
        turn: setup.turn,
        units: setup.units.clone(),
        formations: setup.formations.clone(),
        strongholds: setup.strongholds.clone(),
        objectives: setup.objectives.clone(),
        sides: setup.sides,
        initiative: setup.initiative,
        steps: Default::default(),
        acting: None,
        moving: None,
        firing: None,
        assault: None,
        wounds: Vec::new(),
        toll: Default::default(),
        wearing: Vec::new(),
        wrecks: Vec::new(),
        ruins: Vec::new(),
        breaking: Vec::new(),
        withdrawn: Default::default(),
        answers: Vec::new(),
        over: None,
    }
}
