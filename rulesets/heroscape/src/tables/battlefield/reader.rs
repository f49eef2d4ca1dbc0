//! Reads a map maker's file and names every fault in it with its line and column, also inside a text grid.

use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use umpire_core::data::{self, DataError, Places, Source};
use umpire_core::ruleset::GameTables;
use umpire_core::schema::exact;

use super::grid::{Cell, cells};
use super::hex::{Hex, Side, Space};
use super::known::Known;
use super::model::{
    Battlefield, EdgePlaced, GlyphPlaced, IceMode, ObstaclePiece, SnowMode, StartZone, Tile,
};
use super::start::{Start, Zone};
use super::text_place::{Located, words_of};
use crate::tables::catalog::Catalog;

/// Reads a battlefield's file.
///
/// # Errors
/// Every fault of the file, sorted by place.
pub fn from_source(
    source: &Source,
    known: &Known,
) -> Result<(Battlefield, Places), Vec<DataError>> {
    let (document, mut faults) = data::read_mended::<File>(source);
    let Some(document) = document else { return Err(faults) };
    let (field, more) = Reader::run(&document.value, &document.places, known);
    let is_whole = faults.is_empty() || !field.tiles.is_empty();
    let is_own = follows_from(&faults);
    faults.extend(more.into_iter().filter(|fault| is_whole && is_own(fault)));
    faults.sort();
    if faults.is_empty() { Ok((field, document.places)) } else { Err(faults) }
}

/// Whether a fault stands for itself, and does not come of what was put in the place of something unreadable: of the same
/// row, or of tiles that are not there.
fn follows_from(faults: &[DataError]) -> impl Fn(&DataError) -> bool + use<> {
    let row = |fault: &DataError| match fault.field.rsplit_once('.') {
        Some((row, _)) => row.to_string(),
        None => fault.field.clone(),
    };
    let spoilt: Vec<String> = faults.iter().map(row).collect();
    let has_tiles = !spoilt.iter().any(|row| row.starts_with("levels") || row == "legend");
    move |fault| has_tiles && !spoilt.iter().any(|row| fault.field.starts_with(row.as_str()))
}

/// What can be read of a battlefield's file, whatever is wrong with the rest; nothing where it is no such file.
pub fn mended(source: &Source, known: &Known) -> Option<(Battlefield, Places)> {
    let (document, _) = data::read_mended::<File>(source);
    let document = document?;
    let (field, _) = Reader::run(&document.value, &document.places, known);
    Some((field, document.places))
}

/// A battlefield as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Battlefield")]
pub struct File {
    /// The game it is for, where the file says.
    #[serde(default)]
    game: Option<String>,
    /// What it is called.
    battlefield: String,
    /// Who made it.
    #[serde(default)]
    author: String,
    /// What there is to say about it.
    #[serde(default)]
    notes: String,
    /// House rules it is built by: files of tiles, obstacles, edge pieces and glyphs that are not in the tables.
    #[serde(default, rename = "house_rules")]
    #[schemars(extend("x-suggests" = "house_rules/*"))]
    _house_rules: Vec<String>,
    /// What snow does here (HS-5.3.1).
    #[serde(default)]
    snow: SnowMode,
    /// What ice does here (HS-5.3.1).
    #[serde(default)]
    ice: IceMode,
    /// Tiles by letter; letters of the table of tiles need none.
    #[serde(default)]
    #[schemars(extend("x-suggests" = "terrain#/tiles/*/id"))]
    legend: BTreeMap<String, String>,
    /// Grids of tiles by level, read from above; every second row is set in by one blank.
    levels: BTreeMap<String, String>,
    /// Start zones.
    #[serde(default)]
    start: Start,
    /// Glyphs that lie on it.
    #[serde(default)]
    glyphs: Vec<GlyphRow>,
    /// Obstacles that stand on it.
    #[serde(default)]
    obstacles: Vec<ObstacleRow>,
    /// Pieces on sides between two hexes.
    #[serde(default)]
    edges: Vec<EdgeRow>,
}

/// A glyph on a space.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GlyphRow {
    /// The space it lies on, such as `B1` or `F7/3`.
    at: String,
    /// Which glyph it is; or name its letter.
    #[schemars(extend("x-suggests" = "glyphs#/glyphs/*/id"))]
    kind: Option<String>,
    /// The letter of the glyph.
    letter: Option<char>,
    /// Whether it lies face up.
    face: Option<Face>,
}

/// How a glyph lies.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Face {
    /// Everyone sees what it is.
    Up,
    /// It is turned up by whoever enters.
    Hidden,
}

/// An obstacle on its hexes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObstacleRow {
    /// Which obstacle it is.
    #[schemars(extend("x-suggests" = "terrain#/obstacles/*/id"))]
    kind: String,
    /// The hex it is placed by.
    at: String,
    /// Sixths of a turn, clockwise.
    #[serde(default)]
    rotation: u8,
}

/// A piece on the side of a hex.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EdgeRow {
    /// Which piece it is.
    #[schemars(extend("x-suggests" = "terrain#/edges/*/id"))]
    kind: String,
    /// The hex it belongs to.
    at: String,
    /// The side of the hex.
    side: Side,
}

/// A battlefield by name, or written down where it is wanted.
pub fn named_or_written(generator: &mut SchemaGenerator) -> Schema {
    let (name, file) = (exact(), generator.subschema_for::<File>());
    json_schema!({ "anyOf": [name, file] })
}

struct Reader<'d> {
    known: &'d Known,
    places: &'d Places,
    faults: Vec<DataError>,
    field: Battlefield,
    /// The obstacle standing on a hex at a level.
    filled: BTreeMap<Space, String>,
    edges: BTreeSet<EdgePlaced>,
    glyphs: BTreeSet<Space>,
    /// Kind of the tile of each space.
    spaces: BTreeMap<Space, String>,
    surfaces: BTreeSet<Space>,
}

impl<'d> Reader<'d> {
    /// The battlefield that a file says, and what is wrong with it.
    fn run(file: &File, places: &'d Places, known: &'d Known) -> (Battlefield, Vec<DataError>) {
        let mut reader = Reader {
            known,
            places,
            faults: Vec::new(),
            field: Battlefield::default(),
            filled: BTreeMap::new(),
            edges: BTreeSet::new(),
            glyphs: BTreeSet::new(),
            spaces: BTreeMap::new(),
            surfaces: BTreeSet::new(),
        };
        reader.read(file);
        let Reader { mut faults, mut field, .. } = reader;
        faults.sort();
        faults.truncate(data::LIMITS.faults);
        field.sort();
        (field, faults)
    }

    fn read(&mut self, file: &File) {
        let own = Catalog::HOUSE_RULES.game;
        if file.game.as_ref().is_some_and(|game| game != own) {
            let says = format!("this is a battlefield of `{own}`, for it is built of levels");
            self.faults.push(self.places.fault("game", &says));
        }
        self.field.name.clone_from(&file.battlefield);
        self.field.author.clone_from(&file.author);
        self.field.notes.clone_from(&file.notes);
        (self.field.snow, self.field.ice) = (file.snow, file.ice);
        let legend = self.legend(&file.legend);
        for (key, grid) in &file.levels {
            self.level(key, grid, &legend);
        }
        if self.field.tiles.is_empty() && self.faults.is_empty() {
            self.faults.push(self.places.fault("levels", "a battlefield needs at least one tile"));
        }
        let is_fluid = |kind: &str| self.known.is_fluid(kind);
        self.surfaces = self.field.surfaces(&is_fluid).into_keys().collect();
        for (index, row) in file.obstacles.iter().enumerate() {
            if !self.is_full() {
                self.obstacle(index, row);
            }
        }
        for (index, row) in file.edges.iter().enumerate() {
            if !self.is_full() {
                self.edge(index, row);
            }
        }
        let is_fluid = |kind: &str| self.known.is_fluid(kind);
        let spaces = self.field.spaces(&self.known.pieces, &is_fluid).into_iter();
        self.spaces = spaces.map(|(space, kind)| (space, kind.to_owned())).collect();
        for (index, row) in file.glyphs.iter().enumerate() {
            if !self.is_full() {
                self.glyph(index, row);
            }
        }
        self.start(&file.start);
    }

    /// The meaning of each letter: those of the tables, and over them the file's own.
    fn legend(&mut self, own: &BTreeMap<String, String>) -> BTreeMap<char, String> {
        let known = self.known.tiles.iter();
        let mut legend: BTreeMap<char, String> =
            known.filter_map(|(kind, tile)| Some((tile.letter?, kind.clone()))).collect();
        for (key, kind) in own {
            let field = format!("legend.{key}");
            let mut letters = key.chars();
            let letter = letters.next().filter(|c| c.is_alphanumeric() && letters.next().is_none());
            match letter {
                Some(letter) => drop(legend.insert(letter, kind.clone())),
                None => {
                    let problem = format!("`{key}` is not one letter");
                    self.faults.push(self.places.key_fault(&field, problem));
                }
            }
            if !self.known.tiles.contains_key(kind) {
                let known = self.known.tiles.keys().map(String::as_str);
                self.faults.push(self.places.unknown(&field, "tile", kind, known));
            }
        }
        legend
    }

    fn level(&mut self, key: &str, grid: &str, legend: &BTreeMap<char, String>) {
        let field = format!("levels.{key}");
        let layer = key.parse().ok().filter(|layer| (1..=Battlefield::MOST_LAYERS).contains(layer));
        let Some(layer) = layer.filter(|_| !key.starts_with(['+', '0'])) else {
            let most = Battlefield::MOST_LAYERS;
            let problem = format!("levels are numbers from 1 to {most}, found `{key}`");
            return self.faults.push(self.places.key_fault(&field, problem));
        };
        let located = Located::new(self.places, field, grid);
        for Cell { hex, letter, line, at } in cells(grid, &located, &mut self.faults) {
            if self.is_full() {
                return;
            }
            match legend.get(&letter) {
                Some(kind) => self.field.tiles.push(Tile { layer, hex, kind: kind.clone() }),
                None => {
                    let letters: Vec<String> =
                        legend.iter().map(|(letter, kind)| format!("{letter} {kind}")).collect();
                    let problem = format!("unknown tile `{letter}` at {hex}");
                    self.faults.push(DataError {
                        expected: Some(letters.join(", ")),
                        found: Some(format!("`{letter}`")),
                        ..located.fault(line, at, 1, problem)
                    });
                }
            }
        }
    }

    fn surfaces_of(&self, hex: Hex) -> impl DoubleEndedIterator<Item = &Space> {
        self.surfaces.range(Space { hex, level: i16::MIN }..=Space { hex, level: i16::MAX })
    }

    /// Whether no more faults are wanted.
    fn is_full(&self) -> bool {
        self.faults.len() >= data::LIMITS.faults
    }

    /// A hex and a level: `F7/3`, or `F7` for its highest surface.
    fn base(&self, name: &str) -> Result<Space, String> {
        let (hex, level) = match name.split_once('/') {
            Some((hex, level)) => (hex, Some(level)),
            None => (name, None),
        };
        let hex: Hex = hex.parse()?;
        match level {
            Some(level) => match level.parse() {
                Ok(level) if (0..=Battlefield::MOST_LAYERS).contains(&level) => {
                    Ok(Space { hex, level })
                }
                _ => Err(format!("expected a level from 0 after the `/`, found `{level}`")),
            },
            None => match self.surfaces_of(hex).next_back() {
                Some(space) => Ok(*space),
                None => Err(format!("there is no tile at {hex}")),
            },
        }
    }

    /// As [`Reader::base`], where somebody can stand.
    fn space(&self, name: &str) -> Result<Space, String> {
        let space = self.base(name)?;
        if self.spaces.contains_key(&space) {
            return Ok(space);
        }
        if self.surfaces.contains(&space) {
            return Err(format!("{space} is filled by an obstacle"));
        }
        let names: Vec<String> = self.surfaces_of(space.hex).map(Space::to_string).collect();
        Err(match names.is_empty() {
            true => format!("there is no tile at {}", space.hex),
            false => format!("there is no space {space}, only {}", names.join(", ")),
        })
    }

    fn tell_at(&mut self, list: &str, index: usize, problem: String) {
        self.faults.push(self.places.fault(&format!("{list}[{index}].at"), problem));
    }

    fn tell_kind(
        &mut self,
        list: &str,
        index: usize,
        what: &str,
        kind: &str,
        known: &BTreeSet<String>,
    ) {
        let field = format!("{list}[{index}].kind");
        let known = known.iter().map(String::as_str);
        self.faults.push(self.places.unknown(&field, what, kind, known));
    }

    fn obstacle(&mut self, index: usize, row: &ObstacleRow) {
        if !self.known.obstacles.contains(&row.kind) {
            self.tell_kind("obstacles", index, "obstacle", &row.kind, &self.known.obstacles);
        }
        if row.rotation > 5 {
            let field = format!("obstacles[{index}].rotation");
            let problem =
                format!("a rotation is 0 to 5 sixths of a turn, found `{}`", row.rotation);
            return self.faults.push(self.places.fault(&field, problem));
        }
        let space = match self.base(&row.at) {
            Ok(space) => space,
            Err(problem) => return self.tell_at("obstacles", index, problem),
        };
        let (hex, level) = (space.hex, space.level);
        let (kind, rotation) = (row.kind.clone(), row.rotation);
        let piece = ObstaclePiece { hex, level, kind, rotation };
        let pieces = &self.known.pieces;
        let filled = pieces.filled(&piece);
        if !filled.iter().all(|(hex, _)| hex.is_on_sheet()) {
            let problem = format!("`{}` at {hex} reaches beyond the sheet", row.kind);
            return self.tell_at("obstacles", index, problem);
        }
        let spaces = filled.iter().map(|(hex, _)| Space { hex: *hex, level });
        if let Some(other) = spaces.clone().find_map(|space| self.filled.get(&space)) {
            let problem = format!("`{}` stands inside `{other}`", row.kind);
            return self.tell_at("obstacles", index, problem);
        }
        self.filled.extend(spaces.map(|space| (space, row.kind.clone())));
        self.field.obstacles.push(piece);
    }

    fn edge(&mut self, index: usize, row: &EdgeRow) {
        if !self.known.edges.contains(&row.kind) {
            self.tell_kind("edges", index, "edge piece", &row.kind, &self.known.edges);
        }
        let Space { hex, level } = match self.base(&row.at) {
            Ok(space) => space,
            Err(problem) => return self.tell_at("edges", index, problem),
        };
        let edge = EdgePlaced { hex, side: row.side, level, kind: row.kind.clone() };
        match self.edges.insert(edge.clone()) {
            false => {
                let side = row.side.name();
                let problem = format!("`{}` stands {side} of {} already", row.kind, row.at);
                self.tell_at("edges", index, problem);
            }
            true => self.field.edges.push(edge),
        }
    }

    fn glyph(&mut self, index: usize, row: &GlyphRow) {
        if let Some(kind) = row.kind.as_ref().filter(|kind| !self.known.glyphs.contains(*kind)) {
            self.tell_kind("glyphs", index, "glyph", kind, &self.known.glyphs);
        }
        let is_known = row.kind.is_some() || row.letter.is_some();
        let face_up = row.face.map_or(is_known, |face| face == Face::Up);
        if face_up && !is_known {
            let problem = "a glyph that lies face up needs a kind";
            self.faults.push(self.places.fault(&format!("glyphs[{index}].face"), problem));
        }
        let space = match self.space(&row.at) {
            Ok(space) => space,
            Err(problem) => return self.tell_at("glyphs", index, problem),
        };
        if !self.glyphs.insert(space) {
            return self.tell_at("glyphs", index, format!("a glyph lies on {space} already"));
        }
        let tile = self.spaces.get(&space).and_then(|kind| self.known.tiles.get_key_value(kind));
        if let Some((kind, _)) = tile.filter(|(_, tile)| tile.refuses_glyphs) {
            let problem = format!("no glyph may lie on `{kind}`");
            return self.tell_at("glyphs", index, problem);
        }
        let (kind, letter) = (row.kind.clone(), row.letter);
        self.field.glyphs.push(GlyphPlaced { space, kind, letter, face_up });
    }

    fn start(&mut self, start: &Start) {
        let mut zones = Zones::default();
        match start {
            Start::Grid(grid) => {
                let located = Located::new(self.places, "start".to_owned(), grid);
                for Cell { hex, letter, line, at } in cells(grid, &located, &mut self.faults) {
                    if self.is_full() {
                        break;
                    }
                    let tell = |problem| located.fault(line, at, 1, problem);
                    if !letter.is_ascii_uppercase() {
                        let problem = format!("seats are letters `A` to `Z`, found `{letter}`");
                        self.faults.push(tell(problem));
                        continue;
                    }
                    let added = self.space(&hex.to_string());
                    let added = added.and_then(|space| zones.add(letter, space));
                    self.faults.extend(added.err().map(tell));
                }
            }
            Start::Zones(rows) => {
                for (seat, zone) in rows {
                    self.zone(seat, zone, &mut zones);
                }
            }
        }
        self.field.start = zones.by_seat.into_values().collect();
    }

    fn zone(&mut self, key: &str, zone: &Zone, zones: &mut Zones) {
        let mut letters = key.chars();
        let seat = letters.next().filter(|c| c.is_ascii_uppercase() && letters.next().is_none());
        let field = format!("start.{key}");
        let Some(seat) = seat else {
            let problem = format!("seats are letters `A` to `Z`, found `{key}`");
            return self.faults.push(self.places.key_fault(&field, problem));
        };
        let row = zones.row(seat);
        row.name.clone_from(&zone.name);
        row.colour.clone_from(&zone.colour);
        let inside = if zone.is_detailed { format!("{field}.spaces") } else { field.clone() };
        for (index, text) in zone.texts.iter().enumerate() {
            let row = if zone.is_list { format!("{inside}[{index}]") } else { inside.clone() };
            let located = Located::new(self.places, row, text);
            for (line, words) in text.lines().enumerate() {
                for (at, name) in words_of(words) {
                    if self.is_full() {
                        return;
                    }
                    let added = self.space(name).and_then(|space| zones.add(seat, space));
                    let width = name.chars().count();
                    let faults = added.err().map(|problem| located.fault(line, at, width, problem));
                    self.faults.extend(faults);
                }
            }
        }
        if zone.texts.iter().all(|text| text.trim().is_empty()) {
            self.faults.push(self.places.fault(&inside, "a start zone needs at least one space"));
        }
    }
}

#[derive(Default)]
struct Zones {
    by_seat: BTreeMap<char, StartZone>,
    taken: BTreeMap<Space, char>,
}

impl Zones {
    fn row(&mut self, seat: char) -> &mut StartZone {
        let (name, colour, spaces) = (String::new(), String::new(), Vec::new());
        self.by_seat.entry(seat).or_insert(StartZone { seat, name, colour, spaces })
    }

    fn add(&mut self, seat: char, space: Space) -> Result<(), String> {
        match self.taken.insert(space, seat) {
            None => {
                self.row(seat).spaces.push(space);
                Ok(())
            }
            Some(other) if other == seat => Err(format!("{space} is named twice")),
            Some(other) => Err(format!("{space} is a start space of `{other}` already")),
        }
    }
}
