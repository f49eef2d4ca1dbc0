//! Terrain: tiles, obstacles and edge pieces, and the effects each names.

use super::cards::Size;
use crate::tables::abilities::Ability;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Places, Tree, Within};
use umpire_core::hex::{Level, Width};
use umpire_core::rule_index::RuleIndex;
use umpire_core::scene::{no_colour, rgb};

/// The terrain tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Terrain {
    /// Kinds of tile, in the order of the file; a space's kind is an index into them.
    pub tiles: Vec<Tile>,
    /// Kinds of obstacle.
    pub obstacles: Vec<Obstacle>,
    /// Kinds of edge piece.
    pub edges: Vec<Edge>,
}

/// A roll when a move ends on the space.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnEnter {
    /// Which die.
    pub die: String,
    /// First and last number that destroys.
    pub destroyed_on: (u8, u8),
}

/// A roll for every figure on such a space when the round ends.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnRoundEnd {
    /// Which die.
    pub die: String,
    /// The face that wounds.
    pub wound_on: String,
}

/// Fields that a mode of a tile replaces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mode {
    /// Points for entering.
    #[serde(with = "Within::<0, 20, Option<i16>>")]
    pub enter_cost: Option<i16>,
    /// Whether entering ends the move.
    pub stop: Option<bool>,
}

/// A kind of tile.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The head of `terrain.yaml` documents each field.
pub struct Tile {
    pub id: String,
    pub letter: char,
    #[serde(default = "yes")]
    pub thick: bool,
    #[serde(default = "one", with = "Within::<0, 20, i16>")]
    pub enter_cost: i16,
    #[serde(default)]
    pub modes: BTreeMap<String, Mode>,
    #[serde(default)]
    pub stop: bool,
    #[serde(default)]
    pub fall_safe: bool,
    #[serde(default)]
    pub on_enter: Option<OnEnter>,
    #[serde(default)]
    pub on_round_end: Option<OnRoundEnd>,
    #[serde(default)]
    pub road: bool,
    #[serde(default, with = "Within::<0, 20, i16>")]
    pub start_bonus_move: i16,
    #[serde(default)]
    pub immune: Vec<Ability>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default = "grey")]
    pub colour: String,
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    #[serde(default)]
    pub source: Vec<String>,
    #[serde(default)]
    pub confidence: String,
}

impl Tile {
    /// Whether no glyph may lie on it (HS-5.4.2).
    pub fn refuses_glyphs(&self) -> bool {
        self.tags.iter().any(|tag| tag == "no_glyphs")
    }
}

/// A kind of obstacle that fills hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Obstacle {
    pub id: String,
    /// Levels above its base, one for each hex.
    pub heights: Vec<Level>,
    pub width: Width,
    pub jungle: bool,
    pub base: Option<String>,
    /// A way through one of its hexes.
    pub doorway: Option<Opening>,
    /// What shuts it.
    pub door: Option<Door>,
    pub rule: String,
    pub source: Vec<String>,
}

/// A way through one hex of an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Which of its hexes, from 1.
    pub hex: u8,
    /// How high the way through is.
    pub height: Level,
}

impl Opening {
    /// Which of the obstacle's hexes, from 0.
    pub fn at(self) -> usize {
        usize::from(self.hex).saturating_sub(1)
    }
}

/// A door that can be battered down (HS-5.8.2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Wounds that break it.
    pub life: u8,
    /// Its defense dice.
    pub defense: u8,
    /// Shields it has without rolling, by the size of who attacks it.
    #[serde(default)]
    pub shields: BTreeMap<Size, u8>,
}

/// A kind of piece on the side between two hexes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Edge {
    pub id: String,
    #[serde(default)]
    pub height: Option<Level>,
    #[serde(default)]
    pub height_inside: Option<Level>,
    #[serde(default)]
    pub height_outside: Option<Level>,
    #[serde(default)]
    pub climb: bool,
    #[serde(default = "yes")]
    pub blocks_sight: bool,
    #[serde(default)]
    pub sight_marks: bool,
    /// The tile that stands for each level of a ladder.
    #[serde(default)]
    pub rung: Option<String>,
    /// Sizes of figures that may climb by it.
    #[serde(default)]
    pub climbers: Vec<Size>,
    /// Dice for the defense of whoever stands behind it.
    #[serde(default)]
    pub cover_dice: i32,
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    pub rule: String,
    #[serde(default)]
    pub source: Vec<String>,
    #[serde(default)]
    pub confidence: String,
}

impl Edge {
    /// Whether it stands in anybody's way or is climbed by: what does not has no rules yet, and is said
    /// aloud.
    pub fn does_something(&self) -> bool {
        self.blocks_sight || self.rung.is_some()
    }

    /// Heights as seen from the hex it belongs to, and from beyond.
    pub fn heights(&self) -> (Level, Level) {
        let plain = self.height.unwrap_or(0);
        (self.height_inside.unwrap_or(plain), self.height_outside.unwrap_or(plain))
    }

    /// Whether its height is counted from where one comes from (HS-5.7.1) and not from its top.
    pub fn has_two_faces(&self) -> bool {
        self.height_inside.is_some()
    }
}

impl Terrain {
    /// The tile with that id.
    pub fn tile_named(&self, id: &str) -> Option<usize> {
        self.tiles.iter().position(|tile| tile.id == id)
    }
    /// The obstacle with that id.
    pub fn obstacle_named(&self, id: &str) -> Option<usize> {
        self.obstacles.iter().position(|obstacle| obstacle.id == id)
    }
    /// The edge piece with that id.
    pub fn edge_named(&self, id: &str) -> Option<usize> {
        self.edges.iter().position(|edge| edge.id == id)
    }

    /// The terrain's row number in one list over all three tables.
    pub fn row(&self, id: &str) -> Option<u16> {
        let (tiles, obstacles) = (self.tiles.len(), self.obstacles.len());
        let at = self.tile_named(id);
        let at = at.or_else(|| Some(tiles + self.obstacle_named(id)?));
        let at = at.or_else(|| Some(tiles + obstacles + self.edge_named(id)?))?;
        Some(at as u16)
    }

    /// Id and rule of a row.
    pub fn row_rule(&self, row: u16) -> (&str, &str) {
        let row = usize::from(row);
        let obstacles = self.tiles.len();
        let edges = obstacles + self.obstacles.len();
        if let Some(tile) = self.tiles.get(row) {
            (&tile.id, &tile.rule)
        } else if let Some(obstacle) = self.obstacles.get(row - obstacles) {
            (&obstacle.id, &obstacle.rule)
        } else {
            let edge = &self.edges[row - edges];
            (&edge.id, &edge.rule)
        }
    }

    /// How many rows all three tables have.
    pub fn rows(&self) -> u16 {
        (self.tiles.len() + self.obstacles.len() + self.edges.len()) as u16
    }
}

/// `terrain.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainFile {
    tiles: Vec<Tile>,
    obstacles: Vec<ObstacleRow>,
    edges: Vec<Edge>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObstacleRow {
    id: String,
    heights: Vec<Level>,
    #[serde(default)]
    width: Option<String>,
    #[serde(default)]
    jungle: bool,
    #[serde(default)]
    base: Option<String>,
    #[serde(default)]
    doorway: Option<Opening>,
    #[serde(default)]
    door: Option<Door>,
    #[schemars(extend("x-names" = "rules#/rules/*/id"))]
    rule: String,
    #[serde(default)]
    source: Vec<String>,
    #[serde(default, rename = "confidence")]
    _confidence: String,
}

fn yes() -> bool {
    true
}

fn one() -> i16 {
    1
}

fn grey() -> String {
    "#9a9a9a".to_string()
}

/// Reads the terrain tables; ids are unique over all three, letters among tiles. Rows cite rules that are there, where those can
/// be read.
pub fn read_table(table: Tree, rules: Option<&RuleIndex>) -> Result<Terrain, Vec<DataError>> {
    let document = table.read::<TerrainFile>()?;
    let places = document.places;
    let file = document.value;
    let mut faults = Vec::new();
    check_names(&file, &places, &mut faults);
    check_tiles(&file, &places, &mut faults);
    check_rules(&file, &places, rules, &mut faults);
    for (at, edge) in file.edges.iter().enumerate() {
        let heights = [edge.height, edge.height_inside, edge.height_outside];
        if heights.into_iter().flatten().any(|height| !(0..=200).contains(&height)) {
            let problem = "expected heights from 0 to 200";
            faults.push(places.fault(&format!("edges[{at}]"), problem));
        }
        let two = edge.height_inside.is_some() && edge.height_outside.is_some();
        let none = edge.height_inside.is_none() && edge.height_outside.is_none();
        if edge.height.is_some() != none || !(two || none) {
            let problem = "expected either `height`, or `height_inside` and `height_outside`";
            faults.push(places.fault(&format!("edges[{at}]"), problem));
        }
        if !(-20..=20).contains(&edge.cover_dice) {
            let problem = "expected -20 to 20 dice";
            faults.push(places.fault(&format!("edges[{at}].cover_dice"), problem));
        }
    }
    let tiles: Vec<&str> = file.tiles.iter().map(|tile| tile.id.as_str()).collect();
    for (at, edge) in file.edges.iter().enumerate() {
        if let Some(rung) = edge.rung.as_deref().filter(|rung| !tiles.contains(rung)) {
            let place = format!("edges[{at}].rung");
            faults.push(places.unknown(&place, "tile", rung, tiles.iter().copied()));
        }
    }
    let mut obstacles = Vec::new();
    for (at, row) in file.obstacles.iter().enumerate() {
        if let Some(base) = row.base.as_deref().filter(|base| !tiles.contains(base)) {
            let place = format!("obstacles[{at}].base");
            faults.push(places.unknown(&place, "tile", base, tiles.iter().copied()));
        }
        let width = read_width(row.width.as_deref().unwrap_or("1"));
        let heights = row.heights.iter().all(|height| (0..=200).contains(height));
        if width.is_none() || row.heights.is_empty() || !heights {
            let problem = "expected heights from 0 to 200, and a width such as `3/4` or `1`";
            faults.push(places.fault(&format!("obstacles[{at}]"), problem));
        }
        check_opening(row, at, &places, &mut faults);
        obstacles.push(Obstacle {
            id: row.id.clone(),
            heights: row.heights.clone(),
            width: width.unwrap_or(Width::FULL),
            jungle: row.jungle,
            base: row.base.clone(),
            doorway: row.doorway,
            door: row.door.clone(),
            rule: row.rule.clone(),
            source: row.source.clone(),
        });
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Terrain { tiles: file.tiles, obstacles, edges: file.edges })
}

/// A doorway leads through one of the obstacle's hexes, below its top, and a door stands in a doorway.
fn check_opening(row: &ObstacleRow, at: usize, places: &Places, faults: &mut Vec<DataError>) {
    if let Some(opening) = row.doorway {
        let height = row.heights.get(opening.at()).filter(|_| opening.hex > 0);
        if !height.is_some_and(|height| (1..*height).contains(&opening.height)) {
            let problem =
                "expected one of the obstacle's hexes, from 1, and a height below its own";
            faults.push(places.fault(&format!("obstacles[{at}].doorway"), problem));
        }
    }
    let door = row.door.as_ref();
    if door.is_some_and(|door| row.doorway.is_none() || door.life == 0 || door.defense > 30) {
        let problem = "expected a `doorway` beside it, a life from 1 and at most 30 dice";
        faults.push(places.fault(&format!("obstacles[{at}].door"), problem));
    }
}

/// Numbers and dice that the engine can use.
fn check_tiles(file: &TerrainFile, places: &Places, faults: &mut Vec<DataError>) {
    for (at, tile) in file.tiles.iter().enumerate() {
        let mut fault = |field: &str, problem: &str| {
            faults.push(places.fault(&format!("tiles[{at}].{field}"), problem));
        };
        if let Some(enter) = &tile.on_enter {
            let (first, last) = enter.destroyed_on;
            if enter.die != "d20" || first > last || first < 1 || last > 20 {
                let says =
                    "expected `die: d20` and two numbers of it, the first not above the last";
                fault("on_enter", says);
            }
        }
        let end = tile.on_round_end.as_ref();
        if end.is_some_and(|end| end.die != "combat" || end.wound_on != "skull") {
            fault("on_round_end", "expected `die: combat` and `wound_on: skull`");
        }
    }
}

fn read_width(text: &str) -> Option<Width> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    Width::new(numerator.trim().parse().ok()?, denominator.trim().parse().ok()?)
}

fn check_rules(
    file: &TerrainFile,
    places: &Places,
    rules: Option<&RuleIndex>,
    faults: &mut Vec<DataError>,
) {
    let Some(rules) = rules else { return };
    let cited =
        |list: &'static str, at: usize, rule: &String| (format!("{list}[{at}].rule"), rule.clone());
    let tiles = file.tiles.iter().enumerate().map(|(at, row)| cited("tiles", at, &row.rule));
    let obstacles =
        file.obstacles.iter().enumerate().map(|(at, row)| cited("obstacles", at, &row.rule));
    let edges = file.edges.iter().enumerate().map(|(at, row)| cited("edges", at, &row.rule));
    for (place, rule) in tiles.chain(obstacles).chain(edges) {
        if rules.get(&rule).is_none() {
            let known = rules.rules.iter().map(|rule| rule.id.as_str());
            faults.push(places.unknown(&place, "rule", &rule, known));
        }
    }
    for (at, tile) in file.tiles.iter().enumerate().filter(|(_, tile)| rgb(&tile.colour).is_none())
    {
        let problem = no_colour(&tile.colour);
        faults.push(places.fault(&format!("tiles[{at}].colour"), problem));
    }
}

fn check_names(file: &TerrainFile, places: &Places, faults: &mut Vec<DataError>) {
    let tiles = file.tiles.iter().map(|row| row.id.as_str()).enumerate();
    let obstacles = file.obstacles.iter().map(|row| row.id.as_str()).enumerate();
    let edges = file.edges.iter().map(|row| row.id.as_str()).enumerate();
    let mut seen = BTreeMap::new();
    let all = tiles
        .map(|(at, id)| (format!("tiles[{at}].id"), id))
        .chain(obstacles.map(|(at, id)| (format!("obstacles[{at}].id"), id)))
        .chain(edges.map(|(at, id)| (format!("edges[{at}].id"), id)));
    for (place, id) in all {
        if seen.insert(id, ()).is_some() {
            faults.push(places.fault(&place, format!("`{id}` stands twice")));
        }
    }
    let mut letters = BTreeMap::new();
    for (at, tile) in file.tiles.iter().enumerate() {
        if let Some(other) = letters.insert(tile.letter, &tile.id) {
            let problem = format!("the letter `{}` already stands for `{other}`", tile.letter);
            faults.push(places.fault(&format!("tiles[{at}].letter"), problem));
        }
    }
}
