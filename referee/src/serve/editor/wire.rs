//! What the editor's page and the server say to each other.

use crate::serve::wire::Picture;
use crate::serve::wire::of_core::{GridSchema, HeldAtSchema, StrokeSchema, ToolSchema};
use serde::{Deserialize, Serialize};
use umpire_core::host::{Grid, Held, HeldAt, Holdable, Sketch, Stroke, Tool};
use utoipa::ToSchema;

/// The folder that is edited.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Home {
    /// The folder, as it was named.
    pub folder: String,
    /// The file that was named when the editor was started.
    pub open: Option<String>,
    /// The tables in the folder.
    pub files: Vec<FileEntry>,
    /// Maps of other programs in the folder: each opens as a new battlefield.
    pub maps: Vec<String>,
    /// What can be begun.
    pub fresh: Vec<Fresh>,
}

/// A file of the folder.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FileEntry {
    /// Its path from the folder.
    pub path: String,
    /// The game it belongs to.
    pub game: Option<String>,
    /// What it is: `battlefield`, `scenario`, `house_rules`, `conformance`, `table`.
    pub kind: String,
    /// How many faults it has; nothing where that was not looked at yet.
    pub faults: Option<usize>,
}

/// A kind of file that can be begun.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Fresh {
    /// The game.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// What is begun.
    pub kind: String,
    /// What it is, in words.
    pub says: String,
    /// The built-in file that it is a copy of; nothing for what begins empty or at random.
    pub of: Option<String>,
}

/// What is to be begun.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The game.
    pub game: String,
    /// What is begun.
    pub kind: String,
    /// The built-in file of that kind that it is a copy of.
    #[serde(default)]
    pub of: Option<String>,
}

/// A file's text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FileText {
    /// Its path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// What the file on disk was when it was read; nothing where there is none yet.
    pub stamp: Option<String>,
    /// The game it belongs to.
    pub game: String,
    /// What it is.
    pub kind: String,
    /// What is to be known of it, such as what an import left out.
    pub notes: Vec<String>,
}

/// A text to be saved.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The file's path from the folder.
    pub path: String,
    /// What it says from now on.
    pub text: String,
    /// What the file on disk was when this was begun; nothing for a file that is new.
    pub stamp: Option<String>,
}

/// A text that was saved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Saved {
    /// What the file on disk is now.
    pub stamp: String,
}

/// Somebody else saved the file meanwhile: nothing was written.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Conflict {
    /// In one sentence.
    pub says: String,
    /// What the file says now.
    pub text: String,
    /// What it is now.
    pub stamp: String,
}

/// A text to be looked at, as it is in the editor.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// Up to which level it is drawn; by default all of it.
    #[serde(default)]
    pub level: Option<i16>,
}

/// A map to be printed, as it is in the editor.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Print {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// `pdf`, `png` or `svg`.
    pub form: String,
    /// All of it on one sheet, or otherwise.
    pub sheets: Sheets,
    /// `a4` or `letter`.
    pub paper: String,
}

/// On what sheets a map is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sheets {
    /// All of it on one.
    Whole,
    /// One for each level, with the pieces to lay.
    Levels,
    /// At true size, on as many as it takes.
    Tiled,
}

/// A map to be made into another program's, as it is in the editor.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// One of the forms that the sketch of the map names.
    pub form: String,
}

/// A map in another program's form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExportedMap {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the map the form cannot say, one thing a line.
    pub lost: Vec<String>,
}

/// A text to be drawn on.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// Up to which level it is drawn.
    #[serde(default)]
    pub level: Option<i16>,
    /// What the hand did.
    #[schema(value_type = StrokeSchema)]
    pub stroke: Stroke,
}

/// What came of a stroke.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Stroked {
    /// The text from now on.
    pub text: String,
    /// What was done, in words.
    pub says: String,
    /// The new picture.
    pub sketch: Sketched,
    /// How far everything in it was moved, to make room.
    pub shift: [f32; 2],
}

/// A question about units held over a map.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// The units, the one that is asked about first.
    #[schema(value_type = Vec<HeldAtSchema>)]
    pub held: Vec<HeldAt>,
    /// The question, with `UNIT` and `OTHER` for the first and second of them.
    pub line: String,
}

/// A text as the editor shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Sketched {
    /// The game it belongs to.
    pub game: String,
    /// What people call it.
    pub title: String,
    /// What it is.
    pub kind: String,
    /// How large it is, in words.
    pub size: String,
    /// How many levels it has; 0 where heights are not built of levels.
    pub levels: i16,
    /// In what places are measured; nothing where cells are counted.
    pub unit: Option<String>,
    /// The picture; nothing where it cannot be drawn.
    pub scene: Option<Picture>,
    /// What is wrong.
    pub faults: Vec<Mistake>,
    /// What can be drawn with.
    #[schema(value_type = Vec<ToolSchema>)]
    pub tools: Vec<Tool>,
    /// The cells, of a map that has cells.
    #[schema(value_type = Option<GridSchema>)]
    pub grid: Option<Grid>,
    /// What can be dragged.
    pub handles: Vec<Grip>,
    /// Which lines of the text say what.
    pub rows: Vec<TextLines>,
    /// What can be held over it.
    pub units: Vec<HeldUnit>,
    /// What can be asked of that.
    pub questions: Vec<HeldQuestion>,
    /// Forms of other programs' maps that it can be made into, as their files end.
    pub exports: Vec<String>,
}

/// A mistake in the text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Mistake {
    /// The file, where it is another one.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// How many characters are meant.
    pub width: usize,
    /// What is wrong.
    pub says: String,
    /// What would have been right.
    pub expected: Option<String>,
    /// What to write instead.
    pub suggestion: Option<String>,
    /// Where it stands on the map.
    pub at: Option<[f32; 2]>,
}

/// A point that can be dragged.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Grip {
    /// The field that says where it is.
    pub field: String,
    /// The field of the row it is a part of.
    pub row: String,
    /// Where it is.
    pub at: [f32; 2],
}

/// The lines of the text that say a thing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TextLines {
    /// The thing of the picture.
    pub thing: String,
    /// The field.
    pub field: String,
    /// Its first line, from 1.
    pub line: usize,
    /// Its last line.
    pub to_line: usize,
}

/// A unit that can be held.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HeldUnit {
    /// Its name.
    pub name: String,
    /// What it is.
    pub says: String,
}

/// A question about what is held.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HeldQuestion {
    /// What it is called.
    pub name: String,
    /// What it tells.
    pub says: String,
    /// As it is typed, with `UNIT` and `OTHER`.
    pub line: String,
    /// How many units are held.
    pub places: u8,
}

impl From<Holdable> for HeldUnit {
    fn from(unit: Holdable) -> HeldUnit {
        HeldUnit { name: unit.name, says: unit.says }
    }
}

impl From<Held> for HeldQuestion {
    fn from(held: Held) -> HeldQuestion {
        let [name, says, line] = [held.name, held.says, held.line].map(String::from);
        HeldQuestion { name, says, line, places: held.places }
    }
}

impl Sketched {
    /// A sketch with the words around it.
    pub(super) fn around(sketch: Sketch) -> Sketched {
        Sketched {
            game: String::new(),
            title: String::new(),
            kind: String::new(),
            size: sketch.size,
            levels: sketch.levels,
            unit: sketch.unit,
            scene: sketch.scene.map(Picture::of),
            faults: Vec::new(),
            tools: sketch.tools,
            grid: sketch.grid,
            handles: sketch
                .handles
                .into_iter()
                .map(|handle| Grip { field: handle.field, row: handle.row, at: handle.at.into() })
                .collect(),
            rows: Vec::new(),
            units: Vec::new(),
            questions: Vec::new(),
            exports: Vec::new(),
        }
    }
}
