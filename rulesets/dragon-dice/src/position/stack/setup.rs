//! Steps before the first turn, and what is settled in them.

use crate::position::pieces::PieceSet;
use crate::position::state::State;
use crate::tables::catalog::KindId;
use serde::{Deserialize, Serialize};
use umpire_core::seat::{Seat, Seats};

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    /// Forces are divided in secret (DD-3.10).
    Divide,
    /// Horde Armies are rolled for the order of play (DD-4.3, DD-4.4).
    Order {
        /// Whose.
        among: Seats,
        /// Who has rolled highest, where only the second place is open.
        first: Option<Seat>,
    },
    /// Their rolls are compared.
    Compare {
        /// Whose.
        among: Seats,
        /// Who has rolled highest, where only the second place is open.
        first: Option<Seat>,
    },
    /// The highest roll takes the first turn or the choice of the Frontier (DD-4.5).
    First {
        /// Who rolled highest.
        best: Seat,
        /// Who gets the other one.
        second: Seat,
    },
    /// The Frontier is chosen.
    Frontier(Seat),
    /// A player's Horde Army goes to another player's Home Terrain (DD-4.6).
    Horde(Seat),
    /// A player's Campaign Army goes to another terrain.
    Campaign(Seat),
    /// Starting distances are rolled, of these terrains as bits (DD-4.7).
    Distances(u8),
}

/// What is settled before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assembling {
    /// Who has divided their force.
    pub done: Seats,
    /// Whether the forces lie open.
    pub revealed: bool,
    /// What each player brought.
    pub musters: Vec<Muster>,
    /// Who chose the Frontier, and so rolls its distance.
    pub chooser: Option<Seat>,
}

/// What one player brought, and how it is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Muster {
    /// The two terrain dice.
    pub terrains: [KindId; 2],
    /// Which of them is the Home Terrain.
    pub home_die: u8,
    /// The Home, Campaign and Horde Army.
    pub armies: [PieceSet; 3],
}

impl Muster {
    /// The Horde Army.
    pub fn horde(&self) -> PieceSet {
        self.armies[2]
    }

    /// The terrain die proposed as the Frontier.
    pub fn proposed(&self) -> KindId {
        self.terrains[usize::from(self.home_die == 0)]
    }

    /// The Home Terrain's die.
    pub fn home(&self) -> KindId {
        self.terrains[usize::from(self.home_die != 0)]
    }
}

impl Assembling {
    /// What a player brought.
    pub(crate) fn muster(&self, seat: Seat) -> Option<Muster> {
        self.musters.get(seat.index()).copied()
    }

    /// Everybody who is still to divide their force.
    pub(crate) fn dividing(&self, state: &State) -> Seats {
        let open = |seat: &Seat| !self.done.contains(*seat) && !state.conceded.contains(*seat);
        state.from_seat(Seat(0)).filter(open).collect()
    }
}

impl State {
    /// What a player brought, until the first turn begins.
    pub fn muster(&self, seat: Seat) -> Option<Muster> {
        self.assembling.as_ref()?.muster(seat)
    }
}
