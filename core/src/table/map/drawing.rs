//! Maps of open tables drawn by hand: the file itself as a picture, however faulty, and what strokes change in it.

mod parts;

use crate::data::{Change, DataError, Source, Tree, Written};
use crate::host::{Handle, Row, Sketch, Stroke, Takes, Tool};
use crate::scene::{Layer, Paint, Scene, Shape, Thing, seat_colour};
use crate::seat::Seat;

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

type Spot = (f32, f32);

impl MapKit {
    /// What maps in the form of [`super::MapForm`] are drawn with.
    pub fn of_terrain(terrain: &[super::Terrain]) -> MapKit {
        let kind = |row: &super::Terrain| GroundKind {
            id: row.id.clone(),
            says: row.effects().join(", "),
            colour: row.colour.clone(),
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
        let plural = if pieces == 1 { "" } else { "s" };
        Sketch {
            size: format!("{wide} x {deep} {unit}, {pieces} piece{plural} of ground"),
            levels: 0,
            unit: Some(unit.to_string()),
            tools: self.tools(),
            grid: None,
            handles,
            rows,
            faults: places.collect(),
            scene: Some(scene),
        }
    }

    fn tools(&self) -> Vec<Tool> {
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
                "both-sides",
                "make both sides alike",
                "every piece of the near half gets a twin in the far half, turned by half",
            ),
        ] {
            tools.push(Tool::new("whole map", id, name, Takes::Nothing).saying(says));
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
            let name = field.strip_prefix("objectives.").unwrap_or("objective").to_string();
            let words = format!("objective {name}");
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
            return hand.several();
        }
        match (stroke.tool.as_str(), stroke.field.as_deref()) {
            ("move", Some(field)) => return hand.moved(field),
            ("copy", Some(field)) => return hand.copied(field),
            ("handle", Some(field)) => return hand.dragged(field),
            ("insert", Some(field)) => return hand.inserted(field),
            ("remove", Some(field)) => return hand.removed(field),
            ("mirror", _) => return Ok((paper.all(|(x, y)| (wide - x, y)), "mirrored".into())),
            ("half-turn", _) => {
                let turned = paper.all(|(x, y)| (wide - x, deep - y));
                return Ok((turned, "turned by half".into()));
            }
            ("both-sides", _) => return paper.both_sides(wide),
            _ => {}
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
                let half = if at.1 * 2.0 <= paper.deep { "near" } else { "far" };
                let row = Written::row([("at", point(at)), ("half", Written::word(half))]);
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

/// A map's file while it is drawn on; places in it have y growing away from the near side.
struct Paper<'w> {
    whole: &'w Written,
    deep: f32,
}

/// What is filled.
enum Drawn {
    Ring(Vec<Spot>),
    Disc(Spot, f32),
}

impl Paper<'_> {
    fn drawn(&self, (x, y): Spot) -> Spot {
        (x, self.deep - y)
    }

    /// Everything that has a place: its field, and what is written there.
    fn rows(&self) -> Vec<(String, &Written)> {
        let mut rows = Vec::new();
        for list in ["pieces", "objectives", "deployment"] {
            match self.whole.field(list) {
                Some(Written::List(values)) => {
                    let numbered = values.iter().enumerate();
                    rows.extend(numbered.map(|(at, row)| (format!("{list}[{at}]"), row)));
                }
                Some(Written::Row(fields)) => {
                    rows.extend(fields.iter().map(|(name, row)| (format!("{list}.{name}"), row)));
                }
                _ => {}
            }
        }
        rows
    }

    fn outlines(&self, row: &Written) -> Vec<Drawn> {
        let shape = Shaped::of(row);
        let ring = |points: &[Spot]| Drawn::Ring(points.iter().map(|at| self.drawn(*at)).collect());
        match shape {
            Some(Shaped::Rect(_, low, high)) => {
                vec![ring(&[low, (high.0, low.1), high, (low.0, high.1)])]
            }
            Some(Shaped::Corners(_, points)) => vec![ring(&points)],
            Some(Shaped::Disc { at, radius, .. }) => vec![Drawn::Disc(self.drawn(at), radius)],
            Some(Shaped::Line { points, width, .. }) => {
                let stretch = |ends: &[Spot]| {
                    let (from, to) = (ends[0], ends[1]);
                    let whole = (to.0 - from.0).hypot(to.1 - from.1).max(0.001);
                    let along = (
                        (to.0 - from.0) / whole * width / 2.0,
                        (to.1 - from.1) / whole * width / 2.0,
                    );
                    let aside = (-along.1, along.0);
                    let corner = |at: Spot, far: f32, side: f32| {
                        (
                            at.0 + far * along.0 + side * aside.0,
                            at.1 + far * along.1 + side * aside.1,
                        )
                    };
                    ring(&[
                        corner(from, -1.0, -1.0),
                        corner(to, 1.0, -1.0),
                        corner(to, 1.0, 1.0),
                        corner(from, -1.0, 1.0),
                    ])
                };
                points.windows(2).map(stretch).collect()
            }
            None => Vec::new(),
        }
    }

    fn handles(&self, field: &str, row: &Written, handles: &mut Vec<Handle>) {
        let mut add = |path: String, at: Spot| {
            handles.push(Handle { field: path, row: field.to_string(), at: self.drawn(at) });
        };
        match Shaped::of(row) {
            Some(Shaped::Rect(name, low, high)) => {
                let corners = [low, (high.0, low.1), high, (low.0, high.1)];
                for (number, at) in corners.into_iter().enumerate() {
                    add(format!("{field}.{name}/{number}"), at);
                }
            }
            Some(Shaped::Corners(name, points)) => {
                for (number, at) in points.into_iter().enumerate() {
                    add(format!("{field}.{name}[{number}]"), at);
                }
            }
            Some(Shaped::Line { name, points, .. }) => {
                for (number, at) in points.into_iter().enumerate() {
                    add(format!("{field}.{name}[{number}]"), at);
                }
            }
            Some(Shaped::Disc { radius_name, at, radius, .. }) => {
                add(format!("{field}.{radius_name}/rim"), (at.0 + radius, at.1));
            }
            None => {}
        }
    }

    /// Where a field stands on the map: the place it names, or the middle of its row.
    fn place_of(&self, field: &str) -> Option<Spot> {
        if let Some(at) = self.whole.at(field).and_then(point_in) {
            return Some(self.drawn(at));
        }
        let row = self.rows().into_iter().find(|(name, _)| {
            field
                .strip_prefix(name.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        });
        let mut points = Vec::new();
        collect(row?.1, "", &mut points);
        (!points.is_empty()).then(|| self.drawn(middle_of(&points)))
    }

    /// Every place of the file put elsewhere.
    fn all(&self, to: impl Fn(Spot) -> Spot + Copy) -> Vec<Change> {
        self.rows().into_iter().flat_map(|(field, row)| put(&field, row, to)).collect()
    }

    /// Twins of the pieces of the near half, turned by half.
    fn both_sides(&self, wide: f32) -> Result<(Vec<Change>, String), String> {
        let turned = |(x, y): Spot| (wide - x, self.deep - y);
        let mut changes = Vec::new();
        let pieces = self.whole.field("pieces").map(Written::values).unwrap_or_default();
        let height = |row: &Written| {
            let mut points = Vec::new();
            collect(row, "", &mut points);
            middle_of(&points).1
        };
        for (number, row) in pieces.iter().enumerate().rev() {
            if height(row) > self.deep / 2.0 {
                changes.push(Change::Remove { field: format!("pieces[{number}]") });
            }
        }
        let near: Vec<&Written> =
            pieces.iter().filter(|row| height(row) < self.deep / 2.0).collect();
        for row in &near {
            let mut twin = moved(row, "", &turned);
            if let Written::Row(fields) = &mut twin {
                for (name, value) in fields.iter_mut() {
                    if let (true, Written::Word(word)) =
                        (name == "name" || name == "on_hill", &mut *value)
                    {
                        *word = format!("far {word}");
                    }
                }
            }
            changes.push(Change::Push { list: "pieces".into(), row: twin });
        }
        match near.is_empty() {
            true => Err("there is nothing in the near half yet".to_string()),
            false => Ok((changes, format!("{} twins in the far half", near.len()))),
        }
    }
}

/// A shape as it is written, with the field that holds its places.
enum Shaped {
    Rect(&'static str, Spot, Spot),
    Corners(&'static str, Vec<Spot>),
    Line { name: &'static str, points: Vec<Spot>, width: f32 },
    Disc { radius_name: &'static str, at: Spot, radius: f32 },
}

impl Shaped {
    fn of(row: &Written) -> Option<Shaped> {
        let points =
            |value: &Written| -> Vec<Spot> { value.values().iter().filter_map(point_in).collect() };
        let numeric = |value: Option<&Written>| value?.as_word()?.parse::<f32>().ok();
        if let Some(rect) = row.field("rect") {
            let sides: Vec<f32> = rect.values().iter().filter_map(|it| numeric(Some(it))).collect();
            let [x, y, far_x, far_y] = sides[..] else { return None };
            return Some(Shaped::Rect("rect", (x, y), (far_x, far_y)));
        }
        for name in ["corners", "outline"] {
            if let Some(corners) = row.field(name) {
                return Some(Shaped::Corners(name, points(corners)));
            }
        }
        if let Some(line) = row.field("line") {
            return Some(match line.field("points") {
                Some(inner) => Shaped::Line {
                    name: "line.points",
                    points: points(inner),
                    width: numeric(line.field("width"))?,
                },
                None => Shaped::Line {
                    name: "line",
                    points: points(line),
                    width: numeric(row.field("width"))?,
                },
            });
        }
        let disc = row.field("disc")?;
        Some(match disc.field("at") {
            Some(at) => Shaped::Disc {
                radius_name: "disc.radius",
                at: point_in(at)?,
                radius: numeric(disc.field("radius"))?.abs(),
            },
            None => Shaped::Disc {
                radius_name: "radius",
                at: point_in(disc)?,
                radius: numeric(row.field("radius"))?.abs(),
            },
        })
    }
}

/// A hand on a map.
struct Hand<'h> {
    paper: &'h Paper<'h>,
    stroke: &'h Stroke,
    snap: f32,
}

impl Hand<'_> {
    fn snapped(&self, length: f32) -> f32 {
        (length / self.snap).round() * self.snap
    }

    /// A place of the picture as the file has it, rounded.
    fn rounded(&self, (x, y): Spot) -> Spot {
        (self.snapped(x), self.snapped(self.paper.deep - y))
    }

    fn row(&self, field: &str) -> Result<&Written, String> {
        self.paper.whole.at(field).ok_or(format!("there is no `{field}`"))
    }

    fn by(&self) -> Spot {
        let (x, y) = self.stroke.by.unwrap_or_default();
        (self.snapped(x), -self.snapped(y))
    }

    fn moved(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let by = self.by();
        let changes = put(field, self.row(field)?, |(x, y)| (x + by.0, y + by.1));
        Ok((changes, format!("moved by {}, {}", number(by.0), number(by.1))))
    }

    fn copied(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let list = field.split('[').next().unwrap_or(field);
        let by = self.by();
        let mut row = moved(self.row(field)?, "", &|(x, y)| (x + by.0, y + by.1));
        if let Written::Row(fields) = &mut row {
            fields.retain(|(name, _)| name != "name");
        }
        Ok((vec![Change::Push { list: list.to_string(), row }], "copied".to_string()))
    }

    fn dragged(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let at = *self.stroke.points.first().ok_or("nothing was pointed at")?;
        let at = self.rounded(at);
        let said = format!("{}, {}", number(at.0), number(at.1));
        let Some((path, corner)) = field.split_once('/') else {
            self.row(field)?;
            let change = Change::Set { field: field.to_string(), value: point(at) };
            return Ok((vec![change], said));
        };
        let row = path
            .strip_suffix(".rect")
            .or(path.strip_suffix(".disc.radius"))
            .or(path.strip_suffix(".radius"));
        match Shaped::of(self.row(row.unwrap_or(path))?) {
            Some(Shaped::Rect(_, mut low, mut high)) => {
                match corner {
                    "0" => low = at,
                    "1" => (high.0, low.1) = at,
                    "2" => high = at,
                    _ => (low.0, high.1) = at,
                }
                let value = rect(
                    (low.0.min(high.0), low.1.min(high.1)),
                    (low.0.max(high.0), low.1.max(high.1)),
                );
                Ok((vec![Change::Set { field: path.to_string(), value }], said))
            }
            Some(Shaped::Disc { at: middle, .. }) => {
                let radius = self.snapped((at.0 - middle.0).hypot(at.1 - middle.1)).max(self.snap);
                let value = number(radius);
                Ok((
                    vec![Change::Set { field: path.to_string(), value: value.clone() }],
                    format!("radius {value}"),
                ))
            }
            _ => Err(format!("there is no `{field}` to drag")),
        }
    }

    /// A corner more, on the side of the outline that is nearest.
    fn inserted(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        let at = *self.stroke.points.first().ok_or("nothing was pointed at")?;
        let at = self.rounded(at);
        let (name, mut points, closed) = match Shaped::of(self.row(field)?) {
            Some(Shaped::Corners(name, points)) => (name, points, true),
            Some(Shaped::Line { name, points, .. }) => (name, points, false),
            _ => return Err("only outlines and lines get more corners".to_string()),
        };
        let count = points.len();
        let sides = if closed { count } else { count.saturating_sub(1) };
        let far = |side: &usize| far_from_side(at, points[*side], points[(side + 1) % count]);
        let side = (0..sides).min_by(|one, other| far(one).total_cmp(&far(other)));
        points.insert(side.ok_or("there is no side to bend")? + 1, at);
        let value = Written::list(points.into_iter().map(point));
        Ok((
            vec![Change::Set { field: format!("{field}.{name}"), value }],
            "a corner more".to_string(),
        ))
    }

    fn removed(&self, field: &str) -> Result<(Vec<Change>, String), String> {
        self.row(field.split('/').next().unwrap_or(field))?;
        if let Some((list, _)) = field.rsplit_once('[')
            && !matches!(list, "pieces" | "objectives")
        {
            let least = if list.ends_with("line") || list.ends_with("points") { 2 } else { 3 };
            if self.row(list)?.values().len() <= least {
                return Err(format!(
                    "it needs {least} corners at least: remove the whole piece instead"
                ));
            }
        }
        if field.contains('/') {
            return Err("a rectangle and a disc are removed as a whole".to_string());
        }
        Ok((vec![Change::Remove { field: field.to_string() }], "removed".to_string()))
    }
}

fn far_from_side(at: Spot, from: Spot, to: Spot) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let whole = (dx * dx + dy * dy).max(f32::EPSILON);
    let along = (((at.0 - from.0) * dx + (at.1 - from.1) * dy) / whole).clamp(0.0, 1.0);
    (at.0 - from.0 - along * dx).hypot(at.1 - from.1 - along * dy)
}

fn point_in(value: &Written) -> Option<Spot> {
    let [Written::Word(x), Written::Word(y)] = value.values() else { return None };
    let finite = |word: &String| word.parse::<f32>().ok().filter(|it| it.is_finite());
    Some((finite(x)?, finite(y)?))
}

/// A number with at most four digits after the point.
fn number(length: f32) -> Written {
    let rounded = (f64::from(length) * 10_000.0).round() / 10_000.0;
    Written::word(if rounded == 0.0 { 0.0 } else { rounded })
}

fn point((x, y): Spot) -> Written {
    Written::list([number(x), number(y)])
}

fn rect(low: Spot, high: Spot) -> Written {
    Written::list([low.0, low.1, high.0, high.1].map(number))
}

fn span(points: &[Spot]) -> Result<(Spot, Spot), String> {
    let (Some(one), Some(other)) = (points.first(), points.get(1)) else {
        return Err("a rectangle needs two corners".to_string());
    };
    let low = (one.0.min(other.0), one.1.min(other.1));
    let high = (one.0.max(other.0), one.1.max(other.1));
    match low.0 < high.0 && low.1 < high.1 {
        true => Ok((low, high)),
        false => Err("a rectangle needs some width and some depth".to_string()),
    }
}

fn middle_of(points: &[Spot]) -> Spot {
    let count = points.len().max(1) as f32;
    let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (sum.0 / count, sum.1 / count)
}

/// Fields of a row that hold places.
const PLACED: [&str; 8] = ["rect", "corners", "outline", "line", "points", "disc", "at", "steep"];

/// A row with its places elsewhere; `name` is the field that holds it.
fn moved(value: &Written, name: &str, to: &dyn Fn(Spot) -> Spot) -> Written {
    if name == "rect"
        && let [x, y, far_x, far_y] = value.values()
        && let (Some(low), Some(high)) = (
            point_in(&Written::list([x.clone(), y.clone()])),
            point_in(&Written::list([far_x.clone(), far_y.clone()])),
        )
    {
        let (one, other) = (to(low), to(high));
        return rect(
            (one.0.min(other.0), one.1.min(other.1)),
            (one.0.max(other.0), one.1.max(other.1)),
        );
    }
    if let Some(at) = point_in(value) {
        return point(to(at));
    }
    match value {
        Written::List(values) => values.iter().map(|value| moved(value, "", to)).collect(),
        Written::Row(fields) => {
            let moved = |(name, value): &(String, Written)| {
                let placed = PLACED.contains(&name.as_str());
                (name.clone(), if placed { moved(value, name, to) } else { value.clone() })
            };
            Written::Row(fields.iter().map(moved).collect())
        }
        Written::Word(_) => value.clone(),
    }
}

/// Changes that put the places of a row elsewhere, field by field.
fn put(field: &str, row: &Written, to: impl Fn(Spot) -> Spot) -> Vec<Change> {
    let set = |field: String, value: Written| Change::Set { field, value };
    match row {
        Written::Row(fields) => {
            let placed = fields.iter().filter(|(name, _)| PLACED.contains(&name.as_str()));
            placed
                .map(|(name, value)| set(format!("{field}.{name}"), moved(value, name, &to)))
                .collect()
        }
        place => vec![set(field.to_string(), moved(place, "", &to))],
    }
}

/// Every place in a value.
fn collect(value: &Written, name: &str, points: &mut Vec<Spot>) {
    if name == "rect"
        && let [x, y, far_x, far_y] = value.values()
    {
        let pair = |x: &Written, y: &Written| point_in(&Written::list([x.clone(), y.clone()]));
        points.extend(pair(x, y));
        points.extend(pair(far_x, far_y));
        return;
    }
    if let Some(at) = point_in(value) {
        points.push(at);
        return;
    }
    match value {
        Written::List(values) => values.iter().for_each(|value| collect(value, "", points)),
        Written::Row(fields) => {
            let placed = fields.iter().filter(|(name, _)| PLACED.contains(&name.as_str()));
            placed.for_each(|(name, value)| collect(value, name, points));
        }
        Written::Word(_) => {}
    }
}
