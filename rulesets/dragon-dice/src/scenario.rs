//! Scenario files: edition, house rules, forces, position; read into a game.

use crate::catalog::Catalog;
use crate::edition::{Edition, EditionFields, check_fields};
use crate::game::DragonDice;
use crate::position::{PositionSetup, SeatSetup, Setup};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use umpire_core::data::{DataError, Document, Files, Places, Source, read};
use umpire_core::edition::Fields;
use umpire_core::host::Loaded;
use umpire_core::ruling::{Refusal, RuleId};

/// The ruleset's name.
pub const NAME: &str = "dragon-dice";
/// The edition that is played where a scenario names none.
pub const DEFAULT_EDITION: &str = "current";
/// Where house rules lie in the data.
const HOUSE_RULES: &str = "dragon-dice/house_rules";

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    #[serde(default)]
    game: Option<String>,
    #[serde(default, rename = "scenario")]
    _name: Option<String>,
    #[serde(default, rename = "says")]
    _says: Option<String>,
    #[serde(default)]
    edition: Option<String>,
    /// Fields of the edition that this scenario changes.
    #[serde(default)]
    fields: EditionFields,
    /// Files of house rules.
    #[serde(default)]
    house_rules: Vec<String>,
    #[serde(default)]
    total: Option<u16>,
    #[serde(deserialize_with = "in_order")]
    seats: Vec<(String, SeatSetup)>,
    #[serde(default)]
    position: Option<PositionSetup>,
}

/// A mapping as a list, in the order in which it is written: seats sit in turn order.
fn in_order<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, SeatSetup)>, D::Error> {
    struct InOrder;
    impl<'de> Visitor<'de> for InOrder {
        type Value = Vec<(String, SeatSetup)>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a mapping from seats to their forces")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut seats = Vec::new();
            while let Some(entry) = map.next_entry()? {
                seats.push(entry);
            }
            Ok(seats)
        }
    }
    from.deserialize_map(InOrder)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HouseRulesFile {
    house_rules: String,
    #[serde(default, rename = "says")]
    _says: Option<String>,
    #[serde(default)]
    fields: EditionFields,
    /// Changes of rows of the tables; read with them.
    #[serde(default, rename = "terrain")]
    _terrain: Option<IgnoredAny>,
    #[serde(default, rename = "minor_terrain")]
    _minor_terrain: Option<IgnoredAny>,
    #[serde(default, rename = "sais")]
    _sais: Option<IgnoredAny>,
    #[serde(default, rename = "spells")]
    _spells: Option<IgnoredAny>,
    #[serde(default, rename = "abilities")]
    _abilities: Option<IgnoredAny>,
    #[serde(default, rename = "breath")]
    _breath: Option<IgnoredAny>,
    #[serde(default, rename = "items")]
    _items: Option<IgnoredAny>,
    #[serde(default, rename = "dragons")]
    _dragons: Option<IgnoredAny>,
    #[serde(default, rename = "species")]
    _species: Option<IgnoredAny>,
}

/// Faults of a scenario's own form, where the tables cannot be read.
pub fn check_form(source: &Source) -> Vec<DataError> {
    read::<ScenarioFile>(source).err().unwrap_or_default()
}

/// Reads the tables and a scenario.
pub fn load(data: &Files, source: &Source) -> Result<Loaded<DragonDice>, Vec<DataError>> {
    let Document { value: file, places } = read::<ScenarioFile>(source)?;
    let house: Vec<Source> =
        file.house_rules.iter().filter_map(|name| house_file(data, name)).collect();
    let catalog = Catalog::read_with(data, &house)?;
    let mut faults = Vec::new();
    if let Some(game) = file.game.as_deref().filter(|game| *game != NAME) {
        faults.push(places.unknown("game", "game", game, [NAME]));
    }
    let mut sources = Files::default();
    sources.insert(source.path.clone(), source.text.clone());
    let (name, edition, house_rules) =
        edition(data, &catalog, &file, &places, &mut sources, &mut faults);
    let (Some(edition), true) = (edition, faults.is_empty()) else {
        faults.sort();
        return Err(faults);
    };
    let seat_names = file.seats.iter().map(|(name, _)| name.clone()).collect();
    let setup = Setup { seats: file.seats, total: file.total, position: file.position };
    let game = DragonDice::new(catalog, edition, name.clone(), seat_names);
    let state = match game.begin(&setup) {
        Ok(state) => state,
        Err(refusals) => {
            let fault = |refusal: &Refusal<crate::rule::Rule>| {
                let problem = format!("{} ({})", refusal.says, refusal.rule.id());
                places.fault(&refusal.place, problem)
            };
            let mut faults: Vec<DataError> = refusals.iter().map(fault).collect();
            faults.sort();
            return Err(faults);
        }
    };
    let warnings = deferred(&game, &state);
    Ok(Loaded {
        game,
        setup,
        edition: name,
        house_rules,
        scenario: source.path.clone(),
        sources,
        warnings,
    })
}

/// A file of house rules, by path or by name.
fn house_file(data: &Files, name: &str) -> Option<Source> {
    let beside = || data.get(&format!("{name}.yaml"));
    data.get(name).or_else(beside).or_else(|| data.get(&format!("{HOUSE_RULES}/{name}.yaml")))
}

/// Whether a file holds house rules and not a scenario.
pub fn is_house_rules(source: &Source) -> bool {
    source.text.lines().any(|line| line.starts_with("house_rules:") && !line.trim().ends_with(':'))
        && !source.text.lines().any(|line| line.starts_with("seats:"))
}

/// Every fault of a file of house rules.
pub fn check_house_rules(data: &Files, source: &Source) -> Vec<DataError> {
    let mut faults = Vec::new();
    match read::<HouseRulesFile>(source) {
        Ok(rules) => check_fields(&rules.value.fields, &mut |field, problem| {
            faults.push(rules.places.fault(&format!("fields.{field}"), problem));
        }),
        Err(found) => faults.extend(found),
    }
    faults
        .extend(Catalog::read_with(data, std::slice::from_ref(source)).err().into_iter().flatten());
    faults.sort();
    faults.dedup();
    faults
}

fn edition(
    data: &Files,
    catalog: &Catalog,
    file: &ScenarioFile,
    places: &Places,
    sources: &mut Files,
    faults: &mut Vec<DataError>,
) -> (String, Option<Edition>, Vec<String>) {
    let name = file.edition.clone().unwrap_or_else(|| DEFAULT_EDITION.to_string());
    let mut edition = catalog.editions.get(&name).cloned();
    if edition.is_none() {
        let known = catalog.editions.keys().map(String::as_str);
        faults.push(places.unknown("edition", "edition", &name, known));
    }
    check_fields(&file.fields, &mut |field, problem| {
        faults.push(places.fault(&format!("fields.{field}"), problem));
    });
    let mut house_rules = Vec::new();
    for (at, path) in file.house_rules.iter().enumerate() {
        let place = format!("house_rules[{at}]");
        let Some(source) = house_file(data, path) else {
            faults.push(places.fault(&place, format!("there is no file `{path}`")));
            continue;
        };
        sources.insert(source.path.clone(), source.text.clone());
        match read::<HouseRulesFile>(&source) {
            Ok(rules) => {
                check_fields(&rules.value.fields, &mut |field, problem| {
                    faults.push(rules.places.fault(&format!("fields.{field}"), problem));
                });
                house_rules.push(rules.value.house_rules);
                if let Some(edition) = &mut edition {
                    rules.value.fields.over(edition);
                }
            }
            Err(found) => faults.extend(found),
        }
    }
    if let Some(edition) = &mut edition {
        file.fields.clone().over(edition);
    }
    (name, edition, house_rules)
}

/// Icons and abilities on the table that no code keeps.
fn deferred(game: &DragonDice, state: &crate::state::State) -> Vec<String> {
    let mut said = BTreeSet::new();
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
