//! A whole flat board from letters: kinds of ground by row, names, ways, sight over ground that hides, picture.
//!
//! What a game of figures on hexes begins with, as [`Map`](crate::table::Map) is for open tables: [`Ground`] is a row of its
//! table, [`PlanForm`] the field of its scenarios, [`Plan`] the board that both make.

mod form;
mod picture;

pub use form::{Ground, PlanForm};
pub use picture::Token;

use super::{Board, HexId, Level, Reach, Side, hex_blocker};

/// A board of one space a hex, each of a kind of ground and at a level.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The hexes.
    pub board: Board,
    /// The kinds of ground.
    pub ground: Vec<Ground>,
}

/// Where something can go, and what it takes: every hex within a budget.
#[derive(Debug, Clone)]
pub struct Ways {
    from: HexId,
    reach: Reach,
}

impl Plan {
    /// What a hex is made of.
    pub fn ground_of(&self, hex: HexId) -> &Ground {
        let space = self.board.spaces_on(hex)[0];
        &self.ground[usize::from(self.board.space(space).kind)]
    }

    /// How high a hex lies, from level 1.
    pub fn level(&self, hex: HexId) -> Level {
        self.board.highest(hex)
    }

    /// What a hex is called: `C4`.
    pub fn name(&self, hex: HexId) -> String {
        self.board.hex_name(self.board.hex(hex))
    }

    /// The hex of that name, in any case.
    pub fn named(&self, name: &str) -> Option<HexId> {
        self.board.hex_id(self.board.origin().parse(name.trim())?)
    }

    /// Fewest steps from hex to hex, as the crow flies.
    pub fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.board.hex(from).distance(self.board.hex(to))
    }

    /// The hexes beside one.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        Side::ALL.into_iter().filter_map(move |side| self.board.neighbour(hex, side))
    }

    /// The first hex of ground that hides one hex from another; whether they see each other does not hang on levels.
    pub fn hidden_by(&self, from: HexId, to: HexId) -> Option<HexId> {
        hex_blocker(&self.board, from, to, &|hex| self.ground_of(hex).blocks_sight)
    }

    /// Where something can go from a hex with so many steps. `step` says how many it takes from a hex to one beside it;
    /// nothing where it may not go there.
    pub fn ways(&self, from: HexId, most: u32, step: impl Fn(HexId, HexId) -> Option<u32>) -> Ways {
        let mut reach = Reach::new();
        reach.search(self.board.hexes(), from.0, most, |node, _, steps| {
            for next in self.neighbours(HexId(node)) {
                if let Some(cost) = step(HexId(node), next) {
                    steps.to(next.0, cost);
                }
            }
        });
        Ways { from, reach }
    }
}

impl Ways {
    /// Every hex but the first, with the steps it takes; what takes fewest comes first.
    pub fn iter(&self) -> impl Iterator<Item = (HexId, u32)> {
        let reached = self.reach.reached().map(HexId).filter(|hex| *hex != self.from);
        reached.filter_map(|hex| Some((hex, self.steps_to(hex)?)))
    }

    /// The steps to a hex, where it is within them.
    pub fn steps_to(&self, hex: HexId) -> Option<u32> {
        self.reach.cost_to(hex.0)
    }

    /// The way to a hex, both ends included; empty where there is none.
    pub fn way_to(&self, hex: HexId) -> Vec<HexId> {
        self.reach.path_to(hex.0).into_iter().map(HexId).collect()
    }
}
