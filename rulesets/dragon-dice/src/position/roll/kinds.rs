//! What rolls are made for, which results they count, and how effects change a number of results.

use crate::tables::catalog::effects::{RollKind as IconRoll, RollKinds};
use crate::tables::catalog::{Counted, Types};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an army roll is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollKind {
    /// For the order of play (DD-4.3).
    Order,
    /// The marching army's maneuver.
    Maneuver,
    /// A counter-maneuver.
    CounterManeuver,
    /// A melee attack.
    Melee,
    /// A counter-attack.
    Counter,
    /// A missile attack.
    Missile,
    /// Coral Elves shooting back.
    Volley,
    /// A magic action.
    Magic,
    /// Saves against melee.
    SaveMelee,
    /// Saves against missiles.
    SaveMissile,
    /// Saves against anything else.
    SaveOther,
    /// The answer to dragons: melee, missile and save together (DD-11.1).
    Dragon,
    /// Save and melee together, against a charge.
    Charged,
    /// Melee against a wall of thorns.
    Thorns,
    /// Save and maneuver together, against a tidal wave.
    Tide,
    /// Magic that takes away an opponent's.
    Negation,
    /// Maneuver that lets an army be rolled.
    Mire,
    /// Maneuver that keeps a terrain from being flooded.
    Flood,
}

impl RollKind {
    /// All of them, in the order in which a group of dice names its purpose.
    pub const ALL: [RollKind; 18] = [
        RollKind::Order,
        RollKind::Maneuver,
        RollKind::CounterManeuver,
        RollKind::Melee,
        RollKind::Counter,
        RollKind::Missile,
        RollKind::Volley,
        RollKind::Magic,
        RollKind::SaveMelee,
        RollKind::SaveMissile,
        RollKind::SaveOther,
        RollKind::Dragon,
        RollKind::Charged,
        RollKind::Thorns,
        RollKind::Tide,
        RollKind::Negation,
        RollKind::Mire,
        RollKind::Flood,
    ];

    /// Which results it counts.
    #[inline]
    pub fn counts(self) -> Types {
        match self {
            RollKind::Order
            | RollKind::Maneuver
            | RollKind::CounterManeuver
            | RollKind::Mire
            | RollKind::Flood => Types::only(Counted::Maneuver),
            RollKind::Melee | RollKind::Counter | RollKind::Thorns => Types::only(Counted::Melee),
            RollKind::Missile | RollKind::Volley => Types::only(Counted::Missile),
            RollKind::Magic | RollKind::Negation => Types::only(Counted::Magic),
            RollKind::SaveMelee | RollKind::SaveMissile | RollKind::SaveOther => {
                Types::only(Counted::Save)
            }
            RollKind::Dragon => Types::only(Counted::Melee)
                .with(Types::only(Counted::Missile))
                .with(Types::only(Counted::Save)),
            RollKind::Charged => Types::only(Counted::Melee).with(Types::only(Counted::Save)),
            RollKind::Tide => Types::only(Counted::Maneuver).with(Types::only(Counted::Save)),
        }
    }

    /// The kind of roll that icons and effects tell apart.
    #[inline]
    pub fn icons(self) -> IconRoll {
        match self {
            RollKind::Order | RollKind::Maneuver | RollKind::Mire | RollKind::Flood => {
                IconRoll::Maneuver
            }
            RollKind::CounterManeuver => IconRoll::CounterManeuver,
            RollKind::Melee | RollKind::Thorns => IconRoll::Melee,
            RollKind::Counter => IconRoll::Counter,
            RollKind::Missile | RollKind::Volley => IconRoll::Missile,
            RollKind::Magic | RollKind::Negation => IconRoll::Magic,
            RollKind::SaveMelee => IconRoll::SaveMelee,
            RollKind::Charged => IconRoll::Charged,
            RollKind::SaveMissile => IconRoll::SaveMissile,
            RollKind::SaveOther | RollKind::Tide => IconRoll::SaveOther,
            RollKind::Dragon => IconRoll::Dragon,
        }
    }

    /// Whether it counts maneuver: those that do not are the non-maneuver rolls (DD-1.14).
    pub fn counts_maneuver(self) -> bool {
        self.counts().contains(Counted::Maneuver)
    }

    /// Whether it is among the rolls to which an effect is bound.
    pub fn is_among(self, rolls: RollKinds) -> bool {
        rolls.contains(self.icons()) && !(self.counts_maneuver() && rolls.leave_maneuver_out())
    }
}

/// How an effect changes a number of results (DD-8.2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Step 6: takes so many away, but not below 0.
    Subtract(u8),
    /// Step 7: divides by two, rounding down.
    Halve,
    /// Step 10: adds so many.
    Add(u8),
    /// Step 9: all results so far count twice.
    Double,
    /// Step 9: ID results count twice.
    DoubleIds,
}

impl Change {
    /// Its amount, written beside one type.
    pub(crate) fn on(self, kind: Counted) -> [u8; 5] {
        let by = match self {
            Change::Subtract(by) | Change::Add(by) => by,
            Change::Halve | Change::Double | Change::DoubleIds => 1,
        };
        kind.beside(by)
    }
}
