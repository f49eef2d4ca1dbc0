//! An attack under way, and its steps.

use crate::position::pieces::{Army, PieceSet};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::tables::catalog::{Counted, SaiId};
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::seat::Seat;

/// An icon of the attacker that waits for the defender's saves (DD-8.2 step 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Delayed {
    /// Which icon.
    pub sai: SaiId,
    /// Its X.
    pub count: u8,
    /// The dice that show it.
    pub dice: PieceSet,
}

/// An attack in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Melee or missile.
    pub with: Counted,
    /// Who strikes.
    pub attacker: Army,
    /// Who is struck.
    pub target: Army,
    /// Whether it answers an attack.
    pub counter: bool,
    /// What the attack roll came to.
    pub results: u16,
    /// What the save roll came to.
    pub saves: u16,
    /// Whether dice fell in it.
    pub save_rolled: bool,
    /// How much of the saves comes from spells.
    pub spell_saves: u16,
    /// Damage that no save reduces.
    pub unsaved: u16,
    /// Results that only saves made by spells reduce.
    pub piercing: u16,
    /// Damage to the attacker, which only saves made by spells reduce.
    pub back: u16,
    /// What icons of the attacker take from the saves.
    pub fewer_saves: u16,
    /// By which rule they take them.
    pub fewer_saves_by: Option<Rule>,
    /// Icons that wait for the saves.
    pub delayed: Vec<Delayed>,
    /// Whether the target may not strike back.
    pub no_counter: bool,
    /// Units that may not strike back.
    pub no_counter_units: PieceSet,
    /// Units of the target that do not save and are rolled for the attacker.
    pub charmed: PieceSet,
    /// Units of the attacker that were charmed in the attack it answers: they do not save in this march.
    pub charmed_before: PieceSet,
    /// Whether the attacker charges: the target saves and strikes back in one roll.
    pub charge: bool,
    /// What each attacking unit dealt, where the target may turn it back.
    pub dealt: Vec<(u8, u16)>,
}

impl Fight {
    /// A new attack.
    pub fn new(with: Counted, attacker: Army, target: Army, counter: bool) -> Fight {
        Fight {
            with,
            attacker,
            target,
            counter,
            results: 0,
            saves: 0,
            save_rolled: false,
            spell_saves: 0,
            unsaved: 0,
            piercing: 0,
            back: 0,
            fewer_saves: 0,
            fewer_saves_by: None,
            delayed: Vec::new(),
            no_counter: false,
            no_counter_units: PieceSet::NONE,
            charmed: PieceSet::NONE,
            charmed_before: PieceSet::NONE,
            charge: false,
            dealt: Vec::new(),
        }
    }

    /// The icons that still wait, each once, in the order of the table.
    pub(crate) fn delayed_icons(&self) -> Vec<SaiId> {
        let mut found: Vec<SaiId> = self.delayed.iter().map(|delayed| delayed.sai).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A step of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightStep {
    /// The attacker rolls.
    Strike,
    /// The attack roll is over.
    Struck,
    /// The target rolls saves.
    Save,
    /// The save roll is over.
    Saved,
    /// Damage is dealt.
    Damage,
    /// The target may strike back.
    Counter,
    /// It is over.
    End,
}

impl State {
    /// Units of a player that were charmed in this march: they make no saves with their army.
    pub(crate) fn charmed(&self, owner: Seat) -> PieceSet {
        match &self.fight {
            Some(fight) if fight.target.owner == owner => fight.charmed,
            Some(fight) if fight.attacker.owner == owner => fight.charmed_before,
            _ => PieceSet::NONE,
        }
    }

    /// Units of a player that may not roll when their army strikes back.
    pub(crate) fn barred_from_countering(&self, owner: Seat) -> PieceSet {
        match &self.fight {
            Some(fight) if fight.target.owner == owner && !fight.counter => fight.no_counter_units,
            _ => PieceSet::NONE,
        }
    }

    /// Whether a roll is the one for which icons of the attacker wait.
    pub(crate) fn is_awaited(&self, roll: &Roll) -> bool {
        let saves =
            matches!(roll.kind, RollKind::SaveMelee | RollKind::SaveMissile | RollKind::Charged);
        saves
            && self
                .fight
                .as_ref()
                .is_some_and(|fight| fight.target == roll.army && !fight.delayed.is_empty())
    }
}
