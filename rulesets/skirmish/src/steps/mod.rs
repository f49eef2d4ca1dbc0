//! What the game waits for: a stack of small steps beside the position.

mod activate;
mod deploy;
mod fight;
mod free;
mod morale;
mod roll_off;
mod round;

pub use round::{end, rest};

use crate::position::{Action, PieceId, Position, Post, Table, faults};
use crate::rules::morale::Figures;
use crate::tables::{MOST_WEAPONS, Rule, Skirmish};
use serde::{Deserialize, Serialize};
use umpire_core::{DiceGroup, DieId, Outcome, Refusal, Seat};

umpire_core::steps! {
    /// What is waited for.
    pub enum Step of Skirmish {
        /// A side places a figure.
        Deploy { side: Seat },
        /// Both sides roll for who begins the round.
        RollOff,
        /// A side acts with a figure.
        Activate { side: Seat },
        /// A figure rolls to hit another, which then rolls against the hits.
        Fight {
            attacker: PieceId,
            target: PieceId,
            is_shot: bool,
            is_back: bool,
            /// The hits of each weapon, once they are rolled.
            hits: Option<[u8; MOST_WEAPONS]>,
        },
        /// Figures test their morale.
        Morale {
            tests: Figures,
            /// Whether it is because one of them is hurt, not because their side is thinned.
            is_hurt: bool,
        },
        /// A referee's table: the judge's word, below whatever is being done at it.
        Free,
    }
}

/// What a game starts from: a position, and whose turn it is, if a round is under way.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    pub position: Position,
    pub turn: Option<Seat>,
    /// A referee's table, without turns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
}

/// A position and what is waited for, the innermost last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub position: Position,
    pub steps: Vec<Step>,
    pub outcome: Option<Outcome>,
}

impl State {
    /// What rules look at.
    pub fn on<'a>(&'a self, game: &'a Skirmish) -> Table<'a> {
        Table { game, position: &self.position }
    }
}

/// The state a game begins in, before anything goes on by itself.
pub fn start(game: &Skirmish, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
    let steps = match setup.turn {
        _ if setup.free => vec![Step::Free(Free)],
        Some(side) => vec![Step::Activate(Activate { side })],
        None => vec![Step::RollOff(RollOff), Step::Deploy(Deploy { side: Seat(0) })],
    };
    let table = Table { game, position: &setup.position };
    let mut faults = faults(table);
    let waiting = table.figures.ids().find(|id| table.figures[*id].post == Post::Waiting);
    if let (Some(_), Some(id), false) = (setup.turn, waiting, setup.free) {
        let says =
            format!("a round is under way, and somebody is yet to be deployed: {}", table.name(id));
        faults.push(Refusal::at(Rule::Deployment, "position.turn", says));
    }
    let state = State { position: setup.position.clone(), steps, outcome: None };
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

/// Dice of a figure for one purpose.
fn dice(position: &Position, of: PieceId, count: u8, purpose: u8) -> DiceGroup {
    DiceGroup { purpose, ..position.figures.dice(of, DieId(0), count) }
}

/// Some of what may be answered, drawn, where to list all of it takes long.
pub fn glimpse(
    game: &Skirmish,
    state: &State,
    seat: Seat,
    die: &mut dyn FnMut(u32) -> u32,
    into: &mut Vec<Action>,
) {
    match state.steps.last() {
        Some(Step::Deploy(_)) => deploy::glimpse(game, state, seat, die, into),
        Some(Step::Activate(_)) => activate::glimpse(state.on(game), seat, die, into),
        _ => {}
    }
}
