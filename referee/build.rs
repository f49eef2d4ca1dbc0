//! Builds the program anew when data or scenarios change, and with npm, where it is, the app of `umpire serve`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The variable that names a built app instead.
const BUILT: &str = "UMPIRE_APP";
/// The variable under which a missing app is a fault and no warning.
const WANTED: &str = "UMPIRE_APP_WANTED";

/// What the app is made of.
const PARTS: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    println!("cargo::rerun-if-changed=../data");
    println!("cargo::rerun-if-changed=../tests/scenarios");
    println!("cargo::rerun-if-env-changed={BUILT}");
    println!("cargo::rerun-if-env-changed={WANTED}");
    let folder = |name: &str| PathBuf::from(env::var_os(name).expect("cargo names its folders"));
    let (out, web) = (folder("OUT_DIR").join("app"), folder("CARGO_MANIFEST_DIR").join("web"));
    for part in PARTS {
        println!("cargo::rerun-if-changed=web/{part}");
    }
    fs::create_dir_all(&out).expect("a folder for the app");
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        return;
    }
    let made = match env::var_os(BUILT) {
        Some(folder) => anew(&out).and_then(|()| copy(Path::new(&folder), &out)),
        None => build(&web, &out),
    };
    if let Err(says) = made {
        let says =
            format!("the app of `umpire serve` is not built ({says}): its pages are plain ones");
        assert!(env::var_os(WANTED).is_none(), "{says}");
        println!("cargo::warning={says}");
    }
}

/// Builds the app, unless it was built of the same files.
fn build(web: &Path, out: &Path) -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    PARTS.iter().try_for_each(|part| read(&web.join(part), &mut hasher))?;
    let (built, stamp) = (out.with_extension("built"), hasher.finish().to_string());
    if fs::read_to_string(&built).is_ok_and(|known| known == stamp) {
        return Ok(());
    }
    anew(out)?;
    install(web)?;
    let folder = out.display().to_string();
    npm(web, &["run", "build", "--", "--outDir", &folder, "--emptyOutDir"])?;
    fs::write(built, stamp)
}

fn read(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if !path.is_dir() {
        path.hash(hasher);
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut inside =
        fs::read_dir(path)?.map(|it| Ok(it?.path())).collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    inside.iter().try_for_each(|path| read(path, hasher))
}

/// An empty folder, known to hold no built app.
fn anew(out: &Path) -> io::Result<()> {
    let _ = fs::remove_file(out.with_extension("built"));
    fs::remove_dir_all(out)?;
    fs::create_dir_all(out)
}

/// Installs what the app is made with, unless npm did since the lock file was changed.
fn install(web: &Path) -> io::Result<()> {
    let changed = |file: &str| web.join(file).metadata()?.modified();
    let locked = changed("package-lock.json")?;
    // npm writes it when all else is in its place.
    if changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= locked) {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"])
}

fn npm(web: &Path, arguments: &[&str]) -> io::Result<()> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let done = Command::new(program).args(arguments).current_dir(web).output()?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no reason told");
    Err(io::Error::other(format!("npm {}: {last}", arguments.first().unwrap_or(&""))))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", from.display());
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
