//! What special icons ask for, and what they have begun.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::tables::catalog::effects::{Amount, Test};
use crate::tables::catalog::{Element, Elements, SaiId, Types, UnitAnswer};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

umpire_core::steps! {
    /// A step of special icons. It is stored as what it is one of.
    #[serde(untagged)]
    pub enum IconStep of DragonDice {
        /// Of an icon in any roll.
        Roll(RollIcon),
        /// Of an icon that reaches from one roll of an attack to another.
        Fight(FightIcon),
    }
}

impl From<RollIcon> for Step {
    fn from(step: RollIcon) -> Step {
        Step::Icon(step.into())
    }
}

impl From<FightIcon> for Step {
    fn from(step: FightIcon) -> Step {
        Step::Icon(step.into())
    }
}

/// A step that a special icon asks for within an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightIcon {
    /// Of the icons that waited for the saves one strikes next; the attacker picks it from several.
    Delayed {
        /// The save roll.
        roll: u8,
    },
    /// Units rolled for the attacker have fallen.
    Charmed,
}

/// A step that a special icon asks for. Rolls are named by their place among those in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollIcon {
    /// One of several ways is picked.
    Way(Way),
    /// Results are given to types of a combination roll (DD-8.9).
    Share(Share),
    /// What is left of X after promotions becomes saves.
    Grown(Grown),
    /// An army is picked.
    Aim(Aim),
    /// After a death another unit faces the same.
    Spread(Spread),
    /// The health killed may come back from the striker's dead.
    Converted(Converted),
    /// One unit answers damage.
    Answer(Answer),
    /// A die may go elsewhere.
    Travel(Travel),
    /// A dragon is picked.
    Dragon(Quarry),
    /// A dragon is given a terrain.
    Land(Landing),
    /// A Silver Medallion brings something back.
    Silver {
        /// Its army.
        army: Army,
        /// By which icon.
        rule: Rule,
    },
    /// An Elemental Relic rolls units again, recruits and promotes.
    Relic(Relic),
    /// A unit that holds others by its gaze may be left out of a roll.
    Rest {
        /// Which roll.
        roll: u8,
        /// Which die.
        die: u8,
    },
}

/// For what an icon had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// They show IDs in this roll and are struck; they give it nothing.
    Struck {
        /// The save roll.
        roll: u8,
        /// In what way.
        danger: Danger,
    },
    /// They are rolled again in this roll.
    Again {
        /// Which roll.
        roll: u8,
    },
    /// It faces a danger that spreads.
    Spread(Danger),
    /// They face a danger; the health killed may come back to this army.
    Converted {
        /// Which danger.
        danger: Danger,
        /// Whose dead return.
        army: Army,
    },
    /// It takes damage and may answer.
    Hurt(Blow),
    /// Its results in the attack turn back on it.
    TurnedBack {
        /// The save roll.
        roll: u8,
    },
    /// Its results of these types count twice in this roll.
    Twice {
        /// Which roll.
        roll: u8,
        /// Of which types.
        types: Types,
    },
    /// They absorb damage without save.
    Burnt {
        /// How those killed escape being buried.
        bury: Option<Test>,
        /// Whether Dragonkin killed are buried.
        dragonkin: bool,
        /// Who struck.
        by: Seat,
    },
    /// They go along with a die.
    Along {
        /// Which die.
        die: u8,
        /// Where to.
        to: Place,
    },
}

/// Where dice that an icon or spell moves are going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Journey {
    /// By which rule.
    pub rule: Rule,
    /// Where to.
    pub to: Place,
}

impl Picked {
    /// Tells dice of a pick apart that are of one kind but dealt different damage.
    pub(crate) fn key(self, state: &State, die: u8) -> u16 {
        match self {
            Picked::TurnedBack { .. } => state.fight.as_ref().map_or(0, |fight| {
                let dealt = fight.dealt.iter().find(|(striker, _)| *striker == die);
                dealt.map_or(0, |(_, dealt)| *dealt)
            }),
            _ => 0,
        }
    }
}

/// An icon that acts: one die of a roll, or several whose X add up (DD-8.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Acting {
    /// In which roll.
    pub roll: u8,
    /// Which icon.
    pub sai: SaiId,
    /// The dice that show it.
    pub dice: PieceSet,
    /// Their X together.
    pub count: u16,
}

/// An army is picked for an effect of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aim {
    /// Which icon.
    pub acting: Acting,
    /// The number of its effect in this roll.
    pub effect: u8,
}

/// A dragon is picked that comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quarry {
    /// Whose icon it is.
    pub army: Army,
    /// The elements of its die.
    pub elements: Elements,
    /// Whether dragons of pools come too, and Ivory Dragons from there alone (DD-13.1).
    pub summons: bool,
    /// By which rule.
    pub rule: Rule,
}

/// A dragon is given a terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Landing {
    /// Who says where.
    pub seat: Seat,
    /// Which dragon.
    pub dragon: Piece,
    /// By which rule.
    pub rule: Rule,
}

/// One of several ways an icon may act is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Which icon.
    pub acting: Acting,
}

/// Results are given to types of a combination roll (DD-8.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// Which icon.
    pub acting: Acting,
    /// How many results.
    pub amount: u16,
    /// How many of each die.
    pub each: Amount,
    /// The types there are.
    pub types: Types,
    /// Whether they may be split.
    pub split: bool,
}

/// What is left of X after promotions becomes saves (DD-18.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grown {
    /// Which icon.
    pub acting: Acting,
    /// Its X.
    pub amount: u16,
    /// The army's health before.
    pub before: u16,
}

/// What an Elemental Relic may still do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Relic {
    /// In which roll.
    pub roll: u8,
    /// For which army.
    pub army: Army,
    /// By which rule.
    pub rule: Rule,
    /// The element it shows; nothing for all and ivory.
    pub element: Option<Element>,
    /// How much health is left to spend.
    pub left: u8,
    /// Units that it has rolled again, brought or exchanged, which it does not touch twice.
    pub touched: PieceSet,
}

/// Damage to one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    /// How much.
    pub damage: u16,
    /// Which die strikes.
    pub striker: Piece,
    /// Where that die is.
    pub from: Place,
    /// What the unit rolls.
    pub answer: UnitAnswer,
    /// How it escapes being buried if it dies; absent: it is not buried.
    pub bury: Option<Test>,
}

/// After a death another unit faces the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spread {
    /// Whose units, and where.
    pub of: Army,
    /// Who faced it.
    pub unit: PieceSet,
    /// What.
    pub danger: Danger,
    /// By which rule.
    pub rule: Rule,
}

/// The health killed may come back from the striker's dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Converted {
    /// Whose units, and where.
    pub of: Army,
    /// Who was struck.
    pub units: PieceSet,
    /// Whose dead return.
    pub army: Army,
    /// By which rule.
    pub rule: Rule,
}

/// One unit answers damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Whose unit, and where.
    pub of: Army,
    /// Which.
    pub unit: u8,
    /// What strikes it.
    pub blow: Blow,
    /// By which rule.
    pub rule: Rule,
    /// The face it rolled, while its owner says what that counts as.
    pub shown: Option<u8>,
}

/// A die may go elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Travel {
    /// From which army.
    pub army: Army,
    /// Which die.
    pub die: u8,
    /// With whom.
    pub with: Company,
    /// By which rule.
    pub rule: Rule,
}

/// Who goes along with a die that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// Units of the army together up to this health, to any terrain.
    Units(u8),
    /// Nobody, to any terrain or to Reserves.
    Alone,
    /// One unit that can carry the item, to any terrain or to Reserves.
    Carrier,
}
