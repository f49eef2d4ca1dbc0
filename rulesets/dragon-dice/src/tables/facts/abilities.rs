//! What can be said of species abilities beforehand, so that steps need not read the tables again.

use crate::tables::catalog::effects::RollKinds;
use crate::tables::catalog::{AbilityEffect, AbilityId, Catalog, Counted, SpeciesId, Types};

/// Which abilities do what, by their numbers in the catalog.
#[derive(Debug, Clone)]
pub(crate) struct SpeciesTable {
    /// Abilities that let results count as others.
    pub(crate) counting: Vec<Counting>,
    /// Abilities by which results of a type on dice of the species count twice.
    pub(crate) doubling: Vec<(AbilityId, SpeciesId, Counted, RollKinds)>,
    /// Abilities of the phase for them, in the order of the table.
    pub(crate) in_phase: Vec<(AbilityId, SpeciesId)>,
    /// Abilities to fly from terrain to terrain.
    pub(crate) flying: Vec<(AbilityId, SpeciesId)>,
    /// The species whose magic takes the elements of the terrain.
    pub(crate) terrain_mages: Option<SpeciesId>,
    /// The species that is called undead.
    pub undead: Option<SpeciesId>,
    /// The ability to take magic away from opponents.
    pub negating: Option<(AbilityId, SpeciesId)>,
    /// The ability to add to magic.
    pub adding: Option<(AbilityId, SpeciesId)>,
}

impl SpeciesTable {
    /// The abilities of a catalog.
    pub fn new(catalog: &Catalog) -> SpeciesTable {
        let all = || (0..).map(AbilityId).zip(&catalog.abilities);
        let kept = || all().filter(|(_, ability)| ability.deferred.is_none());
        let like = |is_it: fn(&AbilityEffect) -> bool| {
            let own = kept().filter(move |(_, ability)| is_it(&ability.effect));
            own.map(|(id, ability)| (id, ability.species))
        };
        let counting = kept().filter_map(|(id, ability)| match &ability.effect {
            AbilityEffect::CountsAs { from, to, rolls, from_the_first } => {
                Some((id, ability.species, Types::only(*from), *to, *rolls, *from_the_first))
            }
            _ => None,
        });
        let doubling = kept().filter_map(|(id, ability)| match &ability.effect {
            AbilityEffect::Doubles { of, rolls } => Some((id, ability.species, *of, *rolls)),
            _ => None,
        });
        let in_phase = like(|effect| {
            matches!(
                effect,
                AbilityEffect::RecruitOrPromote
                    | AbilityEffect::HandleDragonkin
                    | AbilityEffect::Unbury
                    | AbilityEffect::Mutate
            )
        });
        let mut mages = all().filter(|(_, ability)| ability.effect == AbilityEffect::TerrainMagic);
        SpeciesTable {
            counting: counting.collect(),
            doubling: doubling.collect(),
            in_phase: in_phase.collect(),
            flying: like(|effect| *effect == AbilityEffect::FlyBetween).collect(),
            terrain_mages: mages.next().map(|(_, ability)| ability.species),
            undead: catalog.species_named("undead"),
            negating: like(|effect| *effect == AbilityEffect::NegateMagic).next(),
            adding: like(|effect| *effect == AbilityEffect::AddMagic).next(),
        }
    }
}

/// Abilities that let results count as others, as looked up in every roll.
pub(crate) type Counting = (AbilityId, SpeciesId, Types, Counted, RollKinds, bool);
