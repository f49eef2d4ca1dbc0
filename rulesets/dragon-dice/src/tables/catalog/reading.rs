//! Reading all tables: first the form of every file, then what one says of another.

use super::abilities::{self, AbilityFile};
use super::breath::BreathFile;
use super::dice_rows::{DragonFile, ItemFile, Maker, UnitFile};
use super::face_names::{self, Vocabulary};
use super::sais::SaiFile;
use super::spells::{self, SpellFile};
use super::terrains::{EighthPower, MinorFile, TerrainFile};
use super::{Breath, BreathTable, Catalog, Kind, Species, What};
use crate::tables::edition::{Edition, EditionFields, Form};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire_core::data::{DataError, Document, Files, Memo, Places, Source};
use umpire_core::dice::Dice;
use umpire_core::edition::{HouseForm, HouseTable};
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{GameTables, Tables};
use umpire_core::schema::FileForm;

/// Where the tables of the game lie.
const FOLDER: &str = "dragon-dice";

/// The most rows of a table whose numbers have eight bits.
const MOST_ROWS: usize = 250;

/// `species.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SpeciesFile {
    species: Vec<Species>,
}

/// Every file of tables, by form alone.
struct Forms {
    species: Document<SpeciesFile>,
    terrains: Document<TerrainFile>,
    minors: Document<MinorFile>,
    sais: Document<SaiFile>,
    spells: Document<SpellFile>,
    abilities: Document<AbilityFile>,
    breath: Document<BreathFile>,
    items: Document<ItemFile>,
    dragons: Document<DragonFile>,
    units: Vec<Document<UnitFile>>,
}

impl GameTables for Catalog {
    type Fields = EditionFields;

    const HOUSE_RULES: HouseForm = HouseForm {
        game: FOLDER,
        tables: &[
            HouseTable { field: "terrain", rows: "terrains" },
            HouseTable { field: "minor_terrain", rows: "minor_terrains" },
            HouseTable { field: "sais", rows: "sais" },
            HouseTable { field: "spells", rows: "spells" },
            HouseTable { field: "abilities", rows: "abilities" },
            HouseTable { field: "breath", rows: "breath" },
            HouseTable { field: "items", rows: "items" },
            HouseTable { field: "dragons", rows: "dragons" },
            HouseTable { field: "species", rows: "species" },
        ],
    };
    const DEFAULT_EDITION: &'static str = "current";

    fn kept() -> &'static Memo<Catalog> {
        static KEPT: Memo<Catalog> = Memo::new();
        &KEPT
    }

    fn read_anew(tables: &mut Tables) -> Option<Catalog> {
        let (rules, editions) = (tables.rules(), tables.editions::<EditionFields>());
        let forms = forms(tables);
        join(forms?, rules?, editions?, tables.faults())
    }

    fn rule_index(&self) -> RuleIndex {
        self.rules_and_rows()
    }

    fn editions(&self) -> &BTreeMap<String, Edition> {
        &self.editions
    }

    fn forms() -> Vec<FileForm> {
        let at = |name: &str| [format!("{FOLDER}/{name}.yaml")];
        let units = [&at("units/*")[..], &at("dragonkin"), &at("eldarim")].concat();
        vec![
            FileForm::of::<UnitFile>("units", "units of a species and their faces", &units),
            FileForm::of::<SpeciesFile>("species", "species and their elements", &at("species")),
            FileForm::of::<ItemFile>("items", "items and their faces", &at("items")),
            FileForm::of::<DragonFile>(
                "dragons",
                "layouts of dragon dice, dragons",
                &at("dragons"),
            ),
            FileForm::of::<TerrainFile>(
                "terrains",
                "lands, eighth faces, terrains",
                &at("terrains"),
            ),
            FileForm::of::<MinorFile>(
                "minor_terrains",
                "minor terrains and their faces",
                &at("minor_terrains"),
            ),
            FileForm::of::<SaiFile>("sais", "special icons and what they do", &at("sais")),
            FileForm::of::<SpellFile>("spells", "spells and what they do", &at("spells")),
            FileForm::of::<AbilityFile>("abilities", "abilities of species", &at("abilities")),
            FileForm::of::<BreathFile>("breath", "breath by element and edition", &at("breath")),
        ]
    }
}

impl Catalog {
    /// What an edition keeps of tables that were read from these files; all games of the edition share it.
    pub fn read_for(
        self: &Arc<Catalog>,
        data: &Files,
        house: &[Source],
        edition: &Edition,
    ) -> Result<Arc<Catalog>, Vec<DataError>> {
        static KEPT: Memo<Catalog> = Memo::new();
        let keeps = (edition.species_abilities_from, edition.spell_costs_from);
        let mut from = house.to_vec();
        from.push(Source::new("edition", format!("{keeps:?}")));
        KEPT.read(data, FOLDER, &from, || Ok(self.kept_to(edition)))
    }
}

fn forms(tables: &mut Tables) -> Option<Forms> {
    let species = tables.file("species", "species");
    let terrains = tables.file("terrains", "terrain");
    let minors = tables.file("minor_terrains", "minor_terrain");
    let sais = tables.file("sais", "sais");
    let spells = tables.file("spells", "spells");
    let abilities = tables.file("abilities", "abilities");
    let breath = tables.file("breath", "breath");
    let items = tables.file("items", "items");
    let dragons = tables.file("dragons", "dragons");
    let others = ["dragonkin", "eldarim"].map(|name| tables.plain(name));
    let units: Option<Vec<_>> = tables.folder("units");
    Some(Forms {
        species: species?,
        terrains: terrains?,
        minors: minors?,
        sais: sais?,
        spells: spells?,
        abilities: abilities?,
        breath: breath?,
        items: items?,
        dragons: dragons?,
        units: others.into_iter().chain(units?.into_iter().map(Some)).collect::<Option<_>>()?,
    })
}

/// One catalog of all tables; `None` where what is missing leaves none to build.
fn join(
    forms: Forms,
    rules: RuleIndex,
    editions: BTreeMap<String, Edition>,
    faults: &mut Vec<DataError>,
) -> Option<Catalog> {
    check_ids(&forms, faults);
    check_rules(&forms, &rules, faults);
    check_declared(&forms.terrains, faults);
    let species = forms.species.value.species;
    let ids: Vec<&str> = species.iter().map(|species| species.id.as_str()).collect();
    let unknown_spells = forms.spells.value.classic_unknown.clone();
    let spells = spells::resolve(forms.spells, &ids, faults);
    let lands: Vec<&str> = forms.terrains.value.lands.iter().map(|land| land.id.as_str()).collect();
    let abilities = abilities::resolve(forms.abilities, &ids, &lands, faults);
    let sais = forms.sais.value.sais;
    let mut maker = Maker {
        species: &species,
        sais: &sais,
        kinds: Vec::new(),
        faults: Vec::new(),
        rows: Vec::new(),
    };
    for units in &forms.units {
        maker.units(units);
    }
    maker.items(&forms.items);
    maker.dragons(&forms.dragons);
    maker.terrains(&forms.terrains);
    maker.minor_terrains(&forms.minors, &forms.terrains);
    faults.append(&mut maker.faults);
    let kinds = in_order(maker.kinds, maker.rows, faults);
    let breath_current = breath_table(&forms.breath, "current", faults);
    let breath_classic = breath_table(&forms.breath, "classic", faults);
    let terrains = forms.terrains.value;
    let minor_faces = forms.minors.value.faces;
    let die = |kind: &Kind| {
        let eighth = match kind.what {
            What::Terrain { eighth, .. } => Some(terrains.eighth_faces[eighth.index()].id.as_str()),
            _ => None,
        };
        face_names::die(kind, &Vocabulary { sais: &sais, minor_faces: &minor_faces, eighth })
    };
    let dice = Dice(kinds.iter().map(die).collect());
    Some(Catalog {
        kinds,
        dice,
        species,
        lands: terrains.lands,
        eighth_faces: terrains.eighth_faces,
        minor_faces,
        sais,
        spells,
        unknown_spells,
        classic_abilities: abilities
            .iter()
            .filter(|one| one.edition == Form::Classic)
            .map(|one| (one.name.clone(), one.species))
            .collect(),
        abilities,
        breath_current: breath_current?,
        breath_classic: breath_classic?,
        editions,
        rules,
    })
}

/// Kinds by id, each id once.
fn in_order(kinds: Vec<Kind>, rows: Vec<DataError>, faults: &mut Vec<DataError>) -> Vec<Kind> {
    let mut by_id: BTreeMap<String, Kind> = BTreeMap::new();
    for (kind, row) in kinds.into_iter().zip(rows) {
        let id = kind.id.clone();
        if id.is_empty() || id.contains(|letter: char| !letter.is_alphanumeric() && letter != '-') {
            faults.push(DataError { problem: "an id is words joined by `-`".into(), ..row });
        } else if by_id.insert(id, kind).is_some() {
            faults.push(row);
        }
    }
    by_id.into_values().collect()
}

fn breath_table(
    document: &Document<BreathFile>,
    edition: &str,
    faults: &mut Vec<DataError>,
) -> Option<BreathTable> {
    let file = &document.value;
    let rows: &[Breath] = if edition == "current" { &file.current } else { &file.classic };
    let table = BreathTable::new(rows);
    if table.is_none() {
        let problem = "expected one breath of each element and one of ivory";
        faults.push(document.places.fault(edition, problem));
    }
    table
}

/// Ids stand once in each table, and tables are not too long.
fn check_ids(forms: &Forms, faults: &mut Vec<DataError>) {
    let terrains = &forms.terrains.value;
    let places = &forms.terrains.places;
    let species = forms.species.value.species.iter().map(|row| row.id.as_str());
    once(species, "species", &forms.species.places, faults);
    once(terrains.lands.iter().map(|row| row.id.as_str()), "lands", places, faults);
    once(terrains.eighth_faces.iter().map(|row| row.id.as_str()), "eighth_faces", places, faults);
    let minor = forms.minors.value.faces.iter().map(|row| row.id.as_str());
    once(minor, "faces", &forms.minors.places, faults);
    let sais = forms.sais.value.sais.iter().map(|row| row.id.as_str());
    once(sais, "sais", &forms.sais.places, faults);
    once(forms.spells.value.ids(), "spells", &forms.spells.places, faults);
    once(forms.abilities.value.ids(), "abilities", &forms.abilities.places, faults);
}

fn once<'a>(
    ids: impl Iterator<Item = &'a str>,
    list: &str,
    places: &Places,
    faults: &mut Vec<DataError>,
) {
    let mut seen = BTreeMap::new();
    for (at, id) in ids.enumerate() {
        if seen.insert(id, at).is_some() {
            faults.push(places.fault(&format!("{list}[{at}].id"), format!("`{id}` stands twice")));
        }
        if at == MOST_ROWS {
            faults.push(places.fault(list, format!("expected at most {MOST_ROWS} rows")));
        }
    }
}

/// Rules that rows name stand in the index.
fn check_rules(forms: &Forms, rules: &RuleIndex, faults: &mut Vec<DataError>) {
    let mut check = |rule: &str, field: String, places: &Places| {
        if rules.get(rule).is_none() {
            let known = rules.rules.iter().map(|rule| rule.id.as_str());
            faults.push(places.unknown(&field, "rule", rule, known));
        }
    };
    for (at, face) in forms.terrains.value.eighth_faces.iter().enumerate() {
        for (edition, effects) in [("current", &face.current), ("classic", &face.classic)] {
            for (number, effect) in effects.iter().enumerate() {
                let field = format!("eighth_faces[{at}].{edition}[{number}].rule");
                check(&effect.rule, field, &forms.terrains.places);
            }
        }
    }
    for (at, face) in forms.minors.value.faces.iter().enumerate() {
        check(&face.rule, format!("faces[{at}].rule"), &forms.minors.places);
    }
    let breath = &forms.breath.value;
    for (edition, rows) in [("current", &breath.current), ("classic", &breath.classic)] {
        for (at, row) in rows.iter().enumerate() {
            check(&row.rule, format!("{edition}[{at}].rule"), &forms.breath.places);
        }
    }
}

/// Faces that may be declared stand in the table, and declare nothing further.
fn check_declared(document: &Document<TerrainFile>, faults: &mut Vec<DataError>) {
    let faces = &document.value.eighth_faces;
    let declares = |power: &EighthPower| matches!(power, EighthPower::DeclaredAs { .. });
    let plain = faces.iter().filter(|face| {
        face.current.iter().chain(&face.classic).all(|effect| !declares(&effect.does))
    });
    let plain: Vec<&str> = plain.map(|face| face.id.as_str()).collect();
    for (at, face) in faces.iter().enumerate() {
        for (edition, effects) in [("current", &face.current), ("classic", &face.classic)] {
            for (number, effect) in effects.iter().enumerate() {
                let EighthPower::DeclaredAs { any_of } = &effect.does else { continue };
                for (which, name) in any_of.iter().enumerate() {
                    if !plain.contains(&name.as_str()) {
                        let field = format!(
                            "eighth_faces[{at}].{edition}[{number}].does.declared_as.any_of[{which}]"
                        );
                        let known = plain.iter().copied();
                        faults.push(document.places.unknown(&field, "eighth face", name, known));
                    }
                }
            }
        }
    }
}
