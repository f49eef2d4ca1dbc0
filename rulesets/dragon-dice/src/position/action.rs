//! What players decide: answers to whatever the game asks.

use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::dragons::Blast;
use crate::tables::catalog::{AbilityId, Counted, EighthId, Element, SaiId, SpellId};
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// A decision of one seat. What it answers stands in the innermost step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// No, nothing, enough.
    Pass,
    /// Yes.
    Accept,
    /// This army marches (DD-6.1).
    March(Place),
    /// The army maneuvers, without a direction yet (DD-6.3).
    Maneuver,
    /// The terrain die is turned a step up, or down (DD-6.6).
    Turn {
        /// Whether up.
        up: bool,
    },
    /// The army attacks with melee or missiles (DD-7.1, DD-7.7).
    Attack {
        /// Melee or missile.
        with: Counted,
        /// Whom.
        target: Army,
    },
    /// The army takes a magic action (DD-7.8).
    Magic,
    /// These dice of the player in question.
    Take(PieceSet),
    /// One die of anybody: a dragon, a buried unit.
    Choose(Piece),
    /// A place.
    Go(Place),
    /// A player.
    Player(Seat),
    /// An element.
    Element(Element),
    /// A Castle is named (DD-14.17).
    Name(EighthId),
    /// Dice move within the step that moves dice (DD-19.1).
    Move {
        /// Which of the player's own.
        pieces: PieceSet,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// Units are exchanged for units of other places, pair by pair in the order of health (DD-18.4).
    Exchange {
        /// Units that leave.
        out: PieceSet,
        /// Units that come.
        back: PieceSet,
    },
    /// One unit comes from the DUA (DD-18.3).
    Recruit(u8),
    /// A spell is announced (DD-7.8).
    Cast(Cast),
    /// How many results count as each type, by the order of types; of IDs or of an SAI (DD-8.9).
    Split([u8; 5]),
    /// This SAI acts next (DD-8.2).
    Resolve(SaiId),
    /// A minor terrain comes into play (DD-15.3).
    Bring(u8),
    /// The minor terrain's face stays, and the maneuver is given up (DD-15.4).
    Keep,
    /// The minor terrain is rolled (DD-15.4).
    RollMinor,
    /// The minor terrain is buried (DD-15.8).
    Bury,
    /// The die is turned to this face.
    Face(u8),
    /// The force is divided into armies (DD-3.10); what is in neither is the Horde.
    Assemble {
        /// Which of the two terrain dice brought is the Home, 0 or 1.
        home_die: u8,
        /// The Home Army.
        home: PieceSet,
        /// The Campaign Army.
        campaign: PieceSet,
    },
    /// Whether to go first; otherwise to choose the Frontier (DD-4.5).
    First {
        /// Whether it takes the first turn.
        first: bool,
    },
    /// The proposed Frontier of this player stands (DD-4.5).
    Frontier(Seat),
    /// This breath strikes next (DD-12.5).
    Breathe(Blast),
    /// A species ability is used (DD-17.1).
    Use {
        /// Which.
        ability: AbilityId,
        /// Where the army is for which it works.
        at: Place,
    },
    /// An army of anybody.
    Army(Army),
    /// An icon acts in this of its ways, by their order in its table.
    Way(u8),
}

/// An announced spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cast {
    /// Which.
    pub spell: SpellId,
    /// The element that pays for it, where it may be any.
    pub element: Option<Element>,
    /// How often, at one target.
    pub times: u8,
    /// At what.
    pub at: Target,
}

/// At what a spell is aimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// An army.
    Army(Army),
    /// A terrain.
    Terrain(Place),
    /// One die of anybody, wherever it lies.
    Piece(Piece),
    /// Units of one player at one place.
    Units {
        /// Whose and where.
        of: Army,
        /// Which.
        units: PieceSet,
    },
    /// A die that goes somewhere.
    Sent {
        /// Which.
        piece: Piece,
        /// Where to.
        to: Place,
    },
    /// Nothing else than the caster's own.
    Own,
    /// Units of one player that go from one place to another.
    SentUnits {
        /// Whose, and from where.
        of: Army,
        /// Which.
        units: PieceSet,
        /// Where to.
        to: Place,
    },
}

impl Target {
    /// Whose army or dice it is; nothing for a terrain, and for what is the caster's own.
    pub fn owner(&self) -> Option<Seat> {
        match self {
            Target::Army(army) => Some(army.owner),
            Target::Piece(piece) | Target::Sent { piece, .. } => Some(piece.owner),
            Target::Units { of, .. } | Target::SentUnits { of, .. } => Some(of.owner),
            Target::Terrain(_) | Target::Own => None,
        }
    }
}
