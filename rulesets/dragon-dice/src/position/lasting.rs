//! What lasts: on what, by which rule, what it does, and until when.

use crate::position::pieces::{Army, Piece, PieceSet};
use crate::position::roll::kinds::Change;
use crate::tables::catalog::effects::RollKinds;
use crate::tables::catalog::{Element, SpeciesId, Types};
use crate::tables::rule::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// What lasts beyond the roll or action that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// Where it comes from.
    pub rule: Rule,
    /// Who made it.
    pub by: Seat,
    /// On what it lies.
    pub on: On,
    /// What it does.
    pub does: Lasting,
    /// When it ends.
    pub ends: Ends,
}

impl Effect {
    /// Whether what it does hangs on one die.
    pub fn names_a_die(&self) -> bool {
        self.does == Lasting::Rode || self.bearer().is_some()
    }

    /// The die, of the player that made it, with which it ends.
    fn bearer(&self) -> Option<Piece> {
        match self.does {
            Lasting::Ridden { rider: number, .. } | Lasting::Hypnotised { gazer: number } => {
                Some(Piece { owner: self.by, number })
            }
            _ => None,
        }
    }

    /// The dice of a player on which alone it lies, or with which it ends.
    pub(crate) fn named_of(&self, owner: Seat) -> PieceSet {
        let on = match self.on {
            On::Pieces(seat, set) if owner == seat => set,
            _ => PieceSet::NONE,
        };
        match self.bearer() {
            Some(bearer) if bearer.owner == owner => on.with(PieceSet::only(bearer.number)),
            _ => on,
        }
    }

    /// Whether it lies on that die alone, with others or not, or ends with it.
    pub fn names(&self, piece: Piece) -> bool {
        self.named_of(piece.owner).contains(piece.number)
    }
}

/// On what an effect lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// An army, with whoever joins it (DD-8.8).
    Army(Army),
    /// A terrain, with every army there.
    Terrain(u8),
    /// Dice of one player, wherever they go.
    Pieces(Seat, PieceSet),
    /// A player, such as their DUA.
    Player(Seat),
}

/// What an effect does while it lasts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Changes the number of results of rolls.
    Modify {
        /// In which rolls.
        rolls: RollKinds,
        /// Of which results.
        types: Types,
        /// How.
        change: Change,
    },
    /// ID results give nothing in army rolls (DD-12.2).
    IgnoreIds,
    /// Only save rolls are made (DD-12.10).
    OnlySaves,
    /// The dice may not be rolled; where `rooted`, they may not leave their terrain either.
    Held {
        /// Whether they may not leave.
        rooted: bool,
    },
    /// Opponents may not aim missiles or spells at it.
    Hidden,
    /// One unit may be rolled again in each non-maneuver army roll.
    Reroll,
    /// Results of one type count as another for one species.
    CountsAs {
        /// Whose dice; everybody's if nothing.
        species: Option<SpeciesId>,
        /// What was rolled.
        from: Types,
        /// What it may count as.
        to: Types,
        /// In which rolls.
        rolls: RollKinds,
    },
    /// One unit's results of these types may be doubled after each roll.
    DoubleOne {
        /// Of which results.
        types: Types,
    },
    /// Maneuver ties go to those who counter.
    TiesToDefender,
    /// Units killed after a save roll go to Reserves.
    OpenGrave,
    /// Units killed there save or are buried.
    SoiledGround,
    /// A dying unit may be exchanged for a small one from the DUA.
    AcceleratedGrowth,
    /// Whoever maneuvers it takes damage.
    Thorns {
        /// How much.
        damage: u8,
    },
    /// Only as much health as a maneuver roll gives may be rolled in a march there.
    Mire,
    /// The terrain holds that element too (DD-7.20).
    AddElement(Element),
    /// A dragon's automatic saves are gone (DD-12.4).
    NoAutomaticSaves,
    /// A terrain was lowered by that spell this turn and is not lowered by it again.
    Lowered,
    /// A dragon is tamed or controlled by a unit of the player that made the effect (DD-13.2).
    Ridden {
        /// The unit.
        rider: u8,
        /// Whether it is controlled and may be sent, not only tamed.
        controlled: bool,
    },
    /// A unit rode a dragon to another terrain this turn, and rides no further.
    Rode,
    /// Changes attacks on whoever is there, as `Modify` changes rolls of those who are.
    ModifyAttackers {
        /// In which rolls.
        rolls: RollKinds,
        /// Of which results.
        types: Types,
        /// How.
        change: Change,
    },
    /// The dice may not be rolled while the gaze of a unit holds them.
    Hypnotised {
        /// The unit, of the player that made the effect.
        gazer: u8,
    },
}

/// When an effect ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// When this player's next turn begins.
    TurnStart(Seat),
    /// When this player's turn ends, after that many more turns of theirs.
    TurnEnd(Seat, u8),
    /// When the terrain it lies on is turned.
    Turned,
    /// When the terrain it lies on is maneuvered.
    Maneuvered,
    /// Not by time.
    Never,
}
