//! A state of the game, what players and the judge may do in it, and what happens.

use crate::figures::Position;
use crate::position::Place;
use crate::steps::Step;
use crate::tables::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::game::Outcome;
use umpire_core::pieces::PieceId;
use umpire_core::seat::Seats;

/// A position and what is under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// What is under way; the innermost step is the last.
    pub steps: Vec<Step>,
    /// What lies on the table.
    pub position: Position,
    /// How the game ended.
    pub over: Option<Outcome>,
}

/// What a player may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Goes there.
    Move { figure: PieceId, to: Place },
    /// Attacks an enemy.
    Attack { figure: PieceId, target: PieceId },
    /// Lets its turn pass.
    Hold { figure: PieceId },
}

impl Action {
    /// Who acts.
    pub fn figure(self) -> PieceId {
        match self {
            Action::Move { figure, .. }
            | Action::Attack { figure, .. }
            | Action::Hold { figure } => figure,
        }
    }
}

/// What the judge may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// Puts a figure down, with all its wounds if it was off the table.
    Place { figure: PieceId, to: Place },
    /// Gives it so many wounds left.
    Wounds { figure: PieceId, left: u8 },
    /// Takes it off the table.
    Remove { figure: PieceId },
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    Round(u8),
    /// Somebody goes to a place.
    Moved(PieceId, Place),
    /// Somebody lets their turn pass.
    Held(PieceId),
    /// Somebody hits another with some of their dice.
    Attacked { figure: PieceId, target: PieceId, hits: u8, dice: u8 },
    /// Somebody has so many wounds left.
    Wounded(PieceId, u8),
    /// Somebody is taken off the table.
    Removed(PieceId),
    /// The judge changes somebody.
    Changed(PieceId),
    /// The game is over, by that rule.
    Over(Seats, Rule),
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::Round(_) => Rule::OnceARound,
            Event::Moved(..) => Rule::Moving,
            Event::Held(_) => Rule::Alternate,
            Event::Attacked { .. } => Rule::Attacking,
            Event::Wounded(..) | Event::Removed(_) => Rule::Wounds,
            Event::Changed(_) => Rule::JudgesWord,
            Event::Over(_, rule) => *rule,
        }
    }
}
