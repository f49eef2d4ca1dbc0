//! Which dice of an army fall in a magic action, and which shoot instead (DD-6.11).

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Sort};
use crate::position::state::State;
use crate::rules::magic::mana;
use crate::rules::species::works;
use crate::rules::{items, roll};
use crate::tables::catalog::{Counted, SpeciesId, Types};

/// The dice that roll in a magic action.
pub(crate) fn magic_dice(game: &DragonDice, state: &State, army: Army, all: PieceSet) -> PieceSet {
    let force = state.roster.force(army.owner);
    let all = all.without(force.of_sort(Sort::Dragonkin));
    if !mana::amazons_shoot(game, army) {
        return all;
    }
    let rest = all.and(force.units()).without(units_of(game, state, army, works::amazons(game)));
    with_items(game, state, army, rest, all)
}

/// Units with the items of a set that they can carry.
fn with_items(
    game: &DragonDice,
    state: &State,
    army: Army,
    units: PieceSet,
    all: PieceSet,
) -> PieceSet {
    let items = all.and(state.roster.force(army.owner).of_sort(Sort::Item));
    units.with(items::carried(game, state, army.owner, units, items))
}

/// The units of an army that are of a species.
pub(crate) fn units_of(
    game: &DragonDice,
    state: &State,
    army: Army,
    species: Option<SpeciesId>,
) -> PieceSet {
    let Some(species) = species else { return PieceSet::NONE };
    let own = state.roster.force(army.owner).of_species(&game.catalog, species);
    own.and(state.units(army))
}

/// What an army in reserve may do (DD-6.2, DD-6.11).
pub(crate) fn reserve_actions(game: &DragonDice, state: &State, army: Army) -> Types {
    if !mana::amazons_shoot(game, army) {
        return Types::only(Counted::Magic);
    }
    let force = state.roster.force(army.owner);
    let units = roll::rollable(game, state, army).and(force.units());
    let amazons = units_of(game, state, army, works::amazons(game)).and(units);
    let mut open = Types(0);
    if !units.without(amazons).is_empty() {
        open = open.with(Types::only(Counted::Magic));
    }
    if !amazons.is_empty() {
        open = open.with(Types::only(Counted::Missile));
    }
    open
}

/// Which dice shoot in a missile action (DD-6.11, DD-16.6).
pub(crate) fn shooting_dice(
    game: &DragonDice,
    state: &State,
    army: Army,
    all: PieceSet,
) -> PieceSet {
    let force = state.roster.force(army.owner);
    let all = all.without(force.of_sort(Sort::Dragonkin));
    if !mana::amazons_shoot(game, army) {
        return all;
    }
    let amazons = units_of(game, state, army, works::amazons(game)).and(all);
    with_items(game, state, army, amazons, all)
}
