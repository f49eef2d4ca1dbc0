//! Reading all tables: first the form of every file, then what one says of another.

use super::army_rows::{self, ArmyFile};
use super::base_rows::{self, BaseFile};
use super::battlefield_rows::battlefield_form;
use super::special_rows::{self, SpecialFile};
use super::terrain_rows::{self, TerrainFile};
use super::unit_rows::{self, UnitFile};
use super::weapon_rows::{self, WeaponFile};
use super::{ActionRow, BarrageRow, Catalog, ResultRow, Terrain};
use crate::tables::edition::{Edition, EditionFields};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Document, Files, Memo};
use umpire_core::dice::{Dice, Die};
use umpire_core::edition::{HouseForm, HouseTable};
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{GameTables, Tables};
use umpire_core::schema::FileForm;

/// Where the tables of the game lie.
pub(super) const FOLDER: &str = "ea-heresy";

/// `actions.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ActionFile {
    actions: Vec<ActionRow>,
}

/// `barrage.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BarrageFile {
    barrage: Vec<BarrageRow>,
}

/// `results.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResultFile {
    results: BTreeMap<String, Vec<ResultRow>>,
}

/// Every file of tables, by form alone.
struct Forms {
    actions: Document<ActionFile>,
    barrage: Document<BarrageFile>,
    results: Document<ResultFile>,
    bases: Document<BaseFile>,
    specials: Document<SpecialFile>,
    terrain: Vec<Document<TerrainFile>>,
    units: Vec<Document<UnitFile>>,
    weapons: Vec<Document<WeaponFile>>,
    armies: Vec<Document<ArmyFile>>,
}

impl GameTables for Catalog {
    type Fields = EditionFields;

    const HOUSE_RULES: HouseForm = HouseForm {
        game: FOLDER,
        tables: &[
            HouseTable { field: "terrain", rows: "terrain" },
            HouseTable { field: "fortifications", rows: "fortifications" },
            HouseTable { field: "special_rules", rows: "special_rules" },
            HouseTable { field: "actions", rows: "actions" },
            HouseTable { field: "barrage", rows: "barrage" },
            HouseTable { field: "results", rows: "results" },
            HouseTable { field: "bases", rows: "bases" },
        ],
    };
    const DEFAULT_EDITION: &'static str = "seed-2025-06";

    fn kept() -> &'static Memo<Catalog> {
        static KEPT: Memo<Catalog> = Memo::new();
        &KEPT
    }

    fn read_anew(tables: &mut Tables) -> Option<Catalog> {
        let (rules, editions) = (tables.rules(), tables.editions::<EditionFields>());
        let forms = forms(tables);
        let catalog = join(&forms?, rules?, editions?, tables.faults());
        check_editions(tables.data(), &catalog, tables.faults());
        Some(catalog)
    }

    fn rule_index(&self) -> RuleIndex {
        self.rules_and_rows()
    }

    fn editions(&self) -> &BTreeMap<String, Edition> {
        &self.editions
    }

    fn forms() -> Vec<FileForm> {
        let at = |name: &str| format!("{FOLDER}/{name}.yaml");
        let tables = ["terrain", "terrain_netea", "terrain_ragnarok", "fortifications"].map(at);
        let specials = "special rules of units and weapons";
        vec![
            battlefield_form(),
            FileForm::of::<UnitFile>("units", "units and their weapons", &[at("units/*")]),
            FileForm::of::<WeaponFile>("weapons", "weapons and their modes", &[at("weapons/*")]),
            FileForm::of::<ArmyFile>(
                "armies",
                "what formations of an army hold",
                &[at("armies/*")],
            ),
            FileForm::of::<TerrainFile>("terrain", "ground and fortifications", &tables),
            FileForm::of::<SpecialFile>("special_rules", specials, &[at("special_rules")]),
            FileForm::of::<ActionFile>(
                "actions",
                "what formations may be ordered",
                &[at("actions")],
            ),
            FileForm::of::<BarrageFile>("barrage", "what barrages hit", &[at("barrage")]),
            FileForm::of::<ResultFile>(
                "results",
                "how battles are called by their score",
                &[at("results")],
            ),
            FileForm::of::<BaseFile>("bases", "the usual bases of units", &[at("bases")]),
        ]
    }
}

fn forms(tables: &mut Tables) -> Option<Forms> {
    let (actions, barrage) = (named(tables, "actions"), named(tables, "barrage"));
    let (results, bases) = (named(tables, "results"), named(tables, "bases"));
    let specials = named(tables, "special_rules");
    let terrain = ["terrain", "terrain_netea", "terrain_ragnarok", "fortifications"];
    let terrain: Vec<_> = terrain.into_iter().map(|table| named(tables, table)).collect();
    let (units, weapons) = (tables.folder("units"), tables.folder("weapons"));
    let armies = tables.folder("armies");
    Some(Forms {
        actions: actions?,
        barrage: barrage?,
        results: results?,
        bases: bases?,
        specials: specials?,
        terrain: terrain.into_iter().collect::<Option<_>>()?,
        units: units?,
        weapons: weapons?,
        armies: armies?,
    })
}

/// A table, which house rules change under its own name.
fn named<T: DeserializeOwned>(tables: &mut Tables, name: &str) -> Option<Document<T>> {
    tables.file(name, name)
}

/// One catalog of all tables.
fn join(
    forms: &Forms,
    rules: RuleIndex,
    editions: BTreeMap<String, Edition>,
    faults: &mut Vec<DataError>,
) -> Catalog {
    check_actions(&forms.actions, &rules, faults);
    check_barrage(&forms.barrage, faults);
    let bases = base_rows::resolve(&forms.bases, faults);
    let specials = special_rows::resolve(&forms.specials, faults);
    let terrain = terrain_rows::resolve(&forms.terrain, &specials, faults);
    let mut notes = Vec::new();
    let mut weapons = Vec::new();
    for document in &forms.weapons {
        weapon_rows::resolve(document, &specials, &mut weapons, faults, &mut notes);
    }
    let mut units = unit_rows::Maker {
        specials: &specials,
        weapons: &weapons,
        bases: &bases,
        units: Vec::new(),
        faults: Vec::new(),
        notes: Vec::new(),
    };
    for document in &forms.units {
        units.add(document);
    }
    faults.append(&mut units.faults);
    notes.append(&mut units.notes);
    let units = units.units;
    let mut armies = army_rows::Maker {
        specials: &specials,
        units: &units,
        unit_files: &forms.units,
        armies: Vec::new(),
        detachments: Vec::new(),
        faults: Vec::new(),
        notes: Vec::new(),
    };
    armies.add(&forms.armies);
    faults.append(&mut armies.faults);
    notes.append(&mut armies.notes);
    let (armies, detachments) = (armies.armies, armies.detachments);
    notes.sort();
    Catalog {
        dice: Dice(vec![Die::numbered("d6", 6)]),
        units,
        weapons,
        terrain,
        specials,
        armies,
        detachments,
        actions: forms.actions.value.actions.clone(),
        barrage: forms.barrage.value.barrage.clone(),
        results: forms.results.value.results.clone(),
        editions,
        rules,
        notes,
    }
}

/// Actions stand once each, and their rules stand in the index.
fn check_actions(document: &Document<ActionFile>, rules: &RuleIndex, faults: &mut Vec<DataError>) {
    let (rows, places) = (&document.value.actions, &document.places);
    for (at, row) in rows.iter().enumerate() {
        if rows[..at].iter().any(|other| other.id == row.id) {
            let problem = format!("`{}` stands twice", row.id);
            faults.push(places.fault(&format!("actions[{at}].id"), problem));
        }
        if rules.get(&row.rule).is_none() {
            let known = rules.rules.iter().map(|rule| rule.id.as_str());
            let field = format!("actions[{at}].rule");
            faults.push(places.unknown(&field, "rule", &row.rule, known));
        }
    }
}

/// The rows of the barrage table follow one another without a gap.
fn check_barrage(document: &Document<BarrageFile>, faults: &mut Vec<DataError>) {
    let mut next = 1;
    for (at, row) in document.value.barrage.iter().enumerate() {
        if row.from != next || row.to < row.from {
            let problem = format!("expected a row that starts at {next} barrage points");
            faults.push(document.places.fault(&format!("barrage[{at}].from"), problem));
        }
        next = row.to.saturating_add(1);
    }
}

/// Cells that editions change stand in the table they use.
fn check_editions(data: &Files, catalog: &Catalog, faults: &mut Vec<DataError>) {
    for (name, edition) in &catalog.editions {
        let own = |row: &&Terrain| row.table == edition.terrain_table;
        let changed = edition.terrain_changes.iter().map(|change| &change.terrain);
        for key in changed.chain(&edition.terrain_unlisted) {
            if !catalog.terrain.iter().filter(own).any(|row| row.key == *key) {
                let problem = format!("`{name}` names the terrain `{key}`, which its table lacks");
                let file = format!("{FOLDER}/editions/{name}.yaml");
                faults.push(at_word(data, file, key, problem));
            }
        }
    }
}

/// A fault at the first word of its kind in a file: editions are read without their places.
fn at_word(data: &Files, file: String, word: &str, problem: String) -> DataError {
    let whole = DataError::of_file(file, problem);
    let Some(source) = data.get(&whole.file) else { return whole };
    let mut lines = source.text.lines().enumerate();
    let Some((at, line)) = lines.find(|(_, line)| line.contains(word)) else { return whole };
    let caret = line.find(word).map_or(0, |byte| line[..byte].chars().count());
    DataError {
        line: at + 1,
        column: caret + 1,
        line_text: line.to_string(),
        caret,
        width: word.chars().count(),
        ..whole
    }
}
