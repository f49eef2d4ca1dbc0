//! Steps of an assault, and what an assault in progress holds.

use crate::position::action::Blow;
use crate::position::state::{
    Body, FormationNo, HitKind, PieceNo, State, UnitNo, UnitSet, Whereabouts,
};
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Attacks that are rolled together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wave {
    /// First strikes of both sides (EA-8.5.3).
    First,
    /// All others of both sides.
    Main,
    /// The supporting fire of one formation (EA-8.6).
    Support(FormationNo),
}

/// Stages of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStep {
    /// The formation that engages picks whom.
    Begin {
        /// Who engages.
        formation: FormationNo,
    },
    /// The charge is over.
    Charged,
    /// Occupants are tied to invaders (EA-8.8.7), stronghold by stronghold.
    Tie {
        /// The stronghold's place in the assault's list.
        at: u8,
    },
    /// Counter charges begin (EA-8.4).
    CounterCharge,
    /// They are over.
    CounterCharged,
    /// A side says how its units strike, where they have a choice.
    Strike {
        /// Which side.
        seat: Seat,
    },
    /// Dice to hit.
    Roll(Wave),
    /// Hits are allotted; macro-weapons' hits in a second pass (EA-7.6.1).
    Allot {
        /// Whose.
        wave: Wave,
        /// Whether it is the second pass.
        late: bool,
    },
    /// They have been saved.
    Saved {
        /// Whose.
        wave: Wave,
        /// Whether it was the second pass.
        late: bool,
    },
    /// A side's other formations support it (EA-8.6).
    Support {
        /// Which side.
        seat: Seat,
    },
    /// Two dice for each side (EA-8.7).
    Result,
    /// The loser's extra hits are done (EA-8.9).
    Fallen {
        /// Who won.
        winner: Seat,
    },
    /// Invaders that lost leave the strongholds (EA-8.8.13).
    Leave {
        /// Who won.
        winner: Seat,
    },
    /// The losers have withdrawn; the winner sorts itself out.
    Aftermath {
        /// Who won.
        winner: Seat,
    },
}

/// The assault in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Assault {
    /// Who engages.
    pub attackers: Vec<FormationNo>,
    /// Who is engaged.
    pub defenders: Vec<FormationNo>,
    /// Strongholds that are part of a side for the whole assault (EA-8.8.9), with their side.
    pub walls: Vec<(PieceNo, Seat)>,
    /// Units that invaded a stronghold; each is inside it.
    pub invaders: UnitSet,
    /// Occupants tied to invaders in this round.
    pub tied: UnitSet,
    /// Where defenders stood before the counter charges, while these go on.
    pub stood: Vec<(UnitNo, Whereabouts)>,
    /// Defenders that counter-charged, and so have no cover (EA-8.5.2).
    pub moved: UnitSet,
    /// Whether a round has been fought.
    pub again: bool,
    /// Blows that players chose instead of the plain ones.
    pub orders: Vec<Blow>,
    /// Dice being rolled.
    #[serde(rename = "attack_dice")]
    pub attack_dice: Vec<AttackDice>,
    /// Hits being allotted.
    pub pools: Vec<Pool>,
    /// How far those who can be struck are from the enemy: the order of allocation while a round's
    /// blows fall.
    pub front: Vec<(Body, Length)>,
    /// Who and what took hits of the first pass (EA-7.6.1).
    pub struck: Vec<Body>,
    /// Units that took part in the fighting (EA-8.7.2, EA-8.7.3).
    pub involved: UnitSet,
    /// Formations that supported in this round.
    pub supported: Vec<FormationNo>,
    /// Formations that were in a position to support in any round (EA-8.9.1).
    pub supporters: Vec<FormationNo>,
    /// What each side has inflicted (EA-8.7.2).
    pub inflicted: [u16; 2],
    /// Casualties of formations in the assault, for the winner's blast markers (EA-8.10).
    pub suffered: Vec<(FormationNo, u8)>,
    /// Damage to strongholds.
    pub cracked: Vec<(PieceNo, u8)>,
    /// Formations that got blast markers while it lasted: whether they break is seen when it is over.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shaken: Vec<FormationNo>,
}

impl Assault {
    /// Whether a formation takes part, as attacker or defender.
    pub fn has(&self, formation: FormationNo) -> bool {
        self.attackers.contains(&formation) || self.defenders.contains(&formation)
    }

    /// The formations of a side that take part.
    pub fn side(&self, state: &State, seat: Seat) -> &[FormationNo] {
        let attacks = self.attackers.first().map(|first| state.formation(*first).owner);
        if attacks == Some(seat) { &self.attackers } else { &self.defenders }
    }
}

impl State {
    /// The assault in progress; an empty one where there is none.
    pub fn melee(&mut self) -> &mut Assault {
        self.assault.get_or_insert_default()
    }

    /// Who attacks in the assault in progress.
    pub(crate) fn attacking_seat(&self) -> Seat {
        let first = self.assault.as_ref().and_then(|assault| assault.attackers.first());
        first.map_or(Seat(0), |formation| self.formation(*formation).owner)
    }
}

/// Hits of one kind, by units of one side, still to be allotted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Who struck.
    pub seat: Seat,
    /// What may be struck.
    pub aim: Aim,
    /// What the hits are like.
    pub kind: HitKind,
    /// The units that struck.
    pub units: UnitSet,
    /// How many hits are left.
    pub hits: u8,
    /// Whom they may be allotted to, with the distance from the nearest striker.
    pub reaches: Vec<(Body, Length)>,
}

/// What hits may strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Enemies touched.
    Touched,
    /// Enemies touched, and those beyond: close combat of war engines (EA-8.5.1).
    Beyond,
    /// The stronghold touched (EA-8.8.3).
    Walls(PieceNo),
    /// Those fought inside a stronghold (EA-8.8.5, EA-8.8.7).
    Inside(PieceNo),
    /// Enemies and strongholds in firefight (EA-8.8.2).
    Fire,
}

/// Dice of one side that need the same and strike the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttackDice {
    /// Who rolls.
    pub seat: Seat,
    /// Which of the pools their hits go to.
    pub pool: u8,
    /// What they must show.
    pub needs: u8,
    /// How many.
    pub count: u8,
    /// Tells them apart in a roll; dice of one pool are one sum.
    pub purpose: u8,
    /// What a war engine's close combat adds (EA-8.5.1).
    pub engine: i8,
    /// What a devastating charge adds.
    pub charge: i8,
    /// What a titan hunter adds.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub hunt: i8,
}

fn is_zero(amount: &i8) -> bool {
    *amount == 0
}
