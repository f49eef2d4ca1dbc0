//! Steps of an army's roll.

use crate::position::pieces::PieceSet;
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// How far the faces of a roll have been worked off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Effects of the attacker that waited for the saves (step 2).
    Delayed,
    /// Dice that are rolled again (step 3).
    Rerolls,
    /// Special action icons (step 4).
    Specials,
    /// The number (steps 5 to 10).
    Totals,
}

/// A step of army rolls; rolls are named by their place among the rolls in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollStep {
    /// All rolls from this one on fall at once.
    Throw(u8),
    /// The faces of one roll are worked off.
    Work {
        /// Which roll.
        roll: u8,
        /// How far.
        stage: Stage,
    },
    /// One die of a roll falls again.
    Again {
        /// Which roll.
        roll: u8,
        /// Which die.
        die: u8,
    },
    /// Somebody may have one unit of a roll rolled again.
    Offer {
        /// Which roll.
        roll: u8,
        /// Who is asked.
        seat: Seat,
        /// By which rule.
        rule: Rule,
    },
    /// The owner picks which of several special icons acts next (DD-9.4).
    Order {
        /// Which roll.
        roll: u8,
    },
    /// The owner says what IDs count as in a combination roll (DD-8.9).
    SplitIds {
        /// Which roll.
        roll: u8,
    },
    /// The owner says which type of a combination roll a change of several goes to (DD-8.9).
    Give {
        /// Which roll.
        roll: u8,
    },
    /// The owner says how many results of a combination roll count as another type (DD-17.4).
    Convert {
        /// Which roll.
        roll: u8,
    },
    /// Several dice of a roll fall again.
    Several {
        /// Which roll.
        roll: u8,
        /// Which dice.
        dice: PieceSet,
    },
}
