//! Maps of open tables drawn by hand: the file itself as a picture, however faulty, and what strokes change in it.

mod hand;
mod paper;
mod parts;
mod places;

use super::sown::Strewn;
use crate::command::counted;
use crate::data::{Change, DataError, Source, Tree, Written};
use crate::host::{Half, Row, Sketch, Stroke, Takes, Tool};
use crate::scene::{Layer, Paint, Scene, Shape, Thing, seat_colour};
use crate::seat::Seat;
use hand::Hand;
use paper::{Drawn, Paper, half_name};
use parts::place_in_list;
use places::{Spot, middle_of, number, point, point_in, rect, span};

const TABLE: &str = "#e9e4d4";
const INK: &str = "#333333";
const FAULTY: &str = "#b3261e";
const MARK: &str = "#c9a227";
/// To which part of a unit places are rounded where nobody says.
const SNAP: f32 = 0.5;
/// Points of a stroke that are looked at.
const MOST_POINTS: usize = 200;

/// A kind of ground that a map can be drawn with.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroundKind {
    /// Its name in maps.
    pub id: String,
    /// What the rules make of it.
    pub says: String,
    /// The colour it is drawn in, `#rrggbb`.
    pub colour: Option<String>,
    /// How it lies on maps drawn at random.
    pub strewn: Option<Strewn>,
}

/// How objectives are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectivesForm {
    /// By name, each with its place.
    Named,
    /// In a list, each with its place under `at`, and the half of the table it lies in under `half`.
    Listed,
}

/// How a game writes its maps, and of what they are made.
#[derive(Debug, Clone, PartialEq)]
pub struct MapKit {
    /// The kinds of ground.
    pub kinds: Vec<GroundKind>,
    /// The field that holds the corners of an outline.
    pub corners: &'static str,
    /// Whether discs and lines hold their measures inside (`disc: {at: [x, y], radius: r}`) or beside them.
    pub inside: bool,
    /// How objectives are written.
    pub objectives: ObjectivesForm,
    /// Sides that may have a deployment zone.
    pub zones: &'static [&'static str],
    /// In what places are measured where the file does not say.
    pub unit: &'static str,
    /// How wide and how deep a table is where the file does not say.
    pub size: (u16, u16),
}

impl MapKit {
    /// What maps in the form of [`super::MapForm`] are drawn with.
    pub fn of_terrain(terrain: &[super::Terrain]) -> MapKit {
        let kind = |row: &super::Terrain| GroundKind {
            id: row.id.clone(),
            says: row.says(),
            colour: row.colour.clone(),
            strewn: row.strewn,
        };
        MapKit {
            kinds: terrain.iter().map(kind).collect(),
            corners: "corners",
            inside: false,
            objectives: ObjectivesForm::Named,
            zones: &["A", "B"],
            unit: "cm",
            size: (120, 120),
        }
    }

    /// How wide and how deep the table of a file is.
    fn size_of(&self, whole: &Written) -> Option<Spot> {
        match whole.field("size") {
            Some(said) => point_in(said).filter(|(wide, deep)| {
                (0.0..=10_000.0).contains(wide) && (0.0..=10_000.0).contains(deep)
            }),
            None => Some((f32::from(self.size.0), f32::from(self.size.1))),
        }
    }

    /// A map's file as a picture to draw on.
    pub fn sketch(&self, file: &Source, faults: &[DataError]) -> Sketch {
        let Ok(tree) = Tree::parse(file) else { return Sketch::default() };
        let whole = tree.written();
        let Some((wide, deep)) = self.size_of(&whole) else { return Sketch::default() };
        let paper = Paper { whole: &whole, deep };
        let mut scene = Scene::default();
        let ring = [(0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)].to_vec();
        let table = Thing { id: "table".into(), words: "open ground".into(), ..Thing::default() };
        scene.thing(table, |shapes| {
            shapes.push(Shape::Polygon { points: ring, paint: Paint::filled(TABLE, INK, 0.1) });
        });
        let mut rows = Vec::new();
        let mut handles = Vec::new();
        for (field, row) in paper.rows() {
            let is_faulty = faults.iter().any(|fault| {
                let rest = fault.field.strip_prefix(field.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            });
            self.draw(&paper, &field, row, is_faulty, &mut scene);
            paper.handles(&field, row, &mut handles);
            rows.push(Row { thing: field.clone(), field });
        }
        let at = |fault: &DataError| paper.place_of(&fault.field);
        let places = faults.iter().enumerate().filter_map(|(n, fault)| Some((n, at(fault)?)));
        let pieces = whole.field("pieces").map_or(0, |pieces| pieces.values().len());
        let unit = whole.field("unit").and_then(Written::as_word).unwrap_or(self.unit);
        Sketch {
            size: format!("{wide} x {deep} {unit}, {} of ground", counted(pieces, "piece")),
            levels: 0,
            unit: Some(unit.to_string()),
            tools: self.tools(paper.zone_from_middle(wide, self.zones)),
            grid: None,
            handles,
            rows,
            faults: places.collect(),
            scene: Some(scene),
        }
    }

    fn tools(&self, zone: (f32, f32)) -> Vec<Tool> {
        let shapes = [
            ("outlines", "corners", Takes::Corners),
            ("rectangles", "rect", Takes::Rect),
            ("discs", "disc", Takes::Disc),
            ("lines", "line", Takes::Line),
        ];
        let mut tools = Vec::new();
        for (group, shape, takes) in shapes {
            for kind in &self.kinds {
                let (id, name) = (format!("{shape}:{}", kind.id), kind.id.replace('_', " "));
                let tool = Tool::new(group, id, name, takes).saying(&kind.says);
                tools.push(Tool { colour: kind.colour.clone(), ..tool });
            }
        }
        let objective = Tool::new("marks", "objective", "objective", Takes::Place);
        tools.push(objective.saying("a place to hold"));
        for (seat, side) in (0..).zip(self.zones) {
            let name = format!("deployment of {side}");
            let tool = Tool::new("marks", format!("zone:{side}"), &name, Takes::Rect);
            let colour = Some(seat_colour(Seat(seat)).to_string());
            tools.push(Tool { colour, ..tool.saying("where it is put down") });
        }
        for (id, name, says) in [
            ("mirror", "mirror", "left becomes right"),
            ("half-turn", "turn by half", "all of it by half a turn"),
            (
                Half::TOOL,
                "make both sides alike",
                "asks which half stays; the other one follows it, turned by half: pieces, objectives, deployment",
            ),
        ] {
            tools.push(Tool::new("whole map", id, name, Takes::Nothing).saying(says));
        }
        let halves = [Half::Upper, Half::Lower, Half::Left, Half::Right].map(half_name);
        for tool in tools.iter_mut().filter(|tool| tool.id == Half::TOOL) {
            tool.choices = Half::choices(halves, zone, Half::Lower);
        }
        tools
    }

    fn draw(&self, paper: &Paper, field: &str, row: &Written, is_faulty: bool, scene: &mut Scene) {
        let word = |name: &str| row.field(name).and_then(Written::as_word);
        let kind = word("terrain");
        let known = kind.and_then(|kind| self.kinds.iter().find(|it| it.id == kind));
        let name = word("name").or(kind).map(|name| name.replace('_', " "));
        let edge = if is_faulty { (FAULTY, 0.3) } else { (INK, 0.08) };
        if field.starts_with("objectives") {
            let Some(at) = point_in(row.field("at").unwrap_or(row)) else { return };
            let words = match field.strip_prefix("objectives.") {
                Some(name) if name.starts_with("objective") => name.to_string(),
                Some(name) => format!("objective {name}"),
                // Those of a list go by their numbers, as at the table.
                None => format!("objective {}", place_in_list(field).1 + 1),
            };
            let name = field.strip_prefix("objectives.").unwrap_or(&words).to_string();
            let thing = Thing { id: field.into(), layer: Layer::Marks, words, ..Thing::default() };
            let (centre, colour) = (paper.drawn(at), INK.to_string());
            scene.thing(thing, |shapes| {
                let paint = Paint::filled(MARK, edge.0, edge.1);
                shapes.push(Shape::Circle { centre, radius: paper.deep / 75.0, paint });
                let at = (centre.0, centre.1 + paper.deep / 30.0);
                shapes.push(Shape::Text { at, size: paper.deep / 48.0, words: name, colour });
            });
            return;
        }
        let zone = field.strip_prefix("deployment.");
        let words = match (zone, known) {
            (Some(side), _) => format!("deployment of {side}"),
            (None, Some(known)) => format!("{}: {}", name.clone().unwrap_or_default(), known.says),
            (None, None) => name.clone().unwrap_or_default(),
        };
        let layer = if zone.is_some() { Layer::Marks } else { Layer::Ground };
        let fill = known.and_then(|kind| kind.colour.clone()).unwrap_or("#b9b09a".to_string());
        let paint = match zone {
            Some(_) => Paint { dashed: true, ..Paint::stroked(edge.0, edge.1.max(0.12)) },
            None => Paint::filled(fill, edge.0, edge.1),
        };
        let outlines = paper.outlines(row);
        // As high as can be read where the whole table is seen.
        let letters = paper.deep / 44.0;
        let thing = Thing { id: field.into(), layer, words: words.clone(), ..Thing::default() };
        scene.thing(thing, |shapes| {
            let middle = outlines.first().map(|outline| match outline {
                Drawn::Ring(points) => middle_of(points),
                Drawn::Disc(at, _) => *at,
            });
            for outline in outlines {
                let paint = paint.clone().titled(&words);
                shapes.push(match outline {
                    Drawn::Ring(points) => Shape::Polygon { points, paint },
                    Drawn::Disc(centre, radius) => Shape::Circle { centre, radius, paint },
                });
            }
            for side in row.field("steep").map(Written::values).unwrap_or_default() {
                let points = side.values().iter().filter_map(point_in).map(|at| paper.drawn(at));
                let paint = Paint::stroked("#3b2f2f", 0.5).titled("steep");
                shapes.push(Shape::Line { points: points.collect(), paint });
            }
            let name = name.or(zone.map(|side| format!("deployment of {side}")));
            if let (Some(at), Some(words)) = (middle, name) {
                shapes.push(Shape::Text { at, size: letters, words, colour: "#4b463a".into() });
            }
        });
    }

    /// What a stroke changes in a map's file, and what it did.
    ///
    /// # Errors
    /// Where the stroke means nothing here.
    pub fn stroke(&self, file: &Source, stroke: &Stroke) -> Result<(Vec<Change>, String), String> {
        let broken = |_| "the text has to be mended before it can be drawn on".to_string();
        let whole = Tree::parse(file).map_err(broken)?.written();
        let (wide, deep) = self.size_of(&whole).ok_or("`size` is not a width and a depth")?;
        if stroke.points.len().max(stroke.fields.len()) > MOST_POINTS {
            return Err(format!("an outline has at most {MOST_POINTS} corners"));
        }
        let paper = Paper { whole: &whole, deep };
        let snap = stroke.snap.filter(|snap| *snap > 0.0).unwrap_or(SNAP).max(0.0001);
        let hand = Hand { paper: &paper, stroke, snap };
        let on_table = |(x, y): Spot| (x.clamp(0.0, wide), y.clamp(0.0, deep));
        let points: Vec<Spot> =
            stroke.points.iter().map(|at| on_table(hand.rounded(*at))).collect();
        if !stroke.fields.is_empty() {
            return hand.several(&stroke.fields);
        }
        match (stroke.tool.as_str(), stroke.field.as_deref()) {
            ("move", Some(field)) => return hand.moved(field),
            ("copy", Some(field)) => return hand.several(&[field.to_string()]),
            ("handle", Some(field)) => return hand.dragged(field),
            ("insert", Some(field)) => return hand.inserted(field),
            ("remove", Some(field)) => return hand.removed(field),
            ("mirror", _) => return Ok((paper.all(|(x, y)| (wide - x, y)), "mirrored".into())),
            ("half-turn", _) => {
                let turned = paper.all(|(x, y)| (wide - x, deep - y));
                return Ok((turned, "turned by half".into()));
            }
            _ => {}
        }
        if let Some(half) = Half::of_tool(&stroke.tool, Half::Lower) {
            return paper.both_sides(wide, self.zones, half);
        }
        if stroke.tool == "objective" {
            let at = *points.first().ok_or("an objective needs a place")?;
            return Ok((vec![self.objective(&paper, at)], "an objective".to_string()));
        }
        let (shape, kind) = stroke.tool.split_once(':').ok_or("there is no such tool")?;
        if shape == "zone" {
            let (low, high) = span(&points)?;
            let value = Written::row([("rect", rect(low, high))]);
            let field = format!("deployment.{kind}");
            let change = match whole.field("deployment") {
                Some(_) => Change::Set { field, value },
                None => {
                    Change::Set { field: "deployment".into(), value: Written::row([(kind, value)]) }
                }
            };
            return Ok((vec![change], format!("deployment of {kind}")));
        }
        if !self.kinds.iter().any(|known| known.id == kind) {
            return Err(format!("there is no ground `{kind}`"));
        }
        let mut row = vec![("terrain", Written::word(kind))];
        let size = stroke.size.filter(|size| *size > 0.0);
        row.extend(self.shaped(shape, &points, size)?);
        let says = format!("{} drawn", kind.replace('_', " "));
        Ok((vec![Change::Push { list: "pieces".into(), row: Written::row(row) }], says))
    }

    fn shaped(
        &self,
        shape: &str,
        points: &[Spot],
        size: Option<f32>,
    ) -> Result<Vec<(&'static str, Written)>, String> {
        Ok(match shape {
            "rect" => {
                let (low, high) = span(points)?;
                vec![("rect", rect(low, high))]
            }
            "disc" => {
                let (Some(at), Some(rim)) = (points.first(), points.get(1)) else {
                    return Err("a disc needs a middle and a rim".to_string());
                };
                let radius = (rim.0 - at.0).hypot(rim.1 - at.1);
                if radius < 0.1 {
                    return Err("a disc needs some size".to_string());
                }
                let (at, radius) = (point(*at), number((radius * 10.0).round() / 10.0));
                match self.inside {
                    true => vec![("disc", Written::row([("at", at), ("radius", radius)]))],
                    false => vec![("disc", at), ("radius", radius)],
                }
            }
            "line" => {
                if points.len() < 2 {
                    return Err("a line needs two places at least".to_string());
                }
                let line = Written::list(points.iter().map(|at| point(*at)));
                let width = number(size.unwrap_or(2.0));
                match self.inside {
                    true => vec![("line", Written::row([("points", line), ("width", width)]))],
                    false => vec![("line", line), ("width", width)],
                }
            }
            "corners" => {
                if points.len() < 3 {
                    return Err("an outline needs three corners at least".to_string());
                }
                vec![(self.corners, Written::list(points.iter().map(|at| point(*at))))]
            }
            other => return Err(format!("there is no tool `{other}`")),
        })
    }

    fn objective(&self, paper: &Paper, at: Spot) -> Change {
        match self.objectives {
            ObjectivesForm::Listed => {
                let half = Written::word(paper.half_at(at));
                let row = Written::row([("at", point(at)), ("half", half)]);
                Change::Push { list: "objectives".into(), row }
            }
            ObjectivesForm::Named => {
                let known = paper.whole.field("objectives");
                let mut names = (1..).map(|number| format!("objective {number}"));
                let is_free = |name: &String| known.is_none_or(|known| known.field(name).is_none());
                let name = names.find(is_free).unwrap_or_default();
                match known {
                    Some(_) => {
                        Change::Set { field: format!("objectives.{name}"), value: point(at) }
                    }
                    None => Change::Set {
                        field: "objectives".into(),
                        value: Written::row([(name.as_str(), point(at))]),
                    },
                }
            }
        }
    }
}
