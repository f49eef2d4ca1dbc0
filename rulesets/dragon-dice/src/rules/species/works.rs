//! Where species abilities work, on which units, and for how much (DD-17.1 to DD-17.3).

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::Roll;
use crate::position::state::State;
use crate::rules::{elements, minor_terrains};
use crate::tables::catalog::effects::{RollKind, RollKind as IconRoll};
use crate::tables::catalog::{
    Ability, AbilityEffect, AbilityId, Counted, Icon, SaiEffect, SpeciesId, Types, What,
};
use crate::tables::rule::Rule;
use umpire_core::seat::Seat;

pub(crate) fn works(game: &DragonDice, state: &State, army: Army, ability: &Ability) -> bool {
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
            army.place.as_terrain().is_some()
                && need.is_met(elements::elements_at(game, state, army))
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
    let dead = dead + minor_terrains::deadlands(game, state, owner) * parts;
    ability.per_24.map_or(dead, |per| dead.min(u16::from(per) * parts))
}

/// The rule by which a die escaped the DUA or the BUA.
pub(crate) fn escape_rule(game: &DragonDice, state: &State, piece: Piece) -> Rule {
    let kind = game.catalog.kind(state.roster.force(piece.owner).kind(piece.number));
    let rises = kind.faces().iter().find_map(|face| face.sai().filter(|_| rises(game, face.icon)));
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

/// The units of a set that are of a species, if one is named.
#[inline]
pub(crate) fn of_species(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    set: PieceSet,
    species: Option<SpeciesId>,
) -> PieceSet {
    let Some(species) = species else { return set };
    state.roster.force(owner).of_species(&game.catalog, species).and(set)
}

pub(crate) fn rises(game: &DragonDice, icon: Icon) -> bool {
    let Icon::Sai(sai) = icon else { return false };
    let mut effects = game.catalog.sai(sai).in_roll(RollKind::Special);
    effects.any(|effect| matches!(effect, SaiEffect::RiseFromTheAshes))
}

/// An ability that does something for an army where it stands, and has units there to do it.
pub(crate) fn active<'g>(
    game: &'g DragonDice,
    state: &State,
    army: Army,
    is_it: impl Fn(&AbilityEffect) -> bool,
) -> Option<(AbilityId, &'g Ability)> {
    let units = state.units(army);
    (0..).map(AbilityId).zip(&game.catalog.abilities).find(|(_, ability)| {
        is_it(&ability.effect)
            && works(game, state, army, ability)
            && !of_species(game, state, army.owner, units, Some(ability.species)).is_empty()
    })
}
