//! The scenarios of a game under one wrong rule: which of them fail, and whether the program stops.

use crate::copy::VARIABLE;
use crate::rows::Mutant;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use umpire::files::tables_under;

/// How long the program may work, in seconds of the processor, before it counts as one that never ends.
const WORK: u32 = 60;

/// How long one scenario may take by the clock, where seconds of the processor cannot be limited.
const PATIENCE: Duration = Duration::from_secs(900);

/// How much memory the program may take, in kilobytes: a loop without end often eats all there is.
const MEMORY: u32 = 3_000_000;

/// What came of the scenarios.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Those that failed, in order.
    pub failed: Vec<String>,
    /// The scenario in which the program stopped, or did not end.
    pub stopped: Option<String>,
}

impl Outcome {
    /// The scenario that noticed it first.
    pub fn first(&self) -> Option<&str> {
        self.failed.first().or(self.stopped.as_ref()).map(String::as_str)
    }

    /// How many scenarios noticed it, as far as the program went.
    pub fn count(&self) -> usize {
        self.failed.len() + usize::from(self.stopped.is_some())
    }

    /// One line about it.
    pub fn in_words(&self) -> String {
        match (self.first(), &self.stopped) {
            (None, _) => "SURVIVED".into(),
            (Some(first), None) => format!("{} {first}", self.count()),
            (Some(first), Some(_)) => format!("{} {first} (the program stops)", self.count()),
        }
    }
}

/// Runs the scenarios of a folder with a mutant switched on, or with none; `quick` goes no further than the first that fails.
///
/// # Errors
/// Where the program cannot be started, or does not run the scenarios.
pub fn run(
    program: &Path,
    folder: &Path,
    mutant: Option<&Mutant>,
    quick: bool,
) -> Result<Outcome, String> {
    let mut files = tables_under(folder).map_err(|trouble| trouble.to_string())?;
    if let Some(mutant) = mutant.filter(|_| quick) {
        files.sort_by_key(|path| !shows(path, &mutant.row.rule));
    }
    let mut child = start(program, &files, mutant)?;
    let lines = lines_of(&mut child);
    let (mut outcome, mut ran) = (Outcome::default(), 0);
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                let told: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
                if let Some(passed) = told["passed"].as_bool() {
                    ran += 1;
                    if !passed {
                        outcome.failed.push(told["file"].as_str().unwrap_or_default().into());
                    }
                }
                if quick && !outcome.failed.is_empty() {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                outcome.stopped = files.get(ran).map(|path| path.display().to_string());
                break;
            }
        }
    }
    // It may have ended by itself, and then cannot be stopped.
    let _ = child.kill();
    child.wait().map_err(|e| e.to_string())?;
    let inside = |path: String| match Path::new(&path).strip_prefix(folder) {
        Ok(path) => path.to_string_lossy().replace('\\', "/"),
        Err(_) => path,
    };
    Ok(Outcome {
        failed: outcome.failed.into_iter().map(inside).collect(),
        stopped: outcome.stopped.map(inside),
    })
}

/// Whether a scenario's name says that it shows this rule.
fn shows(path: &Path, rule: &str) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.is_some_and(|name| name.starts_with(&format!("{rule}-")))
}

fn start(program: &Path, files: &[PathBuf], mutant: Option<&Mutant>) -> Result<Child, String> {
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("ulimit -v {MEMORY}; ulimit -t {WORK}; exec \"$0\" \"$@\"")])
            .arg(program);
        shell
    } else {
        Command::new(program)
    };
    command.args(["--json", "scenario"]).args(files);
    command.env(VARIABLE, mutant.map_or(0, |mutant| mutant.number).to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
    command.spawn().map_err(|e| format!("{}: {e}", program.display()))
}

/// What the program says, line by line as it says it.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let (tell, told) = channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            lines.take_while(|line| tell.send(line.clone()).is_ok()).for_each(drop);
        });
    }
    told
}
