//! Air Flight: units that retreat from one terrain to another instead of to Reserves.

use crate::action::Action;
use crate::catalog::{Ability, AbilityId};
use crate::game::DragonDice;
use crate::pieces::{Army, MOST_TERRAINS, PieceSet, Place, Sort};
use crate::rule::Rule;
use crate::state::State;
use arrayvec::ArrayVec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

impl DragonDice {
    fn flying(&self) -> impl Iterator<Item = (AbilityId, &Ability)> {
        self.species.flying.iter().map(|(id, _)| (*id, self.catalog.ability(*id)))
    }

    fn fliers(&self, state: &State, seat: Seat, place: Place, ability: &Ability) -> PieceSet {
        self.of_species(state, seat, state.units_at(seat, place), Some(ability.species))
    }

    /// Flights between terrains that a retreat may take, by units that have not flown yet.
    pub(crate) fn flights(
        &self,
        state: &State,
        seat: Seat,
        flown: PieceSet,
        into: &mut Vec<Action>,
    ) {
        let force = state.roster.force(seat);
        let brought = |species| !force.of_species(&self.catalog, species).is_empty();
        for (id, _) in self.species.flying.iter().filter(|(_, species)| brought(*species)) {
            let ability = self.catalog.ability(*id);
            let place_works = |place: &Place| {
                !self.fliers(state, seat, *place, ability).is_empty()
                    && self.works(state, Army { owner: seat, place: *place }, ability)
            };
            let places: ArrayVec<Place, MOST_TERRAINS> =
                state.terrains().filter(place_works).collect();
            if places.len() < 2 {
                continue;
            }
            let rooted = state.held(seat, true).with(flown);
            for from in &places {
                let units = self.fliers(state, seat, *from, ability).without(rooted);
                if units.is_empty() {
                    continue;
                }
                // Fewer may fly, too; all of them stand for the choice.
                let items = state.at(seat, *from).and(force.of_sort(Sort::Item));
                let pieces = units.with(self.carried(state, seat, units, items));
                let others = places.iter().filter(|to| *to != from);
                into.extend(others.map(|to| Action::Move { pieces, from: *from, to: *to }));
            }
        }
    }

    /// Whether units may fly between terrains in a retreat.
    #[allow(clippy::too_many_arguments)] // Who, what, whence and whither are all needed.
    pub(crate) fn check_flight<E: Explain<Rule>>(
        &self,
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
        let all_of =
            |ability: &Ability| self.of_species(state, seat, units, Some(ability.species)) == units;
        let Some((id, ability)) = self.flying().find(|(_, it)| !units.is_empty() && all_of(it))
        else {
            return why.require(Rule::ReservesPhase, false, || {
                Fact::says("a retreat goes to the Reserve Area")
            });
        };
        let rule = Rule::Ability(id);
        let kinds = units.with(force.of_sort(Sort::Item));
        why.need(rule, pieces.within(kinds), || Fact::says("only units and items move"))?;
        why.need(rule, from != to, || Fact::says("the units are there already"))?;
        for place in [from, to] {
            let there = self.works(state, Army { owner: seat, place }, ability);
            why.require(rule, there, || {
                let elements = self.elements_at(state, Army { owner: seat, place });
                Fact::says(format!("the terrain holds {elements}"))
                    .held("both terrains hold what this flight needs")
            })?;
        }
        let awaited = !self.fliers(state, seat, to, ability).is_empty();
        why.require(rule, awaited, || {
            Fact::says("no unit of the species waits there")
                .held("a unit of the species waits there")
        })?;
        let free = units.and(state.held(seat, true)).is_empty();
        why.require(rule, free, || Fact::says("a unit is held").held("every unit may leave"))?;
        let fresh = units.and(flown).is_empty();
        why.require(rule, fresh, || Fact::says("a unit has flown in this retreat already"))?;
        self.check_carried(state, seat, pieces, why)
    }
}
