//! The Species Abilities Phase: Feralization, Dragonkin Handlers, Winter's Fortitude, Mutate (DD-5.1 to DD-5.3).

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::species::SpeciesStep;
use crate::position::state::State;
use crate::rules::raising::Raise;
use crate::rules::species::works;
use crate::rules::{elements, raising};
use crate::steps::species::mutate;
use crate::tables::catalog::{Ability, AbilityEffect, AbilityId, SpeciesId};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Places of one ability among the bits that say what is done.
const PLACES: u8 = Place::RESERVE.0 + 1;

/// What may still be done in the phase: abilities, and the place of the army each works for.
pub(super) type Tasks = SmallVec<[(AbilityId, Place); 8]>;

/// Abilities of the phase, with the first of the bits that say what is done with each.
fn phase_abilities(game: &DragonDice) -> impl Iterator<Item = (u32, AbilityId, SpeciesId)> {
    let most = u64::BITS / u32::from(PLACES);
    let own = (0..most).zip(&game.species.in_phase);
    own.map(|(at, (id, species))| (at * u32::from(PLACES), *id, *species))
}

/// Armies at terrains for which an ability works.
pub(super) fn armies_with<'a>(
    game: &'a DragonDice,
    state: &'a State,
    ability: &'a Ability,
) -> impl Iterator<Item = Army> + use<'a> {
    let species = Some(ability.species);
    state.armies(state.marching).filter(move |army| {
        army.place.as_terrain().is_some()
            && !works::of_species(game, state, army.owner, state.units(*army), species).is_empty()
            && works::works(game, state, *army, ability)
    })
}

/// What may be done now and has not been.
pub(super) fn phase_tasks(game: &DragonDice, state: &State, done: u64) -> Tasks {
    let mut tasks = Tasks::new();
    let force = state.roster.force(state.marching);
    for (bit, id, species) in phase_abilities(game) {
        let brought = !force.of_species(&game.catalog, species).is_empty();
        if !brought || done >> bit & ((1 << PLACES) - 1) == (1 << PLACES) - 1 {
            continue;
        }
        let ability = game.catalog.ability(id);
        let each_army = ability.effect == AbilityEffect::RecruitOrPromote;
        let left = |army: &Army| !each_army || done >> (bit + u32::from(army.place.0)) & 1 == 0;
        let armies = armies_with(game, state, ability).filter(left);
        match ability.effect {
            AbilityEffect::RecruitOrPromote => tasks.extend(
                armies
                    .filter(|army| {
                        raising::can_raise(game, state, breeding(game, state, id, army.place, 1))
                    })
                    .map(|army| (id, army.place)),
            ),
            AbilityEffect::HandleDragonkin => {
                let able = |army: &Army| {
                    let mut list = Vec::new();
                    list_handling(game, state, id, army.place, &mut list);
                    !list.is_empty()
                };
                tasks.extend(armies.filter(able).map(|army| (id, army.place)));
            }
            AbilityEffect::Unbury if !buried_of(game, state, state.marching, id).is_empty() => {
                tasks.extend(armies.map(|army| (id, army.place)).take(1));
            }
            AbilityEffect::Mutate if mutate::can_mutate(game, state, ability) => {
                tasks.extend(armies.map(|army| (id, army.place)).take(1));
            }
            _ => {}
        }
    }
    tasks
}

/// Begins what an ability does in the phase, and marks it as done.
pub(super) fn begin_task(
    game: &DragonDice,
    state: &mut State,
    done: u64,
    ability: AbilityId,
    at: Place,
) {
    let Some((bit, ..)) = phase_abilities(game).find(|(_, id, _)| *id == ability) else {
        return;
    };
    let struck = Default::default();
    let (mark, step) = match game.catalog.ability(ability).effect {
        AbilityEffect::RecruitOrPromote => (1 << at.0, SpeciesStep::Raise { ability, place: at }),
        AbilityEffect::HandleDragonkin => {
            ((1 << PLACES) - 1, SpeciesStep::Handle { ability, place: at })
        }
        AbilityEffect::Unbury => ((1 << PLACES) - 1, SpeciesStep::Exhume(ability)),
        _ => ((1 << PLACES) - 1, SpeciesStep::Target { ability, struck }),
    };
    let done = done | mark << bit;
    state.replace_step(Step::Species(SpeciesStep::Order { done }));
    state.steps.push(Step::Species(step));
}

/// Recruiting and promoting units of an ability's species.
pub(super) fn breeding(
    game: &DragonDice,
    state: &State,
    ability: AbilityId,
    place: Place,
    health: u8,
) -> Raise {
    let species = Some(game.catalog.ability(ability).species);
    let army = Army { owner: state.marching, place };
    Raise { health, ..Raise::one(army, species, Rule::Ability(ability)) }
}

/// Buried units of an ability's species.
pub(super) fn buried_of(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    ability: AbilityId,
) -> PieceSet {
    let species = Some(game.catalog.ability(ability).species);
    works::of_species(game, state, owner, state.units_at(owner, Place::BURIED), species)
}

/// How much health of Dragonkin an army holds, and how much its handlers master.
fn mastered(game: &DragonDice, state: &State, ability: AbilityId, army: Army) -> (u32, u32) {
    let force = state.roster.force(army.owner);
    let units = state.units(army);
    let species = Some(game.catalog.ability(ability).species);
    let masters = works::of_species(game, state, army.owner, units, species);
    let held = force.total_health(state.dragonkin(army.owner, units));
    (held, force.total_health(masters))
}

/// Dragonkin of the pool that match the terrain of an army.
fn matching_dragonkin(game: &DragonDice, state: &State, army: Army) -> PieceSet {
    let force = state.roster.force(army.owner);
    let pooled = state.at(army.owner, Place::POOL).and(force.of_sort(Sort::Dragonkin));
    let there = elements::elements_at(game, state, army);
    let fits = |unit: &u8| game.catalog.kind(force.kind(*unit)).elements.intersects(there);
    pooled.iter().filter(fits).collect()
}

pub(super) fn list_handling(
    game: &DragonDice,
    state: &State,
    ability: AbilityId,
    place: Place,
    into: &mut Vec<Action>,
) {
    let owner = state.marching;
    let army = Army { owner, place };
    let (held, mastered) = self::mastered(game, state, ability, army);
    if held >= mastered {
        return;
    }
    let force = state.roster.force(owner);
    let fits = matching_dragonkin(game, state, army);
    let small = fits.and(force.of_health(1));
    into.extend(state.one_each(game, owner, small).iter().map(Action::Recruit));
    let own = state.dragonkin(owner, state.units(army));
    for unit in state.one_each(game, owner, own).iter() {
        let larger = fits.and(force.of_health(force.health(unit) + 1));
        let larger = state.one_each(game, owner, larger);
        into.extend(larger.iter().map(|other| Action::Exchange {
            out: PieceSet::only(unit),
            back: PieceSet::only(other),
        }));
    }
}

pub(super) fn check_handling<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    ability: AbilityId,
    place: Place,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let owner = state.marching;
    let army = Army { owner, place };
    let rule = Rule::Ability(ability);
    let force = state.roster.force(owner);
    let own = state.dragonkin(owner, state.units(army));
    let (gone, come) = match *action {
        Action::Recruit(unit) => (PieceSet::NONE, PieceSet::only(unit)),
        Action::Exchange { out, back } if out.len() == 1 => (out, back),
        _ => (PieceSet::NONE, PieceSet::NONE),
    };
    let pooled = state.dragonkin(owner, state.at(owner, Place::POOL));
    let able = gone.within(own) && come.len() == 1 && come.within(pooled);
    why.need(rule, able, || {
        Fact::says("one Dragonkin comes from your Summoning Pool, or takes one's place here")
    })?;
    let gained = force.total_health(come) as i64 - force.total_health(gone) as i64;
    why.require(rule, gained == 1, || {
        Fact::says("a small Dragonkin comes, or one is promoted by a point of health")
            .exactly(gained, 1)
    })?;
    why.require(rule, come.within(matching_dragonkin(game, state, army)), || {
        let there = elements::elements_at(game, state, army);
        Fact::says(format!("the Dragonkin matches none of the terrain's elements, {there}"))
            .held("the Dragonkin matches an element of the terrain")
    })?;
    let (held, mastered) = self::mastered(game, state, ability, army);
    why.require(rule, i64::from(held) + gained <= mastered.into(), || {
        Fact::says("Dragonkin would outweigh their handlers")
            .held("the Dragonkin's health stays within that of their handlers")
            .at_most(i64::from(held) + gained, mastered)
    })
}
