//! Sights between bodies that stand as they stood before, remembered: looking ahead asks for the same ones at every roll.

use crate::position::state::{ModelNo, PieceNo, Whereabouts};
use umpire_core::Known;
use umpire_core::table::{Facing, Obscured};

/// All of one body that its lines of sight depend on, besides the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Stand {
    /// A unit that no other carries.
    Unit {
        /// What it is.
        model: ModelNo,
        /// Where it is.
        place: Whereabouts,
        /// Where it looks, and with it its base.
        facing: Facing,
        /// Whether it is popped up (EA-3.7).
        popped_up: bool,
    },
    /// A stronghold itself.
    Walls(PieceNo),
}

/// One question: which strongholds lie in ruins, by bit, and who looks at whom.
pub(crate) type Question = (u16, Stand, Stand);

/// Answers of one game, whose ground never changes but for its ruins. A copy of the game starts with none.
#[derive(Debug, Default, Clone)]
pub(crate) struct KnownSights {
    /// Who sees whom.
    pub seen: Known<Question, bool>,
    /// What of whom is hidden from whom.
    pub obscured: Known<Question, Option<Obscured>>,
}
