//! What is being done, as data: a stack of small steps, the innermost last. What each of them does is told in `steps`.

mod activate;
mod assault;
mod morale;
mod movement;
mod shooting;

pub use activate::ActivateStep;
pub use assault::{Aim, Assault, AssaultStep, AttackDice, Pool, Wave};
pub use morale::{Again, MoraleStep};
pub use movement::{MoveKind, MoveStep, TestDie};
pub use shooting::{Attack, FireStep, Firing, Modifiers, ShootStep, TargetStep};

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, PieceNo, State, UnitNo};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

umpire_core::steps! {
    /// One step; the innermost is the last of the stack.
    pub enum Step of EaHeresy {
        /// Before the first turn.
        Setup(SetupStep),
        /// Phases of a turn.
        Turn(TurnStep),
        /// A formation's action.
        Activate(ActivateStep),
        /// A move.
        Movement(MoveStep),
        /// Formations on overwatch may answer a move.
        Overwatch(OverwatchStep),
        /// Shooting.
        Shooting(ShootStep),
        /// Hits are saved, damage is done.
        Harm(HarmStep),
        /// An assault.
        Assault(AssaultStep),
        /// A stronghold fell.
        Ruin(RuinStep),
        /// Breaking, withdrawing, regrouping, rallying.
        Morale(MoraleStep),
    }
}

/// What is being done, the innermost last; no more lie on each other.
pub type Steps = ArrayVec<Step, 16>;

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A unit.
    Unit(UnitNo),
    /// A formation.
    Formation(FormationNo),
    /// A piece of ground.
    Piece(PieceNo),
}

impl Subject {
    /// Its number in a [`umpire_core::game::Choice`]: its kind above the fourteen bits of its own.
    pub(crate) fn number(self) -> u16 {
        match self {
            Subject::Unit(unit) => unit.0,
            Subject::Formation(formation) => 1 << 14 | formation.0,
            Subject::Piece(piece) => 2 << 14 | piece.0,
        }
    }

    /// What has that number.
    pub(crate) fn numbered(number: u16) -> Option<Subject> {
        let own = number & 0x3fff;
        match number >> 14 {
            0 => Some(Subject::Unit(UnitNo(own))),
            1 => Some(Subject::Formation(FormationNo(own))),
            2 => Some(Subject::Piece(PieceNo(own))),
            _ => None,
        }
    }
}

impl From<UnitNo> for Subject {
    fn from(unit: UnitNo) -> Subject {
        Subject::Unit(unit)
    }
}

impl From<FormationNo> for Subject {
    fn from(formation: FormationNo) -> Subject {
        Subject::Formation(formation)
    }
}

impl From<PieceNo> for Subject {
    fn from(piece: PieceNo) -> Subject {
        Subject::Piece(piece)
    }
}

impl State {
    /// Takes the innermost step off and puts another in its place.
    pub fn replace_step(&mut self, step: Step) {
        self.steps.pop();
        self.push_step(step);
    }

    /// Puts a step on top.
    pub fn push_step(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub(crate) fn forget_everything_begun(&mut self) {
        self.steps.clear();
        (self.acting, self.moving, self.firing, self.assault) = Default::default();
        (self.wounds, self.toll, self.wearing, self.wrecks) = Default::default();
        (self.ruins, self.breaking) = Default::default();
        self.withdrawn = Default::default();
    }
}

/// What is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    /// The spirit of this side: where formations of it cost the same, the other side says whose
    /// loss breaks it (EA-13.5).
    Spirit(Seat),
    /// The deployment begins.
    Deploy,
    /// A side puts down its next formation.
    Next(Seat),
}

/// Phases of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStep {
    /// Both sides roll for the initiative; again without ratings where `again` (EA-2.3.2).
    Strategy {
        /// Whether it is the roll between equals.
        again: bool,
    },
    /// The winner decides who goes first.
    First(Seat),
    /// A side is to act with one more formation; `retain` where it may, at -1 (EA-2.5).
    Act {
        /// Which side.
        seat: Seat,
        /// Whether it has just acted.
        retain: bool,
    },
    /// The end phase begins (EA-2.10).
    End,
    /// What follows when all have rallied.
    Close,
    /// A referee's table: nobody's turn it is.
    Free,
}

/// Formations on overwatch may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverwatchStep {
    /// The formation that has just moved, popped up or disembarked; each that may shoot is asked
    /// in turn, from the one with this number on.
    After {
        /// Who moved.
        mover: FormationNo,
        /// The next that may be asked.
        next: u16,
    },
}

/// Stages of saving and suffering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmStep {
    /// Wounds lie in `state.wounds`.
    Begin,
    /// Titan killers whose damage is rolled.
    Titan,
    /// Dispersion fields.
    Field,
    /// Blast markers of shock pulses.
    Shock,
    /// Armour, cover or ion shield.
    Save,
    /// Reinforced armour.
    Again,
    /// Invulnerable saves.
    Last,
    /// What got through does its damage.
    Damage,
    /// Critical hits.
    Critical,
    /// The dead are taken off, and what they leave behind is looked after.
    After,
    /// A unit that came out of a wreck is put down.
    Place {
        /// Which.
        unit: UnitNo,
    },
}

/// What a ruin asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuinStep {
    /// Its survivors are placed (EA-6.9.3).
    Exit {
        /// Which.
        piece: PieceNo,
    },
    /// Survivors of a formation that broke are placed before it withdraws (EA-6.9.7).
    Flee {
        /// Which formation.
        formation: FormationNo,
    },
}
