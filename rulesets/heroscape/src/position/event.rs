//! What happened, and the rule behind it.

use crate::position::action::DoorChange;
use crate::position::state::{CopyId, FigureId, PowerRef};
use crate::tables::abilities::Ability;
use crate::tables::catalog::{CardId, GlyphId};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// Why a figure takes wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// Unblocked skulls of an attack.
    Attack,
    /// Shields beyond the skulls.
    CounterStrike,
    /// A fall.
    Fall,
    /// A die against a figure leaving an engagement.
    Leaving,
    /// A power.
    Power(PowerRef),
    /// Terrain, when it was entered.
    Entering(u16),
    /// Terrain, at the end of the round.
    RoundEnd(u16),
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // `words.rs` says each in a player's words.
pub enum Event {
    Placed {
        figure: FigureId,
        space: SpaceId,
    },
    LeftOut {
        figure: FigureId,
    },
    PlacingRolled {
        seat: Seat,
        rolled: u8,
    },
    PlacingTied {
        seats: Seats,
    },
    PlacingOrder {
        first: Seat,
    },
    Drafted {
        seat: Seat,
        card: CardId,
    },
    DraftDone {
        seat: Seat,
    },
    DraftRolled {
        seat: Seat,
        rolled: u8,
    },
    PowerOrderRolled {
        seat: Seat,
        rolled: u8,
        total: i16,
    },
    DraftTied {
        seats: Seats,
    },
    DraftOrder {
        first: Seat,
    },
    BasicRolled {
        seat: Seat,
        skulls: u8,
    },
    BasicTied {
        seats: Seats,
    },
    BasicFirst {
        seat: Seat,
    },
    Reinforced {
        seat: Seat,
        card: CardId,
    },
    GoalHeld {
        goal: u8,
        seats: Seats,
        rounds: u8,
    },
    GoalScored {
        goal: u8,
        seats: Seats,
        points: u32,
    },
    GoalReached {
        goal: u8,
        seats: Seats,
    },
    RoundBegins {
        round: u8,
    },
    MarkersTakenBack {
        seat: Seat,
    },
    MarkersPlaced {
        seat: Seat,
        on: [CopyId; 4],
    },
    NoCards {
        seat: Seat,
    },
    InitiativeRolled {
        seat: Seat,
        rolled: u8,
        total: i16,
    },
    InitiativeTied {
        seats: Seats,
    },
    InitiativeWon {
        seat: Seat,
    },
    InitiativeSkipped {
        seat: Seat,
    },
    MarkerRevealed {
        seat: Seat,
        marker: u8,
        copy: CopyId,
    },
    TurnLost {
        seat: Seat,
        marker: u8,
        copy: CopyId,
        shown: bool,
    },
    TurnSkipped {
        seat: Seat,
        marker: u8,
    },
    TurnBegins {
        seat: Seat,
        copy: CopyId,
    },
    Moved {
        figure: FigureId,
        from: SpaceId,
        to: SpaceId,
        cost: i16,
    },
    Flew {
        figure: FigureId,
        from: SpaceId,
        to: SpaceId,
        cost: i16,
    },
    Stopped {
        figure: FigureId,
        because: Rule,
    },
    Spared {
        figure: FigureId,
        ability: Ability,
    },
    LeavesEngagement {
        figure: FigureId,
        enemy: FigureId,
    },
    LeavesFreely {
        figure: FigureId,
        ability: Ability,
    },
    Declined {
        seat: Seat,
    },
    LeavingRolled {
        enemy: FigureId,
        skull: bool,
    },
    Falls {
        figure: FigureId,
        levels: i16,
    },
    FallSurvived {
        figure: FigureId,
    },
    Entered {
        figure: FigureId,
        row: u16,
        rolled: u8,
        survived: bool,
    },
    RoundEndRolled {
        figure: FigureId,
        row: u16,
        wounded: bool,
    },
    GlyphTurnedUp {
        space: SpaceId,
        glyph: Option<GlyphId>,
    },
    GlyphTaken {
        figure: FigureId,
        glyph: GlyphId,
    },
    GlyphDeferred {
        glyph: GlyphId,
    },
    /// Of one that lay face down nobody learns which it was.
    GlyphGone {
        space: SpaceId,
        glyph: Option<GlyphId>,
    },
    TreasureTrapped {
        figure: FigureId,
        space: SpaceId,
    },
    TreasurePutDown {
        figure: FigureId,
        glyph: GlyphId,
        space: SpaceId,
    },
    TreasureLost {
        figure: FigureId,
        glyph: GlyphId,
    },
    TreasureLeft {
        figure: FigureId,
        glyph: GlyphId,
        space: SpaceId,
    },
    PowerDeferred {
        card: CardId,
        power: u8,
    },
    AttackAnnounced {
        attacker: FigureId,
        target: FigureId,
        special: Option<u8>,
    },
    Affected {
        figure: FigureId,
    },
    AttackRolled {
        attacker: FigureId,
        skulls: u8,
        dice: u8,
    },
    Forgone {
        figure: FigureId,
        dice: u8,
    },
    DefenseRolled {
        defender: FigureId,
        shields: u8,
        dice: u8,
    },
    NoDefense {
        defender: FigureId,
    },
    DoorChanged {
        seat: Seat,
        door: u8,
        change: DoorChange,
    },
    DoorAttacked {
        attacker: FigureId,
        door: u8,
    },
    DoorRolled {
        door: u8,
        skulls: u8,
        rolled: u8,
        shields: u8,
    },
    DoorWounded {
        door: u8,
        wounds: u8,
        total: u8,
    },
    DoorBroken {
        door: u8,
    },
    CutShort {
        attacker: FigureId,
        defenders: u8,
    },
    CounterSpared {
        defender: FigureId,
        attacker: FigureId,
    },
    Unsuccessful {
        attacker: FigureId,
        defender: FigureId,
        skulls: u8,
        shields: u8,
    },
    Successful {
        attacker: FigureId,
        defender: FigureId,
        skulls: u8,
        shields: u8,
        unblocked: u8,
    },
    CounterStruck {
        defender: FigureId,
        attacker: FigureId,
        wounds: u8,
    },
    Wounded {
        figure: FigureId,
        wounds: u8,
        total: u8,
        harm: Harm,
    },
    Destroyed {
        figure: FigureId,
        harm: Harm,
    },
    OnCard {
        figure: FigureId,
        copy: CopyId,
        by: Seat,
    },
    CardFull {
        copy: CopyId,
    },
    CardOut {
        copy: CopyId,
    },
    TurnEnds {
        seat: Seat,
        because: Rule,
    },
    RoundEnds {
        round: u8,
    },
    Scored {
        seat: Seat,
        points: u32,
    },
    Conceded {
        seat: Seat,
    },
    Victory {
        winners: Seats,
        because: Rule,
    },
    PowerUsed {
        figure: FigureId,
        by: PowerRef,
        on: Option<FigureId>,
    },
    PowerRolled {
        figure: FigureId,
        by: PowerRef,
        rolled: u8,
        total: i16,
    },
    PowerFails {
        by: PowerRef,
    },
    DiceCounted {
        figure: FigureId,
        by: Option<PowerRef>,
        skulls: u8,
        shields: u8,
    },
    Rerolled {
        figure: FigureId,
        dice: u8,
        by: Option<PowerRef>,
    },
    Healed {
        figure: FigureId,
        wounds: u8,
    },
    WoundsIgnored {
        figure: FigureId,
        wounds: u8,
    },
    DamageAvoided {
        figure: FigureId,
    },
    Changed {
        by: PowerRef,
        words: String,
    },
    ControlTaken {
        copy: CopyId,
        seat: Seat,
    },
    ControlReturned {
        copy: CopyId,
        seat: Seat,
    },
    MarkersRemoved {
        copy: CopyId,
        count: u8,
    },
    MarkerMoved {
        seat: Seat,
        marker: u8,
        to: CopyId,
    },
    MarkerShifted {
        seat: Seat,
        to: CopyId,
    },
    SpiritJoins {
        figure: FigureId,
        copy: CopyId,
    },
    TurnGiven {
        by: PowerRef,
        copy: CopyId,
    },
    Put {
        figure: FigureId,
        from: Option<SpaceId>,
        to: SpaceId,
    },
    Swapped {
        one: FigureId,
        other: FigureId,
    },
    Returned {
        figure: FigureId,
        to: SpaceId,
    },
    Joined {
        figure: FigureId,
    },
    Held {
        figure: FigureId,
        by: FigureId,
    },
    GlyphLaid {
        glyph: GlyphId,
        space: SpaceId,
    },
    SightRuled {
        from: FigureId,
        to: FigureId,
        clear: bool,
    },
    Amended {
        words: String,
        only: Option<Seat>,
    },
}

impl Event {
    /// The seat whose side alone hears of it; nothing where all do (HS-9.1.2).
    pub fn kept_by(&self) -> Option<Seat> {
        match self {
            Event::MarkersPlaced { seat, .. } | Event::MarkerMoved { seat, .. } => Some(*seat),
            Event::TurnLost { seat, shown, .. } => (!shown).then_some(*seat),
            Event::Amended { only, .. } => *only,
            Event::Placed { .. }
            | Event::LeftOut { .. }
            | Event::PlacingRolled { .. }
            | Event::PlacingTied { .. }
            | Event::PlacingOrder { .. }
            | Event::Drafted { .. }
            | Event::DraftDone { .. }
            | Event::DraftRolled { .. }
            | Event::PowerOrderRolled { .. }
            | Event::DraftTied { .. }
            | Event::DraftOrder { .. }
            | Event::BasicRolled { .. }
            | Event::BasicTied { .. }
            | Event::BasicFirst { .. }
            | Event::Reinforced { .. }
            | Event::GoalHeld { .. }
            | Event::GoalScored { .. }
            | Event::GoalReached { .. }
            | Event::RoundBegins { .. }
            | Event::MarkersTakenBack { .. }
            | Event::NoCards { .. }
            | Event::InitiativeRolled { .. }
            | Event::InitiativeTied { .. }
            | Event::InitiativeWon { .. }
            | Event::InitiativeSkipped { .. }
            | Event::MarkerRevealed { .. }
            | Event::TurnSkipped { .. }
            | Event::TurnBegins { .. }
            | Event::Moved { .. }
            | Event::Flew { .. }
            | Event::Stopped { .. }
            | Event::Spared { .. }
            | Event::LeavesEngagement { .. }
            | Event::LeavesFreely { .. }
            | Event::Declined { .. }
            | Event::LeavingRolled { .. }
            | Event::Falls { .. }
            | Event::FallSurvived { .. }
            | Event::Entered { .. }
            | Event::RoundEndRolled { .. }
            | Event::GlyphTurnedUp { .. }
            | Event::GlyphTaken { .. }
            | Event::GlyphDeferred { .. }
            | Event::GlyphGone { .. }
            | Event::TreasureTrapped { .. }
            | Event::TreasurePutDown { .. }
            | Event::TreasureLost { .. }
            | Event::TreasureLeft { .. }
            | Event::PowerDeferred { .. }
            | Event::AttackAnnounced { .. }
            | Event::Affected { .. }
            | Event::AttackRolled { .. }
            | Event::Forgone { .. }
            | Event::DefenseRolled { .. }
            | Event::NoDefense { .. }
            | Event::DoorChanged { .. }
            | Event::DoorAttacked { .. }
            | Event::DoorRolled { .. }
            | Event::DoorWounded { .. }
            | Event::DoorBroken { .. }
            | Event::CutShort { .. }
            | Event::CounterSpared { .. }
            | Event::Unsuccessful { .. }
            | Event::Successful { .. }
            | Event::CounterStruck { .. }
            | Event::Wounded { .. }
            | Event::Destroyed { .. }
            | Event::OnCard { .. }
            | Event::CardFull { .. }
            | Event::CardOut { .. }
            | Event::TurnEnds { .. }
            | Event::RoundEnds { .. }
            | Event::Scored { .. }
            | Event::Conceded { .. }
            | Event::Victory { .. }
            | Event::PowerUsed { .. }
            | Event::PowerRolled { .. }
            | Event::PowerFails { .. }
            | Event::DiceCounted { .. }
            | Event::Rerolled { .. }
            | Event::Healed { .. }
            | Event::WoundsIgnored { .. }
            | Event::DamageAvoided { .. }
            | Event::Changed { .. }
            | Event::ControlTaken { .. }
            | Event::ControlReturned { .. }
            | Event::MarkersRemoved { .. }
            | Event::MarkerShifted { .. }
            | Event::SpiritJoins { .. }
            | Event::TurnGiven { .. }
            | Event::Put { .. }
            | Event::Swapped { .. }
            | Event::Returned { .. }
            | Event::Joined { .. }
            | Event::Held { .. }
            | Event::GlyphLaid { .. }
            | Event::SightRuled { .. } => None,
        }
    }

    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::Placed { .. } | Event::LeftOut { .. } => Rule::StartZones,
            Event::PowerOrderRolled { .. } => Rule::SimultaneousPowers,
            Event::PlacingRolled { .. }
            | Event::PlacingTied { .. }
            | Event::PlacingOrder { .. } => Rule::PlacingOrder,
            Event::Drafted { .. } => Rule::DraftedFiguresPlaced,
            Event::DraftDone { .. } => Rule::DraftEnd,
            Event::DraftRolled { .. } | Event::DraftTied { .. } | Event::DraftOrder { .. } => {
                Rule::ArmySources
            }
            Event::BasicRolled { .. } | Event::BasicTied { .. } | Event::BasicFirst { .. } => {
                Rule::BasicGame
            }
            Event::Reinforced { .. } => Rule::ScenarioPatterns,
            Event::GoalHeld { .. } | Event::GoalScored { .. } | Event::GoalReached { .. } => {
                Rule::Victory
            }
            Event::RoundBegins { .. } => Rule::RoundSequence,
            Event::MarkersTakenBack { .. } => Rule::MarkersTakenBack,
            Event::MarkersPlaced { .. } => Rule::OrderMarkersPlaced,
            Event::NoCards { .. } => Rule::PlayerWithoutCards,
            Event::InitiativeRolled { .. }
            | Event::InitiativeTied { .. }
            | Event::InitiativeWon { .. }
            | Event::InitiativeSkipped { .. } => Rule::Initiative,
            Event::MarkerRevealed { .. } => Rule::TurnOrder,
            Event::TurnLost { .. } => Rule::TurnOfDeadCard,
            Event::TurnSkipped { .. } => Rule::MissingMarker,
            Event::TurnBegins { .. } => Rule::TurnSequence,
            Event::Moved { .. } => Rule::StepCost,
            Event::Flew { .. } => Rule::Flying,
            Event::Stopped { because, .. } | Event::TurnEnds { because, .. } => *because,
            Event::Spared { ability, .. } => Rule::Ability(*ability),
            Event::LeavesEngagement { .. }
            | Event::Declined { .. }
            | Event::LeavingRolled { .. } => Rule::LeavingEngagement,
            Event::LeavesFreely { .. } => Rule::LeavingWithoutDice,
            Event::Falls { .. } | Event::FallSurvived { .. } => Rule::Falls,
            Event::Entered { row, .. } | Event::RoundEndRolled { row, .. } => Rule::Terrain(*row),
            Event::GlyphTurnedUp { .. } => Rule::GlyphEntered,
            Event::GlyphTaken { glyph, .. } | Event::GlyphDeferred { glyph } => {
                Rule::Glyph(glyph.0)
            }
            Event::AttackAnnounced { special: None, .. } => Rule::AttackSteps,
            Event::AttackAnnounced { .. } => Rule::SpecialAttackChoice,
            Event::PowerDeferred { .. } => Rule::PowersOfOwnCard,
            Event::Affected { .. } => Rule::SpecialAttackShapes,
            Event::AttackRolled { dice: 0, .. } | Event::DefenseRolled { dice: 0, .. } => {
                Rule::DiceFloor
            }
            Event::AttackRolled { .. } | Event::DefenseRolled { .. } => Rule::CountedFaces,
            Event::Forgone { .. } => Rule::ForgottenExtras,
            Event::NoDefense { .. } => Rule::SharedRollWithoutSkulls,
            Event::Unsuccessful { .. } | Event::Successful { .. } => Rule::SkullsAgainstShields,
            Event::CutShort { .. } => Rule::AttackSteps,
            Event::DoorChanged { .. }
            | Event::DoorAttacked { .. }
            | Event::DoorRolled { .. }
            | Event::DoorWounded { .. }
            | Event::DoorBroken { .. } => Rule::CastleDoor,
            Event::CounterStruck { .. } | Event::CounterSpared { .. } => Rule::CounterStrike,
            Event::Wounded { harm: Harm::Attack, .. } => Rule::UnblockedSkulls,
            Event::Wounded { .. } => Rule::WoundMarkerPlaces,
            Event::Destroyed { .. } => Rule::DestroyedAtLife,
            Event::OnCard { .. } => Rule::DestroyedFigureRemoved,
            Event::CardFull { .. } => Rule::FullCommonCard,
            Event::CardOut { .. } => Rule::CardOutOfPlay,
            Event::RoundEnds { .. } => Rule::RoundEndOrder,
            Event::Scored { .. } => Rule::RoundLimit,
            Event::Conceded { .. } => Rule::Victory,
            Event::Victory { because, .. } => *because,
            Event::DiceCounted { .. } | Event::Rerolled { .. } => Rule::Ability(Ability::DiceRule),
            Event::DamageAvoided { .. } => Rule::Evasion,
            Event::ControlTaken { .. } | Event::ControlReturned { .. } => Rule::MindControl,
            Event::Put { .. } => Rule::PlacedFigures,
            Event::SpiritJoins { .. } => Rule::Spirits,
            Event::TurnGiven { .. } => Rule::Bonding,
            Event::GlyphGone { .. } => Rule::GlyphClasses,
            Event::TreasureTrapped { .. } => Rule::TreasureTraps,
            Event::TreasurePutDown { .. } => Rule::TreasureDropped,
            Event::TreasureLeft { .. } | Event::TreasureLost { .. } => Rule::TreasureOfTheDead,
            Event::PowerUsed { by, .. }
            | Event::PowerRolled { by, .. }
            | Event::PowerFails { by }
            | Event::Changed { by, .. } => by.rule(),
            Event::Healed { .. }
            | Event::WoundsIgnored { .. }
            | Event::MarkersRemoved { .. }
            | Event::MarkerMoved { .. }
            | Event::MarkerShifted { .. }
            | Event::Swapped { .. }
            | Event::Returned { .. }
            | Event::GlyphLaid { .. } => Rule::Ability(Ability::Trigger),
            Event::Joined { .. } => Rule::Ability(Ability::SpecialAttack),
            Event::Held { .. } => Rule::Ability(Ability::Hold),
            Event::SightRuled { .. } => Rule::SightDisputes,
            Event::Amended { .. } => Rule::JudgesWord,
        }
    }
}
