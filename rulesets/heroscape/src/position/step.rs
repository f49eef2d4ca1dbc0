//! What has to be done, each as a value that can be saved.

use crate::position::footprint::Rest;
use crate::position::state::{CopyId, FigureId, PowerRef};
use serde::{Deserialize, Serialize};
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// What has to be done; the last of the stack first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A referee's table: the judge does what they like.
    FreeTable,
    /// These seats roll for who places first (HS-2.1.3).
    PlacingRoll(Seats),
    /// Seats place their armies: the first of them, and how many are done.
    Placing(Seat, u8),
    /// These seats roll for the first pick of a draft.
    DraftRoll(Seats),
    /// Cards are picked.
    Draft {
        /// Who had the first pick.
        first: Seat,
        /// How many picks have been.
        pick: u16,
        /// Who is done.
        out: Seats,
    },
    /// A seat places the figures of a card that it picked, or that joins it later.
    Drafted(Seat),
    /// These seats roll for the first turn of the basic game (HS-2.4.1).
    BasicRoll(Seats),
    /// A seat chooses the card of its turn in the basic game.
    BasicTurn(Seat),
    /// These seats still place order markers (HS-3.1.2).
    Markers(Seats),
    /// These seats roll for initiative (HS-3.2.1).
    Initiative(Seats),
    /// The next marker is turned up.
    NextTurn,
    /// Somebody takes a turn.
    Turn,
    /// A figure arrives on the spaces it was moving to.
    Arrive {
        /// Who.
        figure: FigureId,
        /// Where its leading end comes to.
        to: SpaceId,
        /// Where the rest of it comes to.
        trail: Rest,
        /// Levels it comes down.
        drop: i16,
        /// Points paid.
        cost: i16,
        /// How it comes there.
        way: Way,
    },
    /// Controllers say whether they roll against a figure leaving an engagement.
    Leaving,
    /// Those dice fall.
    LeavingDice,
    /// Dice for a fall: how many, or the lowest number of a d20 that lives.
    Fall(FigureId, u8, Option<u8>),
    /// What deadly ground does to a figure that has entered it.
    Entered(FigureId),
    /// Then the glyph there, and whether the figure has to stop.
    Halted(FigureId),
    /// A die that decides whether terrain destroys a figure.
    EnterDie(FigureId),
    /// A die against the trap of a treasure that lies face down (HS-6.2.2).
    TreasureDie(FigureId),
    /// Somebody defends next against the attack under way.
    NextDefender,
    /// Attack dice fall.
    AttackDice,
    /// Defense dice fall.
    DefenseDice,
    /// Attack dice on a door fall.
    DoorAttack {
        /// Who attacks.
        attacker: FigureId,
        /// With which special attack; none for a normal one.
        power: Option<u8>,
        /// Which door.
        door: u8,
    },
    /// Defense dice of a door fall.
    DoorDefense {
        /// Who attacks.
        attacker: FigureId,
        /// With which special attack; none for a normal one.
        power: Option<u8>,
        /// Which door.
        door: u8,
        /// Skulls rolled.
        skulls: u8,
    },
    /// A destroyed figure goes on a card.
    Casualty(FigureId),
    /// A card is about to take its turn: powers before it, and instead of it.
    BeginTurn(CopyId, u8),
    /// A moment waits for powers.
    Occasion,
    /// Opponents roll for who uses the same power first (HS-3.5.1).
    PowerOrder(Seats),
    /// A power is carried out.
    Run,
    /// Its dice fall.
    PowerDice,
    /// Whom else it is used on.
    PowerTarget,
    /// Where it puts a figure.
    PowerPlace(FigureId),
    /// Figures that it moves.
    PowerMove,
    /// Whom its next wound goes to.
    PowerPick,
    /// Who comes back, and where.
    PowerRevive,
    /// Who is put next to its source, and where.
    PowerGather,
    /// Where the next figure in reserve comes.
    PowerDeploy,
    /// Which seat it is about.
    PowerSeat,
    /// A space it is about.
    PowerSpace,
    /// Which order marker goes where.
    PowerMarker,
    /// Which of several unrevealed markers of a figure's cards goes: of which card, and of one card which, by dice that its keeper alone sees.
    PowerPickDie(FigureId, Option<CopyId>),
    /// The damage of a figure that was thrown: the lowest number that wounds, and the wounds.
    Thrown(FigureId, u8, u8),
    /// Who else an attack affects.
    AttackOthers,
    /// How many dice an attack rolls.
    DiceCount,
    /// Whether dice are rolled once more.
    Reroll {
        /// The attacker's dice, or the defender's.
        attack: bool,
        /// How many.
        dice: u8,
        /// How many show nothing that counts.
        blanks: u8,
        /// The power that lets them be.
        by: PowerRef,
    },
    /// Those dice fall.
    RerollDice {
        /// The attacker's dice, or the defender's.
        attack: bool,
        /// How many.
        dice: u8,
        /// How many showed nothing that counts.
        blanks: u8,
        /// The power that lets them be.
        by: PowerRef,
    },
    /// What follows a blow, moment by moment.
    AfterBlow(u8),
    /// One figure has destroyed another otherwise than by an attack.
    Killed(FigureId, FigureId),
    /// The round ends: figures from that number on roll for hazards.
    RoundEnd(u8),
    /// Those dice fall.
    RoundDice(u8),
}

impl Step {
    /// Whether somebody is asked what a power under way leaves open.
    pub fn is_choice_of_power(self) -> bool {
        matches!(
            self,
            Step::PowerTarget
                | Step::PowerPlace(_)
                | Step::PowerMove
                | Step::PowerPick
                | Step::PowerRevive
                | Step::PowerDeploy
                | Step::PowerGather
                | Step::PowerSeat
                | Step::PowerSpace
                | Step::PowerMarker
        )
    }
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
