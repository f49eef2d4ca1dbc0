//! What species can do that others cannot.

use super::effects::{RollKinds, TerrainNeed};
use super::{Counted, SpeciesId};
use serde::Deserialize;
use umpire_core::data::{DataError, Document};

/// An ability of a species (DD-17.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    /// Its id, such as `coastal-dodge`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub species: SpeciesId,
    /// What it does, in words.
    pub says: String,
    /// What it does.
    pub effect: AbilityEffect,
    /// What the terrain must hold, a controlled minor terrain's elements included.
    pub terrain: Option<TerrainNeed>,
    /// At most so many for every 24 points of the owner's force or part of it, and no more than dead
    /// units of the species (DD-17.2, DD-15.11).
    pub per_24: Option<u8>,
    /// Why no code keeps it, where none does.
    pub deferred: Option<String>,
    /// The tags of its sources.
    pub source: String,
}

/// What an ability does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AbilityEffect {
    /// Results of one type may count as another.
    CountsAs {
        /// This type ...
        from: Counted,
        /// ... as this one.
        to: Counted,
        /// In which rolls.
        rolls: RollKinds,
    },
    /// Burying a minor terrain in place of the maneuver step lets maneuver count as this, this turn.
    BuryMinorToCount {
        /// As this type, in an action of it.
        to: Counted,
    },
    /// Magic takes the elements of the terrain, and is ivory in Reserves.
    TerrainMagic,
    /// The species may answer a missile action with missiles.
    MissileCounter,
    /// Dragonkin up to the health of the species in the army may roll in any dragon attack.
    DragonkinUnafraid,
    /// One army brings a small Dragonkin that matches the terrain, or promotes one.
    HandleDragonkin,
    /// Each army with the species may recruit a small one or promote one.
    RecruitOrPromote,
    /// Units may go from one such terrain to another where the species is.
    FlyBetween,
    /// Moves one of the species from the Buried to the Dead Unit Area.
    Unbury,
    /// Units here roll against an opponent's magic action; their magic is taken from it.
    NegateMagic,
    /// The opponent picks units that may not counter-attack.
    DenyCounter,
    /// So many missile results at the same terrain are reduced only by saves made by spells.
    PiercingMissiles,
    /// Save results rolled against a melee attack damage the attacker; only spell saves reduce it.
    SavesStrikeBack,
    /// Opposing units in Reserves save or die; the species recruits or promotes as much health.
    Mutate,
    /// Units that do not show a special icon may be rolled again once, all together.
    RerollPlain {
        /// In which rolls.
        rolls: RollKinds,
    },
    /// Killed units are rolled: an ID sends them to Reserves.
    Replant,
    /// A killed unit may be exchanged for a smaller dead one.
    StepDown,
    /// Units that roll magic that is not ID may each add one magic.
    AddMagic,
}

/// `abilities.yaml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AbilityFile {
    abilities: Vec<AbilityRow>,
}

impl AbilityFile {
    /// Ids of its abilities.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.abilities.iter().map(|row| row.id.as_str())
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AbilityRow {
    id: String,
    name: String,
    species: String,
    says: String,
    effect: AbilityEffect,
    #[serde(default)]
    terrain: Option<TerrainNeed>,
    #[serde(default)]
    per_24: Option<u8>,
    #[serde(default)]
    deferred: Option<String>,
    source: String,
}

/// The abilities of the file; species are those with these ids.
pub(super) fn resolve(
    document: Document<AbilityFile>,
    species: &[&str],
    faults: &mut Vec<DataError>,
) -> Vec<Ability> {
    let places = document.places;
    let mut abilities = Vec::new();
    for (at, row) in document.value.abilities.into_iter().enumerate() {
        let Some(own) = species.iter().position(|known| *known == row.species) else {
            let place = format!("abilities[{at}].species");
            faults.push(places.unknown(&place, "species", &row.species, species.iter().copied()));
            continue;
        };
        abilities.push(Ability {
            id: row.id,
            name: row.name,
            species: SpeciesId(own as u8),
            says: row.says,
            effect: row.effect,
            terrain: row.terrain,
            per_24: row.per_24,
            deferred: row.deferred,
            source: row.source,
        });
    }
    abilities
}
