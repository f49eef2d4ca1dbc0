//! What else must hold for a power, and what its amounts are counted by.

use super::filter::Filter;
use schemars::JsonSchema;
use serde::Deserialize;

/// What must hold besides. "The figure" is the one whose number changes or who acts, "the opponent" the
/// other figure of the attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Circumstance {
    /// The figure and the opponent are adjacent, or the figure and the door that it attacks.
    Adjacent,
    /// They are not.
    NotAdjacent,
    /// The figure stands higher than the opponent (HS-7.6.1).
    HeightAdvantage,
    /// The opponent was not adjacent to the figure when the turn began.
    NotAdjacentAtStart,
    /// The opponent was at least so many clear sight spaces from the figure when the turn began (HS-7.3.1).
    SpacesAtStart(u16),
    /// The figure has moved in this turn.
    Moved,
    /// The figure has not.
    NotMoved,
    /// No figure of its card has moved in this turn, or in the one that has just ended.
    NobodyMoved,
    /// The figure is engaged.
    Engaged,
    /// It is not.
    Unengaged,
    /// It was engaged when the turn began.
    StartedEngaged,
    /// It was not.
    StartedUnengaged,
    /// It stood on one of these terrains when the turn began.
    StartedOn(Vec<String>),
    /// It stands on one of these terrains.
    On(Vec<String>),
    /// It stood adjacent to figures of that filter when the turn began; read from the figure.
    StartedNear(Box<Filter>),
    /// It stands beside one of these obstacles (ids, or `tree`, `jungle`, `glacier`).
    Beside(Vec<String>),
    /// It stood beside one when the turn began.
    StartedBeside(Vec<String>),
    /// It stands on a space, or within one space, of one of these terrains.
    NearGround(Vec<String>),
    /// All cards of its controller in play are of that filter.
    Army(Box<Filter>),
    /// Its controller has another living figure of that filter on the battlefield.
    Controls(Box<Filter>),
    /// It has at least so many wound markers.
    Wounds(u8),
    /// Its card has just so many unrevealed order markers, matching copies of it counted in.
    HiddenMarkers(u8),
    /// Its card, or a matching copy of it, has at least one order marker, revealed or not.
    Marked,
    /// All order markers of its controller lie on cards of that filter.
    MarkersOn(Box<Filter>),
    /// The card's X marker has been turned up to make the power work until the round ends.
    Active,
    /// The opponent has been attacked in this turn by another figure of its card.
    AttackedByComrade,
    /// The figure has attacked the opponent in this turn before.
    AttackedBefore,
    /// The figure has attacked in this turn before this attack.
    HasAttacked,
    /// The figure has attacked a figure of that filter in this turn; whose it is is read from the source.
    AttackedAny(Box<Filter>),
    /// A figure of its card has attacked in this turn.
    CardAttacked,
    /// The last attack roll of the figure in this turn showed at least so many skulls.
    Skulls(u8),
    /// The defender was let roll defense dice.
    RolledDefense,
    /// Of the figures of its card it is one that the turn activated (HS-3.4.1), or the turn activated none.
    Activated,
    /// The figure has not made a special attack in this turn.
    NoSpecialAttack,
    /// The figure has not used its power of that name in this turn.
    NotUsed(String),
    /// The figure has used its power of that name in this turn.
    Used(String),
    /// It has used that power once more than it has attacked in this turn, the attack under way not counted.
    UsedForEachAttack(String),
    /// The wounds received would destroy the figure.
    Lethal,
    /// They would not.
    NotLethal,
    /// It is the first round.
    FirstRound,
    /// The turn is that of the order marker revealed, not one that a power gave.
    OwnMarker,
    /// The turn's order marker is of that number, 1 to 3.
    MarkerNumber(u8),
    /// The attack was announced against the figure.
    Targeted,
    /// The attack is a normal one; leaving dice and powers are none.
    NormalAttack,
    /// The attack is a special one, of that name where one is given.
    SpecialAttack(Option<String>),
    /// The opponent is of that filter; read from the figure.
    Opponent(Box<Filter>),
    /// The figure itself is of that filter; read from itself.
    Itself(Box<Filter>),
    /// At least so many figures of that filter stand on the battlefield; read from the source.
    AtLeast {
        /// How many.
        count: u8,
        /// Which.
        who: Box<Filter>,
    },
    /// At least so many wounds were inflicted, or are about to be.
    Inflicted(u8),
    /// The figure is destroyed.
    Destroyed,
    /// This does not hold.
    Not(Box<Circumstance>),
    /// The turn is one of the figure's controller.
    OwnTurn,
}

/// What an amount is multiplied by.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Count {
    /// Wound markers of the figure.
    Wounds,
    /// Wound markers of the opponent (HS-3.4.3).
    OpponentWounds,
    /// Wound markers of the card that the source's card chose.
    ChosenWounds,
    /// Power markers on the source's card.
    Counters,
    /// Destroyed figures that lie on the source's card.
    Fallen,
    /// Order markers on the source's card and matching copies of it, revealed or not.
    OrderMarkers,
    /// Figures of that filter; read from the figure whose number changes.
    Figures(Box<Filter>),
    /// Figures of that filter; read from the opponent but for whose they are and what their card is.
    FiguresNearOpponent(Box<Filter>),
    /// Wounds that figures of the card have inflicted on the opponent in this turn.
    InflictedThisTurn,
    /// Spaces between the figure and the opponent (HS-7.2.1).
    Spaces,
}
