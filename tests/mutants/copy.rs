//! The copy of the project into which all wrong rules are built, kept in `target/` so that building it again is quick.

use crate::rows::{Mutant, rewritten};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use umpire_tests::project;

/// The variable of the environment that names the number of the mutant that is switched on.
pub const VARIABLE: &str = "UMPIRE_MUTANT";

/// What the copy's core has beside the project's.
const SWITCH: &str = r#"//! Which of the wrong rules of this copy is switched on.

use std::sync::OnceLock;

static NUMBER: OnceLock<u32> = OnceLock::new();

/// Whether it is this one.
#[inline]
pub fn on(number: u32) -> bool {
    let read = || std::env::var("UMPIRE_MUTANT").ok().and_then(|text| text.parse().ok());
    *NUMBER.get_or_init(|| read().unwrap_or(0)) == number
}
"#;

/// Builds the copy with all mutants in it, and returns the path of its program.
///
/// # Errors
/// Where a mutant has no place, where the copy cannot be written, and where a wrong rule does not compile.
pub fn build(all: &[Mutant]) -> Result<PathBuf, String> {
    let home = project().join("target/mutants");
    let copy = home.join("copy");
    write(&copy, all)?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(&copy).args(["build", "--quiet", "--package", "umpire", "--target-dir"]);
    let built = cargo.arg(home.join("build")).output().map_err(|e| format!("cargo: {e}"))?;
    if !built.status.success() {
        return Err(errors_of(&String::from_utf8_lossy(&built.stderr), all));
    }
    Ok(home.join("build/debug/umpire").with_extension(std::env::consts::EXE_EXTENSION))
}

/// What the compiler says against the copy, warnings left out, and which mutants it shows.
fn errors_of(said: &str, all: &[Mutant]) -> String {
    let errors: Vec<&str> = said.split("\n\n").filter(|part| part.starts_with("error")).collect();
    let errors = errors.join("\n\n");
    let shown = all.iter().filter(|mutant| errors.contains(&format!("::on({})", mutant.number)));
    let shown: Vec<String> =
        shown.map(|mutant| format!("{} is {}", mutant.number, mutant.row.id)).collect();
    format!("the copy does not build:\n{errors}\n{}", shown.join("\n"))
}

/// Writes what differs, so that only what changed is built again.
fn write(copy: &Path, all: &[Mutant]) -> Result<(), String> {
    let texts = rewritten(all).map_err(|faults| faults.join("\n"))?;
    let mut wanted: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for path in tracked()? {
        if let Ok(bytes) = fs::read(project().join(&path)) {
            wanted.insert(path, bytes);
        }
    }
    wanted.extend(texts.into_iter().map(|(path, text)| (path, text.into_bytes())));
    let core = wanted.get_mut("core/src/lib.rs").ok_or("the project has no core/src/lib.rs")?;
    core.extend(b"\npub mod mutants;\n");
    wanted.insert("core/src/mutants.rs".into(), SWITCH.into());
    // The program embeds this folder; scenarios are read from the project, so that writing one builds nothing.
    wanted.insert("tests/scenarios/none.txt".into(), Vec::new());
    let trouble = |path: &str, e: std::io::Error| format!("cannot write the copy's {path}: {e}");
    for (path, bytes) in &wanted {
        let target = copy.join(path);
        if fs::read(&target).is_ok_and(|old| old == *bytes) {
            continue;
        }
        let folder = target.parent().unwrap_or(copy);
        fs::create_dir_all(folder).map_err(|e| trouble(path, e))?;
        fs::write(&target, bytes).map_err(|e| trouble(path, e))?;
    }
    let names: BTreeSet<PathBuf> = wanted.keys().map(|path| copy.join(path)).collect();
    remove_others(copy, &names).map_err(|e| trouble("", e))
}

fn remove_others(folder: &Path, names: &BTreeSet<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, names)?;
        } else if !names.contains(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The files of the project as they lie in the working tree, those that are not committed yet too; no scenario.
fn tracked() -> Result<Vec<String>, String> {
    let mut git = Command::new("git");
    git.current_dir(project()).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = git.output().map_err(|e| format!("git: {e}"))?;
    if !listed.status.success() {
        return Err(format!("git: {}", String::from_utf8_lossy(&listed.stderr)));
    }
    let text = String::from_utf8_lossy(&listed.stdout);
    let mut paths: Vec<String> = text.split('\0').map(str::to_string).collect();
    paths.retain(|path| !path.is_empty() && !path.starts_with("tests/scenarios/"));
    Ok(paths)
}
