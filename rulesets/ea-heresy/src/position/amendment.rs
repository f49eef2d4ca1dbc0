//! What the judge may change or answer, on record.

use crate::position::state::{Body, FormationNo, PieceNo, Stance, UnitNo, Whereabouts};
use serde::{Deserialize, Serialize};
use umpire_core::table::{Facing, Length, Point};

/// What the judge saw or measured at the real table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Whether they see each other.
    Sees(bool),
    /// Whether they are within a length.
    Within {
        /// The length.
        length: Length,
        /// Whether they are.
        yes: bool,
    },
}

/// An answer about two bodies; it stands until one of them moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answered {
    /// The one.
    pub from: Body,
    /// The other.
    pub to: Body,
    /// The answer.
    pub says: Answer,
}

impl Answered {
    /// Whether it is about these two, in either order.
    pub fn is_about(&self, a: Body, b: Body) -> bool {
        (self.from, self.to) == (a, b) || (self.from, self.to) == (b, a)
    }
}

/// A change of the position by the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Each field is what its name says.
pub enum Amendment {
    /// Puts a unit somewhere.
    Place { unit: UnitNo, place: Whereabouts, facing: Option<Facing> },
    /// Brings a formation's middle to a place: those on the table as they stand, the others in rows.
    Form { formation: FormationNo, at: Point },
    /// Sets the damage of a unit or stronghold.
    Damage { on: Body, points: u8 },
    /// Sets the shields that are down.
    Shields { unit: UnitNo, down: u8 },
    /// Sets blast markers.
    Markers { formation: FormationNo, count: u8 },
    /// Breaks a formation with all that follows (EA-9.3.1), or makes it whole again.
    Broken { formation: FormationNo, broken: bool },
    /// Sets what a formation did this turn.
    Stance { formation: FormationNo, stance: Stance },
    /// Pops a unit up or down.
    PoppedUp { unit: UnitNo, up: bool },
    /// Gives an objective to a side.
    Objective { objective: u8, held: umpire_core::seat::Seat },
    /// Sets a side's victory points.
    Points { seat: umpire_core::seat::Seat, points: u8 },
    /// What the judge saw or measured.
    Answer(Answered),
    /// Ruins a stronghold with all that follows for those inside (EA-6.9).
    Ruin { piece: PieceNo },
}
