//! Steps of a dragon attack, and the dragons that fight in it.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::state::State;
use crate::tables::catalog::{Elements, SaiId};
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seats;

/// What a dragon goes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Not decided yet.
    Open,
    /// Decided, and not to be seen.
    Hidden,
    /// The army.
    Army,
    /// Another dragon, by its place among those in the fight.
    Dragon(u8),
    /// Nothing: it is held back, or tamed by the army.
    Idle,
    /// The dragons that go for its rider's army.
    Ally,
}

/// A dragon in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    /// Which.
    pub dragon: Piece,
    /// What it goes for.
    pub aim: Aim,
    /// Whether it is still to fall, at first or again.
    pub again: bool,
    /// What its faces deal, breath at an army apart.
    pub damage: u16,
    /// Whether it breathes at what it goes for.
    pub breath: bool,
    /// How many units its treasures promote.
    pub treasures: u8,
    /// Whether it showed its belly.
    pub belly: bool,
    /// Whether it flies off afterwards.
    pub wings: bool,
    /// Whether it shows Jaws.
    pub jaws: bool,
    /// Damage that icons of the army turned back on it.
    pub turned: u16,
    /// Whether the army's results kill it.
    pub doomed: bool,
    /// Whether a champion tamed or controls it in this attack.
    pub mastered: bool,
    /// Whether it is dead or slain.
    pub gone: bool,
}

impl Fighter {
    pub(crate) fn new(dragon: Piece) -> Fighter {
        Fighter {
            dragon,
            aim: Aim::Open,
            again: false,
            damage: 0,
            breath: false,
            treasures: 0,
            belly: false,
            wings: false,
            jaws: false,
            turned: 0,
            doomed: false,
            mastered: false,
            gone: false,
        }
    }
}

/// A dragon attack in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DragonFight {
    /// Where.
    pub place: Place,
    /// The marching player's army there.
    pub army: Army,
    /// Every dragon there.
    pub fighters: Vec<Fighter>,
    /// Whether targets have been laid open.
    pub revealed: bool,
    /// Breaths that are still to strike the army.
    pub blasts: Vec<Blast>,
    /// Dragonkin that may roll in spite of the dragons (DD-16.6).
    pub unafraid: PieceSet,
    /// What the army's roll came to.
    pub melee: u16,
    /// What the army's roll came to.
    pub missile: u16,
    /// What the army's roll came to.
    pub saves: u16,
    /// Whether dice fell in it.
    pub save_rolled: bool,
    /// Whether the army may promote for a dragon it killed.
    pub promotes: bool,
}

impl DragonFight {
    /// All dragons that are where an army is, as they begin to attack it.
    pub(crate) fn new(state: &State, army: Army) -> DragonFight {
        DragonFight {
            place: army.place,
            army,
            fighters: state.dragons_at(army.place).map(Fighter::new).collect(),
            revealed: false,
            blasts: Vec::new(),
            unafraid: PieceSet::NONE,
            melee: 0,
            missile: 0,
            saves: 0,
            save_rolled: false,
            promotes: false,
        }
    }

    /// The place of a dragon among those in the fight.
    pub(crate) fn number(&self, dragon: Piece) -> Option<usize> {
        self.fighters.iter().position(|fighter| fighter.dragon == dragon)
    }
}

umpire_core::steps! {
    /// A step of dragons. It is stored as what it is one of.
    #[serde(untagged)]
    pub enum DragonStep of DragonDice {
        /// Terrain after terrain.
        Phase(DragonPhase),
        /// At one terrain.
        Attack(DragonAttack),
    }
}

impl From<DragonPhase> for Step {
    fn from(step: DragonPhase) -> Step {
        Step::Dragons(step.into())
    }
}

impl From<DragonAttack> for Step {
    fn from(step: DragonAttack) -> Step {
        Step::Dragons(step.into())
    }
}

/// The phase of a turn in which dragons attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DragonPhase {
    /// It begins.
    Phase,
    /// The marching player picks the terrain whose dragons attack next (DD-10.1).
    Terrains {
        /// Terrains whose dragons have attacked, as bits.
        attacked: u8,
    },
}

/// A step of a dragon attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DragonAttack {
    /// Champions of the army may be rolled before the dragons (DD-11.2).
    Champions,
    /// Those champions fall.
    ChampionRoll {
        /// Which.
        dice: PieceSet,
    },
    /// A champion that showed its logo picks a dragon (DD-13.2).
    Master {
        /// The champion.
        rider: u8,
        /// Its logo.
        sai: SaiId,
    },
    /// A slain White Dragon falls once more.
    SlainWhite {
        /// The dragon.
        dragon: Piece,
        /// Who slew it.
        slayer: u8,
    },
    /// Owners name what their dragons go for (DD-11.10).
    Aim {
        /// Of which dragons.
        whose: Aiming,
        /// Who has answered for one more dragon.
        answered: Seats,
    },
    /// What the dragons go for is laid open.
    Reveal,
    /// Dragons are about to fall.
    Roll(Rolling),
    /// Dragons fall, at first or again.
    Throw,
    /// Breaths at the army are gathered.
    Breaths,
    /// The next breath strikes.
    Breath,
    /// What a breath does to the army beyond those it struck.
    Aftermath(Blast),
    /// Dragons strike each other before the army answers.
    Duel,
    /// Treasures promote.
    Treasure,
    /// The army gets ready to answer.
    Answer,
    /// The army rolls.
    Strike,
    /// The army has rolled.
    Answered,
    /// An icon kills a dragon that shows Jaws.
    Behead {
        /// In which roll.
        roll: u8,
        /// The die.
        die: u8,
    },
    /// An icon turns a dragon's damage back.
    TurnBack {
        /// In which roll.
        roll: u8,
        /// The die.
        die: u8,
    },
    /// The army picks which dragons its results kill (DD-10.4).
    Assign,
    /// Damage lands both ways.
    Land,
    /// The army promotes for having killed a dragon.
    Promote,
    /// Winged dragons fly off; it is over.
    Leave,
}

/// Which dragons are given their targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aiming {
    /// Those that may go for the army, or be kept from it.
    AtArmy,
    /// All.
    All,
}

/// Which dragons fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rolling {
    /// All that take part.
    All,
    /// Those that go for the army, or stand by it.
    AtArmy,
    /// Those that go for dragons.
    AtDragons,
}

/// For what dice were picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Champions that are rolled before the dragons.
    Champions,
    /// Units that a breath strikes.
    Struck(Blast),
    /// Dragonkin that may roll in spite of the dragons.
    Unafraid,
}

/// One breath that strikes an army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Blast {
    /// The elements whose effects it has; ivory for none.
    pub elements: Elements,
    /// How much health-worth of units it strikes.
    pub health: u8,
}
