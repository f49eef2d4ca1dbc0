//! Steps of a move, and the kinds of moves there are.

use crate::position::state::{FormationNo, PieceNo};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};

/// What kind of move it is: how far, under which zones, with which bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// A move of an action: advance, double, march, marshal, hold.
    Action,
    /// The charge of an engage action (EA-8.3).
    Charge,
    /// A counter charge (EA-8.4).
    CounterCharge,
    /// The step of a formation going on overwatch (EA-2.8.6).
    OverwatchStep,
    /// A withdrawal (EA-9.4).
    Withdraw,
    /// The winner's consolidation (EA-8.10).
    Consolidate,
}

impl MoveKind {
    /// The rule that such a move is.
    pub fn rule(self) -> Rule {
        match self {
            MoveKind::Action => Rule::Moves,
            MoveKind::Charge => Rule::ChargeMove,
            MoveKind::CounterCharge => Rule::CounterCharge,
            MoveKind::OverwatchStep => Rule::OverwatchAction,
            MoveKind::Withdraw => Rule::Withdrawal,
            MoveKind::Consolidate => Rule::WinnerOfAssault,
        }
    }
}

/// A move of a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveStep {
    /// It begins.
    Begin {
        /// Who moves.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
    },
    /// Units move, until its player ends it.
    Go {
        /// Who moves.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
    },
    /// The unit on its way tests for ground (EA-5.1, EA-5.2).
    Test {
        /// Who moves.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
        /// For which ground.
        piece: PieceNo,
        /// Which die.
        die: TestDie,
    },
    /// The formation has come apart; its player says which part it is (EA-1.5.3).
    Split {
        /// Who moved.
        formation: FormationNo,
        /// How.
        kind: MoveKind,
    },
}

impl MoveStep {
    pub(crate) fn of(self) -> (FormationNo, MoveKind) {
        match self {
            MoveStep::Begin { formation, kind }
            | MoveStep::Go { formation, kind }
            | MoveStep::Test { formation, kind, .. }
            | MoveStep::Split { formation, kind } => (formation, kind),
        }
    }
}

/// Which die of a test falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestDie {
    /// The first.
    First,
    /// The first, rolled again (EA-5.1.1).
    Again,
    /// The one that follows a failure (EA-5.2).
    Second,
}
