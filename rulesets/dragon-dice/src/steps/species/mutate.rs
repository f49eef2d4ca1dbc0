//! Mutate: units in other players' Reserves save or die, and Stalkers grow by what was killed.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::species::{Picked, SpeciesStep, Struck};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::raising;
use crate::rules::species::works;
use crate::steps::species::phase;
use crate::steps::{death, trial};
use crate::tables::catalog::effects::{Fate, Peril, Test};
use crate::tables::catalog::{Ability, AbilityId};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// Other players with units in their Reserve Areas.
pub(super) fn reserves_of_others(state: &State) -> impl Iterator<Item = Seat> {
    let others = state.others(state.marching);
    others.filter(|seat| !state.units_at(*seat, Place::RESERVE).is_empty())
}

/// Whether there is anybody to strike, and a dead unit to do it by.
pub(super) fn can_mutate(game: &DragonDice, state: &State, ability: &Ability) -> bool {
    works::dead_for(game, state, state.marching, ability) > 0
        && reserves_of_others(state).next().is_some()
}

/// Whether nobody is struck yet.
pub(super) fn strikes_nobody(struck: &Struck) -> bool {
    struck.iter().all(|units| units.is_empty())
}

/// Players whose Reserves may be struck, and are not yet.
pub(super) fn open_reserves(state: &State, struck: Struck) -> impl Iterator<Item = Seat> {
    let free = move |seat: &Seat| struck.get(seat.index()).is_none_or(|units| units.is_empty());
    reserves_of_others(state).filter(free)
}

/// How many more units may be struck.
fn targets_left(game: &DragonDice, state: &State, ability: AbilityId, struck: &Struck) -> u16 {
    let all = works::dead_for(game, state, state.marching, game.catalog.ability(ability));
    let so_far: u32 = struck.iter().map(|units| units.len()).sum();
    all.saturating_sub(so_far as u16)
}

/// Has the marching player pick as many units as they may of another's Reserves.
pub(super) fn aim_at_reserves(
    game: &DragonDice,
    state: &mut State,
    ability: AbilityId,
    struck: Struck,
    other: Seat,
) {
    let of = Army { owner: other, place: Place::RESERVE };
    let count = targets_left(game, state, ability, &struck);
    state.steps.push(Step::Pick(Pick {
        seat: state.marching,
        of,
        among: state.units(of),
        limit: Limit::Count(count.min(255) as u8),
        rule: Rule::Ability(ability),
        then: Then::Species(Picked::Struck),
    }));
}

/// Notes who is to be struck.
pub(super) fn mark(state: &mut State, owner: Seat, units: PieceSet) {
    if let Some(Step::Species(SpeciesStep::Target { struck, .. })) = state.steps.last_mut()
        && let Some(own) = struck.get_mut(owner.index())
    {
        *own = units;
    }
}

/// Goes on to another player's Reserves while more units may be struck; then all of them save or die.
pub(super) fn go_on<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    ability: AbilityId,
    struck: Struck,
    out: &mut O,
) -> Flow {
    if targets_left(game, state, ability, &struck) > 0 {
        let open: Vec<Seat> = open_reserves(state, struck).collect();
        match open.as_slice() {
            [] => {}
            [other] => {
                aim_at_reserves(game, state, ability, struck, *other);
                return Flow::On;
            }
            _ => return Flow::Wait,
        }
    }
    state.replace_step(Step::Species(SpeciesStep::Grow { ability, struck }));
    let peril = Peril { test: Test::Save, fate: Fate::Killed, on_id: None, bury: None };
    let danger = Danger { peril, by: state.marching };
    let others: Vec<Seat> = state.others(state.marching).collect();
    for owner in others.into_iter().rev() {
        let of = Army { owner, place: Place::RESERVE };
        let units = struck.get(owner.index()).copied().unwrap_or_default();
        trial::endanger(game, state, of, units, danger, Rule::Ability(ability), out);
    }
    Flow::On
}

/// Health of those struck that were killed.
pub(super) fn killed(state: &State, struck: &Struck) -> u8 {
    let own = |(seat, units): (u8, &PieceSet)| death::killed_health(state, Seat(seat), *units);
    let players = usize::from(state.players());
    let all: u32 = (0..).zip(struck.iter().take(players)).map(own).map(u32::from).sum();
    all.min(255) as u8
}

/// Armies that could grow by so much health.
pub(super) fn breeders<'a>(
    game: &'a DragonDice,
    state: &'a State,
    ability: AbilityId,
    left: u8,
) -> impl Iterator<Item = Army> + use<'a> {
    phase::armies_with(game, state, game.catalog.ability(ability)).filter(move |army| {
        raising::can_raise(game, state, phase::breeding(game, state, ability, army.place, left))
    })
}

pub(super) fn advance_growth(
    game: &DragonDice,
    state: &mut State,
    ability: AbilityId,
    struck: Struck,
) -> Flow {
    let left = killed(state, &struck);
    let places: Vec<Place> = breeders(game, state, ability, left).map(|army| army.place).collect();
    match places.as_slice() {
        [] => {
            state.steps.pop();
        }
        [place] => {
            let place = *place;
            let touched = PieceSet::NONE;
            let sprout = SpeciesStep::Sprout { ability, place, left, touched };
            state.replace_step(Step::Species(sprout));
        }
        _ => return Flow::Wait,
    }
    Flow::On
}
