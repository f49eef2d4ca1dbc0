//! Moments at which powers may or must be used, and whose they are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a power may or must be used.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Once, when all armies have been placed.
    GameStart,
    /// Before order markers are placed.
    RoundStart,
    /// After all order markers have been placed, before initiative.
    MarkersPlaced,
    /// After initiative has been rolled for.
    InitiativeRolled,
    /// At the start of each turn of its controller, whatever card takes it.
    TurnStart,
    /// After its order marker was revealed, before its turn.
    BeforeTurn,
    /// Instead of its turn.
    InsteadOfTurn,
    /// In its turn, before any of its figures moves.
    BeforeMoving,
    /// In its turn, instead of the normal move of the figure.
    InsteadOfMoving,
    /// In its turn, before the figure moves or in the middle of its move, which then goes on.
    WhileMoving,
    /// In its turn, after moving and before attacking.
    AfterMoving,
    /// In its turn, instead of attacking with the figure.
    InsteadOfAttacking,
    /// In its turn, after an attack of the figure.
    AfterAttacking,
    /// After its turn.
    AfterTurn,
    /// A figure was named as the target of an attack, before dice.
    Targeted,
    /// Before the attack dice of its own attack.
    Attacks,
    /// Attack dice with at least one skull against the figure, before its defense dice.
    Attacked,
    /// The figure has rolled its defense dice.
    Defended,
    /// An attack against the figure inflicted nothing.
    DefendedWell,
    /// The figure is about to receive wounds of an attack.
    Wounded,
    /// The figure is about to receive wounds on leaving an engagement.
    WoundedLeaving,
    /// The figure is about to receive wounds in any other way.
    WoundedOtherwise,
    /// The figure has inflicted wounds by an attack.
    Inflicts,
    /// The figure has inflicted wounds on one that left its engagement.
    InflictsLeaving,
    /// An attack has inflicted wounds on the figure.
    Struck,
    /// The figure has attacked, and the defender lives on.
    Survived,
    /// The figure has destroyed another, by an attack or a power.
    Destroys,
    /// The figure is about to be taken off the battlefield.
    Dying,
    /// The figure has been destroyed.
    Destroyed,
    /// A figure has moved next to the source, and was not adjacent before.
    Approached,
    /// The figure has ended a move.
    Moved,
    /// The figure has stopped on the glyph.
    OnGlyph,
    /// The figure has moved off the glyph.
    OffGlyph,
    /// The round has ended, before points are counted.
    RoundEnd,
}

impl Moment {
    /// Whether it is a part of a turn, in which its powers wait to be used.
    pub fn is_turn_window(self) -> bool {
        matches!(
            self,
            Moment::BeforeMoving
                | Moment::InsteadOfMoving
                | Moment::WhileMoving
                | Moment::Moved
                | Moment::AfterMoving
                | Moment::InsteadOfAttacking
        )
    }
    /// Whether it belongs to the whole side, not to one figure.
    pub fn is_general(self) -> bool {
        matches!(
            self,
            Moment::GameStart
                | Moment::RoundStart
                | Moment::MarkersPlaced
                | Moment::InitiativeRolled
                | Moment::TurnStart
                | Moment::RoundEnd
        )
    }

    /// Whether it is one of wounds that are about to be received.
    pub fn is_of_wounds(self) -> bool {
        matches!(self, Moment::Wounded | Moment::WoundedLeaving | Moment::WoundedOtherwise)
    }

    /// Whether it belongs to the card that takes a turn.
    pub fn is_of_card(self) -> bool {
        matches!(self, Moment::BeforeTurn | Moment::InsteadOfTurn | Moment::AfterTurn)
    }

    /// Whether it passes by itself in a turn, so that only what must be done waits there.
    pub fn passes_by_itself(self) -> bool {
        matches!(self, Moment::BeforeMoving | Moment::AfterMoving)
    }
}
