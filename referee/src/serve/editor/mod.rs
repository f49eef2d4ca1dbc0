//! The editor: files of a folder under live rules. What is drawn and asked is answered from the text as it is sent.

mod begin;
mod command;
mod effects;
mod folder;
mod forms;
mod print;
mod routes;
mod survey;
mod wire;

pub use command::Edit;
pub use routes::{EditorInterface, routes};

use super::problem::Problem;
use super::questions::look_up;
use super::wire::Reply;
use crate::commands::map::LONGEST;
use crate::files::read_bytes;
use crate::library::Library;
use crate::look_up::Tables;
use crate::opening::{Draft, by_name};
use crate::table_file::{faults_of_table, game_of, is_one_table};
use crate::trouble::Trouble;
use axum::http::StatusCode;
use folder::{Folder, Unsaved};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use umpire_core::data::{DataError, Files, Places, Source, Tree, Written, edited};
use umpire_core::host::Ruleset;
use umpire_core::ruleset::{FileKind, kind_of};
use wire::{
    Conflict, Draw, FileEntry, FileText, Hold, Home, Look, Mistake, Save, Saved, Sketched, Stroked,
    TextLines,
};

/// How long faults of files are counted for the list, where nobody says otherwise.
const COUNTING: Duration = Duration::from_millis(1500);
/// Units held at once.
const MOST_HELD: usize = 8;

/// A folder of tables, and what they are judged by.
pub struct Workshop {
    library: Arc<Library>,
    folder: Folder,
    shown: String,
    open: Option<FileText>,
    /// How long the list takes to count faults.
    counting: Duration,
}

impl Workshop {
    /// The folder at a path, or the folder of a file, which is opened; a map of another program becomes a new
    /// battlefield that is not saved yet.
    ///
    /// # Errors
    /// Where there is no such folder or file.
    pub fn new(library: Arc<Library>, path: &Path) -> Result<Workshop, Trouble> {
        if path.is_dir() {
            let folder = Folder::new(path)?;
            return Ok(Workshop::of(library, folder, path.display().to_string()));
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        let folder = Folder::new(parent)?;
        let shown = parent.display().to_string();
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into());
        let mut workshop = Workshop::of(library, folder, shown);
        workshop.open = Some(match name.ends_with(".yaml") {
            true if path.is_file() => workshop.text(&name)?,
            true => return Err(Trouble::Misuse(format!("there is no `{}`", path.display()))),
            false => workshop.import(&name, &read_bytes(path, LONGEST)?)?,
        });
        Ok(workshop)
    }

    fn of(library: Arc<Library>, folder: Folder, shown: String) -> Workshop {
        Workshop { library, folder, shown, open: None, counting: COUNTING }
    }

    /// The same, where faults of files are counted for the list as long as it takes.
    #[must_use]
    pub fn counting_all(mut self) -> Workshop {
        self.counting = Duration::MAX;
        self
    }

    /// What is in the folder; of files to which it does not come in time, neither the game nor the faults are told.
    pub fn home(&self) -> Home {
        let begun = Instant::now();
        let mut files = Vec::new();
        for path in self.folder.tables() {
            let text = self.folder.read(&path).map(|(text, _)| text).unwrap_or_default();
            let source = Source::new(&path, text);
            let kind = self.kind(&source).to_string();
            let game = (begun.elapsed() < self.counting).then(|| self.ruleset(&source));
            let faults = game.map(|game| self.faults(game, &source).len());
            let game = game.map(|game| game.name().to_string());
            files.push(FileEntry { path, game, kind, faults });
        }
        let open = self.open.as_ref().map(|text| text.path.clone());
        let maps = self.folder.maps();
        let fresh = begin::fresh(&self.library);
        Home { folder: self.shown.clone(), open, files, maps, fresh }
    }

    /// A file's text. What was imported and not saved yet is a file too; a map of another program is read as a new
    /// battlefield.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn text(&self, path: &str) -> Result<FileText, Trouble> {
        if let Some(open) = &self.open
            && open.path == path
            && open.stamp.is_none()
            && !self.folder.path(path)?.exists()
        {
            return Ok(open.clone());
        }
        if folder::is_map(path) {
            let bytes = read_bytes(&self.folder.map_path(path)?, LONGEST)?;
            return self.import(path.rsplit('/').next().unwrap_or(path), &bytes);
        }
        let (text, stamp) = self.folder.read(path)?;
        let source = Source::new(path, text);
        let (game, kind) =
            (self.ruleset(&source).name().to_string(), self.kind(&source).to_string());
        let (path, notes) = (path.to_string(), Vec::new());
        Ok(FileText { path, text: source.text, stamp: Some(stamp), game, kind, notes })
    }

    /// Saves a text, unless the file on disk is another by now.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn save(&self, save: &Save) -> Result<Result<Saved, Conflict>, Problem> {
        match self.folder.save(&save.path, &save.text, save.stamp.as_deref()) {
            Ok(stamp) => Ok(Ok(Saved { stamp })),
            Err(Unsaved::Conflict(conflict)) => Ok(Err(conflict)),
            Err(Unsaved::Failed(trouble)) => Err(trouble.into()),
        }
    }

    /// A text as the editor shows it.
    pub fn look(&self, look: &Look) -> Sketched {
        let source = Source::new(&look.path, look.text.as_str());
        let ruleset = self.ruleset(&source);
        let faults = self.faults(ruleset, &source);
        let (files, named) = self.files(&source);
        let sketch = match self.kind(&source) {
            "battlefield" => ruleset.sketch(&files, &named, look.level, &faults),
            _ => Default::default(),
        };
        let (places, rows) = (sketch.faults.clone(), sketch.rows.clone());
        let mut sketched = Sketched::around(sketch);
        sketched.game = ruleset.name().to_string();
        sketched.title = ruleset.title().to_string();
        sketched.kind = self.kind(&source).to_string();
        let at =
            |number: usize| places.iter().find(|(at, _)| *at == number).map(|(_, at)| (*at).into());
        let faults = faults.into_iter().enumerate();
        sketched.faults = faults
            .map(|(number, fault)| mistake(self.folder.named(&look.path, fault), at(number)))
            .collect();
        if let Ok(tree) = Tree::parse(&source) {
            let whole = tree.written();
            let places = Places::of(tree);
            let lines = |row: umpire_core::host::Row| lines(&places, &whole, row.thing, row.field);
            sketched.rows = rows.into_iter().map(lines).collect();
        }
        if sketched.scene.is_some() {
            let (units, questions) = ruleset.holdable(&files);
            sketched.units = units.into_iter().map(Into::into).collect();
            sketched.questions = questions.into_iter().map(Into::into).collect();
            sketched.exports = ruleset.map_forms().iter().map(ToString::to_string).collect();
        }
        sketched
    }

    /// A text after a stroke: only the lines that the stroke means are changed.
    ///
    /// # Errors
    /// Where the stroke means nothing, or the text cannot be changed so.
    pub fn draw(&self, draw: &Draw) -> Result<Stroked, Problem> {
        let source = Source::new(&draw.path, draw.text.as_str());
        let ruleset = self.ruleset(&source);
        let (files, named) = self.files(&source);
        let (changes, says) =
            ruleset.stroke(&files, &named, &draw.stroke).map_err(Problem::says)?;
        let text = edited(&source, &changes).map_err(|why| Problem::says(why.to_string()))?;
        let look = Look { path: draw.path.clone(), text, level: draw.level };
        let sketch = self.look(&look);
        let shift = ruleset.makes_room(&draw.stroke).into();
        Ok(Stroked { text: look.text, says, sketch, shift })
    }

    /// An answer about units held over a map; what a rule says, without any.
    ///
    /// # Errors
    /// Where they cannot stand there, or the question means nothing.
    pub fn ask(&self, hold: &Hold) -> Result<Reply, Problem> {
        let source = Source::new(&hold.path, hold.text.as_str());
        let ruleset = self.ruleset(&source);
        if let Some(rule) = hold.line.strip_prefix("rule ") {
            let tables = Tables::of(&self.library, ruleset.name()).map_err(Problem::says)?;
            return look_up(&tables, "rule", rule);
        }
        if hold.held.len() > MOST_HELD {
            return Err(Problem::says(format!("at most {MOST_HELD} units are held at once")));
        }
        let (mut files, named) = self.files(&source);
        let (scenario, names) =
            ruleset.holding(&files, &named, &hold.held).map_err(Problem::says)?;
        files.insert(scenario.path.clone(), scenario.text.clone());
        let opened = ruleset.open(&files, &scenario, &[], None).map_err(Trouble::Faults)?;
        self.asked_of_held(&*opened.table, &names, &hold.held, &hold.line)
    }

    fn ruleset(&self, source: &Source) -> &'static dyn Ruleset {
        if let Some((ruleset, _)) = self.inside(source) {
            return ruleset;
        }
        let found = game_of(&self.library, source).ok();
        found.or_else(|| self.library.first().ok()).expect("a library has a game")
    }

    /// What a file is, in a word.
    fn kind(&self, source: &Source) -> &'static str {
        match kind_of(source) {
            FileKind::Scenario => "scenario",
            FileKind::HouseRules => "house_rules",
            FileKind::Conformance => "conformance",
            FileKind::Battlefield => {
                // A table of pieces has the fields of a battlefield made of pieces.
                let inside = self.inside(source);
                let table = inside.is_some_and(|(_, inside)| is_one_table(&inside));
                if table { "table" } else { "battlefield" }
            }
            FileKind::Other => "table",
        }
    }

    /// A file that is written on, with what lies beside it.
    pub fn draft(&self, path: &str, text: &str) -> Draft {
        let source = Source::new(path, text);
        let (ruleset, beside) = (self.ruleset(&source), self.folder.beside(path));
        Draft { ruleset, source: by_name(Path::new(path), source), beside }
    }

    /// The tables with those beside a file and the file itself, which goes by its name among them.
    fn files(&self, source: &Source) -> (Files, Source) {
        let named = by_name(Path::new(&source.path), source.clone());
        let mut files = self.library.data.clone();
        for beside in self.folder.beside(&source.path).under("") {
            files.insert(beside.path, beside.text);
        }
        files.insert(named.path.clone(), named.text.clone());
        (files, named)
    }

    fn faults(&self, ruleset: &dyn Ruleset, source: &Source) -> Vec<DataError> {
        let whole = self.folder.whole(&source.path);
        if let Some(faults) = faults_of_table(&self.library, &whole, source) {
            return faults;
        }
        let (files, named) = self.files(source);
        match kind_of(source) {
            FileKind::Conformance => {
                umpire_core::conformance::head(source).err().unwrap_or_default()
            }
            _ => ruleset.check_file(&files, &named),
        }
    }
}

fn mistake(fault: DataError, at: Option<[f32; 2]>) -> Mistake {
    let field = match fault.field.as_str() {
        "" => String::new(),
        field => format!("`{field}`: "),
    };
    Mistake {
        path: fault.file,
        line: fault.line,
        column: fault.column,
        width: fault.width,
        says: format!("{field}{}", fault.problem),
        expected: fault.expected,
        suggestion: fault.suggestion,
        at,
    }
}

/// From which line to which a field is written.
fn lines(places: &Places, whole: &Written, thing: String, field: String) -> TextLines {
    let line = places.key_place(&field).line;
    let to_line = whole.at(&field).map_or(line, |value| places.last_line(&field, value));
    TextLines { thing, field, line, to_line: to_line.max(line) }
}

impl From<Conflict> for axum::response::Response {
    fn from(conflict: Conflict) -> axum::response::Response {
        use axum::response::IntoResponse;
        (StatusCode::CONFLICT, axum::Json(conflict)).into_response()
    }
}
