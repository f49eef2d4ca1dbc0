//! What a picture is made of: shapes, the things they belong to, and what may be drawn over them or left out.

use serde::Serialize;
use umpire_core::scene::{self, ChartGroup, Drawing, Layer, Paint, Shape, Thing};
use utoipa::ToSchema;

/// A shape, in plan units (x to the right, y down).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Drawn {
    /// A closed outline.
    Polygon {
        /// Its corners.
        points: Vec<[f32; 2]>,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// A disc.
    Circle {
        /// The middle.
        centre: [f32; 2],
        /// The radius.
        radius: f32,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// A line of corners.
    Line {
        /// From corner to corner.
        points: Vec<[f32; 2]>,
        /// How it is drawn.
        #[serde(flatten)]
        paint: Stroke,
    },
    /// Words, centred.
    Text {
        /// The middle of the words.
        at: [f32; 2],
        /// Height of a letter.
        size: f32,
        /// What is written.
        words: String,
        /// The colour of the letters, `#rrggbb`.
        colour: String,
    },
}

impl Drawn {
    pub(in crate::serve) fn of(shape: Shape) -> Drawn {
        let corners = |points: Vec<(f32, f32)>| points.into_iter().map(|(x, y)| [x, y]).collect();
        match shape {
            Shape::Polygon { points, paint } => {
                Drawn::Polygon { points: corners(points), paint: Stroke::of(paint) }
            }
            Shape::Circle { centre, radius, paint } => {
                Drawn::Circle { centre: centre.into(), radius, paint: Stroke::of(paint) }
            }
            Shape::Line { points, paint } => {
                Drawn::Line { points: corners(points), paint: Stroke::of(paint) }
            }
            Shape::Text { at, size, words, colour } => {
                Drawn::Text { at: at.into(), size, words, colour }
            }
        }
    }
}

/// Colours and stroke of a shape.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Stroke {
    /// Colour of the inside, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// Colour of the outline, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stroke: Option<String>,
    /// Width of the outline in plan units.
    pub width: f32,
    /// Whether the outline is dashed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dashed: bool,
}

impl Stroke {
    fn of(paint: Paint) -> Stroke {
        let Paint { fill, stroke, width, dashed, .. } = paint;
        Stroke { fill, stroke, width, dashed }
    }
}

/// A thing of the picture.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Named {
    /// As it would be typed.
    pub id: String,
    /// `ground`, `marks`, `pieces` or `answers`.
    pub layer: String,
    /// What it is, in words.
    pub words: String,
    /// Whose it is.
    pub owner: Option<u8>,
    /// The name of a whole that it is a part of: whoever points at it points at the whole, where that is asked for.
    pub part_of: Option<String>,
    /// The card, unit or die it is, by its name in the tables of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What there is to know about it: letters and words each.
    pub badges: Vec<[String; 2]>,
    /// From which height to which it reaches, in plan units over the table.
    pub heights: [f32; 2],
    /// Which shapes are its: from this one, up to but not that one.
    pub shapes: [usize; 2],
}

impl Named {
    pub(super) fn of(thing: Thing) -> Named {
        let layer = match thing.layer {
            Layer::Ground => "ground",
            Layer::Marks => "marks",
            Layer::Pieces => "pieces",
            Layer::Answers => "answers",
        };
        Named {
            id: thing.id,
            layer: layer.to_string(),
            words: thing.words,
            owner: thing.owner.map(|seat| seat.0),
            part_of: thing.part_of,
            card: thing.card,
            badges: thing.badges.into_iter().map(|badge| [badge.mark, badge.words]).collect(),
            heights: thing.heights.into(),
            shapes: thing.shapes.into(),
        }
    }
}

/// A part of what a picture tells, by which a viewer may look at it: heights, kinds of ground, zones.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Chart {
    /// What it tells.
    pub name: String,
    /// `words` are written on things, things are tinted (`tint`), both until then on none; `shapes` of the picture may be
    /// left out.
    pub drawing: String,
    /// What is alike in it.
    pub groups: Vec<Charted>,
}

/// What is alike in a chart.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Charted {
    /// What is written on it, and said of it in a legend.
    pub words: String,
    /// Its colour, `#rrggbb`.
    pub colour: Option<String>,
    /// The things it is about, by their numbers in the picture.
    pub things: Vec<u32>,
    /// The shapes it is drawn by: each from one, up to but not another.
    pub shapes: Vec<[usize; 2]>,
}

impl Chart {
    pub(super) fn of(chart: scene::Chart) -> Chart {
        let drawing = match chart.drawing {
            Drawing::Words => "words",
            Drawing::Tint => "tint",
            Drawing::Shapes => "shapes",
        };
        let group = |ChartGroup { words, colour, things, shapes }| {
            let shapes = shapes.into_iter().map(Into::into).collect();
            Charted { words, colour, things, shapes }
        };
        let groups = chart.groups.into_iter().map(group).collect();
        Chart { name: chart.name, drawing: drawing.to_string(), groups }
    }
}
