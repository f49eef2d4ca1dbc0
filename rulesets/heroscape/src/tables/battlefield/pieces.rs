//! The catalog of physical pieces: which hexes each lies on, what it is, and its code in Virtualscape files.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{self, DataError, Document, Files, Memo, Source};

use super::hex::{Hex, Side};
use super::model::{EdgePlaced, ObstaclePiece};

/// What a piece is on the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A tile one level thick.
    Land,
    /// A tile without height.
    Fluid,
    /// Fills its hexes.
    Obstacle,
    /// Stands on sides of its hexes.
    Edge,
    /// Marks a start space.
    Start,
    /// A figure put on the map.
    Figure,
    /// A tile its user made up.
    Personal,
    /// Decoration without effect.
    Ornament,
}

/// The steps from the hex a piece is placed by to all of its hexes, as for an even row.
pub type Footprint = Vec<(i16, i16)>;

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its code in Virtualscape files.
    pub code: i32,
    /// What people call it.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Id in the terrain table: of its terrain, obstacle or edge piece; empty for markers.
    pub kind: String,
    /// Its footprint in each rotation.
    pub footprints: [Footprint; 6],
    /// Levels above its base of each hex of the footprint; obstacles only.
    pub heights: Vec<i16>,
    /// Sides it follows on every hex in rotation 0; edge pieces only.
    pub along: Vec<Side>,
    /// One more side on its first hex in rotation 0.
    pub first: Option<Side>,
    /// Real tiles it stands for.
    pub tiles: usize,
    /// What of it an import does not place.
    pub leaves_out: Option<String>,
    /// What heroscape-map-editor calls it.
    pub id: Option<String>,
    /// Columns and rows from where it is placed in rotation 0 to the hex heroscape-map-editor turns it about.
    pub origin: (i16, i16),
    /// Unknown to Virtualscape.
    pub newer: bool,
}

impl Piece {
    /// The hexes it lies on, from the hex it is placed by; rotations beyond 5 begin anew.
    pub fn hexes(&self, from: Hex, rotation: u8) -> impl Iterator<Item = Hex> + '_ {
        self.footprints[usize::from(rotation % 6)]
            .iter()
            .map(move |(columns, rows)| from.step(*columns, *rows))
    }

    /// The single edges of an edge piece: a wall follows the sides of its hexes and goes round its first one.
    ///
    /// Turned by half or more, the footprint is the same row of hexes walked backwards, so the first hex is the last listed.
    pub fn sides(&self, from: Hex, rotation: u8) -> Vec<(Hex, Side)> {
        let rotation = rotation % 6;
        let hexes: Vec<Hex> = self.hexes(from, rotation).collect();
        let mut sides: Vec<_> = hexes
            .iter()
            .flat_map(|hex| self.along.iter().map(|side| (*hex, side.turned(rotation))))
            .collect();
        let first = if rotation < 3 { hexes.first() } else { hexes.last() };
        if let (Some(hex), Some(side)) = (first, self.first) {
            sides.push((*hex, side.turned(rotation)));
        }
        sides
    }
}

/// A colour of start areas.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartColour {
    /// As `#rrggbb`.
    pub colour: String,
    /// In words.
    pub name: String,
}

/// All pieces, the letters of glyphs and the colours of start areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    shapes: BTreeMap<String, [Footprint; 6]>,
    by_code: BTreeMap<i32, Piece>,
    codes_by_id: BTreeMap<String, i32>,
    obstacle_codes: BTreeMap<String, i32>,
    fluids: BTreeSet<String>,
    /// Glyph id by its letter.
    pub glyphs: BTreeMap<char, String>,
    /// In the order in which seats are given.
    pub start_colours: Vec<StartColour>,
}

impl Pieces {
    /// The first of the codes that stand in no file.
    pub const FIRST_OWN_CODE: i32 = 100_000;

    /// The piece heroscape-map-editor calls so.
    pub fn by_id(&self, id: &str) -> Option<&Piece> {
        self.codes_by_id.get(id).and_then(|code| self.by_code.get(code))
    }

    /// The piece with a code of Virtualscape.
    pub fn by_code(&self, code: i32) -> Option<&Piece> {
        self.by_code.get(&code)
    }

    /// The obstacle with an id of the terrain table.
    pub fn obstacle(&self, kind: &str) -> Option<&Piece> {
        self.obstacle_codes.get(kind).and_then(|code| self.by_code.get(code))
    }

    /// The footprint of a shape in each rotation.
    pub fn shape(&self, name: &str) -> Option<&[Footprint; 6]> {
        self.shapes.get(name)
    }

    /// Every piece, by code.
    pub fn iter(&self) -> impl Iterator<Item = &Piece> {
        self.by_code.values()
    }

    /// The hexes an obstacle fills, each with its height above the obstacle's base; one of unknown shape fills its own hex.
    pub fn filled(&self, obstacle: &ObstaclePiece) -> Vec<(Hex, i16)> {
        match self.obstacle(&obstacle.kind) {
            Some(piece) => piece
                .hexes(obstacle.hex, obstacle.rotation)
                .zip(piece.heights.iter().copied())
                .collect(),
            None => vec![(obstacle.hex, 0)],
        }
    }

    /// The edges one edge piece of a Virtualscape file comes to.
    pub fn edges(piece: &Piece, from: Hex, rotation: u8, level: i16) -> Vec<EdgePlaced> {
        piece
            .sides(from, rotation)
            .into_iter()
            .map(|(hex, side)| EdgePlaced { hex, side, level, kind: piece.kind.clone() })
            .collect()
    }

    /// Whether a kind of tile adds no level.
    pub fn is_fluid(&self, kind: &str) -> bool {
        self.fluids.contains(kind)
    }
}

/// `pieces.yaml`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    shapes: BTreeMap<String, Vec<String>>,
    pieces: Vec<Row>,
    glyphs: BTreeMap<char, String>,
    start_colours: Vec<StartColour>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Row {
    code: i32,
    name: String,
    shape: String,
    class: Class,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    heights: Vec<i16>,
    #[serde(default)]
    along: String,
    first: Option<String>,
    tiles: Option<usize>,
    leaves_out: Option<String>,
    id: Option<String>,
    origin: Option<String>,
    #[serde(default)]
    newer: bool,
}

impl Pieces {
    /// The catalog of pieces among the tables.
    ///
    /// # Errors
    /// Every fault of its file, or that there is none.
    pub fn of_tables(data: &Files) -> Result<Pieces, Vec<DataError>> {
        static READ: Memo<Pieces> = Memo::new();
        let path = "heroscape/pieces.yaml";
        match data.get(path) {
            Some(source) => {
                let read =
                    READ.read(&Files::default(), "", std::slice::from_ref(&source), || {
                        Pieces::from_source(&source)
                    })?;
                Ok(Pieces::clone(&read))
            }
            None => Err(vec![DataError::of_file(path, "this file is missing")]),
        }
    }

    /// Reads `pieces.yaml`.
    ///
    /// # Errors
    /// Every fault of the file, sorted by place.
    pub fn from_source(source: &Source) -> Result<Pieces, Vec<DataError>> {
        let Document { value: table, places } = data::read::<Table>(source)?;
        let mut faults = Vec::new();
        let mut shapes = BTreeMap::new();
        for (name, rotations) in &table.shapes {
            match shape(rotations) {
                Ok(footprints) => drop(shapes.insert(name.as_str(), footprints)),
                Err(problem) => faults.push(places.fault(&format!("shapes.{name}"), problem)),
            }
        }
        let mut by_code = BTreeMap::new();
        let mut codes_by_id = BTreeMap::new();
        let mut obstacle_codes = BTreeMap::new();
        for (index, row) in table.pieces.into_iter().enumerate() {
            let field = format!("pieces[{index}]");
            if !shapes.contains_key(row.shape.as_str()) {
                let (field, known) = (format!("{field}.shape"), shapes.keys().copied());
                faults.push(places.unknown(&field, "shape", &row.shape, known));
                continue;
            }
            match piece(&row, &shapes) {
                Ok(piece) => {
                    if piece.class == Class::Obstacle
                        && !(piece.newer && obstacle_codes.contains_key(&piece.kind))
                    {
                        obstacle_codes.insert(piece.kind.clone(), piece.code);
                    }
                    if let Some(id) = &piece.id
                        && codes_by_id.insert(id.clone(), piece.code).is_some()
                    {
                        let problem = format!("`{id}` is another piece already");
                        faults.push(places.fault(&format!("{field}.id"), problem));
                    }
                    if let Some(earlier) = by_code.insert(row.code, piece) {
                        let problem = format!("code {} is `{}` already", row.code, earlier.name);
                        faults.push(places.fault(&format!("{field}.code"), problem));
                    }
                }
                Err((part, problem)) => {
                    faults.push(places.fault(&format!("{field}.{part}"), problem));
                }
            }
        }
        if !faults.is_empty() {
            faults.sort();
            return Err(faults);
        }
        let (glyphs, start_colours) = (table.glyphs, table.start_colours);
        let fluids = by_code.values().filter(|piece| piece.class == Class::Fluid);
        let fluids = fluids.map(|piece| piece.kind.clone()).collect();
        let shapes = shapes.into_iter().map(|(name, it)| (name.to_string(), it)).collect();
        Ok(Pieces { shapes, by_code, codes_by_id, obstacle_codes, fluids, glyphs, start_colours })
    }
}

fn shape(rotations: &[String]) -> Result<[Footprint; 6], String> {
    let footprints = rotations.iter().map(|text| footprint(text)).collect::<Result<Vec<_>, _>>()?;
    let hexes = footprints.first().map_or(0, Vec::len);
    if hexes == 0 || footprints.iter().any(|footprint| footprint.len() != hexes) {
        return Err("every rotation must cover equally many hexes, at least one".into());
    }
    footprints
        .try_into()
        .map_err(|found: Vec<_>| format!("expected 6 rotations, found {}", found.len()))
}

fn footprint(text: &str) -> Result<Footprint, String> {
    text.split_whitespace()
        .map(|step| {
            let numbers = step.split_once(',').and_then(|(columns, rows)| {
                Some((columns.parse::<i8>().ok()?, rows.parse::<i8>().ok()?))
            });
            let (columns, rows) =
                numbers.ok_or_else(|| format!("expected a step such as `1,0`, found `{step}`"))?;
            Ok((columns.into(), rows.into()))
        })
        .collect()
}

fn piece(
    row: &Row,
    shapes: &BTreeMap<&str, [Footprint; 6]>,
) -> Result<Piece, (&'static str, String)> {
    let footprints = shapes
        .get(row.shape.as_str())
        .ok_or_else(|| ("shape", format!("unknown shape `{}`", row.shape)))?
        .clone();
    let side = |name: &str| Side::named(name).ok_or_else(|| format!("unknown side `{name}`"));
    let along = row.along.split_whitespace().map(side).collect::<Result<Vec<_>, _>>();
    let along = along.map_err(|problem| ("along", problem))?;
    let first = row.first.as_deref().map(side).transpose().map_err(|problem| ("first", problem))?;
    let (hexes, heights) = (footprints[0].len(), row.heights.len());
    if row.class == Class::Obstacle && heights != hexes {
        return Err(("heights", format!("expected {hexes}, one for each hex, found {heights}")));
    }
    if row.class == Class::Edge && along.is_empty() {
        return Err(("along", "an edge piece must follow at least one side".into()));
    }
    let needs_kind =
        matches!(row.class, Class::Land | Class::Fluid | Class::Obstacle | Class::Edge);
    if needs_kind == row.kind.is_empty() {
        let problem = "tiles, obstacles and edge pieces have a kind, markers have none";
        return Err(("kind", problem.into()));
    }
    let origin = footprint(row.origin.as_deref().unwrap_or("0,0"));
    let origin = origin.map_err(|problem| ("origin", problem))?;
    Ok(Piece {
        code: row.code,
        name: row.name.clone(),
        class: row.class,
        kind: row.kind.clone(),
        footprints,
        heights: row.heights.clone(),
        along,
        first,
        tiles: row.tiles.unwrap_or(1),
        leaves_out: row.leaves_out.clone(),
        id: row.id.clone(),
        origin: origin.first().copied().unwrap_or_default(),
        newer: row.newer,
    })
}
