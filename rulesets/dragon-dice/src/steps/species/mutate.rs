//! Mutate: units in another player's Reserves save or die, and Stalkers grow by what was killed.

use super::{Picked, SpeciesStep};
use crate::catalog::effects::{Fate, Peril, Test};
use crate::catalog::{Ability, AbilityId};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::pick::{Limit, Pick, Then};
use crate::steps::species::{phase, works};
use crate::steps::trial::Danger;
use crate::steps::{Flow, Step, death, raise, trial};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

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

/// Has the marching player pick as many units as they may of another's Reserves.
pub(super) fn aim_at_reserves(
    game: &DragonDice,
    state: &mut State,
    ability: AbilityId,
    other: Seat,
) {
    let of = Army { owner: other, place: Place::RESERVE };
    let count = works::dead_for(game, state, state.marching, game.catalog.ability(ability));
    state.steps.push(Step::Pick(Pick {
        seat: state.marching,
        of,
        among: state.units(of),
        limit: Limit::Count(count.min(255) as u8),
        rule: Rule::Ability(ability),
        then: Then::Species(Picked::Struck(ability)),
    }));
}

pub(super) fn strike_reserves<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    ability: AbilityId,
    struck: PieceSet,
    out: &mut O,
) {
    let of = pick.of;
    state.steps.push(Step::Species(SpeciesStep::Grow { ability, of, struck }));
    let peril = Peril { test: Test::Save, fate: Fate::Killed, on_id: None, bury: None };
    let danger = Danger { peril, by: state.marching };
    trial::endanger(game, state, of, struck, danger, pick.rule, out);
}

/// Armies that could grow by so much health.
pub(super) fn breeders<'a>(
    game: &'a DragonDice,
    state: &'a State,
    ability: AbilityId,
    left: u8,
) -> impl Iterator<Item = Army> + use<'a> {
    phase::armies_with(game, state, game.catalog.ability(ability)).filter(move |army| {
        raise::can_raise(game, state, phase::breeding(game, state, ability, army.place, left))
    })
}

pub(super) fn advance_growth(
    game: &DragonDice,
    state: &mut State,
    ability: AbilityId,
    of: Army,
    struck: PieceSet,
) -> Flow {
    let left = death::killed_health(state, of.owner, struck);
    let places: Vec<Place> = breeders(game, state, ability, left).map(|army| army.place).collect();
    match places.as_slice() {
        [] => {
            state.steps.pop();
        }
        [place] => {
            let place = *place;
            state.replace_step(Step::Species(SpeciesStep::Sprout { ability, place, left }));
        }
        _ => return Flow::Wait,
    }
    Flow::On
}
