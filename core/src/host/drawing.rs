//! Battlefields drawn by hand: the tools of a game, what a hand did with one, and what the file looks like.

use crate::scene::Scene;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a hand does with a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Takes {
    /// Goes over cells.
    #[default]
    Cells,
    /// Points at a side of a cell.
    Side,
    /// Sets the corners of an outline.
    Corners,
    /// Spans a rectangle between two corners.
    Rect,
    /// Spans a disc from its middle to its rim.
    Disc,
    /// Sets the bends of a line that has a width.
    Line,
    /// Points at a place.
    Place,
    /// Points at something that is there.
    Thing,
    /// Presses a button: the whole map is meant.
    Nothing,
}

/// Something to draw with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Tool {
    /// How a stroke names it.
    pub id: String,
    /// Among which tools it is shown.
    pub group: String,
    /// What people call it.
    pub name: String,
    /// What it does, and what the rules make of it.
    pub says: String,
    /// The colour of what it draws, `#rrggbb`.
    pub colour: Option<String>,
    /// What a hand does with it.
    pub takes: Takes,
    /// Whether it takes the shapes of a [`Grid`].
    pub brushes: bool,
    /// Whether what it draws may be turned.
    pub turns: bool,
    /// What it asks before it does anything: the tools one of which is meant, the likeliest first.
    pub choices: Vec<Choice>,
}

/// One of the things that a tool may be meant to do.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[schemars(rename = "ToolChoice")]
pub struct Choice {
    /// How a stroke names it.
    pub id: String,
    /// What people call it.
    pub name: String,
}

/// The half of a picture that stays while both are made alike; the other one follows it, turned by half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// What lies above the middle.
    Upper,
    /// What lies below it.
    Lower,
    /// What lies left of it.
    Left,
    /// What lies right of it.
    Right,
}

impl Half {
    /// The tool that makes both halves alike; with a colon and a name behind it, as one of them is.
    pub const TOOL: &'static str = "both-sides";

    const ALL: [(Half, &'static str); 4] = [
        (Half::Upper, "upper"),
        (Half::Lower, "lower"),
        (Half::Left, "left"),
        (Half::Right, "right"),
    ];

    /// The half that a tool names, of one that makes both alike: `both-sides:left`; alone the one that is given.
    pub fn of_tool(tool: &str, alone: Half) -> Option<Half> {
        let named = match tool.split_once(':') {
            None => return (tool == Half::TOOL).then_some(alone),
            Some((Half::TOOL, named)) => named,
            Some(_) => return None,
        };
        Half::ALL.into_iter().find(|(_, name)| *name == named).map(|(half, _)| half)
    }

    /// The choices of that tool, by what people call the halves above, below, left and right: first the one in which a place
    /// lies most, told by how far it is from the middle to the right and down, in parts of the whole.
    pub fn choices(names: [&str; 4], place: (f32, f32), alone: Half) -> Vec<Choice> {
        let mut all: Vec<(Half, Choice)> = Half::ALL
            .into_iter()
            .zip(names)
            .map(|((half, id), name)| {
                let id = format!("{}:{id}", Half::TOOL);
                (half, Choice { id, name: format!("the {name} half stays") })
            })
            .collect();
        let depth = |half: Half| match half {
            Half::Upper => -place.1,
            Half::Lower => place.1,
            Half::Left => -place.0,
            Half::Right => place.0,
        };
        let rank = |half: Half| depth(half) + if half == alone { 0.05 } else { 0.0 };
        all.sort_by(|one, other| rank(other.0).total_cmp(&rank(one.0)));
        all.into_iter().map(|(_, choice)| choice).collect()
    }

    /// Whether a place lies in this half (less), on the middle or in the other, told by how far it is from the middle to the
    /// right and down; of the middle line a half has one side.
    pub fn order<N: PartialOrd + std::ops::Neg<Output = N> + Default>(
        self,
        (across, down): (N, N),
    ) -> std::cmp::Ordering {
        let (first, then) = match self {
            Half::Upper => (down, across),
            Half::Lower => (-down, across),
            Half::Left => (across, down),
            Half::Right => (-across, down),
        };
        let none = N::default();
        (first, then).partial_cmp(&(N::default(), none)).unwrap_or(std::cmp::Ordering::Equal)
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Half {
        match self {
            Half::Upper => Half::Lower,
            Half::Lower => Half::Upper,
            Half::Left => Half::Right,
            Half::Right => Half::Left,
        }
    }
}

impl Tool {
    /// A tool without colour, brushes or turns.
    pub fn new(group: &str, id: impl Into<String>, name: impl Into<String>, takes: Takes) -> Tool {
        let (group, id, name) = (group.to_string(), id.into(), name.into());
        Tool { group, id, name, takes, ..Tool::default() }
    }

    /// What it does, in words.
    #[must_use]
    pub fn saying(mut self, says: impl Into<String>) -> Tool {
        self.says = says.into();
        self
    }
}

/// What a hand did with a tool. Places are those of the picture.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ToolStroke")]
pub struct Stroke {
    /// The tool, by id.
    pub tool: String,
    /// Where the hand went, or the points it set.
    pub points: Vec<(f32, f32)>,
    /// Sixths of a turn, clockwise.
    pub turn: u8,
    /// The level that is drawn on; by default the top.
    pub level: Option<i16>,
    /// The shape of a grid that is put down, by id; by default one cell.
    pub brush: Option<String>,
    /// How wide a line is, in units of the map.
    pub size: Option<f32>,
    /// To which part of a unit places are rounded; by default a tenth.
    pub snap: Option<f32>,
    /// The field of the file that is meant, as the sketch named it.
    pub field: Option<String>,
    /// Several such fields, where the tool is for all of them.
    pub fields: Vec<String>,
    /// How far something is moved.
    pub by: Option<(f32, f32)>,
    /// How often, or how much.
    pub count: Option<i16>,
}

/// A shape of several cells that is put down at once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Brush {
    /// How a stroke names it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// For each sixth of a turn, how far the middles of its cells are from that of the cell pointed at.
    pub steps: Vec<Vec<(f32, f32)>>,
}

/// The cells of a map that has cells.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Grid {
    /// The middles of all cells that may be drawn on, also where nothing is yet.
    pub middles: Vec<(f32, f32)>,
    /// The corners of a cell around its middle.
    pub outline: Vec<(f32, f32)>,
    /// The shapes there are.
    pub brushes: Vec<Brush>,
}

/// A point of an outline that a hand may drag.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Handle {
    /// The field of the file that says where it is.
    pub field: String,
    /// The row of the file it is a part of.
    pub row: String,
    /// Where it is.
    pub at: (f32, f32),
}

/// A thing of the picture and the field of the file that says it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Row {
    /// The thing's id.
    pub thing: String,
    /// The field, as in `pieces[3]`.
    pub field: String,
}

/// A file as a picture that can be drawn on.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Sketch {
    /// The picture; nothing where the file is none, or too broken.
    pub scene: Option<Scene>,
    /// How large it is, in words.
    pub size: String,
    /// How many levels there are; 0 where heights are not built of levels.
    pub levels: i16,
    /// In what places are measured: `cm`, `inches`; nothing where cells are counted.
    pub unit: Option<String>,
    /// What can be drawn with.
    pub tools: Vec<Tool>,
    /// The cells, of a map that has cells.
    pub grid: Option<Grid>,
    /// What can be dragged.
    pub handles: Vec<Handle>,
    /// Which field of the file says what.
    pub rows: Vec<Row>,
    /// Where faults of the file stand on the map: the number of the fault and the place.
    pub faults: Vec<(usize, (f32, f32))>,
}

/// What a battlefield that is drawn at random should be like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// What it is called.
    pub name: String,
    /// How wide and how deep it is, in cells or in units of the game's maps; by default as the game likes it.
    pub size: Option<(u16, u16)>,
    /// How much stands on it: 1 open ground, 5 as dense as it can be played on.
    pub density: u8,
}
