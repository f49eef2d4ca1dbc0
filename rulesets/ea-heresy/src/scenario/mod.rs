//! Scenario and battlefield files: editions, armies, places, objectives, made into a game.

mod battlefield;
#[doc(hidden)]
pub mod called;
mod force;
mod form;
mod objectives;
mod placing;

use crate::board::Ground;
use crate::catalog::{Catalog, DetachmentId, SpecialId, Traits};
use crate::edition::{Edition, EditionFields};
use crate::game::{EaHeresy, Victory};
use crate::known_sights::KnownSights;
use crate::position;
use crate::position::Begins;
use crate::rule::Rule;
use crate::state::FormationNo;
use crate::words::examples;
use battlefield::{Reader, Rows, check_size};
use form::{BattlefieldFile, Half, ScenarioFile};
use std::collections::BTreeSet;
use std::sync::Arc;
use umpire_core::data::{
    DataError, Document, Files, Places, Source, Spoiled, Tree, Written, read, read_mended,
};
use umpire_core::edition::{self, HouseForm, HouseTable, Wanted};
use umpire_core::host::Loaded;
use umpire_core::ruleset::{self, FileKind, kind_of};
use umpire_core::ruling::Refusal;
use umpire_core::schema::FileForm;
use umpire_core::table::{Point, gap_between_outlines};

/// The ruleset's name.
pub(crate) const NAME: &str = "ea-heresy";
/// The edition that is played where a scenario names none.
pub(crate) const DEFAULT_EDITION: &str = "seed-2025-06";
/// What house rules may say.
pub(crate) const HOUSE_RULES: HouseForm = HouseForm {
    game: "ea-heresy",
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
/// Where battlefields lie in the data.
const BATTLEFIELDS: &str = "ea-heresy/battlefields";

/// What a formation is and is called; nothing of it changes in a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct FormationSheet {
    /// What it is called.
    pub name: String,
    /// Initiative n+.
    pub initiative: u8,
    /// The formation of an army list that it is, if one.
    pub detachment: Option<DetachmentId>,
    /// What it costs: formation, upgrade, titan and ally points added up, or points.
    pub cost: u16,
    /// Special rules of its army and of its section of the list.
    pub army_rules: Vec<SpecialId>,
    /// Those of them that its units then have.
    pub traits: Traits,
    /// Whether it may start on the table beside an objective (EA-13.6).
    pub garrison: bool,
}

/// What a side is and is called.
#[derive(Debug, Clone, PartialEq)]
pub struct SideSheet {
    /// What it is called.
    pub name: String,
    /// Its strategy rating.
    pub strategy: u8,
    /// Titan points spent.
    pub titan_points: u8,
    /// Ally points spent.
    pub ally_points: u8,
    /// Its half of the table: 0 for the near one, 1 for the far one.
    pub half: u8,
    /// Formations whose loss breaks its spirit, whatever the other side chooses (EA-13.5).
    pub spirit: Vec<FormationNo>,
    /// Those that cost most, where several do: the other side chooses one of them too (EA-13.5).
    pub equal: Vec<FormationNo>,
}

/// Whether a file is a battlefield and not a scenario.
pub(crate) fn is_battlefield(source: &Source) -> bool {
    kind_of(source) == FileKind::Battlefield
}

/// What scenarios, battlefields and house rules look like.
pub(crate) fn file_forms() -> Vec<FileForm> {
    let at = |folder: &str| [format!("{NAME}/{folder}/*.yaml")];
    let battlefield = "a table with its ground and objectives";
    let scenario = "who fights, where and with what";
    vec![
        FileForm::of::<ScenarioFile>("scenario", scenario, &at("scenarios")),
        FileForm::of::<BattlefieldFile>("battlefield", battlefield, &at("battlefields")),
        FileForm::house_rules::<EditionFields>(HOUSE_RULES),
    ]
}

/// Whether a file has fields that no other game's files have.
pub(crate) fn is_own(source: &Source) -> bool {
    Tree::parse(source)
        .is_ok_and(|tree| tree.fields().any(|field| ["pieces", "size", "sides"].contains(&field)))
}

/// What lies beside a bare battlefield, to be put down: some units of each kind for both sides.
const UNITS_AT_HAND: &str = "free_table: true
sides:
  A:
    army: training
    formations:
      - {name: reds, units: {infantry: 4}, initiative: 1}
      - {name: panzers, units: {tank: 2}, initiative: 1}
      - {name: hovers, units: {grav_tank: 2}, initiative: 1}
      - {name: colossus, units: {titan: 1}, initiative: 1}
  B:
    army: training
    formations:
      - {name: blues, units: {infantry: 4}, initiative: 1}
      - {name: lancers, units: {tank: 2}, initiative: 1}
      - {name: gliders, units: {grav_tank: 2}, initiative: 1}
      - {name: giant, units: {titan: 1}, initiative: 1}
";

/// A scenario as a table without turns; beside a bare battlefield lie some units of both sides.
pub(crate) fn at_free_table(source: &Source) -> Source {
    if !is_battlefield(source) {
        return ruleset::at_free_table(source, "");
    }
    let mut text = as_scenario(source);
    text.push_str(UNITS_AT_HAND);
    Source::new(&source.path, text)
}

/// The text of a battlefield as the beginning of a scenario, to which more fields are added. Its lines stay where they
/// are, so that faults are told there, unless it is written in braces.
pub(crate) fn as_scenario(battlefield: &Source) -> String {
    let is_name = |line: &str| line.starts_with("battlefield:");
    if battlefield.text.lines().any(is_name) {
        let lines = battlefield.text.lines().map(|line| match line.strip_prefix("battlefield:") {
            Some(name) => format!("scenario:{name}\n"),
            None => format!("{line}\n"),
        });
        return lines.collect();
    }
    let Ok(tree) = Tree::parse(battlefield) else { return battlefield.text.to_string() };
    let Written::Row(fields) = tree.written() else { return battlefield.text.to_string() };
    let line = |(name, value): (String, Written)| {
        let name = if name == "battlefield" { "scenario" } else { &name };
        format!("{name}: {value}\n")
    };
    fields.into_iter().map(line).collect()
}

/// Faults of a scenario's own form, where the tables cannot be read.
pub(crate) fn check_form(source: &Source) -> Vec<DataError> {
    read::<ScenarioFile>(source).err().unwrap_or_default()
}

/// Every fault of a battlefield in a file of its own.
pub(crate) fn check_battlefield(data: &Files, source: &Source) -> Vec<DataError> {
    let catalog = match Catalog::read(data) {
        Ok(catalog) => catalog,
        Err(faults) => return faults,
    };
    let (document, mut faults) = read_mended::<BattlefieldFile>(source);
    let Some(Document { value: file, places }) = document else { return faults };
    let spoiled = Spoiled::by(source, &faults);
    let name = file.edition.as_deref().unwrap_or(DEFAULT_EDITION);
    let Some(edition) = catalog.editions.get(name) else {
        let known = catalog.editions.keys().map(String::as_str);
        faults.push(places.unknown("edition", "edition", name, known));
        return faults;
    };
    let terrain = catalog.terrain_in(edition);
    let mut reader = Reader { catalog: &catalog, edition, terrain, faults: Vec::new() };
    let size = file.size.map_or_else(|| board_size(edition), |spot| spot.0);
    let size = check_size(size, &places, &mut reader.faults);
    let sized = reader.faults.is_empty() && !spoiled.has("size");
    let (pieces, objectives) = (&file.pieces, &file.objectives);
    let rows = Rows { pieces, objectives, places: &places, spoiled: &spoiled };
    let board = reader.board(&file.battlefield, size, &[rows]);
    let mut found = reader.faults;
    if let Some((board, _)) = board.filter(|_| sized) {
        objectives::check_objectives(&reader.terrain, &board, &[rows], false, &mut found);
    }
    faults.extend(spoiled.without(found));
    faults.sort();
    faults.dedup();
    faults
}

fn board_size(edition: &Edition) -> Point {
    Point::new(edition.board_long, edition.board_wide)
}

/// Reads the tables and a scenario, or a bare battlefield, on which nobody stands.
pub(crate) fn load(data: &Files, source: &Source) -> Result<Loaded<EaHeresy>, Vec<DataError>> {
    if is_battlefield(source) {
        let faults = check_battlefield(data, source);
        return if faults.is_empty() { load(data, &at_free_table(source)) } else { Err(faults) };
    }
    let (document, mut faults) = read_mended::<ScenarioFile>(source);
    let is_whole = |fault: &DataError| fault.field.is_empty();
    let Some(Document { value: file, places }) = document else { return Err(faults) };
    if faults.iter().any(is_whole) {
        return Err(faults); // It is no scenario, or lacks what everything else goes by.
    }
    let house = HOUSE_RULES.files(data, &file.house_rules);
    let catalog = match Catalog::read_with(data, &house) {
        Ok(catalog) => catalog,
        Err(found) => {
            faults.extend(found);
            return Err(faults);
        }
    };
    let spoiled = Spoiled::by(source, &faults);
    let mut sources = Files::default();
    sources.insert(source.path.clone(), source.text.clone());
    let mut found = Vec::new();
    let mut loading = Loading { data, file: &file, places: &places, faults: &mut found };
    let edition = loading.edition(&catalog, &mut sources);
    let field = loading.battlefield(&mut sources);
    let assembled = edition.and_then(|(name, edition, house_rules)| {
        let terrain = catalog.terrain_in(&edition);
        let scenario = Read { value: &file, places: &places, spoiled: &spoiled };
        let tables = (catalog, edition, &name[..], terrain);
        let (game, setup) = assemble(scenario, &field, tables, &mut found)?;
        Some((game, setup, name, house_rules))
    });
    faults.extend(spoiled.without(found));
    faults.sort();
    faults.dedup();
    let (game, setup, name, house_rules) = match assembled {
        Some(assembled) if faults.is_empty() => assembled,
        _ => return Err(faults),
    };
    let begun = position::begin(&game, &setup);
    if let Err(refusals) = &begun {
        let fault = |refusal: &Refusal<Rule>| places.fault("sides", refusal.says.clone());
        return Err(refusals.iter().map(fault).collect());
    }
    let mut warnings = warnings(&game, &file);
    if let (Ok(state), Begins::Free) = (&begun, setup.begins) {
        warnings.extend(examples::greeting(&game, state));
    }
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

type Tables<'a> = (Arc<Catalog>, Edition, &'a str, Vec<crate::catalog::Terrain>);
type Assembled = (EaHeresy, crate::position::Setup);

/// A file as it was read, and which of its rows do not count.
#[derive(Clone, Copy)]
struct Read<'a, T> {
    value: &'a T,
    places: &'a Places,
    spoiled: &'a Spoiled,
}

/// The battlefield that a scenario names.
enum Field {
    /// None.
    Open,
    /// This one.
    Read(Box<Document<BattlefieldFile>>, Spoiled),
    /// One that is not there, or is no such file.
    Lost,
}

/// Makes a game of a scenario that was read; every fault that keeps it from being one is told.
fn assemble(
    Read { value: file, places, spoiled }: Read<ScenarioFile>,
    field: &Field,
    (catalog, edition, name, terrain): Tables,
    faults: &mut Vec<DataError>,
) -> Option<Assembled> {
    let mut reader = Reader { catalog: &catalog, edition: &edition, terrain, faults: Vec::new() };
    let mut rows = Vec::new();
    let mut size = board_size(&edition);
    let mut called = String::from("table");
    if let Field::Read(document, spoiled) = field {
        let (value, places) = (&document.value, &document.places);
        let (pieces, objectives) = (&value.pieces, &value.objectives);
        rows.push(Rows { pieces, objectives, places, spoiled });
        called.clone_from(&value.battlefield);
        if let Some(given) = value.size {
            size = check_size(given.0, places, &mut reader.faults);
        }
    }
    let (pieces, objectives) = (&file.pieces, &file.objectives);
    rows.push(Rows { pieces, objectives, places, spoiled });
    if let Some(given) = file.size {
        size = check_size(given.0, places, &mut reader.faults);
    }
    let sized = reader.faults.is_empty() && !spoiled.has("size") && !matches!(field, Field::Lost);
    let board = reader.board(&called, size, &rows);
    faults.append(&mut reader.faults);
    let Some((board, lost)) = board.filter(|_| sized) else {
        // Forces are read all the same, so that their faults are told too.
        faults.extend(placing::check_forces(file, places, &catalog, spoiled));
        return None;
    };
    let terrain = reader.terrain;
    let game = EaHeresy {
        victory: file.victory.unwrap_or(Victory::LastStand),
        models: Vec::new(),
        unit_names: Vec::new(),
        sheets: Vec::new(),
        sides: [side(0), side(1)],
        free: file.free_table || matches!(file.begins, Some(form::BeginsRow::Free)),
        edition_name: name.to_string(),
        catalog,
        edition,
        terrain,
        board,
        known_sights: KnownSights::default(),
    };
    match placing::place(game, file, &rows, lost) {
        Ok(assembled) => Some(assembled),
        Err(found) => {
            faults.extend(found);
            None
        }
    }
}

fn side(half: u8) -> SideSheet {
    SideSheet {
        name: String::new(),
        strategy: 0,
        titan_points: 0,
        ally_points: 0,
        half,
        spirit: Vec::new(),
        equal: Vec::new(),
    }
}

/// The files that a scenario names.
struct Loading<'a> {
    data: &'a Files,
    file: &'a ScenarioFile,
    places: &'a Places,
    faults: &'a mut Vec<DataError>,
}

impl Loading<'_> {
    /// The edition with house rules and the scenario's own fields laid over it.
    fn edition(
        &mut self,
        catalog: &Catalog,
        sources: &mut Files,
    ) -> Option<(String, Edition, Vec<String>)> {
        let (file, places) = (self.file, self.places);
        if let Some(game) = file.game.as_deref().filter(|game| *game != NAME) {
            self.faults.push(places.unknown("game", "game", game, [NAME]));
        }
        let name = file.edition.clone().unwrap_or_else(|| DEFAULT_EDITION.to_string());
        let wanted = Wanted {
            edition: &name,
            fields: &file.fields,
            house_rules: &file.house_rules,
            form: HOUSE_RULES,
        };
        let (edition, house_rules) =
            edition::choose(self.data, &catalog.editions, &wanted, (places, sources), self.faults);
        let edition = edition?;
        Some((name, edition, house_rules))
    }

    /// The battlefield that the scenario names.
    fn battlefield(&mut self, sources: &mut Files) -> Field {
        let Some(name) = self.file.battlefield.as_deref() else { return Field::Open };
        let data = self.data;
        let beside = || data.get(&format!("{name}.yaml"));
        let stored = || data.get(&format!("{BATTLEFIELDS}/{name}.yaml"));
        let Some(source) = data.get(name).or_else(beside).or_else(stored) else {
            let folder = format!("{BATTLEFIELDS}/");
            let known: Vec<String> = data
                .under(BATTLEFIELDS)
                .filter_map(|source| {
                    Some(source.path.strip_prefix(&folder)?.trim_end_matches(".yaml").to_string())
                })
                .collect();
            let known = known.iter().map(String::as_str);
            self.faults.push(self.places.unknown("battlefield", "battlefield", name, known));
            return Field::Lost;
        };
        sources.insert(source.path.clone(), source.text.clone());
        let (document, found) = read_mended::<BattlefieldFile>(&source);
        let spoiled = Spoiled::by(&source, &found);
        self.faults.extend(found);
        document.map_or(Field::Lost, |document| Field::Read(Box::new(document), spoiled))
    }
}

/// What is said aloud before the battle: rules that no code keeps, what shifts the balance.
fn warnings(game: &EaHeresy, file: &ScenarioFile) -> Vec<String> {
    let mut said = BTreeSet::new();
    for model in &game.models {
        for id in std::iter::once(&model.unit).chain(&model.characters) {
            let unit = game.catalog.unit(*id);
            for rule in &unit.deferred {
                said.insert(format!("{}: the special rule {rule} is not kept (EA-14)", unit.name));
            }
            if unit.kind.is_aircraft() {
                said.insert(format!("{}: missions of aircraft are not kept (EA-12)", unit.name));
            }
        }
    }
    for sheet in &game.sheets {
        for words in sheet.detachment.iter().flat_map(|id| &game.catalog.detachment(*id).deferred) {
            said.insert(format!("{}: {words}", sheet.name));
        }
        for special in sheet.army_rules.iter().map(|id| game.catalog.special(*id)) {
            if let Some(why) = &special.deferred {
                let (name, rule) = (&sheet.name, &special.name);
                said.insert(format!("{name}: the special rule {rule} is not kept: {why} (EA-14)"));
            }
        }
    }
    for piece in &game.board.pieces {
        let row = &game.terrain[piece.terrain.index()];
        if let Some(why) = &row.deferred {
            said.insert(format!("the terrain {} is not kept in full: {why}", row.name));
        }
    }
    let row_of = |piece: &Ground| &game.terrain[piece.terrain.index()];
    for road in game.board.pieces.iter().filter(|piece| row_of(piece).road) {
        let walled = game.board.pieces.iter().filter(|piece| row_of(piece).stronghold.is_some());
        for walls in walled.filter(|it| gap_between_outlines(&it.outline, &road.outline) == 0) {
            let (road, walls) = (&road.name, &walls.name);
            said.insert(format!(
                "`{road}` runs into the walls of `{walls}`, and ends there (EA-6.3.4)"
            ));
        }
    }
    let strongholds = |half: u8| {
        let in_half = game.board.pieces.iter().filter(|piece| {
            let middle = piece.outline.bounds().middle();
            game.terrain[piece.terrain.index()].stronghold.is_some()
                && game.board.half_of(middle) == half
        });
        in_half.count()
    };
    let (near, far) = (strongholds(0), strongholds(1));
    if file.urban_assault && (near == 0 || far == 0) {
        said.insert(
            "one half has no stronghold, which shifts the balance (EA-6.1.2, EA-13.3)".to_string(),
        );
    }
    if game.victory == Victory::FireTheBeacons && !file.urban_assault && near + far == 0 {
        said.insert("a game without strongholds shifts the balance (EA-6.1.2)".to_string());
    }
    said.into_iter().collect()
}

impl Half {
    /// 0 for the near one, 1 for the far one.
    fn number(self) -> u8 {
        match self {
            Half::Near => 0,
            Half::Far => 1,
        }
    }
}
