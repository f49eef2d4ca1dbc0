//! Abilities in fights: Foul Stench, Cursed Bullets, Scorching Touch, Defensive Volley.

use super::Picked;
use crate::catalog::{Ability, AbilityEffect, AbilityId, Counted, SpeciesId};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet};
use crate::roll;
use crate::roll::changes::{Conversion, Modifier};
use crate::roll::{Change, Roll, RollKind, changes, part};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::fight::Fight;
use crate::steps::pick::{Limit, Pick, Then};
use crate::steps::species::works;
use crate::steps::{Step, fight, march, raise};
use umpire_core::game::Observe;
use umpire_core::ruling::Silent;

/// An ability that does something for an army where it stands, and has units there to do it.
fn active<'g>(
    game: &'g DragonDice,
    state: &State,
    army: Army,
    is_it: impl Fn(&AbilityEffect) -> bool,
) -> Option<(AbilityId, &'g Ability)> {
    let units = state.units(army);
    (0..).map(AbilityId).zip(&game.catalog.abilities).find(|(_, ability)| {
        is_it(&ability.effect)
            && works::works(game, state, army, ability)
            && !raise::of_species(game, state, army.owner, units, Some(ability.species)).is_empty()
    })
}

/// What follows from the saves against an attack: its target, where it may strike back at all, may have
/// to name units that do not (Foul Stench).
pub(crate) fn after_saves(game: &DragonDice, state: &mut State, fight: &Fight) {
    if fight.with != Counted::Melee || !fight::may_counter(game, state, fight) {
        return;
    }
    let (attacker, of) = (fight.attacker, fight.target);
    let stench = |effect: &AbilityEffect| *effect == AbilityEffect::DenyCounter;
    let Some((id, ability)) = active(game, state, attacker, stench) else { return };
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

/// The ability that looks at single dice of a roll: which species' results of which type, and
/// how many at most.
fn watching(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
) -> Option<(AbilityId, SpeciesId, Counted, u16)> {
    let fight = state.fight.as_ref()?;
    let (of, counted, effect) = match roll.kind {
        RollKind::Missile if fight.attacker.place == fight.target.place => {
            (fight.attacker, Counted::Missile, AbilityEffect::PiercingMissiles)
        }
        RollKind::SaveMelee | RollKind::Charged if !fight.counter => {
            (fight.target, Counted::Save, AbilityEffect::SavesStrikeBack)
        }
        _ => return None,
    };
    if of != roll.army {
        return None;
    }
    let (id, ability) = active(game, state, of, |other| *other == effect)?;
    let most = match ability.per_24 {
        Some(_) => works::dead_for(game, state, of.owner, ability),
        None => u16::MAX,
    };
    (most > 0).then_some((id, ability.species, counted, most))
}

/// The species whose dice count apart in a roll.
pub(crate) fn watched(game: &DragonDice, state: &State, roll: &Roll) -> Option<SpeciesId> {
    watching(game, state, roll).map(|(_, species, ..)| species)
}

/// Whether what an ability heeds of a roll counts as often as it is multiplied: missile results are all there
/// are in the end, saves that strike back those that were rolled.
pub(crate) fn heeds_multiplied(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    watching(game, state, roll).is_some_and(|(_, _, counted, _)| counted == Counted::Missile)
}

/// Whether the ID results among them may count twice.
pub(crate) fn heeds_ids(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let doubles = |(.., change): &Modifier| *change == Change::DoubleIds;
    heeds_multiplied(game, state, roll) && changes::modifiers(game, state, roll).iter().any(doubles)
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
    let Some((id, species, counted, most)) = watching(game, state, roll) else { return };
    let force = state.roster.force(roll.army.owner);
    let by = multiplied[counted.index()].filter(|_| heeds_multiplied(game, state, roll));
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

/// Who may shoot back after a missile attack (Defensive Volley).
pub(crate) fn may_volley(game: &DragonDice, state: &State, fight: &Fight) -> bool {
    let all = roll::rollable(game, state, fight.target);
    !march::only_saves(state, fight.target)
        && !volley_dice(game, state, fight.target, all).is_empty()
        && march::in_reach(game, state, fight.target, fight.attacker, &mut Silent).is_ok()
        && march::hidden(state, fight.attacker, fight.target.owner).is_none()
}

/// The dice that shoot back.
pub(crate) fn volley_dice(game: &DragonDice, state: &State, army: Army, all: PieceSet) -> PieceSet {
    let volley = |effect: &AbilityEffect| *effect == AbilityEffect::MissileCounter;
    let Some((_, ability)) = active(game, state, army, volley) else { return PieceSet::NONE };
    let units = all.and(state.roster.force(army.owner).units());
    raise::of_species(game, state, army.owner, units, Some(ability.species))
}
