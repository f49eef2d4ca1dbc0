//! An icon that acts: its rule, its amount, and which of its effects count in a roll.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::icons::Acting;
use crate::position::state::State;
use crate::rules::roll;
use crate::tables::catalog::effects::Amount;
use crate::tables::catalog::{Opposing, SaiEffect, SaiId};
use crate::tables::rule::Rule;

impl Acting {
    pub(crate) fn rule(self) -> Rule {
        Rule::Sai(self.sai)
    }

    /// An amount, as often as there are dice.
    pub(crate) fn amount(self, amount: Amount) -> u16 {
        match amount {
            Amount::X => self.count,
            Amount::Fixed(each) => u16::from(each) * self.dice.len() as u16,
        }
    }

    pub(crate) fn army(self, state: &State) -> Army {
        state.rolls[usize::from(self.roll)].army
    }

    /// The X that one of the dice shows.
    pub(crate) fn shown(self, game: &DragonDice, state: &State, die: u8) -> u8 {
        let Some(roll) = state.rolls.get(usize::from(self.roll)) else { return 0 };
        let face = roll.face(die).unwrap_or_default();
        roll::shows(game, state, roll.army.owner, die, face).count
    }

    /// The die, of an icon that acts singly.
    pub(crate) fn die(self) -> u8 {
        self.dice.first().unwrap_or_default()
    }
}

/// Whether icons of a roll give results and do nothing else: for the order of play (DD-4.3), and those
/// of charmed units.
///
/// Ruling: what charmed units roll is added to the attack, and that is results. They attack nobody, so
/// their icons strike nobody.
pub(crate) fn counts_results_alone(state: &State, roll: &Roll) -> bool {
    roll.kind == RollKind::Order || roll::is_of_charmed(state, roll)
}

/// Whether a way of an icon gives results.
pub(crate) fn gives_results(way: &SaiEffect) -> bool {
    matches!(way, SaiEffect::Add { .. })
}

/// Whether an effect is aimed at an army of an opponent, or at one of its units, or hides from opponents.
pub(crate) fn strikes_another(effect: &SaiEffect) -> bool {
    match effect {
        SaiEffect::Damage { army, .. } => *army == Opposing::Here,
        SaiEffect::Subtract { lasting, .. } => *lasting,
        SaiEffect::Target { .. } | SaiEffect::HalveAll | SaiEffect::Protect => true,
        _ => false,
    }
}

/// What an icon does in a roll.
pub(crate) fn effects<'a>(
    game: &'a DragonDice,
    roll: &Roll,
    sai: SaiId,
) -> impl Iterator<Item = &'a SaiEffect> + Clone + use<'a> {
    let kind = roll.kind.icons();
    let uses = game.catalog.sai(sai).uses.iter();
    uses.filter(move |used| used.rolls.contains(kind)).flat_map(|used| &used.does)
}

/// Armies of opponents at the terrain of an army.
pub(crate) fn opposing_here(state: &State, own: Army) -> Vec<Army> {
    let place = own.place.as_terrain().map(Place::terrain);
    let armies = place.into_iter().flat_map(|place| state.armies_at(place));
    armies.filter(|army| army.owner != own.owner).collect()
}

/// Whether units of the target may turn back what single units of an attack roll deal.
pub(crate) fn is_turned_back(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let attack = matches!(roll.kind, RollKind::Melee | RollKind::Counter);
    let Some(fight) = state.fight.as_ref().filter(|fight| fight.attacker == roll.army) else {
        return false;
    };
    let force = state.roster.force(fight.target.owner);
    let there = state.at(fight.target.owner, fight.target.place);
    attack && game.icons.any_turns_back(force.kinds_of(there))
}
