//! Air Flight: units that retreat from one terrain to another instead of to Reserves.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, MOST_TERRAINS, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::rules::species::works;
use crate::rules::{elements, items};
use crate::steps::reserves;
use crate::tables::catalog::{Ability, AbilityId};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

fn flying(game: &DragonDice) -> impl Iterator<Item = (AbilityId, &Ability)> {
    game.species.flying.iter().map(|(id, _)| (*id, game.catalog.ability(*id)))
}

fn fliers(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    place: Place,
    ability: &Ability,
) -> PieceSet {
    works::of_species(game, state, seat, state.units_at(seat, place), Some(ability.species))
}

/// Flights between terrains that a retreat may take, by units that have not flown yet.
pub(crate) fn flights(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    flown: PieceSet,
    into: &mut Vec<Action>,
) {
    let force = state.roster.force(seat);
    let brought = |species| !force.of_species(&game.catalog, species).is_empty();
    for (id, _) in game.species.flying.iter().filter(|(_, species)| brought(*species)) {
        let ability = game.catalog.ability(*id);
        let place_works = |place: &Place| {
            !fliers(game, state, seat, *place, ability).is_empty()
                && works::works(game, state, Army { owner: seat, place: *place }, ability)
        };
        let places: ArrayVec<Place, MOST_TERRAINS> = state.terrains().filter(place_works).collect();
        if places.len() < 2 {
            continue;
        }
        let rooted = state.held(seat, true).with(flown);
        for from in &places {
            let units = fliers(game, state, seat, *from, ability).without(rooted);
            if units.is_empty() {
                continue;
            }
            // Fewer may fly, too; all of them stand for the choice.
            let items = state.at(seat, *from).and(force.of_sort(Sort::Item));
            let pieces = units.with(items::carried(game, state, seat, units, items));
            let others = places.iter().filter(|to| *to != from);
            into.extend(others.map(|to| Action::Move { pieces, from: *from, to: *to }));
        }
    }
}

/// Whether units may fly between terrains in a retreat.
#[allow(clippy::too_many_arguments)] // Who, what, whence and whither are all needed.
pub(crate) fn check_flight<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    pieces: PieceSet,
    flown: PieceSet,
    from: Place,
    to: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let force = state.roster.force(seat);
    let units = pieces.and(force.units());
    let all_of = |ability: &Ability| {
        works::of_species(game, state, seat, units, Some(ability.species)) == units
    };
    let Some((id, ability)) = flying(game).find(|(_, it)| !units.is_empty() && all_of(it)) else {
        return why.require(Rule::ReservesPhase, false, || {
            Fact::says("a retreat goes to the Reserve Area")
        });
    };
    let rule = Rule::Ability(id);
    let kinds = units.with(force.of_sort(Sort::Item));
    why.need(rule, pieces.within(kinds), || Fact::says("only units and items move"))?;
    why.need(rule, from != to, || Fact::says("the units are there already"))?;
    for place in [from, to] {
        let there = works::works(game, state, Army { owner: seat, place }, ability);
        why.require(rule, there, || {
            let elements = elements::elements_at(game, state, Army { owner: seat, place });
            Fact::says(format!("the terrain holds {elements}"))
                .held("both terrains hold what this flight needs")
        })?;
    }
    let awaited = !fliers(game, state, seat, to, ability).is_empty();
    why.require(rule, awaited, || {
        Fact::says("no unit of the species waits there").held("a unit of the species waits there")
    })?;
    let bound = state.held_by(seat, units);
    why.require(bound.unwrap_or(rule), bound.is_none(), || {
        Fact::says("a unit is held").held("every unit may leave")
    })?;
    let fresh = units.and(flown).is_empty();
    why.require(rule, fresh, || Fact::says("a unit has flown in this retreat already"))?;
    reserves::check_carried(game, state, seat, pieces, why)
}
