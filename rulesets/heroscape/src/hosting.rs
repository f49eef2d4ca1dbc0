//! `Hosting`: checking data, maps read, written and counted, battlefields surveyed.

use crate::position::game::HeroScape;
use crate::scenario::{self, ScenarioFile};
use crate::tables::battlefield::{self, Battlefield, Known, Pieces};
use crate::tables::boxes::Boxes;
use crate::tables::catalog::Catalog;
use crate::words::entries::{card_entries, terrain_entries};
use crate::words::exchange::{self};
use crate::words::{drawing, map_editor, virtualscape};
use serde::de::IgnoredAny;
use std::sync::Arc;
use umpire_core::data::{Change, DataError, Files, Source, read};
use umpire_core::hex::HEX_WIDTH;
use umpire_core::host::{
    CardEntry, Exported, Held, HeldAt, Holdable, Hosting, Parts, Recipe, Sheet, Sketch, Stroke,
    Survey, TerrainEntry, check_file_by_kind, check_tables_and_files,
};
use umpire_core::odds::Budget;
use umpire_core::ruleset::GameTables;
use umpire_core::scene::Scene;

/// After so many rounds points are counted, where armies were picked for a battlefield.
const MUSTERED_ROUNDS: u8 = 12;

impl Hosting for HeroScape {
    type Tables = Catalog;
    type Body = ScenarioFile;

    fn check_data(data: &Files) -> Vec<DataError> {
        let mut faults = check_tables_and_files::<Self>(data);
        let Ok(catalog) = Catalog::read(data) else { return faults };
        check_rules_of_rows(data, &catalog, &mut faults);
        if let (Ok(pieces), Some(sets)) = (Pieces::of_tables(data), data.get(SETS)) {
            faults.extend(Boxes::from_source(&sets, &pieces).err().into_iter().flatten());
        }
        faults.sort();
        faults.dedup();
        faults
    }

    fn check_battlefield(data: &Files, file: &Source) -> Vec<DataError> {
        let (catalog, pieces) = match (Catalog::read(data), Pieces::of_tables(data)) {
            (Ok(catalog), Ok(pieces)) => (catalog, pieces),
            (Err(faults), _) | (_, Err(faults)) => return faults,
        };
        let known = Known::of_tables(&catalog, pieces);
        let built = battlefield::from_source(file, &known).and_then(|(field, places)| {
            let glyph = |id: &str| catalog.glyph_named(id);
            crate::position::ground::Ground::build(
                &field,
                &catalog.terrain,
                &known.pieces,
                &glyph,
                &places,
            )
        });
        built.err().unwrap_or_default()
    }

    fn check_file(data: &Files, file: &Source) -> Vec<DataError> {
        match scenario::is_cards(file) {
            true => scenario::check_cards(data, file),
            false => check_file_by_kind::<Self>(data, file),
        }
    }

    const AT_HAND: &'static str = "seats:\n  A: {cards: []}\n  B: {cards: []}\n";

    fn terrain(data: &Files, edition: Option<&str>) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        let catalog = Catalog::read(data)?;
        catalog.edition_named(edition)?;
        Ok(terrain_entries(&catalog))
    }

    fn cards(data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        Ok(card_entries(&*Catalog::read(data)?))
    }

    fn sketch(data: &Files, file: &Source, level: Option<i16>, faults: &[DataError]) -> Sketch {
        drawing::sketch(data, file, level, faults)
    }

    fn picture_of_map(data: &Files, file: &Source) -> Option<Scene> {
        drawing::picture(data, file)
    }

    fn stroke(
        data: &Files,
        file: &Source,
        stroke: &Stroke,
    ) -> Result<(Vec<Change>, String), String> {
        drawing::stroke(data, file, stroke)
    }

    fn makes_room(stroke: &Stroke) -> (f32, f32) {
        drawing::makes_room(stroke)
    }

    fn blank_battlefield() -> Option<String> {
        Some(drawing::BLANK.to_string())
    }

    const MUSTER: Option<u32> = Some(400);

    fn mustered(points: u32) -> Option<String> {
        let draft = format!("draft: {{points: {points}, may_pass: true}}");
        Some(format!("round_limit: {MUSTERED_ROUNDS}\n{draft}\nseats:\n  A: {{}}\n  B: {{}}\n"))
    }

    const HELD: &'static [Held] = drawing::HELD;

    fn held_units(catalog: &Catalog) -> Vec<Holdable> {
        drawing::held_units(catalog)
    }

    fn holding(
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String> {
        drawing::holding(data, file, held)
    }

    fn survey(data: &Files, file: &Source, budget: &Budget) -> Result<Survey, String> {
        let table = drawing::typical_table(data, file)?;
        let table = scenario::load(data, &table).map_err(first)?;
        // Where the usual armies cannot be read, there is nobody to place.
        let usual = scenario::load(data, file).ok();
        drawing::survey(&table, usual.as_ref(), budget)
    }

    fn drawn_battlefield(
        data: &Files,
        recipe: &Recipe,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String> {
        drawing::drawn(data, recipe, die)
    }

    fn import_map(data: &Files, name: &str, bytes: &[u8]) -> Result<(String, Vec<String>), String> {
        let catalog = Catalog::read(data).map_err(first)?;
        let pieces = Pieces::of_tables(data).map_err(first)?;
        let read = match map_editor::is_one(bytes) {
            true => map_editor::read(bytes, &pieces),
            false => virtualscape::read(bytes, &pieces).map_err(|fault| fault.to_string()),
        };
        let (mut field, mut report) = read.map_err(|fault| format!("{name}: {fault}"))?;
        if field.name.is_empty() {
            // Who drew it gave it no name: it goes by that of its file.
            field.name = name.trim_end_matches(".hsc").to_string();
        }
        let known = Known::of_tables(&catalog, pieces);
        virtualscape::fit(&mut field, &known, &catalog.terrain, &mut report);
        let written = Source::new(name, battlefield::to_yaml(&field, &known));
        match Self::check_battlefield(data, &written).first() {
            None => Ok((written.text, report.lines())),
            Some(fault) => Err(format!("no battlefield can be made of it: {fault}")),
        }
    }

    fn map_forms() -> &'static [&'static str] {
        &["hsc", "json", "link"]
    }

    fn export_map(data: &Files, field: &Source, form: &str) -> Result<Exported, String> {
        let (_, known, field) = read_battlefield(data, field)?;
        let (bytes, lost) = match form {
            "hsc" => virtualscape::write(&field, &known),
            "json" => map_editor::write(&field, &known),
            "link" => map_editor::write_link(&field, &known),
            _ => return Err(format!("no map is written as `{form}`")),
        };
        Ok(Exported { bytes, lost })
    }

    fn map_parts(data: &Files, field: &Source, own: &[String]) -> Result<Parts, String> {
        let (_, known, field) = read_battlefield(data, field)?;
        let source = data.get(SETS).ok_or_else(|| format!("{SETS}: this file is missing"))?;
        let boxes = Boxes::from_source(&source, &known.pieces).map_err(first)?;
        exchange::parts(&field, &known, &boxes, own)
    }

    fn map_sheets(data: &Files, field: &Source) -> Result<Vec<Sheet>, String> {
        let (catalog, known, field) = read_battlefield(data, field)?;
        Ok(exchange::sheets(&field, &known, |kind| {
            let tile = catalog.terrain.tiles.iter().find(|tile| tile.id == kind);
            tile.map_or_else(|| "#999999".into(), |tile| tile.colour.clone())
        }))
    }

    fn plan_unit() -> Option<f32> {
        Some(HEX_MILLIMETRES / HEX_WIDTH)
    }
}

/// What boxes hold.
const SETS: &str = "heroscape/sets.yaml";

/// From flat side to flat side of a hex.
const HEX_MILLIMETRES: f32 = 44.0;

fn first(faults: Vec<DataError>) -> String {
    faults.first().map_or("the data is faulty".to_string(), ToString::to_string)
}

/// A battlefield with what it may be built of.
fn read_battlefield(
    data: &Files,
    source: &Source,
) -> Result<(Arc<Catalog>, Known, Battlefield), String> {
    let catalog = Catalog::read(data).map_err(first)?;
    let known = Known::of_tables(&catalog, Pieces::of_tables(data).map_err(first)?);
    let (field, _) = battlefield::from_source(source, &known).map_err(first)?;
    Ok((catalog, known, field))
}

/// Rows whose rule does not stand in the index.
fn check_rules_of_rows(data: &Files, catalog: &Catalog, faults: &mut Vec<DataError>) {
    let Some(source) = data.get("heroscape/terrain.yaml") else { return };
    let Ok(document) = read::<IgnoredAny>(&source) else { return };
    let terrain = &catalog.terrain;
    let tables =
        [("tiles", terrain.tiles.len()), ("obstacles", terrain.obstacles.len()), ("edges", 0)];
    let (mut at, mut table) = (0, 0);
    for row in 0..terrain.rows() {
        while table < 2 && at == tables[table].1 {
            (at, table) = (0, table + 1);
        }
        let (_, rule) = terrain.row_rule(row);
        if catalog.rules.get(rule).is_none() {
            let field = format!("{}[{at}].rule", tables[table].0);
            let known = catalog.rules.rules.iter().map(|rule| rule.id.as_str());
            faults.push(document.places.unknown(&field, "rule", rule, known));
        }
        at += 1;
    }
}
