//! Who fights in a dragon attack: the army, every dragon there, what each goes for and what has come of it.

use super::Blast;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::state::State;
use serde::{Deserialize, Serialize};

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
    pub(super) fn new(dragon: Piece) -> Fighter {
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
    pub(super) fn new(state: &State, army: Army) -> DragonFight {
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
