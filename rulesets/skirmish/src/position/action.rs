//! What players may decide, what the judge may change, and what then happened.

use super::{ObjectiveId, PieceId};
use crate::tables::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::Point;

/// What a player may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Deploy { figure: PieceId, to: Point },
    Hold { figure: PieceId },
    Shoot { figure: PieceId, target: PieceId },
    Advance { figure: PieceId, to: Point },
    AdvanceAndShoot { figure: PieceId, to: Point, target: PieceId },
    Rush { figure: PieceId, to: Point },
    Charge { figure: PieceId, target: PieceId },
    Recover { figure: PieceId },
}

/// What the judge may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    Place { figure: PieceId, to: Point },
    Remove { figure: PieceId },
    Hurt { figure: PieceId, lost: u8 },
    Pin { figure: PieceId },
    Free { figure: PieceId },
    Give { objective: ObjectiveId, side: Seat },
    Leave { objective: ObjectiveId },
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Deployed { figure: PieceId, to: Point },
    // Nobody is first where both dice were alike.
    RolledOff { dice: [u8; 2], first: Option<Seat> },
    // An activation: how, where to, and against whom.
    Acted { figure: PieceId, rule: Rule, to: Option<Point>, target: Option<PieceId> },
    Hit { figure: PieceId, target: PieceId, hits: u8, dice: u8, rule: Rule },
    Saved { figure: PieceId, saved: u8, hits: u8 },
    Hurt { figure: PieceId, lost: u8 },
    Removed { figure: PieceId, rule: Rule },
    Tested { figure: PieceId, face: u8, passed: bool, rule: Rule },
    Pinned { figure: PieceId },
    // At the end of a round.
    Held { objective: ObjectiveId, side: Seat, rule: Rule },
    RoundBegins { round: u8 },
    Ended { winners: Seats, rule: Rule },
}

impl Event {
    /// The rule behind it.
    pub fn because(&self) -> Rule {
        match self {
            Event::Deployed { .. } => Rule::Deployment,
            Event::RolledOff { .. } => Rule::RollOff,
            Event::Acted { rule, .. }
            | Event::Hit { rule, .. }
            | Event::Removed { rule, .. }
            | Event::Tested { rule, .. }
            | Event::Held { rule, .. }
            | Event::Ended { rule, .. } => *rule,
            Event::Saved { .. } => Rule::Defense,
            Event::Hurt { .. } => Rule::Losses,
            Event::Pinned { .. } => Rule::Pinned,
            Event::RoundBegins { .. } => Rule::Rounds,
        }
    }
}

impl Action {
    /// The figure that acts.
    pub fn figure(&self) -> PieceId {
        match self {
            Action::Deploy { figure, .. }
            | Action::Hold { figure }
            | Action::Shoot { figure, .. }
            | Action::Advance { figure, .. }
            | Action::AdvanceAndShoot { figure, .. }
            | Action::Rush { figure, .. }
            | Action::Charge { figure, .. }
            | Action::Recover { figure } => *figure,
        }
    }

    /// The figure it is done to.
    pub fn target(&self) -> Option<PieceId> {
        match self {
            Action::Shoot { target, .. }
            | Action::AdvanceAndShoot { target, .. }
            | Action::Charge { target, .. } => Some(*target),
            _ => None,
        }
    }

    /// A number that moves share which differ only in where they end.
    pub fn kind(&self) -> Option<u32> {
        let deed = match self {
            Action::Advance { .. } => 1,
            Action::AdvanceAndShoot { .. } => 2,
            Action::Rush { .. } => 3,
            _ => return None,
        };
        let target = self.target().map_or(u8::MAX, |target| target.0);
        Some(u32::from_be_bytes([0, deed, self.figure().0, target]))
    }
}
