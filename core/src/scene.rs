//! What a game looks like: shapes for a picture, coloured text for a terminal.

mod chart;
mod colour;
#[doc(hidden)]
pub mod likeness;
mod symbol;

pub use chart::{Chart, ChartGroup, Drawing};
pub use colour::{lightened, no_colour, rgb};
pub use likeness::{Corner, Grid, Room, Sign, Toward};
pub use symbol::Symbol;

use crate::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Colours of seats, in order; who cannot tell them apart goes by letters and forms.
const SEATS: [&str; 8] =
    ["#c0392b", "#2e5fa3", "#2e8b57", "#b8860b", "#7d3c98", "#16a085", "#d35400", "#5d6d7e"];

/// The colour of those that nobody leads.
const NOBODYS: &str = "#6d2b2b";

/// The colour of what is a seat's, `#rrggbb`, in every game's pictures.
pub fn seat_colour(seat: Seat) -> &'static str {
    if seat == Seat::NOBODY {
        return NOBODYS;
    }
    SEATS[seat.index() % SEATS.len()]
}

/// Colours of lines of sight.
const CLEAR: &str = "#1e7d32";
const STOPPED: &str = "#b71c1c";
const WAY: &str = "#1565c0";

/// A shape of a picture, in the ruleset's plan units (x to the right, y down).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A closed outline.
    Polygon {
        /// Its corners.
        points: Vec<(f32, f32)>,
        /// How it is filled and drawn.
        paint: Paint,
    },
    /// A disc.
    Circle {
        /// The middle.
        centre: (f32, f32),
        /// The radius.
        radius: f32,
        /// How it is filled and drawn.
        paint: Paint,
    },
    /// A line of corners.
    Line {
        /// From corner to corner.
        points: Vec<(f32, f32)>,
        /// How it is drawn.
        paint: Paint,
    },
    /// Words, centred.
    Text {
        /// The middle of the words.
        at: (f32, f32),
        /// Height of a letter.
        size: f32,
        /// What is written.
        words: String,
        /// The colour of the letters, `#rrggbb`.
        colour: String,
    },
}

/// Colours and stroke of a shape.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Paint {
    /// Colour of the inside, `#rrggbb`; nothing leaves it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// Colour of the outline, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stroke: Option<String>,
    /// Width of the outline in plan units.
    pub width: f32,
    /// Whether the outline is dashed.
    pub dashed: bool,
    /// What a pointer resting on it reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl Paint {
    /// Filled with a colour, with a thin outline of another.
    pub fn filled(fill: impl Into<String>, stroke: impl Into<String>, width: f32) -> Paint {
        Paint { fill: Some(fill.into()), stroke: Some(stroke.into()), width, ..Paint::default() }
    }

    /// Only an outline.
    pub fn stroked(stroke: impl Into<String>, width: f32) -> Paint {
        Paint { stroke: Some(stroke.into()), width, ..Paint::default() }
    }

    /// With words for a resting pointer.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Paint {
        self.title = Some(title.into());
        self
    }
}

/// A run of letters of one colour on a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The letters.
    pub text: String,
    /// `#rrggbb` of the letters, where it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// `#rrggbb` behind the letters, where it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
}

impl Span {
    /// Letters without a colour.
    pub fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), colour: None, ground: None }
    }
}

/// What kind of thing a thing of a picture is, for whoever draws it larger, solid or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// What the table is made of: spaces, pieces of terrain.
    #[default]
    Ground,
    /// What is marked on the ground: zones, names, objectives.
    Marks,
    /// What stands on it and moves: figures, units, dice.
    Pieces,
    /// What answers a question: lines of sight, ways.
    Answers,
}

/// Something to know about a thing, in a few letters: a loss, a marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// The letters: `-2`, `late`.
    pub mark: String,
    /// The same in words: `lost 2 of 4`.
    pub words: String,
}

/// A named thing of a picture: what a hand may point at.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Thing {
    /// As it would be typed; what an action is about (`Hosted::about`) is named alike.
    pub id: String,
    /// What kind of thing it is.
    pub layer: Layer,
    /// What it is, for a pointer resting on it and for whoever has it read aloud.
    pub words: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The name of a whole that it is a part of: whoever points at it points at the whole, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
    /// The card, unit or die it is, by its name in the tables of the game.
    #[serde(skip)]
    pub card: Option<String>,
    /// What there is to know about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// From which height to which it reaches, in plan units over the table.
    pub heights: (f32, f32),
    /// Which of the picture's shapes are its: from this one, up to but not that one.
    pub shapes: (usize, usize),
}

/// A picture and its likeness on a terminal.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Scene {
    /// Shapes from the ground up.
    pub shapes: Vec<Shape>,
    /// The things in it, in the order of their shapes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// What a viewer may have drawn over it, or left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// Lines for a terminal.
    pub lines: Vec<Vec<Span>>,
    /// Where the lines show the table, in games that have one.
    #[serde(skip)]
    pub grid: Option<Grid>,
    /// What the letters of the lines mean, of those that are there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Sign>,
}

/// A line for a terminal without its colours, and without blanks at its end.
pub fn plain(line: &[Span]) -> String {
    let line: String = line.iter().map(|span| span.text.as_str()).collect();
    line.trim_end().to_string()
}

impl Shape {
    /// A line of sight: green where it is clear, red and dashed where it is stopped.
    pub fn sight(from: (f32, f32), to: (f32, f32), width: f32, clear: bool) -> Shape {
        let colour = if clear { CLEAR } else { STOPPED };
        let paint = Paint { dashed: !clear, ..Paint::stroked(colour, width) };
        Shape::Line { points: vec![from, to], paint }
    }

    /// Where a line of sight is stopped.
    pub fn stops_sight(at: (f32, f32), radius: f32, width: f32) -> Shape {
        Shape::Circle { centre: at, radius, paint: Paint::stroked(STOPPED, width) }
    }

    /// The way of something, from where it stands through every turn to where it goes.
    pub fn way(points: Vec<(f32, f32)>, width: f32) -> Shape {
        Shape::Line { points, paint: Paint::stroked(WAY, width) }
    }

    /// A length from one place to another, with its words beside the middle; `width` is that of the line.
    pub fn measured(from: (f32, f32), to: (f32, f32), width: f32, words: String) -> [Shape; 2] {
        let line = Shape::Line { points: vec![from, to], paint: Paint::stroked(WAY, width) };
        let at = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        [line, Shape::Text { at, size: 10.0 * width, words, colour: WAY.to_string() }]
    }

    /// The middle of its corners, its centre, or where its words stand.
    fn middle(&self) -> (f32, f32) {
        match self {
            Shape::Circle { centre, .. } => *centre,
            Shape::Text { at, .. } => *at,
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                let count = points.len().max(1) as f32;
                let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
                (sum.0 / count, sum.1 / count)
            }
        }
    }

    /// The same shape elsewhere.
    fn moved(mut self, by: (f32, f32)) -> Shape {
        let shift = |at: &mut (f32, f32)| *at = (at.0 + by.0, at.1 + by.1);
        match &mut self {
            Shape::Circle { centre, .. } => shift(centre),
            Shape::Text { at, .. } => shift(at),
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                points.iter_mut().for_each(shift);
            }
        }
        self
    }
}

impl Scene {
    /// The pieces among some things, parts of those and their companions in a whole, that stand elsewhere than in a
    /// picture of before, or were not in it: as they looked then, where they stand now. Nothing else that became of them
    /// is told.
    pub fn moved_since(&self, before: &Scene, names: &[&str]) -> Vec<Shape> {
        let of =
            |scene: &Scene, thing: &Thing| scene.shapes[thing.shapes.0..thing.shapes.1].to_vec();
        let known: BTreeMap<&str, &Thing> =
            before.things.iter().map(|thing| (thing.id.as_str(), thing)).collect();
        let part_of = |thing: &Thing| thing.part_of.clone();
        let meant = self.things.iter().filter(|thing| names.contains(&thing.id.as_str()));
        let wholes: Vec<String> = meant.filter_map(part_of).collect();
        let is_meant = |thing: &&Thing| {
            let whole = thing.part_of.as_deref();
            names.contains(&thing.id.as_str())
                || whole.is_some_and(|it| names.contains(&it) || wholes.iter().any(|one| one == it))
        };
        let pieces = self.things.iter().filter(|thing| thing.layer == Layer::Pieces);
        let pieces = pieces.filter(is_meant);
        let shapes = pieces.filter_map(|thing| {
            let now = of(self, thing);
            let Some(then) = known.get(thing.id.as_str()).map(|thing| of(before, thing)) else {
                return Some(now);
            };
            let ((x, y), (old_x, old_y)) = (now.first()?.middle(), then.first()?.middle());
            let by = (x - old_x, y - old_y);
            let moved = || then.into_iter().map(|shape| shape.moved(by)).collect();
            (by.0.hypot(by.1) > 1e-3).then(moved)
        });
        shapes.flatten().collect()
    }

    /// Adds a thing with the shapes that `draw` adds for it.
    pub fn thing(&mut self, thing: Thing, draw: impl FnOnce(&mut Vec<Shape>)) {
        let first = self.shapes.len();
        draw(&mut self.shapes);
        self.things.push(Thing { shapes: (first, self.shapes.len()), ..thing });
    }

    /// A name for a further thing: the one given, with a number where a thing has it already.
    pub fn unused(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        let taken = |name: &String| self.things.iter().any(|thing| thing.id == *name);
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// The terminal's lines without colours.
    pub fn plain_lines(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|line| plain(line))
    }

    /// The picture as an SVG document, with a margin of one plan unit.
    pub fn to_svg(&self) -> String {
        let (left, top, right, bottom) = self.bounds();
        let (width, height) = (right - left + 2.0, bottom - top + 2.0);
        let scale = (1600.0 / width).min(1200.0 / height).min(40.0);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"{:.3} {:.3} {width:.3} {height:.3}\" font-family=\"sans-serif\">",
            width * scale,
            height * scale,
            left - 1.0,
            top - 1.0,
        );
        svg.push_str(&self.shapes_as_svg(None));
        svg.push_str("</svg>\n");
        svg
    }

    /// The elements of the SVG document alone, in plan units: those that reach into a rectangle of left, top, right and
    /// bottom, where only that is shown.
    pub fn shapes_as_svg(&self, shown: Option<(f32, f32, f32, f32)>) -> String {
        let mut svg = String::new();
        let is_shown = |shape: &&Shape| shown.is_none_or(|shown| shape.reaches_into(shown));
        self.shapes.iter().filter(is_shown).for_each(|shape| write_shape(shape, &mut svg));
        svg
    }

    /// Left, top, right and bottom of all shapes, in plan units.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let around = |one: (f32, f32, f32, f32), other: (f32, f32, f32, f32)| {
            (one.0.min(other.0), one.1.min(other.1), one.2.max(other.2), one.3.max(other.3))
        };
        self.shapes.iter().map(Shape::bounds).reduce(around).unwrap_or((0.0, 0.0, 1.0, 1.0))
    }

    /// Whether any shape reaches into a rectangle of left, top, right and bottom, in plan units.
    pub fn reaches_into(&self, rectangle: (f32, f32, f32, f32)) -> bool {
        self.shapes.iter().any(|shape| shape.reaches_into(rectangle))
    }
}

impl Shape {
    /// Whether it reaches into a rectangle of left, top, right and bottom, in plan units; its outline does as well.
    fn reaches_into(&self, (left, top, right, bottom): (f32, f32, f32, f32)) -> bool {
        let half = match self {
            Shape::Polygon { paint, .. } | Shape::Line { paint, .. } => paint.width / 2.0,
            Shape::Circle { paint, .. } => paint.width / 2.0,
            // Nobody knows how wide letters are drawn: a text is as wide as it may be.
            Shape::Text { size, words, .. } => words.chars().count() as f32 * size / 4.0,
        };
        let it = self.bounds();
        it.0 - half < right && left < it.2 + half && it.1 - half < bottom && top < it.3 + half
    }

    /// Left, top, right and bottom, in plan units; without the width of its outline.
    fn bounds(&self) -> (f32, f32, f32, f32) {
        let around =
            |(x, y): (f32, f32), (wide, high): (f32, f32)| (x - wide, y - high, x + wide, y + high);
        match self {
            Shape::Polygon { points, .. } | Shape::Line { points, .. } => {
                let none = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
                points.iter().fold(none, |(left, top, right, bottom), (x, y)| {
                    (left.min(*x), top.min(*y), right.max(*x), bottom.max(*y))
                })
            }
            Shape::Circle { centre, radius, .. } => around(*centre, (*radius, *radius)),
            // A letter is about half as wide as high.
            Shape::Text { at, size, words, .. } => {
                around(*at, (words.chars().count() as f32 * size / 4.0, size / 2.0))
            }
        }
    }
}

fn write_shape(shape: &Shape, svg: &mut String) {
    let _ = match shape {
        Shape::Polygon { points, paint } => {
            write!(svg, "<polygon points=\"{}\"", corners(points)).and_then(|()| close(paint, svg))
        }
        Shape::Line { points, paint } => {
            write!(svg, "<polyline points=\"{}\"", corners(points)).and_then(|()| close(paint, svg))
        }
        Shape::Circle { centre: (x, y), radius, paint } => {
            write!(svg, "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\"")
                .and_then(|()| close(paint, svg))
        }
        Shape::Text { at: (x, y), size, words, colour } => writeln!(
            svg,
            "<text x=\"{x:.3}\" y=\"{:.3}\" font-size=\"{size:.3}\" text-anchor=\"middle\" \
             fill=\"{}\">{}</text>",
            y + size * 0.35,
            escaped(colour),
            escaped(words)
        ),
    };
}

fn corners(points: &[(f32, f32)]) -> String {
    let corner = |(x, y): &(f32, f32)| format!("{x:.3},{y:.3}");
    points.iter().map(corner).collect::<Vec<_>>().join(" ")
}

fn close(paint: &Paint, svg: &mut String) -> std::fmt::Result {
    write!(svg, " fill=\"{}\"", escaped(paint.fill.as_deref().unwrap_or("none")))?;
    if let Some(stroke) = &paint.stroke {
        write!(svg, " stroke=\"{}\" stroke-width=\"{:.3}\"", escaped(stroke), paint.width)?;
    }
    if paint.dashed {
        write!(svg, " stroke-dasharray=\"{:.3}\"", paint.width * 3.0)?;
    }
    match &paint.title {
        None => writeln!(svg, "/>"),
        Some(title) => {
            let element = if svg[svg.rfind('<').unwrap_or(0)..].starts_with("<circle") {
                "circle"
            } else if svg[svg.rfind('<').unwrap_or(0)..].starts_with("<polygon") {
                "polygon"
            } else {
                "polyline"
            };
            writeln!(svg, "><title>{}</title></{element}>", escaped(title))
        }
    }
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
