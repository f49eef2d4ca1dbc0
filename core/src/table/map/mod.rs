//! Maps of open tables: ground, objectives and deployment zones, alike in all games that have such a table.

mod drawing;
mod form;
mod picture;
mod sown;
mod survey;

pub use drawing::{GroundKind, MapKit, ObjectivesForm};
pub use form::{MapForm, MapSource, OutlineForm};
pub use picture::{Token, scene_of, scene_with};
pub use sown::{Strewn, StrewnShape};
pub use survey::GroundAsked;

use super::base::Base;
use super::obstacles::Area;
use super::outline::Outline;
use super::point::{Bounds, Length, Point, Vector};
use super::sight::{Class, Field, Piece};
use super::unit::Unit;
use crate::command::{Names, normalized};
use crate::data::{DataError, Source, read};
use crate::host::Slip;
use crate::ruleset::{Row, Rows};
use crate::scene::{no_colour, rgb};
use schemars::JsonSchema;
use serde::Deserialize;

/// A kind of ground: a row of a game's `terrain.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The name by which maps speak of it.
    pub id: String,
    /// How it bears on sight; not at all by default.
    #[serde(default)]
    pub sight: Class,
    /// Whether it gives cover.
    #[serde(default)]
    pub cover: bool,
    /// Whether it slows who moves over it.
    #[serde(default)]
    pub difficult: bool,
    /// Whether nobody comes into it.
    #[serde(default)]
    pub impassable: bool,
    /// How high it is, for games in which some see over low ground: 1 is as high as a figure.
    #[serde(default)]
    pub height: u8,
    /// The colour it is drawn in, `#rrggbb`.
    #[serde(default)]
    pub colour: Option<String>,
    /// How it lies on maps drawn at random; on none, where nothing is said.
    #[serde(default)]
    pub strewn: Option<Strewn>,
}

impl Row for Terrain {
    fn id(&self) -> &str {
        &self.id
    }

    fn terrain(&self) -> Option<&Terrain> {
        Some(self)
    }

    fn faults(rows: &Rows<Terrain>) -> Vec<DataError> {
        let colours = rows.rows.iter().map(|row| row.colour.as_deref()).enumerate();
        let wrong = colours.filter_map(|(at, colour)| {
            let colour = colour.filter(|colour| rgb(colour).is_none())?;
            Some(rows.fault(at, "colour", no_colour(colour)))
        });
        wrong.collect()
    }
}

/// Places of the grid that is laid over a zone.
const ACROSS: i32 = 12;
/// The same, from its near edge to the far one.
const DEEP: i32 = 4;

/// One thing that ground does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroundEffect {
    /// It bears on sight.
    Sight(Class),
    /// It gives cover.
    Cover,
    /// It slows whoever moves over it.
    Difficult,
    /// Nobody comes into it.
    Impassable,
}

impl GroundEffect {
    /// What it does, in words.
    pub fn says(self) -> &'static str {
        match self {
            GroundEffect::Sight(Class::None) => "seen across",
            GroundEffect::Sight(Class::Area) => "seen into and out of, not through",
            GroundEffect::Sight(Class::Complete) => "blocks sight",
            GroundEffect::Sight(Class::Solid) => "blocks sight, from within too",
            GroundEffect::Cover => "gives cover",
            GroundEffect::Difficult => "difficult",
            GroundEffect::Impassable => "impassable",
        }
    }
}

impl Terrain {
    /// What it does.
    pub fn effects(&self) -> Vec<GroundEffect> {
        let sight = (self.sight != Class::None).then_some(GroundEffect::Sight(self.sight));
        let rest = [
            self.cover.then_some(GroundEffect::Cover),
            self.difficult.then_some(GroundEffect::Difficult),
            self.impassable.then_some(GroundEffect::Impassable),
        ];
        [sight].into_iter().chain(rest).flatten().collect()
    }

    /// The same in words.
    pub fn says(&self) -> String {
        self.effects().into_iter().map(GroundEffect::says).collect::<Vec<_>>().join(", ")
    }
}

/// A piece of ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// What it is called: its own name, or that of its terrain.
    pub name: String,
    /// The number of its terrain among the rows.
    pub terrain: usize,
    /// Where it is.
    pub outline: Outline,
}

crate::numbered! {
    /// Number of an objective of a map.
    pub struct ObjectiveId(u8);
}

/// A marked place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
}

/// A map, its lengths on the grid of 0.001 cm; its near left corner is the origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// What it is called.
    pub name: String,
    /// In what it is measured.
    pub unit: Unit,
    /// The table.
    pub bounds: Bounds,
    /// The kinds of ground.
    pub terrain: Vec<Terrain>,
    /// Pieces of ground, by number.
    pub pieces: Vec<Laid>,
    /// Objectives, by number.
    pub objectives: Vec<Objective>,
    /// Deployment zones: the side's name, and where.
    pub zones: Vec<(String, Outline)>,
}

impl Map {
    /// Reads a file that is a map, made of the rows of a table of terrain.
    ///
    /// # Errors
    /// Every mistake, each at its place.
    pub fn read(source: &Source, terrain: &[Terrain]) -> Result<Map, Vec<DataError>> {
        let form = read::<MapForm>(source)?;
        form.value.lay(terrain, &form.places, "")
    }

    /// A length for people to compare: rounded, with its unit.
    pub fn about(&self, length: Length) -> String {
        format!("{}{}", self.unit.about(length), self.unit.mark())
    }

    /// Two lengths for people to compare, with their unit: rounded, but for what keeps them apart.
    pub fn about_both(&self, one: Length, other: Length) -> [String; 2] {
        self.unit.about_both(one, other).map(|said| said + self.unit.mark())
    }

    /// A place as people type it: its coordinates, or the middle of what is called so, an objective or a piece of ground.
    ///
    /// # Errors
    /// What is wrong with it, where it is no place or could be several.
    pub fn find_place(&self, text: &str) -> Result<Point, Slip> {
        let mut names = Names::of("place");
        self.objectives.iter().for_each(|objective| names.add(&objective.name, objective.at));
        for piece in &self.pieces {
            let middle = piece.outline.bounds().middle();
            // Several of a name are none that could be meant.
            match self.pieces.iter().filter(|other| other.name == piece.name).count() {
                1 => names.add(&piece.name, middle),
                _ => continue,
            }
        }
        let is_number = text.contains(|letter: char| letter.is_ascii_digit());
        match self.unit.find_place(text) {
            Err(slip) if is_number || names.said().next().is_none() => {
                names.find(text).map_err(|_| slip)
            }
            Err(_) => names.find(text),
            found => found,
        }
    }

    /// An objective by its number; panics where there is none of it.
    pub fn objective(&self, id: ObjectiveId) -> &Objective {
        &self.objectives[usize::from(id.0)]
    }

    /// All objectives by name, as people type them.
    pub fn objective_names(&self) -> Names<ObjectiveId> {
        let mut names = Names::of("objective");
        let all = (0..).map(ObjectiveId).zip(&self.objectives);
        all.for_each(|(id, objective)| names.add(&objective.name, id));
        names
    }

    /// The kind of ground that the piece of that name is of.
    pub fn ground_called(&self, name: &str) -> Option<&Terrain> {
        let meant = normalized(name);
        let called = |piece: &&Laid| normalized(&piece.name) == meant;
        self.pieces.iter().find(called).map(|piece| self.terrain_of(piece))
    }

    /// What a piece of ground is called, by its number.
    pub fn called(&self, number: u16) -> &str {
        self.pieces.get(usize::from(number)).map_or("", |piece| &piece.name)
    }

    /// What a piece is made of.
    pub fn terrain_of(&self, piece: &Laid) -> &Terrain {
        &self.terrain[piece.terrain]
    }

    /// The pieces of terrain of some kind, with their numbers.
    pub fn pieces_that<'m>(
        &'m self,
        holds: impl Fn(&Terrain) -> bool + 'm,
    ) -> impl Iterator<Item = (u16, &'m Laid)> + 'm {
        (0..).zip(&self.pieces).filter(move |(_, piece)| holds(self.terrain_of(piece)))
    }

    /// What bears on sight; numbers are those of the pieces.
    pub fn sight(&self) -> Field {
        self.field(|terrain| terrain.sight)
    }

    /// What hides a part of whoever is behind it: what bears on sight, and low ground that gives cover. Whether what hides
    /// gives cover as well, its row says: a wall that stops sight may give none.
    pub fn screens(&self) -> Field {
        self.field(|terrain| match terrain.sight {
            Class::None if terrain.cover => Class::Complete,
            sight => sight,
        })
    }

    fn field(&self, class: impl Fn(&Terrain) -> Class) -> Field {
        let piece = |laid: &Laid| Piece::new(laid.outline.clone(), class(self.terrain_of(laid)));
        Field::new(self.pieces.iter().map(piece).collect())
    }

    /// Ground that nobody comes into, by the numbers of its pieces.
    pub fn impassable(&self) -> impl Iterator<Item = (u16, Area)> + '_ {
        let pieces = self.pieces_that(|terrain| terrain.impassable);
        pieces.map(|(number, piece)| (number, Area::Outline(piece.outline.clone())))
    }

    /// Ground that slows who moves over it.
    pub fn difficult(&self) -> impl Iterator<Item = &Outline> {
        self.pieces_that(|terrain| terrain.difficult).map(|(_, piece)| &piece.outline)
    }

    /// Whether a base is wholly on the table.
    pub fn holds(&self, base: &Base) -> bool {
        self.bounds.holds(base.bounds().low) && self.bounds.holds(base.bounds().high)
    }

    /// Places spread over the zones of a side, so many across and deep; over the table where it has none.
    pub fn spread(&self, side: &str, across: i32, deep: i32) -> Vec<Point> {
        let own = self.zones.iter().filter(|(name, _)| name == side);
        let mut areas: Vec<Bounds> = own.map(|(_, zone)| zone.bounds()).collect();
        if areas.is_empty() {
            areas.push(self.bounds);
        }
        let (across, deep) = (across.max(1), deep.max(1));
        let of = |area: &Bounds| {
            let (low, size) = (area.low, area.high - area.low);
            let part =
                |size: i64, at: i32, of: i32| size / i64::from(2 * of) * i64::from(2 * at + 1);
            let place = move |at: i32| {
                low + Vector::new(
                    part(size.x, at % across, across),
                    part(size.y, at / across, deep),
                )
            };
            (0..across * deep).map(place)
        };
        areas.iter().flat_map(of).collect()
    }

    /// A place over the zones of a side where something is allowed, looked for ever more finely; where it is allowed only in
    /// spots smaller than a hundredth of a zone, they may be missed.
    pub fn room(&self, side: &str, ok: &dyn Fn(Point) -> bool) -> Option<Point> {
        let spread = |finer| self.spread(side, ACROSS * finer, DEEP * finer);
        [1, 4, 16].into_iter().flat_map(spread).find(|at| ok(*at))
    }

    /// Places over the zones of a side where something is allowed, such as to deploy: those of a grid; where there is hardly any room, the
    /// one that is found.
    pub fn places_in_zone(&self, side: &str, ok: &dyn Fn(Point) -> bool) -> Vec<Point> {
        let mut places = self.spread(side, ACROSS, DEEP);
        places.retain(|at| ok(*at));
        if places.is_empty() {
            places.extend(self.room(side, ok));
        }
        places
    }

    /// So many places of the same grid, drawn, without those where it is not allowed.
    pub fn drawn_places_in_zone(
        &self,
        side: &str,
        count: usize,
        ok: &dyn Fn(Point) -> bool,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<Point> {
        let places = self.spread(side, ACROSS, DEEP);
        let mut draw = || places.get(die(places.len() as u32) as usize).copied();
        (0..count).filter_map(|_| draw()).filter(|at| ok(*at)).collect()
    }

    /// Whether a base is wholly in a zone of a side; anywhere where the side has none.
    pub fn is_in_zone(&self, side: &str, base: &Base) -> bool {
        let mut own = self.zones.iter().filter(|(name, _)| name == side).peekable();
        let holds = |zone: &Outline| base.corners().iter().all(|corner| zone.holds(*corner));
        own.peek().is_none() || own.any(|(_, zone)| holds(zone))
    }
}
