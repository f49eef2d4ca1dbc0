//! Scenario and battlefield files: editions, armies, places, objectives, made into a game.

mod battlefield;
mod force;
mod form;
mod objectives;
mod placing;
mod weapons;

use crate::position::board::Ground;
use crate::position::game::{EaHeresy, Victory};
use crate::position::known_sights::KnownSights;
use crate::position::setup::Begins;
use crate::position::sheets::SideSheet;
use crate::tables::catalog::Catalog;
use crate::tables::catalog::battlefield_rows::{BattlefieldFile, as_scenario};
use crate::tables::edition::Edition;
use crate::words::examples;
use battlefield::{Reader, Rows, check_size};
pub(crate) use form::ScenarioFile;
use std::collections::BTreeSet;
use std::sync::Arc;
use umpire_core::data::{DataError, Document, Files, Source, Spoiled, Tree, read_mended};
use umpire_core::host::Loaded;
use umpire_core::ruleset::{self, FileKind, GameTables, Opening, kind_of};
use umpire_core::table::{Point, gap_between_outlines};

/// Whether a file is a battlefield and not a scenario.
pub(crate) fn is_battlefield(source: &Source) -> bool {
    kind_of(source) == FileKind::Battlefield
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

/// Every fault of a battlefield in a file of its own.
pub(crate) fn check_battlefield(data: &Files, source: &Source) -> Vec<DataError> {
    let catalog = match Catalog::read(data) {
        Ok(catalog) => catalog,
        Err(faults) => return faults,
    };
    let (document, mut faults) = read_mended::<BattlefieldFile>(source);
    let Some(Document { value: file, places }) = document else { return faults };
    let spoiled = Spoiled::by(source, &faults);
    let name = file.edition.as_deref().unwrap_or(Catalog::DEFAULT_EDITION);
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

/// Where more than one of fields was given that exclude each other: which there are, and which stand there.
fn several(fields: &[(&str, bool)]) -> Option<String> {
    let quoted = |given: &dyn Fn(bool) -> bool| {
        let names = fields.iter().filter(|(_, is_given)| given(*is_given));
        names.map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>()
    };
    let given = quoted(&|is_given| is_given);
    let all = quoted(&|_| true).join(", ");
    (given.len() > 1).then(|| format!("expected only one of {all}, found {}", given.join(" and ")))
}

/// Reads the tables and a scenario, or a bare battlefield, on which the usual forces meet.
pub(crate) fn load(data: &Files, source: &Source) -> Result<Loaded<EaHeresy>, Vec<DataError>> {
    let mut opening = Opening::<EaHeresy>::read(data, source)?;
    if let Some(bare) = opening.bare_battlefield() {
        let tree = Tree::parse(bare)?;
        opening.head.edition = tree.word("edition").map(String::from);
        // What it has of strongholds and objectives is what there is.
        (opening.body.urban_assault, opening.body.check_forces) = (false, Some(false));
    }
    let Some(catalog) = opening.tables() else { return Err(opening.into_faults()) };
    let edition = opening.edition(&catalog);
    let field = battlefield_of(&mut opening);
    let assembled = edition.and_then(|edition| assemble(&mut opening, &field, catalog, edition));
    let begins = assembled.as_ref().map(|(_, setup)| setup.begins);
    let file = opening.body.clone();
    opening.finish(assembled, |game, state| {
        let mut warnings = warnings(game, &file);
        if begins == Some(Begins::Free) {
            warnings.extend(examples::greeting(game, state));
        }
        warnings
    })
}

type Assembled = (EaHeresy, crate::position::setup::Setup);

/// The battlefield that a scenario names.
enum Field {
    /// None.
    Open,
    /// This one.
    Read(Box<Document<BattlefieldFile>>, Spoiled),
    /// One that is not there, or is no such file.
    Lost,
}

/// The battlefield that the scenario names.
fn battlefield_of(opening: &mut Opening<EaHeresy>) -> Field {
    let found = match (opening.bare_battlefield(), opening.body.battlefield.clone()) {
        (Some(bare), _) => Some(bare.clone()),
        (None, Some(name)) => opening.file("battlefield", "battlefield", "battlefields", &name),
        (None, None) => return Field::Open,
    };
    let Some(source) = found else { return Field::Lost };
    let (document, faults) = read_mended::<BattlefieldFile>(&source);
    let spoiled = Spoiled::by(&source, &faults);
    opening.told(faults);
    document.map_or(Field::Lost, |document| Field::Read(Box::new(document), spoiled))
}

/// Makes a game of a scenario that was read; every fault that keeps it from being one is told.
fn assemble(
    opening: &mut Opening<EaHeresy>,
    field: &Field,
    catalog: Arc<Catalog>,
    edition: Edition,
) -> Option<Assembled> {
    let file = &opening.body.clone();
    let (places, spoiled) = (&opening.places.clone(), &opening.spoiled().clone());
    let terrain = catalog.terrain_in(&edition);
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
    opening.told(std::mem::take(&mut reader.faults));
    let Some((board, lost)) = board.filter(|_| sized) else {
        // Forces are read all the same, so that their faults are told too.
        opening.told(placing::check_forces(file, places, &catalog, spoiled));
        return None;
    };
    let terrain = reader.terrain;
    let game = EaHeresy {
        victory: file.victory.unwrap_or(Victory::LastStand),
        models: Vec::new(),
        unit_names: Vec::new(),
        sheets: Vec::new(),
        sides: [side(0), side(1)],
        free: opening.head.free_table || matches!(file.begins, Some(form::BeginsRow::Free)),
        edition_name: opening.edition_name(),
        catalog,
        edition,
        terrain,
        board,
        known_sights: KnownSights::default(),
    };
    match placing::place(game, file, &rows, lost) {
        Ok(assembled) => Some(assembled),
        Err(faults) => {
            opening.told(faults);
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

/// What is said aloud before the battle: rules that no code keeps, what shifts the balance.
fn warnings(game: &EaHeresy, file: &ScenarioFile) -> Vec<String> {
    let mut said = BTreeSet::new();
    for model in &game.models {
        for id in std::iter::once(&model.unit).chain(&model.characters) {
            let unit = game.catalog.unit(*id);
            for reason in &unit.deferred {
                let rule = if reason.contains("(EA-") { "" } else { " (EA-14)" };
                said.insert(format!("{}: {reason}{rule}", unit.name));
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
