//! What species can do that others cannot.

use super::effects::{RollKinds, TerrainNeed};
use super::{Counted, SpeciesId};
use crate::tables::edition::Form;
use schemars::JsonSchema;
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
    /// The land that the terrain must be of, by its id.
    pub land: Option<String>,
    /// Of which edition it is: one of the classic edition holds where `species_abilities_from` says so.
    pub edition: Form,
    /// Abilities of the current edition whose place it takes, by their ids.
    pub instead: Vec<String>,
    /// At most so many for every 24 points of the owner's force or part of it, and no more than dead
    /// units of the species (DD-17.2, DD-15.11).
    pub per_24: Option<u8>,
    /// Why no code keeps it, where none does.
    pub deferred: Option<String>,
    /// The tags of its sources.
    pub source: String,
}

/// What an ability does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
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
        /// Whether they are such results from the first, so that all takes from them and doubles them
        /// that does so with what they were and with what they are.
        #[serde(default)]
        from_the_first: bool,
    },
    /// Results of one type on dice of the species count twice.
    Doubles {
        /// The type.
        of: Counted,
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
    /// Units that do not show a special icon in a counter-maneuver may be rolled again once, all together.
    RerollPlain,
    /// Killed units are rolled: an ID sends them to Reserves.
    Replant,
    /// A killed unit may be exchanged for a smaller dead one.
    StepDown,
    /// Units that roll magic that is not ID may each add one magic.
    AddMagic,
}

/// `abilities.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
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

#[derive(Debug, Deserialize, JsonSchema)]
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
    land: Option<String>,
    #[serde(default = "current")]
    edition: Form,
    #[serde(default)]
    instead: Vec<String>,
    #[serde(default)]
    per_24: Option<u8>,
    #[serde(default)]
    deferred: Option<String>,
    source: String,
}

fn current() -> Form {
    Form::Current
}

/// The abilities of the file; species are those with these ids.
pub(super) fn resolve(
    document: Document<AbilityFile>,
    species: &[&str],
    lands: &[&str],
    faults: &mut Vec<DataError>,
) -> Vec<Ability> {
    let places = document.places;
    let mut abilities = Vec::new();
    let known: Vec<String> = document.value.ids().map(String::from).collect();
    for (at, row) in document.value.abilities.into_iter().enumerate() {
        if let Some(land) = row.land.as_deref().filter(|land| !lands.contains(land)) {
            let place = format!("abilities[{at}].land");
            faults.push(places.unknown(&place, "land", land, lands.iter().copied()));
        }
        for (number, id) in row.instead.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
            let place = format!("abilities[{at}].instead[{number}]");
            faults.push(places.unknown(&place, "ability", id, known.iter().map(String::as_str)));
        }
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
            land: row.land,
            edition: row.edition,
            instead: row.instead,
            per_24: row.per_24,
            deferred: row.deferred,
            source: row.source,
        });
    }
    abilities
}
