//! Where species abilities work, and for how much: terrains, dead units, the size of the force (DD-17.1 to DD-17.3).

use crate::catalog::effects::{RollKind as IconRoll, RollKinds};
use crate::catalog::{Ability, AbilityEffect, AbilityId, Counted, Elements, SpeciesId, What};
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::roll::{Roll, Types};
use crate::rule::Rule;
use crate::state::{Lasting, On, State};
use crate::steps::{death, minor};
use umpire_core::seat::Seat;

/// Abilities that let results count as others, as looked up in every roll.
pub(super) type Counting = (AbilityId, SpeciesId, Types, Counted, RollKinds, bool);

/// The elements of a terrain, with those of a minor terrain beside the army (DD-15.9, DD-7.20).
pub(crate) fn elements_at(game: &DragonDice, state: &State, army: Army) -> Elements {
    let own = terrain_elements(game, state, army.place);
    match state.minor(army) {
        Some(minor) => {
            own.union(game.catalog.kind(state.roster.force(army.owner).kind(minor)).elements)
        }
        None => own,
    }
}

/// The elements of a terrain, with those that spells added.
pub(crate) fn terrain_elements(game: &DragonDice, state: &State, place: Place) -> Elements {
    let Some(ground) = state.ground(place) else { return Elements::NONE };
    let printed = game.catalog.kind(ground.kind).elements;
    state.effects.iter().fold(printed, |all, effect| match (effect.on, effect.does) {
        (On::Terrain(number), Lasting::AddElement(one)) if place == Place::terrain(number) => {
            all.union(Elements::of(one))
        }
        _ => all,
    })
}

pub(super) fn works(game: &DragonDice, state: &State, army: Army, ability: &Ability) -> bool {
    let land = |wanted: &String| {
        let ground = state.ground(army.place);
        ground.is_some_and(|ground| match game.catalog.kind(ground.kind).what {
            What::Terrain { land, .. } => game.catalog.land(land).id == *wanted,
            _ => false,
        })
    };
    ability.deferred.is_none()
        && ability.land.as_ref().is_none_or(land)
        && ability.terrain.is_none_or(|need| {
            army.place.as_terrain().is_some() && need.is_met(elements_at(game, state, army))
        })
}

/// Whether a species has an ability that works for an army where it stands.
pub(crate) fn ability_works(
    game: &DragonDice,
    state: &State,
    army: Army,
    species: SpeciesId,
    is_it: impl Fn(&AbilityEffect) -> bool,
) -> bool {
    ability_at(game, state, army, species, is_it).is_some()
}

/// The ability of a species that works for an army where it stands.
pub(crate) fn ability_at(
    game: &DragonDice,
    state: &State,
    army: Army,
    species: SpeciesId,
    is_it: impl Fn(&AbilityEffect) -> bool,
) -> Option<AbilityId> {
    let mut own = game.catalog.abilities_of(species);
    own.find(|(_, ability)| is_it(&ability.effect) && works(game, state, army, ability))
        .map(|(id, _)| id)
}

/// What results count as others by species abilities of dice of an army's roll.
pub(crate) fn abilities_in<'a>(
    game: &'a DragonDice,
    state: &'a State,
    roll: &Roll,
) -> impl Iterator<Item = (Rule, SpeciesId, Types, Counted, bool)> + use<'a> {
    let (force, dice) = (state.roster.force(roll.army.owner), roll.dice);
    let all = counting(game, state, roll.army, roll.kind.icons());
    all.filter(move |(_, species, ..)| {
        !force.of_species(&game.catalog, *species).and(dice).is_empty()
    })
}

fn counting<'a>(
    game: &'a DragonDice,
    state: &'a State,
    army: Army,
    rolled: IconRoll,
) -> impl Iterator<Item = (Rule, SpeciesId, Types, Counted, bool)> + use<'a> {
    game.species.counting.iter().filter_map(move |(id, species, from, to, rolls, first)| {
        let works =
            rolls.contains(rolled) && self::works(game, state, army, game.catalog.ability(*id));
        works.then_some((Rule::Ability(*id), *species, *from, *to, *first))
    })
}

/// The dice of a roll whose results of a type count twice by an ability: its rule, type and dice.
pub(crate) fn doubled_by_ability(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
) -> Option<(Rule, Types, PieceSet)> {
    let force = state.roster.force(roll.army.owner);
    game.species.doubling.iter().find_map(|(id, species, of, rolls)| {
        let dice = force.of_species(&game.catalog, *species).and(roll.dice);
        let works = rolls.contains(roll.kind.icons())
            && roll.kind.counts().contains(*of)
            && !dice.is_empty()
            && self::works(game, state, roll.army, game.catalog.ability(*id));
        works.then(|| (Rule::Ability(*id), Types::only(*of), dice))
    })
}

/// The same for units that roll alone.
pub(crate) fn lone_conversions<'a>(
    game: &'a DragonDice,
    state: &'a State,
    of: Army,
    rolled: IconRoll,
) -> impl Iterator<Item = (SpeciesId, Types, Counted)> + use<'a> {
    counting(game, state, of, rolled).map(|(_, species, from, to, _)| (species, from, to))
}

/// How many dead units of a species a player has for an ability, Deadlands included, within
/// the limit for each 24 points (DD-15.11, DD-17.2).
pub fn dead_for(game: &DragonDice, state: &State, owner: Seat, ability: &Ability) -> u16 {
    let force = state.roster.force(owner);
    let own = force.of_species(&game.catalog, ability.species);
    let dead = state.units_at(owner, Place::DEAD).and(own).len() as u16;
    let parts = force.total.div_ceil(24);
    let dead = dead + minor::deadlands(game, state, owner) * parts;
    ability.per_24.map_or(dead, |per| dead.min(u16::from(per) * parts))
}

/// The rule by which a die escaped the DUA or the BUA.
pub(crate) fn escape_rule(game: &DragonDice, state: &State, piece: Piece) -> Rule {
    let kind = game.catalog.kind(state.roster.force(piece.owner).kind(piece.number));
    let rises =
        kind.faces().iter().find_map(|face| face.sai().filter(|_| death::rises(game, face.icon)));
    let replants = || {
        let mut own = game.catalog.abilities_of(kind.species()?);
        own.find(|(_, ability)| ability.effect == AbilityEffect::Replant {})
            .map(|(id, _)| Rule::Ability(id))
    };
    rises.map(Rule::Sai).or_else(replants).unwrap_or(Rule::Killed)
}

/// The Amazons, by the ability that marks them.
pub(crate) fn amazons(game: &DragonDice) -> Option<SpeciesId> {
    game.species.terrain_mages
}
