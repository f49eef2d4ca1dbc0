//! Steps of species abilities.

use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::state::MOST_PLAYERS;
use crate::tables::catalog::AbilityId;
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};

/// A step of species abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeciesStep {
    /// The phase of the turn for them (DD-5.1, DD-5.2).
    Phase,
    /// Which ability is used next in the phase.
    Order {
        /// What has been used or given up, as bits.
        done: u64,
    },
    /// An army recruits a small unit of the species or promotes one (Feralization).
    Raise {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
    },
    /// An army brings a small Dragonkin or promotes one (Dragonkin Handlers).
    Handle {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
    },
    /// A buried unit of the species goes to the DUA (Winter's Fortitude).
    Exhume(AbilityId),
    /// Whose Reserves are struck (Mutate).
    Target {
        /// The ability.
        ability: AbilityId,
        /// Whom it strikes so far.
        struck: Struck,
    },
    /// Which army grows by the health that was killed (Mutate).
    Grow {
        /// The ability.
        ability: AbilityId,
        /// Who was struck.
        struck: Struck,
    },
    /// An army recruits and promotes units of the species by so much health (Mutate).
    Sprout {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
        /// How much health is left to gain.
        left: u8,
        /// Units that it has brought or exchanged: it all happens at once (DD-18.2).
        touched: PieceSet,
    },
    /// Dying units may be exchanged for dead ones (Stepped Damage, Accelerated Growth).
    Replace {
        /// Whose they are, and where.
        of: Army,
        /// Those whose owner has not decided.
        dying: PieceSet,
        /// Units that were dead before, and have not come back.
        pool: PieceSet,
        /// By which rule they die.
        rule: Rule,
    },
}

/// Units that an ability strikes, by seat.
pub(crate) type Struck = [PieceSet; MOST_PLAYERS];

/// For what a species ability had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// They may not strike back (Foul Stench).
    Stunk,
    /// They are to save or die (Mutate).
    Struck,
}
