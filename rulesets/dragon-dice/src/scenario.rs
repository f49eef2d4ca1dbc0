//! Scenario files: edition, house rules, forces, position; read into a game.

use crate::position::game::DragonDice;
use crate::position::setup::{Phase, PositionSetup, SeatSetup, Setup};
use crate::tables::edition::Form;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::data::{DataError, Files, Source, in_order};
use umpire_core::host::Loaded;
use umpire_core::ruleset::Opening;

/// What scenarios of Dragon Dice say beyond what all scenarios say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// The force total agreed on; by default what the first seat brings (DD-3.1, DD-3.2).
    #[serde(default)]
    total: Option<u16>,
    /// Seats in turn order, by name.
    #[serde(deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, SeatSetup>")]
    seats: Vec<(String, SeatSetup)>,
    /// A position; without one armies are put together and placed first.
    #[serde(default)]
    position: Option<PositionSetup>,
}

impl ScenarioFile {
    /// The position in which the game begins, if it does not begin with set-up.
    fn begins(&self, is_free: bool) -> Option<PositionSetup> {
        let stated = self.position.clone();
        if !is_free {
            return stated;
        }
        let (maneuver, action, marched) = (None, None, Vec::new());
        let stated = stated.unwrap_or_default();
        Some(PositionSetup { phase: Phase::Free, maneuver, action, marched, ..stated })
    }
}

/// Reads the tables and a scenario.
pub fn load(data: &Files, source: &Source) -> Result<Loaded<DragonDice>, Vec<DataError>> {
    let mut opening = Opening::<DragonDice>::read(data, source)?;
    let Some(catalog) = opening.tables() else { return Err(opening.into_faults()) };
    let Some(edition) = opening.edition(&catalog) else {
        return Err(opening.into_faults());
    };
    let catalog = opening.keep(catalog.read_for(data, opening.house_files(), &edition));
    let made = catalog.map(|catalog| {
        let file = opening.body.clone();
        let seat_names = file.seats.iter().map(|(name, _)| name.clone()).collect();
        let position = file.begins(opening.head.free_table);
        let setup = Setup { seats: file.seats, total: file.total, position };
        (DragonDice::new(catalog, edition, opening.edition_name(), seat_names), setup)
    });
    opening.finish(made, deferred)
}

/// What is on the table and not played as it might be: icons and abilities that no code keeps, and
/// classic abilities where the current ones are played.
fn deferred(game: &DragonDice, state: &crate::position::state::State) -> Vec<String> {
    let mut said = BTreeSet::new();
    let edition = &game.edition;
    if edition.phases == Form::Classic && edition.species_abilities_from == Form::Current {
        for (id, species) in &game.catalog.classic_abilities {
            let there = |force: &crate::position::pieces::Force| {
                !force.of_species(&game.catalog, *species).is_empty()
            };
            if state.roster.forces().iter().any(there) {
                let name = &game.catalog.species(*species).name;
                said.insert(format!(
                    "{name} play by their current abilities, not by the classic {id}: `species_abilities_from: classic` changes that (DD-17.5)"
                ));
            }
        }
    }
    for force in state.roster.forces() {
        for (id, _) in force.kinds() {
            let kind = game.catalog.kind(*id);
            for sai in kind.faces().iter().filter_map(|face| face.sai()) {
                let sai = game.catalog.sai(sai);
                if let Some(why) = &sai.deferred {
                    said.insert(format!("the icon {} is not kept: {why}", sai.name));
                }
            }
            let abilities = kind.species().into_iter();
            for (_, ability) in abilities.flat_map(|species| game.catalog.abilities_of(species)) {
                if let Some(why) = &ability.deferred {
                    said.insert(format!("the ability {} is not kept: {why}", ability.name));
                }
            }
        }
    }
    said.into_iter().collect()
}
