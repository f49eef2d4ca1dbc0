//! `umpire schema`: what files of a game look like, as JSON Schema for editors.

use crate::command_line::Shared;
use crate::console::Console;
use crate::library::Library;
use crate::trouble::{Trouble, io_words};
use crate::words::show_rows;
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use umpire_core::command::counted;
use umpire_core::data::suggest;
use umpire_core::host::Ruleset;
use umpire_core::schema::FileForm;

/// What the settings of VS Code that `--out` writes are called, behind the name of the game: such a file is nobody else's.
const SETTINGS: &str = ".settings.json";

/// Say what files of a game look like: JSON Schema, by which editors complete and mark them.
#[derive(Debug, Args)]
pub struct Schema {
    /// The game; all of them with their kinds of files if none is given.
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// The kind of file, such as `battlefield` (default: lists them).
    #[arg(value_name = "KIND")]
    kind: Option<String>,
    /// Write every schema of the game into this folder, with settings for VS Code.
    #[arg(long, value_name = "DIR", requires = "game", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

impl Schema {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let rulesets = match &self.game {
            Some(game) => vec![library.ruleset(game)?],
            None => library.rulesets.clone(),
        };
        match (&self.kind, &self.out, rulesets.as_slice()) {
            (Some(kind), _, [ruleset]) => print(*ruleset, kind, shared, library, console),
            (None, Some(folder), [ruleset]) => {
                write_all(*ruleset, folder, shared, library, console)
            }
            _ => list(&rulesets, shared, library, console),
        }
    }
}

fn list(
    rulesets: &[&'static dyn Ruleset],
    shared: &Shared,
    library: &Library,
    console: &mut Console,
) -> Result<u8, Trouble> {
    let mut rows = vec![["game", "kind", "what it holds", "files"].map(String::from).to_vec()];
    let mut kinds = Vec::new();
    for ruleset in rulesets {
        for form in ruleset.forms(&library.data) {
            kinds.push(json!({
                "game": ruleset.name(), "kind": form.kind, "says": form.says, "files": form.files,
            }));
            let files = form.files.join(" ");
            rows.push(vec![ruleset.name().into(), form.kind, form.says, files]);
        }
    }
    match shared.json {
        true => console.out.json(&kinds)?,
        false => show_rows(&mut console.out, &rows)?,
    }
    Ok(0)
}

fn print(
    ruleset: &dyn Ruleset,
    kind: &str,
    shared: &Shared,
    library: &Library,
    console: &mut Console,
) -> Result<u8, Trouble> {
    let forms = ruleset.forms(&library.data);
    let wanted = kind.replace('-', "_");
    let Some(form) = forms.iter().find(|form| form.kind.eq_ignore_ascii_case(&wanted)) else {
        return Err(Trouble::Misuse(no_such_kind(ruleset.name(), kind, &forms)));
    };
    match shared.json {
        true => console.out.json(&form.schema)?,
        false => console.out.text(&format!("{:#}\n", form.schema))?,
    }
    Ok(0)
}

fn no_such_kind(game: &str, kind: &str, forms: &[FileForm]) -> String {
    let kinds: Vec<&str> = forms.iter().map(|form| form.kind.as_str()).collect();
    match suggest(kind, kinds.iter().copied()) {
        Some(near) => format!("{game} has no files of kind `{kind}`, did you mean `{near}`?"),
        None if kinds.is_empty() => format!("{game} tells no forms of files"),
        None => format!("{game} has no files of kind `{kind}`, there is {}", kinds.join(", ")),
    }
}

fn write_all(
    ruleset: &dyn Ruleset,
    folder: &Path,
    shared: &Shared,
    library: &Library,
    console: &mut Console,
) -> Result<u8, Trouble> {
    let failed = |path: &Path, error: &std::io::Error| {
        Trouble::Failed(format!("cannot write `{}`: {}", path.display(), io_words(error)))
    };
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let forms = ruleset.forms(&library.data);
    let mut texts = Vec::new();
    for form in &forms {
        texts.push((file_name(ruleset.name(), form), format!("{:#}\n", form.schema)));
    }
    let settings = settings(ruleset.name(), &forms, folder);
    let named = format!("{}{SETTINGS}", ruleset.name());
    texts.push((named.clone(), format!("{settings:#}\n")));
    for (name, text) in &texts {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    if shared.json {
        console.out.json(&json!({ "folder": folder.display().to_string(), "files": names }))?;
        return Ok(0);
    }
    let written = counted(forms.len(), "schema");
    console.out.line(format!("{written} written to {}", folder.display()))?;
    console.out.line(format!("    {named} has the lines for the settings of VS Code"))?;
    Ok(0)
}

fn file_name(game: &str, form: &FileForm) -> String {
    format!("{game}-{}.schema.json", form.kind.replace('_', "-"))
}

/// Which files of a workspace VS Code checks by which schema.
fn settings(game: &str, forms: &[FileForm], folder: &Path) -> Value {
    let mut schemas = Map::new();
    for form in forms {
        let anywhere = |file: &String| format!("**/{}", file.trim_start_matches("../"));
        let files: Vec<String> = form.files.iter().map(anywhere).collect();
        let schema = folder.join(file_name(game, form)).display().to_string().replace('\\', "/");
        let is_here = folder.is_relative() && !schema.starts_with('.');
        schemas.insert(if is_here { format!("./{schema}") } else { schema }, json!(files));
    }
    json!({ "yaml.schemas": schemas })
}
