//! `umpire new`: writes the crate of a new game, which compiles, plays, is tested and has scenarios.

use crate::command_line::Shared;
use crate::console::{Console, good};
use crate::library::{Library, files_under};
use crate::trouble::Trouble;
use clap::Args;
use include_dir::{Dir, File, include_dir};
use serde_json::json;
use std::path::{Path, PathBuf};

/// A fight on hexes.
static ON_HEXES: Dir = include_dir!("$CARGO_MANIFEST_DIR/template");
/// The same on squares: what is different of it, but for its words.
static ON_SQUARES: Dir = include_dir!("$CARGO_MANIFEST_DIR/template-squares");
/// Words of a game on hexes, and those of one on squares; the longer first.
const HEXES_TO_SQUARES: [(&str, &str); 4] =
    [("HexId", "SquareId"), ("hexes", "squares"), ("Hex", "Square"), ("hex", "square")];
/// The same on an open table: what is different of it.
static ON_A_TABLE: Dir = include_dir!("$CARGO_MANIFEST_DIR/template-table");
/// What those on hexes and on an open table have alike, and the first of them has for both.
const ALIKE: [&str; 10] = [
    ".gitignore",
    ".rustfmt.toml",
    "build.rs",
    "standalone.toml",
    "src/deeds.rs",
    "src/figures.rs",
    "src/game.rs",
    "src/main.rs",
    "src/steps.rs",
    "src/told.rs",
];
/// The versions that this build was made with, so that the new crate needs no others.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// Write the crate of a new game: it compiles, plays, is tested, and is yours to change.
///
/// The new crate builds on the sources of Umpire: run this inside them, or name them with --umpire. Then `cd DIR/NAME && cargo test`;
/// README.md there says what lies where.
#[derive(Debug, Args)]
pub struct New {
    /// The game's name: lower-case letters, digits and dashes, such as `kings-of-the-hill`.
    #[arg(value_name = "NAME")]
    name: String,
    /// A game on squares; without this, one on hexes.
    #[arg(long)]
    squares: bool,
    /// A game on an open table, measured in inches.
    #[arg(long, conflicts_with = "squares")]
    table: bool,
    /// The folder in which the crate's own folder is made.
    #[arg(long, value_name = "DIR", default_value = ".")]
    at: PathBuf,
    /// The folder with Umpire's sources; by default the first one that holds them, going up from the current folder, then from DIR.
    #[arg(long, value_name = "DIR")]
    umpire: Option<PathBuf>,
}

impl New {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let names = Names::of(&self.name)?;
        let kind = match (self.squares, self.table) {
            (true, _) => Kind::Squares,
            (_, true) => Kind::Table,
            _ => Kind::Hexes,
        };
        let template = files_of(kind);
        if let Some(says) = taken(&names, &template, library) {
            return Err(Trouble::Misuse(format!("`{}` {says}", self.name)));
        }
        let sources = self.sources()?;
        let folder = self.at.join(&self.name);
        if folder.exists() {
            let says = format!("`{}` is there already, nothing was written", folder.display());
            return Err(Trouble::Misuse(says));
        }
        let mut written = Vec::new();
        write_all((kind, &template), &folder, &names, &sources, &mut written)?;
        write(&folder.join("Cargo.lock"), LOCK)?;
        if shared.json {
            let folder = folder.display().to_string();
            console.out.json(&json!({ "folder": folder, "files": written }))?;
            return Ok(0);
        }
        console.out.line(good(format!(
            "{} files written in {}",
            written.len(),
            folder.display()
        )))?;
        let go = format!(
            "    cd {} && cargo test && cargo run -- play --seat A=human",
            folder.display()
        );
        console.out.line(go)?;
        console.out.line("    README.md says what lies where, and where to go on")?;
        Ok(0)
    }

    /// The folder with the sources of Umpire.
    fn sources(&self) -> Result<PathBuf, Trouble> {
        let holds = |folder: &Path| {
            let manifest = std::fs::read_to_string(folder.join("core/Cargo.toml"));
            manifest.is_ok_and(|text| text.contains("name = \"umpire-core\""))
        };
        let real = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        if let Some(named) = &self.umpire {
            let named = real(named);
            return match holds(&named) {
                true => Ok(named),
                false => {
                    let says = format!("`{}` does not hold the sources of Umpire", named.display());
                    Err(Trouble::Misuse(says))
                }
            };
        }
        let starts = [real(Path::new(".")), real(&self.at)];
        let around = starts.iter().flat_map(|start| start.ancestors());
        let mut found = around.filter(|folder| holds(folder));
        let found = found.next().map(Path::to_path_buf);
        found.ok_or_else(|| {
            let says = "the new crate builds on the sources of Umpire, which lie nowhere around here: \
                        say where with `--umpire DIR`";
            Trouble::Misuse(says.to_string())
        })
    }
}

/// A game's name in the forms that code and data need.
struct Names {
    dashed: String,
    snake: String,
    camel: String,
    /// As it is printed.
    title: String,
    /// Letters that rule ids begin with.
    letters: String,
}

impl Names {
    fn of(name: &str) -> Result<Names, Trouble> {
        let fits = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let parts: Vec<&str> = name.split('-').collect();
        if name.len() > 40 || !parts.iter().all(|part| fits(part)) {
            let says = format!(
                "`{name}` is no name for a game: words of small letters and digits, joined by dashes, are"
            );
            return Err(Trouble::Misuse(says));
        }
        let capital = |part: &&str| -> String {
            let (first, rest) = part.split_at(1);
            first.to_uppercase() + rest
        };
        let letters: String = match parts.as_slice() {
            [one] => one.chars().take(2).collect(),
            many => many.iter().filter_map(|part| part.chars().next()).collect(),
        };
        Ok(Names {
            dashed: name.to_string(),
            snake: name.replace('-', "_"),
            camel: parts.iter().map(capital).collect(),
            title: capital(&name).replace('-', " "),
            letters: letters.to_uppercase(),
        })
    }

    /// A text or path of the template with the game's own names.
    fn put_into(&self, text: &str) -> String {
        text.replace("new-game", &self.dashed)
            .replace("new_game", &self.snake)
            .replace("NewGame", &self.camel)
            .replace("New Game", &self.title)
            .replace("NG-", &format!("{}-", self.letters))
    }
}

/// Words that Rust keeps for itself, as names of types.
const RUSTS: [&str; 1] = ["Self"];
/// Crates that are called `umpire-` and this.
const CRATES: [&str; 4] = ["core", "core-tests", "tests", "benches"];
/// Libraries of Rust's own, after which no crate's program may be called.
const LIBRARIES: [&str; 4] = ["alloc", "proc-macro", "std", "test"];
/// Folders of Cargo's own, so that no program may be called so.
const FOLDERS: [&str; 4] = ["build", "deps", "examples", "incremental"];

/// Why a game cannot be called so, as the end of a sentence: it would not compile.
fn taken(names: &Names, template: &[&File], library: &Library) -> Option<String> {
    let is_known = library.rulesets.iter().any(|ruleset| ruleset.name() == names.dashed);
    if is_known || CRATES.contains(&names.dashed.as_str()) {
        return Some("is the name of a game or a crate of Umpire: choose another".to_string());
    }
    if LIBRARIES.contains(&names.dashed.as_str()) {
        return Some("is the name of a library of Rust's own: choose another".to_string());
    }
    if FOLDERS.contains(&names.dashed.as_str()) {
        return Some("is the name of a folder in which Cargo builds: choose another".to_string());
    }
    let camel = names.camel.as_str();
    let has_it = |file: &&File| {
        let is_code = file.path().extension().is_some_and(|end| end == "rs");
        let text = if is_code { file.contents_utf8().unwrap_or_default() } else { "" };
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == camel)
    };
    let is_taken = RUSTS.contains(&camel) || template.iter().any(has_it);
    is_taken.then(|| {
        format!("would be `{camel}` in the code, which is something else there: add a word to it")
    })
}

/// Where a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hexes,
    Squares,
    Table,
}

impl Kind {
    /// A text of the template as it reads in a game of this kind.
    fn put_into(self, text: &str) -> String {
        let words = if self == Kind::Squares { &HEXES_TO_SQUARES[..] } else { &[] };
        words.iter().fold(text.to_string(), |text, (hexes, squares)| text.replace(hexes, squares))
    }
}

/// The files of a template.
fn files_of(kind: Kind) -> Vec<&'static File<'static>> {
    let mut files = files_under(&ON_HEXES);
    match kind {
        Kind::Hexes => {}
        Kind::Squares => {
            let own = files_under(&ON_SQUARES);
            files.retain(|file| own.iter().all(|own| own.path() != file.path()));
            files.extend(own);
        }
        Kind::Table => {
            files.retain(|file| ALIKE.iter().any(|alike| file.path() == Path::new(alike)));
            files.extend(files_under(&ON_A_TABLE));
        }
    }
    files
}

fn write_all(
    (kind, template): (Kind, &[&File]),
    folder: &Path,
    names: &Names,
    sources: &Path,
    written: &mut Vec<String>,
) -> Result<(), Trouble> {
    for file in template {
        let path = file.path().to_string_lossy().replace('\\', "/");
        // The template's own manifest is that of a part of this workspace.
        let path = match path.as_str() {
            "Cargo.toml" => continue,
            "standalone.toml" => "Cargo.toml".to_string(),
            _ => names.put_into(&path),
        };
        let text = names.put_into(&kind.put_into(file.contents_utf8().unwrap_or_default()));
        // Here all its files lie together.
        let own = text.lines().filter(|line| !line.starts_with("#[path = "));
        let text: String = own.flat_map(|line| [line, "\n"]).collect();
        let text = text.replace("UMPIRE", &sources.display().to_string().replace('\\', "/"));
        write(&folder.join(&path), &text)?;
        written.push(path);
    }
    written.sort();
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    let failed = |error: std::io::Error| Trouble::Failed(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_forms_that_code_and_data_need() {
        let names = Names::of("kings-of-the-hill").unwrap_or_else(|_| panic!("it is a name"));
        let text = "new-game umpire_new_game NewGame New Game NG-1";
        assert_eq!(
            names.put_into(text),
            "kings-of-the-hill umpire_kings_of_the_hill KingsOfTheHill Kings of the hill KOTH-1"
        );
        for name in ["", "Kings", "of--hill", "4kings", "-a", "a_b", "../a", &"a".repeat(50)] {
            assert!(Names::of(name).is_err(), "{name}");
        }
    }

    #[test]
    fn templates_name_themselves_everywhere_and_are_whole() {
        let names = Names::of("duel").unwrap_or_else(|_| panic!("it is a name"));
        for kind in [Kind::Hexes, Kind::Squares, Kind::Table] {
            let table = kind == Kind::Table;
            let folder = tempfile::tempdir().expect("a folder for a test");
            let (template, mut written) = (files_of(kind), Vec::new());
            let umpire = Path::new("/umpire");
            let made = write_all((kind, &template), folder.path(), &names, umpire, &mut written);
            assert!(made.is_ok());
            let is_there = |path: &str| written.iter().any(|file| file == path);
            assert!(is_there("data/duel/rules.yaml") && is_there("Cargo.toml"), "{written:?}");
            assert_eq!(is_there("data/duel/terrain.yaml"), table);
            assert_eq!(is_there("data/duel/ground.yaml"), !table);
            assert!(written.windows(2).all(|pair| pair[0] != pair[1]), "twice: {written:?}");
            let text = |path: &str| std::fs::read_to_string(folder.path().join(path));
            let parts = text("src/lib.rs").expect("it was written");
            let parts =
                parts.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
            let parts: Vec<&str> = parts.collect();
            assert!(parts.len() > 6, "{parts:?}");
            assert!(parts.iter().all(|part| is_there(&format!("src/{part}.rs"))), "{written:?}");
            for path in &written {
                let text = text(path).expect("it was written");
                for left in ["new-game", "new_game", "NewGame", "New Game", "NG-", "UMPIRE"] {
                    assert!(!text.contains(left) && !path.contains(left), "{path} has `{left}`");
                }
                assert!(!text.contains("#[path"), "{path} takes another's file");
                let speaks_of_hexes = text.to_lowercase().contains("hex");
                assert!(kind != Kind::Squares || !speaks_of_hexes, "{path} speaks of hexes");
            }
        }
    }
}
