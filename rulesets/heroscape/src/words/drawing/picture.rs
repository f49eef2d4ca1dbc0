//! A battlefield's file as a picture to draw on, as far as it can be read.

use super::tools::{brushes, tools};
use super::{Sheet, middle};
use crate::position::game::HeroScape;
use crate::position::ground::Ground;
use crate::rules::sight::side_word;
use crate::tables::battlefield::{Battlefield, Hex, Side, Space, on_board, side_on_board};
use crate::words::{draw_ground, draw_zone_mark, high};
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::command::counted;
use umpire_core::data::{DataError, Files, Source, Tree, Written};
use umpire_core::hex::corners_around;
use umpire_core::host::{Grid, Row, Sketch};
use umpire_core::scene::{Layer, Paint, Scene, Shape, Thing};

/// Columns and rows that can be drawn on where nothing is yet.
const EMPTY: (i16, i16) = (12, 9);
/// Cells that are offered where nothing is yet: on larger maps only those beside tiles.
const MOST_CELLS: usize = 4000;

/// The file as a picture to draw on.
pub fn sketch(data: &Files, file: &Source, level: Option<i16>, faults: &[DataError]) -> Sketch {
    let Some(sheet) = Sheet::read(data, file) else { return Sketch::default() };
    let whole = Tree::parse(file).map(|tree| tree.written()).ok();
    let field = up_to(&sheet.field, level);
    let mut scene = Scene::default();
    let cells = cells(&sheet.field);
    draw_empty(&cells, &field, &mut scene);
    draw_built(&sheet, &field, &mut scene);
    let ids: BTreeSet<&str> = scene.things.iter().map(|thing| thing.id.as_str()).collect();
    let rows = whole.as_ref().map_or_else(Vec::new, |whole| rows(whole, &ids));
    let corner = |at: usize| {
        let angle = (60.0 * at as f32 - 90.0).to_radians();
        (angle.cos(), angle.sin())
    };
    let places = (0..)
        .zip(faults)
        .filter_map(|(at, fault)| Some((at, place_of(&sheet, whole.as_ref(), file, fault)?)));
    Sketch {
        size: size(&sheet),
        levels: sheet.field.tiles.iter().map(|tile| tile.layer).max().unwrap_or(1),
        unit: None,
        tools: tools(&sheet.catalog, &sheet.field),
        grid: Some(Grid {
            middles: cells.iter().map(|hex| middle(*hex)).collect(),
            outline: (0..6).map(corner).collect(),
            brushes: brushes(&sheet.known),
        }),
        handles: Vec::new(),
        rows,
        faults: places.collect(),
        scene: Some(scene),
    }
}

/// The battlefield as it is built, for print; nothing where the file is none.
pub fn picture(data: &Files, file: &Source) -> Option<Scene> {
    let sheet = Sheet::read(data, file)?;
    let mut scene = Scene::default();
    draw_built(&sheet, &sheet.field, &mut scene);
    Some(scene)
}

/// What can be built of a battlefield.
fn draw_built(sheet: &Sheet, field: &Battlefield, scene: &mut Scene) {
    if let Some(game) = build(sheet, field) {
        draw_ground::draw_bare_ground(&game, &[], scene);
        draw_marks(field, scene);
    }
}

/// The battlefield without what lies above a level.
fn up_to(field: &Battlefield, level: Option<i16>) -> Battlefield {
    let mut field = field.clone();
    let Some(level) = level else { return field };
    field.tiles.retain(|tile| tile.layer <= level);
    field.obstacles.retain(|piece| piece.level <= level);
    field.edges.retain(|edge| edge.level <= level);
    let tops: BTreeMap<Hex, i16> = field.tiles.iter().fold(BTreeMap::new(), |mut tops, tile| {
        let top = tops.entry(tile.hex).or_insert(tile.layer);
        *top = tile.layer.max(*top);
        tops
    });
    let shows = |space: &Space| {
        tops.get(&space.hex).is_some_and(|top| space.level <= *top) && space.level <= level
    };
    field.glyphs.retain(|glyph| shows(&glyph.space));
    field.start.iter_mut().for_each(|zone| zone.spaces.retain(shows));
    field
}

/// The game on what can be built of a battlefield: without what keeps it from being built.
fn build(sheet: &Sheet, field: &Battlefield) -> Option<HeroScape> {
    if field.tiles.is_empty() {
        return None;
    }
    let glyph = |id: &str| sheet.catalog.glyph_named(id);
    let made = |field: &Battlefield| {
        Ground::build(field, &sheet.catalog.terrain, &sheet.known.pieces, &glyph, &sheet.places)
    };
    let without = |field: &Battlefield| Battlefield {
        edges: Vec::new(),
        glyphs: Vec::new(),
        start: Vec::new(),
        ..field.clone()
    };
    let ground = made(field).or_else(|_| made(&without(field)));
    let ground = ground.or_else(|_| made(&Battlefield { obstacles: Vec::new(), ..without(field) }));
    HeroScape::on(&sheet.catalog, ground.ok()?)
}

/// Every hex that can be drawn on: those around what is there, and no fewer than on an empty sheet.
fn cells(field: &Battlefield) -> Vec<Hex> {
    let (columns, rows) = field.size();
    let around = i16::from(columns > 0);
    let (columns, rows) = (columns.max(EMPTY.0 - around), rows.max(EMPTY.1 - around));
    let count = |of: i16| usize::try_from(of + 2 * around).unwrap_or(0);
    if count(columns) * count(rows) > MOST_CELLS {
        let tiles: BTreeSet<Hex> = field.tiles.iter().map(|tile| tile.hex).collect();
        return tiles.into_iter().collect();
    }
    let all = |row| (-around..columns + around).map(move |column| Hex { column, row });
    (-around..rows + around).flat_map(all).collect()
}

fn draw_empty(cells: &[Hex], field: &Battlefield, scene: &mut Scene) {
    let taken: BTreeSet<Hex> = field.tiles.iter().map(|tile| tile.hex).collect();
    for hex in cells.iter().filter(|hex| !taken.contains(hex)) {
        let name = match hex.is_on_sheet() {
            true => format!("nothing at {hex}"),
            false => format!("beyond the edge, row {}, column {}", hex.row + 1, hex.column + 1),
        };
        let thing = Thing { id: name.clone(), words: name, ..Thing::default() };
        scene.thing(thing, |shapes| {
            let points = corners_around(middle(*hex), 0.94).to_vec();
            let paint = Paint { dashed: true, ..Paint::stroked("#9a9484", 0.03) };
            shapes.push(Shape::Polygon { points, paint });
        });
    }
}

/// Start zones and glyphs, whoever plays.
fn draw_marks(field: &Battlefield, scene: &mut Scene) {
    for zone in &field.start {
        for space in &zone.spaces {
            draw_zone_mark(zone.seat, on_board(space.hex), space.level, &space.to_string(), scene);
        }
    }
    for glyph in &field.glyphs {
        let told = glyph.kind.clone().or(glyph.letter.map(String::from));
        let told = told.unwrap_or_else(|| "?".to_string());
        let id = format!("glyph at {}", glyph.space.hex);
        let top = high(glyph.space.level);
        let words =
            if told == "?" { format!("{id}, drawn at random") } else { format!("{id}, {told}") };
        let thing =
            Thing { id, layer: Layer::Marks, words, heights: (top, top + 0.1), ..Thing::default() };
        let at = middle(glyph.space.hex);
        scene.thing(thing, |shapes| {
            let paint =
                Paint::filled(if glyph.face_up { "#f4e3b2" } else { "#c9b98a" }, "#6b4f1d", 0.06);
            shapes.push(Shape::Circle { centre: at, radius: 0.5, paint });
            let words = told.chars().take(4).collect();
            let colour = "#6b4f1d".to_string();
            shapes.push(Shape::Text { at: (at.0, at.1 + 0.1), size: 0.34, words, colour });
        });
    }
}

/// Which field of the file says what stands on the map.
fn rows(whole: &Written, ids: &BTreeSet<&str>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let word = |row: &Written, name: &str| {
        row.field(name).and_then(Written::as_word).unwrap_or_default().to_string()
    };
    for list in ["obstacles", "edges", "glyphs"] {
        for (number, row) in
            whole.field(list).map(Written::values).unwrap_or_default().iter().enumerate()
        {
            let hex = word(row, "at").split('/').next().unwrap_or_default().to_uppercase();
            let names = match list {
                "obstacles" => vec![format!("{} at {hex}", word(row, "kind"))],
                "glyphs" => vec![format!("glyph at {hex}")],
                _ => wall_names(&word(row, "kind"), &hex, &word(row, "side")),
            };
            let Some(name) = names.into_iter().find(|name| ids.contains(name.as_str())) else {
                continue;
            };
            let count = seen.entry(name.clone()).or_insert(0);
            *count += 1;
            let thing = if *count == 1 { name } else { format!("{name} {count}") };
            rows.push(Row { thing, field: format!("{list}[{number}]") });
        }
    }
    rows
}

/// What a wall may be called: after the hex it belongs to, or after the one across.
fn wall_names(kind: &str, hex: &str, side: &str) -> Vec<String> {
    let (Ok(hex), Some(side)) = (hex.parse::<Hex>(), Side::named(side)) else {
        return Vec::new();
    };
    let said = |hex: Hex, side: Side| format!("{kind} {} of {hex}", side_word(side_on_board(side)));
    vec![said(hex, side), said(hex.across(side), side.opposite())]
}

/// Where a fault of the file stands on the map.
fn place_of(
    sheet: &Sheet,
    whole: Option<&Written>,
    file: &Source,
    fault: &DataError,
) -> Option<(f32, f32)> {
    if fault.field == "start" || fault.field.starts_with("levels.") {
        let head = sheet.places.key_place(&fault.field).line;
        let row = i16::try_from(fault.line.checked_sub(head + 1)?).ok()?;
        let line = file.text.lines().nth(fault.line - 1)?;
        let before: String = line.chars().take(fault.column - 1).collect();
        let column = i16::try_from(before.split_whitespace().count()).ok()?;
        return Some(middle(Hex { column, row }));
    }
    let row = fault.field.split('.').next()?;
    let at = whole?.at(&format!("{row}.at"))?.as_word()?;
    let hex: Hex = at.split('/').next()?.parse().ok()?;
    Some(middle(hex))
}

fn size(sheet: &Sheet) -> String {
    let field = &sheet.field;
    let (columns, rows) = field.size();
    let spaces = field.spaces(&sheet.known.pieces, &|kind| sheet.known.is_fluid(kind)).len();
    let levels = field.tiles.iter().map(|tile| tile.layer).max().unwrap_or(0);
    format!(
        "{columns} x {rows} hexes, {}, {}, {}, {}",
        counted(spaces, "space"),
        counted(usize::try_from(levels).unwrap_or(0), "level"),
        counted(field.obstacles.len(), "obstacle"),
        counted(field.edges.len(), "wall"),
    )
}
