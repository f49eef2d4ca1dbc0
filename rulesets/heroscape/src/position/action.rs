//! What a player may decide, and what a judge may change.

use crate::position::footprint::Rest;
use crate::position::state::{CopyId, FigureId, PowerRef};
use crate::tables::catalog::{CardId, GlyphId};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::hex::{Side, SpaceId};
use umpire_core::seat::Seat;

/// The most spaces one move may name.
pub const MAX_PATH: usize = 24;

/// A path of a figure's leading end.
pub type Path = ArrayVec<SpaceId, MAX_PATH>;

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Puts a figure on its start zone: the space of its leading end, and the others.
    Place(FigureId, SpaceId, Rest),
    /// Picks a card in a draft.
    Draft(CardId),
    /// Chooses the card of a turn of the basic game.
    Take(CopyId),
    /// Puts order markers 1, 2, 3 and X on cards.
    Markers([CopyId; 4]),
    /// Walks.
    Move {
        /// Who.
        figure: FigureId,
        /// Whether the end that trails now leads.
        turned: bool,
        /// From space to space.
        path: Path,
    },
    /// Flies.
    Fly {
        /// Who.
        figure: FigureId,
        /// Where its leading end lands.
        to: SpaceId,
        /// Where its other end lands.
        trail: Option<SpaceId>,
    },
    /// Takes the treasure on which its move has ended.
    PickUp(FigureId),
    /// Lays down a treasure where it stands.
    PutDown(FigureId, GlyphId),
    /// Ends the moving part of the turn.
    FinishMoving,
    /// A normal attack.
    Attack {
        /// Who.
        attacker: FigureId,
        /// Whom.
        target: FigureId,
    },
    /// A special attack.
    Special {
        /// Who.
        attacker: FigureId,
        /// Which of its card's special attacks.
        power: u8,
        /// At what.
        aim: Aim,
    },
    /// Opens, shuts, bars or unbars a door.
    Door(u8, DoorChange),
    /// An attack on a door.
    AttackDoor {
        /// Who.
        attacker: FigureId,
        /// With which of its card's special attacks; none for a normal one.
        power: Option<u8>,
        /// Which door.
        door: u8,
    },
    /// Ends the turn.
    EndTurn,
    /// Rolls the dice against the figure that leaves an engagement, or lets it go.
    Strike(bool),
    /// Chooses who defends next against a special attack.
    Defend(FigureId),
    /// Chooses the card on which a destroyed figure goes.
    Casualty(CopyId),
    /// Uses a power of a figure's card.
    Use {
        /// Whose.
        figure: FigureId,
        /// Which.
        power: PowerRef,
        /// On whom, where it is used on somebody.
        on: Option<FigureId>,
    },
    /// Uses nothing, or nothing more; in a draft, is done.
    Pass,
    /// Chooses a figure that a power asks for.
    Pick(FigureId),
    /// Chooses a space that a power asks for.
    Lay(SpaceId),
    /// Chooses a seat that a power asks for.
    Give(Seat),
    /// Moves an order marker (0 to 3 for 1, 2, 3, X) to another card, by a power.
    Shift(u8, CopyId),
    /// Rolls so many dice for the attack, where its power leaves the number open.
    Dice(u8),
    /// Rolls once more what a power lets one roll once more, or lets it stand.
    Reroll(bool),
    /// Says, by eye, whether one figure sees another (the judge).
    Sight {
        /// Who looks.
        from: FigureId,
        /// At whom.
        to: FigureId,
        /// Whether it is seen.
        clear: bool,
    },
}

/// What may be done with a door without force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoorChange {
    /// Opens it.
    Open,
    /// Shuts it.
    Shut,
    /// Puts its bar down, from inside.
    Bar,
    /// Lifts its bar, from inside.
    Unbar,
}

impl DoorChange {
    /// All there are.
    pub const ALL: [DoorChange; 4] =
        [DoorChange::Open, DoorChange::Shut, DoorChange::Bar, DoorChange::Unbar];

    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            DoorChange::Open => "open",
            DoorChange::Shut => "shut",
            DoorChange::Bar => "bar",
            DoorChange::Unbar => "unbar",
        }
    }
}

/// What a special attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// One figure.
    Figure(FigureId),
    /// One figure, and a straight line beyond it.
    FigureLine(FigureId, Side),
    /// A straight line from one of the attacker's spaces.
    Line(SpaceId, Side),
    /// Everything around.
    Around,
}

/// A change of the position by the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// Puts a figure on spaces, living again if it was destroyed.
    Place(FigureId, SpaceId, Rest),
    /// Destroys a figure; where several cards could take it, the first.
    Destroy(FigureId),
    /// Sets wound markers.
    Wounds(FigureId, u8),
    /// Moves an order marker (0 to 3 for 1, 2, 3, X) of a seat onto a card, or off all cards.
    Marker(Seat, u8, Option<CopyId>),
    /// Makes it that card's turn.
    Turn(CopyId),
    /// Lays a glyph face up on a space, or takes away what lies there.
    Glyph(SpaceId, Option<GlyphId>),
    /// Gives a treasure to a figure, or takes all away that it carries.
    Carry(FigureId, Option<GlyphId>),
    /// Gives a figure to a seat.
    Control(FigureId, Seat),
    /// Sets the number of attack or defense dice that are asked for (HS-7.5.9).
    Dice(u8),
    /// Opens, shuts, bars or unbars a door.
    Door(u8, DoorChange),
    /// Sets wound markers on a door; as many as its life break it.
    DoorWounds(u8, u8),
    /// Fields another army card for a seat; its figures are in reserve.
    Field(Seat, CardId),
}
