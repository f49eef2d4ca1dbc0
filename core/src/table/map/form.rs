//! The form in which maps are written, and every mistake in it with its place.

use super::super::base::{Footprint, MAX_CORNERS};
use super::super::facing::Facing;
use super::super::outline::{Outline, OutlineFault};
use super::super::point::{Bounds, FARTHEST, Length, Point, Vector, part_of};
use super::super::unit::{Decimal, Unit};
use super::{Laid, Map, Objective, Terrain};
use crate::data::{DataError, Places, in_order};
use crate::schema::exact;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The most pieces of ground on one map.
const MOST_PIECES: usize = 400;

/// A map as it is written.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapForm {
    /// The game it is for, where the file says.
    #[serde(default)]
    pub game: Option<String>,
    /// What it is called.
    #[serde(default)]
    pub battlefield: String,
    /// What it is about, for people.
    #[serde(default)]
    pub says: Option<String>,
    /// House rules it is built by: files of rows of ground that are not in the tables.
    #[serde(default)]
    #[schemars(extend("x-suggests" = "house_rules/*"))]
    pub house_rules: Vec<String>,
    /// In what it is measured.
    #[serde(default)]
    pub unit: Unit,
    /// How wide the table is, and how deep.
    pub size: [Decimal; 2],
    /// Pieces of ground, those that lie on others behind them.
    #[serde(default)]
    pub pieces: Vec<OutlineForm>,
    /// Objectives by name, each with its place.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, [Decimal; 2]>")]
    pub objectives: Vec<(String, [Decimal; 2])>,
    /// Deployment zones by side.
    #[serde(default, deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, OutlineForm>")]
    pub deployment: Vec<(String, OutlineForm)>,
}

/// An outline as it is written: exactly one of `rect`, `line`, `corners` and `disc`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutlineForm {
    /// What it is called, if not as its terrain.
    pub name: Option<String>,
    /// What it is made of; a zone is made of nothing.
    #[schemars(extend("x-suggests" = "terrain#/terrain/*/id"))]
    pub terrain: Option<String>,
    /// An upright rectangle: two opposite corners.
    pub rect: Option<[Decimal; 4]>,
    /// A wall, hedge or river along a line; its ends stand out by half its width.
    pub line: Option<Vec<[Decimal; 2]>>,
    /// How wide the line is.
    pub width: Option<Decimal>,
    /// The corners, in either order.
    pub corners: Option<Vec<[Decimal; 2]>>,
    /// The middle of a disc.
    pub disc: Option<[Decimal; 2]>,
    /// The disc's radius.
    pub radius: Option<Decimal>,
}

/// A map that is named, or written down where it is wanted.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // There is one in a scenario.
pub enum MapSource {
    /// By name or path.
    Named(String),
    /// Written down.
    Here(MapForm),
}

impl<'de> Deserialize<'de> for MapSource {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<MapSource, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = MapSource;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("the name of a battlefield, or a battlefield")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<MapSource, E> {
                String::deserialize(StrDeserializer::new(name)).map(MapSource::Named)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MapSource, A::Error> {
                MapForm::deserialize(MapAccessDeserializer::new(map)).map(MapSource::Here)
            }
        }
        from.deserialize_any(Either)
    }
}

impl JsonSchema for MapSource {
    fn schema_name() -> Cow<'static, str> {
        "MapSource".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, map) = (exact(), generator.subschema_for::<MapForm>());
        json_schema!({
            "description": "The name of a battlefield, or a battlefield written down here.",
            "anyOf": [name, map],
        })
    }
}

impl MapForm {
    /// The map, made of the rows of a table of terrain; `field` is where the form stands in its file.
    ///
    /// # Errors
    /// Every mistake, each at its place.
    pub fn lay(
        self,
        terrain: &[Terrain],
        places: &Places,
        field: &str,
    ) -> Result<Map, Vec<DataError>> {
        let at = if field.is_empty() { String::new() } else { format!("{field}.") };
        let mut laying = Laying { unit: self.unit, bounds: None, places, faults: Vec::new() };
        let far = laying.point(self.size, &format!("{at}size"));
        match far {
            Some(far) if far.x > 0 && far.y > 0 => {
                laying.bounds = Some(Bounds { low: Point::default(), high: far });
            }
            Some(_) => {
                laying.fault(&format!("{at}size"), "a table is wider and deeper than nothing")
            }
            None => {}
        }
        if self.pieces.len() > MOST_PIECES {
            let problem = format!("{} pieces, {MOST_PIECES} are the most", self.pieces.len());
            laying.fault(&format!("{at}pieces"), problem);
        }
        let mut pieces = Vec::new();
        for (number, form) in self.pieces.iter().enumerate().take(MOST_PIECES) {
            let place = format!("{at}pieces[{number}]");
            if pieces.len() > MOST_PIECES {
                let problem =
                    format!("the stretches of lines are pieces, {MOST_PIECES} are the most");
                laying.fault(&place, problem);
                break;
            }
            let outlines = laying.outlines(form, &place);
            let kind = laying.terrain(form, terrain, &place);
            pieces.extend(kind.into_iter().flat_map(|kind| {
                let name = form.name.as_ref().unwrap_or(&terrain[kind].id);
                let laid = |outline| Laid { name: name.clone(), terrain: kind, outline };
                outlines.iter().cloned().map(laid).collect::<Vec<_>>()
            }));
        }
        let mut objectives = Vec::new();
        for (name, marked) in self.objectives {
            let place = format!("{at}objectives.{name}");
            let found = laying.point(marked, &place);
            if found.is_some_and(|found| laying.bounds.is_some_and(|table| !table.holds(found))) {
                laying.fault(&place, format!("`{name}` is not on the table"));
            }
            objectives.extend(found.map(|at| Objective { name, at }));
        }
        let mut zones = Vec::new();
        for (side, form) in self.deployment {
            let place = format!("{at}deployment.{side}");
            if form.terrain.is_some() {
                laying.fault(&format!("{place}.terrain"), "a zone is made of nothing");
            }
            let outlines = laying.outlines(&form, &place);
            let meets = |(other, zone): &&(String, Outline)| {
                *other != side && outlines.iter().any(|outline| outline.overlaps(zone))
            };
            if let Some((other, _)) = zones.iter().find(meets) {
                laying.fault(&place, format!("it overlaps the zone of {other}"));
            }
            zones.extend(outlines.into_iter().map(|outline| (side.clone(), outline)));
        }
        match laying.bounds {
            Some(bounds) if laying.faults.is_empty() => Ok(Map {
                name: self.battlefield,
                unit: self.unit,
                bounds,
                terrain: terrain.to_vec(),
                pieces,
                objectives,
                zones,
            }),
            _ => Err(laying.faults),
        }
    }
}

/// A map while it is being laid, and what is wrong with it.
struct Laying<'a> {
    unit: Unit,
    bounds: Option<Bounds>,
    places: &'a Places,
    faults: Vec<DataError>,
}

impl Laying<'_> {
    fn fault(&mut self, field: &str, problem: impl Into<String>) {
        self.faults.push(self.places.fault(field, problem));
    }

    fn length(&mut self, number: Decimal, field: &str) -> Option<Length> {
        let length = self.unit.length(number);
        if length.is_none() {
            let most = self.unit.about(FARTHEST);
            self.fault(field, format!("too far away, {most}{} is the most", self.unit.mark()));
        }
        length
    }

    fn point(&mut self, [x, y]: [Decimal; 2], field: &str) -> Option<Point> {
        let (x, y) =
            (self.length(x, &format!("{field}[0]")), self.length(y, &format!("{field}[1]")));
        Some(Point::new(x?, y?))
    }

    fn points(&mut self, given: &[[Decimal; 2]], field: &str) -> Option<Vec<Point>> {
        let points = given.iter().enumerate();
        let points: Vec<_> =
            points.map(|(at, point)| self.point(*point, &format!("{field}[{at}]"))).collect();
        points.into_iter().collect()
    }

    fn terrain(&mut self, form: &OutlineForm, known: &[Terrain], field: &str) -> Option<usize> {
        let Some(name) = &form.terrain else {
            self.fault(field, "the field `terrain` is missing: what is it made of");
            return None;
        };
        let found = known.iter().position(|row| row.id == *name);
        if found.is_none() {
            let ids = known.iter().map(|row| row.id.as_str());
            let field = format!("{field}.terrain");
            self.faults.push(self.places.unknown(&field, "terrain", name, ids));
        }
        found
    }

    /// The outlines of a form: one, or one for each stretch of a line. All lie on the table.
    fn outlines(&mut self, form: &OutlineForm, field: &str) -> Vec<Outline> {
        let shapes = [
            form.rect.map(|_| "rect"),
            form.line.as_ref().map(|_| "line"),
            form.corners.as_ref().map(|_| "corners"),
            form.disc.map(|_| "disc"),
        ];
        let given: BTreeSet<&str> = shapes.into_iter().flatten().collect();
        if given.len() != 1 {
            self.fault(field, "expected exactly one of `rect`, `line`, `corners` and `disc`");
            return Vec::new();
        }
        for (size, shape, there) in
            [("width", "line", form.width.is_some()), ("radius", "disc", form.radius.is_some())]
        {
            if given.contains(shape) && !there {
                self.fault(field, format!("a {shape} has a `{size}`"));
            } else if there && !given.contains(shape) {
                self.fault(&format!("{field}.{size}"), format!("only a {shape} has a `{size}`"));
            }
        }
        let outlines = self.shaped(form, field).unwrap_or_default();
        let table = self.bounds;
        let off = |outline: &Outline| {
            let (low, high) = (outline.bounds().low, outline.bounds().high);
            table.is_some_and(|table| !table.holds(low) || !table.holds(high))
        };
        if form.line.is_none() && outlines.iter().any(off) {
            let kind = given.first().copied().unwrap_or_default();
            self.fault(&format!("{field}.{kind}"), "it reaches beyond the edge of the table");
        }
        outlines
    }

    fn shaped(&mut self, form: &OutlineForm, field: &str) -> Option<Vec<Outline>> {
        if let Some([x, y, far_x, far_y]) = form.rect {
            let place = format!("{field}.rect");
            let one = self.point([x, y], &place);
            let other = self.point([far_x, far_y], &place);
            let ring = Bounds::of(&[one?, other?]);
            if ring.low.x == ring.high.x || ring.low.y == ring.high.y {
                self.fault(&place, "a rectangle is wider and deeper than nothing");
                return None;
            }
            return self.outline(Outline::rectangle(ring.low, ring.high), &place);
        }
        if let Some(corners) = &form.corners {
            let place = format!("{field}.corners");
            let corners = self.points(corners, &place)?;
            return self.outline(Outline::new(corners), &place);
        }
        if let Some(middle) = form.disc {
            let middle = self.point(middle, &format!("{field}.disc"));
            let place = format!("{field}.radius");
            let radius = self.length(form.radius?, &place)?;
            if radius < 1 {
                self.fault(&place, "a disc has a radius above 0");
                return None;
            }
            let disc = Footprint::Disc { radius, corners: MAX_CORNERS as u8 };
            let ring = disc.at(middle?, Facing::default()).corners().to_vec();
            return match Outline::new(ring) {
                Err(OutlineFault::Degenerate(_)) => {
                    self.fault(&place, "too small a disc");
                    None
                }
                made => self.outline(made, &place),
            };
        }
        let (line, place) = (form.line.as_ref()?, format!("{field}.line"));
        let width = self.length(form.width?, &format!("{field}.width"))?;
        let line = self.points(line, &place)?;
        if let Some(table) = self.bounds {
            // Its ends stand out by half its width; what is beyond the edge takes no part.
            for (at, _) in line.iter().enumerate().filter(|(_, point)| !table.holds(**point)) {
                self.fault(&format!("{place}[{at}]"), "it is not on the table");
            }
            let size = table.high - table.low;
            if i64::from(width) > size.max() {
                self.fault(&format!("{field}.width"), "it is wider than the table");
            }
        }
        if line.len() < 2 || width < 2 {
            self.fault(&place, "a line has two places or more, and some width");
            return None;
        }
        if line.len() > MOST_PIECES {
            let problem = format!("{} places, {MOST_PIECES} are the most of a line", line.len());
            self.fault(&place, problem);
            return None;
        }
        let mut outlines = Vec::new();
        for (at, ends) in line.windows(2).enumerate() {
            if ends[0] == ends[1] {
                self.fault(&format!("{place}[{}]", at + 1), "it is the place before it again");
                return None;
            }
            let stretch = stretch(ends[0], ends[1], width / 2);
            outlines.extend(self.outline(stretch, &format!("{place}[{}]", at + 1))?);
        }
        Some(outlines)
    }

    fn outline(
        &mut self,
        made: Result<Outline, OutlineFault>,
        field: &str,
    ) -> Option<Vec<Outline>> {
        match made {
            Ok(outline) => Some(vec![outline]),
            Err(fault) => {
                let at = match fault {
                    OutlineFault::Degenerate(at)
                    | OutlineFault::SelfCrossing(_, at)
                    | OutlineFault::TooFar(at) => format!("{field}[{at}]"),
                    OutlineFault::TooFew | OutlineFault::TooMany(_) => field.to_string(),
                };
                let at = if self.places.is_written(&at) { at } else { field.to_string() };
                self.fault(&at, fault.to_string());
                None
            }
        }
    }
}

/// A rectangle around a line, standing out by half its width on every side.
fn stretch(from: Point, to: Point, half: Length) -> Result<Outline, OutlineFault> {
    let by = to - from;
    let whole = by.dot(&by).isqrt().max(1);
    let along = part_of(by, half.into(), whole);
    let aside = Vector::new(-along.y, along.x);
    let (start, end) = (from - along, to + along);
    Outline::new(vec![start - aside, end - aside, end + aside, start + aside])
}
