//! Species abilities: those of a phase, of marches, of rolls, and where each works (section 17).

use super::pick::Pick;
use super::{Ask, Flow, Play};
use crate::action::Action;
use crate::catalog::effects::{RollKind as IconRoll, RollKinds};
use crate::catalog::{Ability, AbilityEffect, AbilityId, Counted, Elements, SpeciesId};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::roll::{Roll, Types};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::fight::Fight;
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// A step of species abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeciesStep {
    /// The phase of the turn for them (DD-5.1, DD-5.2).
    Phase,
}

/// For what a species ability had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Nothing yet.
    None,
}

impl DragonDice {
    /// The elements of a terrain, with those of a minor terrain beside the army (DD-15.9, DD-7.20).
    pub(crate) fn elements_at(&self, state: &State, army: Army) -> Elements {
        let own = self.terrain_elements(state, army.place);
        match state.minor(army) {
            Some(minor) => {
                own.union(self.catalog.kind(state.roster.force(army.owner).kind(minor)).elements)
            }
            None => own,
        }
    }

    /// The elements of a terrain, with those that spells added.
    pub(crate) fn terrain_elements(&self, state: &State, place: Place) -> Elements {
        use crate::state::{Lasting, On};
        let Some(ground) = state.ground(place) else { return Elements::NONE };
        let printed = self.catalog.kind(ground.kind).elements;
        state.effects.iter().fold(printed, |all, effect| match (effect.on, effect.does) {
            (On::Terrain(number), Lasting::AddElement(one)) if place == Place::terrain(number) => {
                all.union(Elements::of(one))
            }
            _ => all,
        })
    }

    fn works(&self, state: &State, army: Army, ability: &Ability) -> bool {
        ability.deferred.is_none()
            && ability.terrain.is_none_or(|need| {
                army.place.as_terrain().is_some() && need.is_met(self.elements_at(state, army))
            })
    }

    /// Whether a species has an ability that works for an army where it stands.
    pub(crate) fn ability_works(
        &self,
        state: &State,
        army: Army,
        species: SpeciesId,
        is_it: impl Fn(&AbilityEffect) -> bool,
    ) -> bool {
        self.ability_at(state, army, species, is_it).is_some()
    }

    /// The ability of a species that works for an army where it stands.
    pub(crate) fn ability_at(
        &self,
        state: &State,
        army: Army,
        species: SpeciesId,
        is_it: impl Fn(&AbilityEffect) -> bool,
    ) -> Option<AbilityId> {
        let mut own = self.catalog.abilities_of(species);
        own.find(|(_, ability)| is_it(&ability.effect) && self.works(state, army, ability))
            .map(|(id, _)| id)
    }

    /// What results count as others by species abilities in an army's roll.
    pub(crate) fn abilities_in<'a>(
        &'a self,
        state: &'a State,
        roll: &Roll,
    ) -> impl Iterator<Item = (Rule, SpeciesId, Types, Counted)> + use<'a> {
        self.counting(state, roll.army, roll.kind.icons())
    }

    fn counting<'a>(
        &'a self,
        state: &'a State,
        army: Army,
        rolled: IconRoll,
    ) -> impl Iterator<Item = (Rule, SpeciesId, Types, Counted)> + use<'a> {
        self.counting_abilities.iter().filter_map(move |(id, species, from, to, rolls)| {
            let ability = self.catalog.ability(*id);
            let works = rolls.contains(rolled) && self.works(state, army, ability);
            works.then_some((Rule::Ability(*id), *species, *from, *to))
        })
    }

    /// The same for units that roll alone.
    pub(crate) fn lone_conversions<'a>(
        &'a self,
        state: &'a State,
        of: Army,
        rolled: IconRoll,
    ) -> impl Iterator<Item = (SpeciesId, Types, Counted)> + use<'a> {
        self.counting(state, of, rolled).map(|(_, species, from, to)| (species, from, to))
    }

    /// How many dead units of a species a player has for an ability, Deadlands included, within
    /// the limit for each 24 points (DD-15.11, DD-17.2).
    pub(crate) fn dead_for(&self, state: &State, owner: Seat, ability: &Ability) -> u16 {
        let force = state.roster.force(owner);
        let of_species =
            |unit: &u8| self.catalog.kind(force.kind(*unit)).species() == Some(ability.species);
        let dead = state.units_at(owner, Place::DEAD).iter().filter(of_species).count() as u16;
        let parts = force.total.div_ceil(24);
        let dead = dead + self.deadlands(state, owner) * parts;
        ability.per_24.map_or(dead, |per| dead.min(u16::from(per) * parts))
    }

    /// The rule by which a die escaped the DUA or the BUA.
    pub(crate) fn escape_rule(&self, state: &State, piece: Piece) -> Rule {
        let kind = self.catalog.kind(state.roster.force(piece.owner).kind(piece.number));
        let rises =
            kind.faces().iter().find_map(|face| face.sai().filter(|_| self.rises(face.icon)));
        let replants = || {
            let mut own = self.catalog.abilities_of(kind.species()?);
            own.find(|(_, ability)| ability.effect == AbilityEffect::Replant {})
                .map(|(id, _)| Rule::Ability(id))
        };
        rises.map(Rule::Sai).or_else(replants).unwrap_or(Rule::Killed)
    }

    /// The Amazons, by the ability that marks them.
    pub(crate) fn amazons(&self) -> Option<SpeciesId> {
        self.terrain_mages
    }

    /// Offers an exchange that keeps a dying unit from the DUA; says whether somebody is asked.
    pub(crate) fn offer_exchange(&self, _: &mut State, _: Army, _: PieceSet, _: Rule) -> bool {
        false
    }

    /// Who may shoot back after a missile attack (Defensive Volley).
    pub(crate) fn may_volley(&self, state: &State, fight: &Fight) -> bool {
        let all = self.rollable(state, fight.target);
        !self.volley_dice(state, fight.target, all).is_empty()
    }

    /// The dice that shoot back.
    pub(crate) fn volley_dice(&self, state: &State, army: Army, all: PieceSet) -> PieceSet {
        let force = state.roster.force(army.owner);
        let volleys = |unit: &u8| {
            let species = self.catalog.kind(force.kind(*unit)).species();
            species.is_some_and(|species| {
                self.ability_works(state, army, species, |effect| {
                    matches!(effect, AbilityEffect::MissileCounter {})
                })
            })
        };
        all.and(force.units()).iter().filter(volleys).collect()
    }

    /// Flights between terrains that a retreat may take (Air Flight).
    pub(crate) fn flights(&self, _: &State, _: Seat, _: &mut Vec<Action>) {}

    /// Whether units may fly between terrains in a retreat.
    pub(crate) fn check_flight<E: Explain<Rule>>(
        &self,
        _: &State,
        _: Seat,
        _: PieceSet,
        _: Place,
        _: Place,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        why.require(Rule::ReservesPhase, false, || Fact::says("a retreat goes to the Reserve Area"))
    }

    /// What abilities let an army do in place of its maneuver.
    pub(crate) fn species_instead(&self, _: &State, _: Army, _: &mut Vec<Action>) {}

    /// An ability in place of the maneuver is taken.
    pub(crate) fn species_instead_taken<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Army,
        _: &Action,
        _: &mut O,
    ) {
    }

    /// Dice were picked for a species ability.
    pub(crate) fn species_picked<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Pick,
        _: Picked,
        _: PieceSet,
        _: &mut O,
    ) {
    }
}

/// Abilities that let results count as others, as looked up in every roll.
pub(crate) type Counting = (AbilityId, SpeciesId, Types, Counted, RollKinds);

impl Play for SpeciesStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::SpeciesAbilitiesPhase)
    }

    fn legal(self, _: &DragonDice, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.push(Action::Pass);
        Listing::Complete
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        _: Seat,
        _: &Action,
        _: &mut O,
    ) {
        state.steps.pop();
    }
}
