//! What has to be done, as data: a stack of small steps, the innermost last. What each of them does is told in `steps`.

use crate::position::footprint::Rest;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, PowerRef};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

umpire_core::steps! {
    /// One step; the last of the stack is done first. Saved games know each by a name of its own, whatever family it is of.
    #[serde(untagged)]
    pub enum Step of HeroScape {
        /// A referee's table.
        Free(FreeStep),
        /// Armies are placed on their start zones.
        Placing(PlacingStep),
        /// Armies are drafted.
        Draft(DraftStep),
        /// Turns of the basic game.
        Basic(BasicStep),
        /// A round: order markers, initiative, turns, its end.
        Round(RoundStep),
        /// Somebody takes a turn.
        Turn(TurnStep),
        /// A figure arrives on spaces.
        Arriving(ArrivingStep),
        /// A figure leaves an engagement.
        Leaving(LeavingStep),
        /// The attack under way.
        Attack(AttackStep),
        /// A blow of it has been struck.
        Blow(BlowStep),
        /// An attack on a door.
        Door(DoorStep),
        /// A figure has been destroyed.
        Casualty(CasualtyStep),
        /// A moment waits for powers.
        Occasion(OccasionStep),
        /// A power is carried out.
        Power(PowerStep),
        /// An effect of it leaves something open.
        Effect(EffectStep),
    }
}

/// What has to be done, the innermost last; no more lie on each other.
pub type Steps = ArrayVec<Step, 40>;

/// A referee's table (HS-U.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreeStep {
    /// The judge does what they like.
    FreeTable,
}

/// Placing armies (HS-2.1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlacingStep {
    /// These seats roll for who places first.
    #[serde(rename = "placing_roll")]
    Roll(Seats),
    /// Seats place their armies: the first of them, and how many are done.
    #[serde(rename = "placing")]
    Place(Seat, u8),
}

/// A draft (HS-2.1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftStep {
    /// These seats roll for the first pick.
    #[serde(rename = "draft_roll")]
    Roll(Seats),
    /// Cards are picked.
    #[serde(rename = "draft")]
    Pick {
        /// Who had the first pick.
        first: Seat,
        /// How many picks have been.
        pick: u16,
        /// Who is done.
        out: Seats,
    },
    /// A seat places the figures of a card that it picked, or that joins it later.
    #[serde(rename = "drafted")]
    Place(Seat),
}

/// Turns of the basic game (HS-2.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BasicStep {
    /// These seats roll for the first turn.
    #[serde(rename = "basic_roll")]
    Roll(Seats),
    /// A seat chooses the card of its turn.
    #[serde(rename = "basic_turn")]
    Card(Seat),
}

/// What a round goes through (HS-3.1 to HS-3.3, HS-8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStep {
    /// These seats still place order markers (HS-3.1.2).
    Markers(Seats),
    /// These seats roll for initiative (HS-3.2.1).
    Initiative(Seats),
    /// The next marker is turned up.
    NextTurn,
    /// A card is about to take its turn: powers before it, and instead of it.
    BeginTurn(CopyId, u8),
    /// The round ends: figures from that number on roll for hazards.
    #[serde(rename = "round_end")]
    End(u8),
    /// Those dice fall.
    #[serde(rename = "round_dice")]
    Hazards(u8),
}

/// A player's turn (HS-3.3.2); what has been done in it stands in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStep {
    /// Its player acts.
    Turn,
}

/// What comes of arriving somewhere (HS-4.1.10, HS-4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArrivingStep {
    /// A figure arrives on the spaces it was moving to.
    Arrive(Arrival),
    /// Dice for a fall: how many, or the lowest number of a d20 that lives.
    Fall(FigureId, u8, Option<u8>),
    /// What deadly ground does to a figure that has entered it.
    Entered(FigureId),
    /// Then the glyph there, and whether the figure has to stop.
    Halted(FigureId),
    /// A die that decides whether terrain destroys a figure.
    #[serde(rename = "enter_die")]
    TerrainDie(FigureId),
    /// A die against the trap of a treasure that lies face down (HS-6.2.2).
    TreasureDie(FigureId),
}

/// A figure on its last step to somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// Who.
    pub figure: FigureId,
    /// Where its leading end comes to.
    pub to: SpaceId,
    /// Where the rest of it comes to.
    pub trail: Rest,
    /// Levels it comes down.
    pub drop: i16,
    /// Points paid.
    pub cost: i16,
    /// How it comes there.
    pub way: Way,
}

/// How a figure comes to a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// On foot.
    Walks,
    /// Through the air.
    Flies,
    /// A power puts it there.
    Put,
}

/// Leaving an engagement (HS-4.4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeavingStep {
    /// Controllers say whether they roll.
    #[serde(rename = "leaving")]
    Decide,
    /// Those dice fall.
    #[serde(rename = "leaving_dice")]
    Dice,
}

/// An attack (HS-7.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackStep {
    /// Somebody defends next.
    NextDefender,
    /// Who else is affected.
    #[serde(rename = "attack_others")]
    Others,
    /// How many dice are rolled.
    DiceCount,
    /// Attack dice fall.
    AttackDice,
    /// Defense dice fall.
    DefenseDice,
    /// Whether dice are rolled once more.
    Reroll(Reroll),
    /// Those dice fall.
    RerollDice(Reroll),
}

/// A blow of an attack (HS-7.5.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlowStep {
    /// What follows it, moment by moment.
    #[serde(rename = "after_blow")]
    After(u8),
}

/// Dice that may be rolled once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reroll {
    /// The attacker's dice, or the defender's.
    pub attack: bool,
    /// How many.
    pub dice: u8,
    /// How many show nothing that counts.
    pub blanks: u8,
    /// The power that lets them be.
    pub by: PowerRef,
}

/// An attack on a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoorStep {
    /// Attack dice fall.
    #[serde(rename = "door_attack")]
    Attack(DoorAttack),
    /// Defense dice fall.
    #[serde(rename = "door_defense")]
    Defense {
        /// Who attacks which door.
        #[serde(flatten)]
        attack: DoorAttack,
        /// Skulls rolled.
        skulls: u8,
    },
}

impl DoorStep {
    /// Who attacks which door.
    pub fn attack(self) -> DoorAttack {
        match self {
            DoorStep::Attack(attack) | DoorStep::Defense { attack, .. } => attack,
        }
    }
}

/// Who attacks which door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DoorAttack {
    /// Who attacks.
    pub attacker: FigureId,
    /// With which special attack; none for a normal one.
    pub power: Option<u8>,
    /// Which door.
    pub door: u8,
}

/// What follows a figure's end (HS-3.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CasualtyStep {
    /// It goes on a card.
    #[serde(rename = "casualty")]
    Lay(FigureId),
    /// One figure has destroyed another otherwise than by an attack.
    Killed(FigureId, FigureId),
}

/// A moment at which powers may or must be used (HS-3.5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OccasionStep {
    /// They are used, one after the other.
    #[serde(rename = "occasion")]
    Powers,
    /// Opponents roll for who uses the same power first.
    #[serde(rename = "power_order")]
    Order(Seats),
}

/// A power under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PowerStep {
    /// It is carried out, effect by effect.
    Run,
    /// Its dice fall.
    #[serde(rename = "power_dice")]
    Dice,
    /// Whom else it is used on.
    #[serde(rename = "power_target")]
    Target,
}

/// What an effect of the power under way asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectStep {
    /// Where it puts a figure.
    #[serde(rename = "power_place")]
    Place(FigureId),
    /// Figures that it moves.
    #[serde(rename = "power_move")]
    Move,
    /// Whom its next wound goes to.
    #[serde(rename = "power_pick")]
    Pick,
    /// Who comes back, and where.
    #[serde(rename = "power_revive")]
    Revive,
    /// Who is put next to its source, and where.
    #[serde(rename = "power_gather")]
    Gather,
    /// Where the next figure in reserve comes.
    #[serde(rename = "power_deploy")]
    Deploy,
    /// Which seat it is about.
    #[serde(rename = "power_seat")]
    Seat,
    /// A space it is about.
    #[serde(rename = "power_space")]
    Space,
    /// Which order marker goes where.
    #[serde(rename = "power_marker")]
    Marker,
    /// Which of several unrevealed markers of a figure's cards goes: of which card, and of one card which, by dice that its keeper alone sees.
    #[serde(rename = "power_pick_die")]
    MarkerDie(FigureId, Option<CopyId>),
    /// The damage of a figure that was thrown: the lowest number that wounds, and the wounds.
    #[serde(rename = "thrown")]
    ThrownDie(FigureId, u8, u8),
}

impl Step {
    /// Whether somebody is asked what a power under way leaves open.
    pub fn is_choice_of_power(self) -> bool {
        match self {
            Step::Power(step) => step == PowerStep::Target,
            Step::Effect(step) => {
                !matches!(step, EffectStep::MarkerDie(..) | EffectStep::ThrownDie(..))
            }
            _ => false,
        }
    }
}
