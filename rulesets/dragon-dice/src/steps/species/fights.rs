//! Abilities in fights: Foul Stench, Cursed Bullets, Scorching Touch.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::PieceSet;
use crate::position::stack::Step;
use crate::position::stack::fight::Fight;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::species::Picked;
use crate::position::state::State;
use crate::rules::roll::changes::Conversion;
use crate::rules::roll::part;
use crate::rules::species::{watching, works};
use crate::steps::fight;
use crate::tables::catalog::{AbilityEffect, Counted};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// What follows from the saves against an attack: its target, where it may strike back at all, may have
/// to name units that do not (Foul Stench).
pub(crate) fn after_saves(game: &DragonDice, state: &mut State, fight: &Fight) {
    if fight.with != Counted::Melee || !fight::may_counter(game, state, fight) {
        return;
    }
    let (attacker, of) = (fight.attacker, fight.target);
    let stench = |effect: &AbilityEffect| *effect == AbilityEffect::DenyCounter;
    let Some((id, ability)) = works::active(game, state, attacker, stench) else { return };
    let count = works::dead_for(game, state, attacker.owner, ability);
    if count == 0 {
        return;
    }
    state.steps.push(Step::Pick(Pick {
        seat: of.owner,
        of,
        among: state.units(of),
        limit: Limit::Count(count.min(255) as u8),
        rule: Rule::Ability(id),
        then: Then::Species(Picked::Stunk),
    }));
}

pub(super) fn stink<O: Observe<Event>>(
    state: &mut State,
    pick: Pick,
    units: PieceSet,
    out: &mut O,
) {
    let Some(fight) = &mut state.fight else { return };
    fight.no_counter_units = fight.no_counter_units.with(units);
    out.tell(|| Event::Held { of: pick.of, units, rule: pick.rule });
}

/// Takes from a roll, before its faces are forgotten, what abilities make of single dice (Cursed Bullets,
/// Scorching Touch): what each type came to, and by which rule it was multiplied, are given.
pub(crate) fn heed_dice<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    conversions: &[Conversion],
    (total, multiplied): (&[u16; 5], &[Option<Rule>; 5]),
    out: &mut O,
) {
    let roll = &state.rolls[usize::from(number)];
    let Some((id, species, counted, most)) = watching::watching(game, state, roll) else { return };
    let force = state.roster.force(roll.army.owner);
    let by = multiplied[counted.index()].filter(|_| watching::heeds_multiplied(game, state, roll));
    let twice = part::counted_twice(game, state, roll, counted, by);
    let (mut other, mut ids) = (0, 0);
    for die in roll.dice.and(force.of_species(&game.catalog, species)).iter() {
        let own = part::part_of(game, state, roll, die, (counted, twice), conversions);
        (other, ids) = (other + own.0, ids + own.1);
    }
    let ids = match roll.id_split {
        Some(split) => ids.min(split[counted.index()].into()),
        None => ids,
    };
    let amount = (other + ids).min(most).min(total[counted.index()]);
    let seat = roll.army.owner;
    let Some(fight) = &mut state.fight else { return };
    if amount == 0 {
        return;
    }
    match counted {
        Counted::Missile => fight.piercing = amount,
        _ => fight.back += amount,
    }
    out.tell(|| Event::Noted { seat, rule: Rule::Ability(id), amount });
}
