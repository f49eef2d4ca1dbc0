//! `umpire effects`: what a changed table, edition or file of house rules would change.

use crate::command_line::Shared;
use crate::commands::question::answered;
use crate::console::{Console, bad, good};
use crate::effects::{Case, Changed, differing_rows};
use crate::files::{read_beside, read_source, tables_under};
use crate::library::Library;
use crate::opening::Opening;
use crate::patience::taken_off;
use crate::trouble::Trouble;
use crate::words::{show_answer, show_rows};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use umpire_core::data::Files;
use umpire_core::host::Answer;

/// Say what a changed table, edition or file of house rules would change: which conformance scenarios would say
/// otherwise, and which numbers.
///
/// A table or edition is laid over the one built in under its name; house rules are laid over every scenario.
#[derive(Debug, Args)]
pub struct Effects {
    /// The changed file: rows of terrain or glyphs, an edition, house rules.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Conformance scenarios of your own, or folders of them, to be run with those built in.
    #[arg(value_name = "PATH")]
    own: Vec<PathBuf>,
    /// What the file said before (default: the one built in).
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// A scenario on which a question is asked before and after.
    #[arg(long, value_name = "SCENARIO", requires = "ask")]
    on: Option<String>,
    /// The question, as it is typed at a table: `reach finn`, `odds finn attacks marro 2`.
    #[arg(long, value_name = "QUESTION", requires = "on")]
    ask: Option<String>,
    /// How long scenarios are run, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    within: u64,
}

impl Effects {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let file = read_source(&self.file)?;
        let against = self.against.as_deref().map(read_source).transpose()?;
        let changed = Changed::of(library, None, &file, against.as_ref())?;
        let asked = match (&self.on, &self.ask) {
            (Some(scenario), Some(question)) => {
                Some(self.asked(&changed, (scenario, question), library, console)?)
            }
            _ => None,
        };
        let mut cases = own_cases(&changed, &self.own)?;
        cases.extend(changed.shipped(library));
        let (begun, within) = (Instant::now(), Duration::from_secs(self.within));
        let stop = console.stop.clone();
        let goes_on = move || begun.elapsed() < within && !stop.load(Ordering::Relaxed);
        let effects = changed.run(&cases, &goes_on);
        // Where not all were run, nothing is known of the others.
        let all_say_so = effects.otherwise.is_empty() && effects.ran == effects.of;
        let code = u8::from(!all_say_so);
        if shared.json {
            let board = asked.as_ref().map(|(before, after)| {
                let rows = differing_rows(&before.rows, &after.rows);
                json!({ "before": before, "after": after, "differing": rows })
            });
            let place = &changed.place;
            console.out.json(&json!({ "file": place, "effects": effects, "board": board }))?;
            return Ok(code);
        }
        if let Some((before, after)) = &asked {
            show_both(console, before, after)?;
        }
        for one in &effects.otherwise {
            let says = format!(" {}:{}: {}", one.path, one.line, one.says);
            console.out.line(bad("otherwise").then(says))?;
            console.out.line(format!("    {}", one.differs))?;
        }
        match all_say_so {
            true => console.out.line(good(&effects.says))?,
            false => console.out.line(&effects.says)?,
        }
        Ok(code)
    }

    fn asked(
        &self,
        changed: &Changed,
        (scenario, question): (&str, &str),
        library: &Library,
        console: &mut Console,
    ) -> Result<(Answer, Answer), Trouble> {
        let opening = Opening::find(library, Some(scenario))?;
        let path = Path::new(scenario);
        let beside = if path.is_file() { read_beside(path) } else { Default::default() };
        let (question, within) = taken_off(question).map_err(Trouble::Misuse)?;
        let mut ask = |table: Box<dyn umpire_core::host::Table>| {
            let answer = answered(table.as_ref(), None, &question, within, console);
            answer.map_err(|slip| Trouble::Misuse(slip.to_string()))
        };
        let before = ask(changed.before(&opening.scenario, &beside)?)?;
        let after = ask(changed.after(&opening.scenario, &beside)?)?;
        Ok((before, after))
    }
}

/// The conformance scenarios in files and folders that belong to the game of a change.
fn own_cases(changed: &Changed, paths: &[PathBuf]) -> Result<Vec<Case>, Trouble> {
    let mut cases = Vec::new();
    // The files of a folder are read once for all its scenarios, which share their texts.
    let mut last: Option<(PathBuf, Files)> = None;
    for path in paths {
        for file in tables_under(path)? {
            let source = read_source(&file)?;
            if changed.is_case(&source) {
                let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
                let known = last.take().filter(|(known, _)| *known == folder);
                let (folder, beside) = known.unwrap_or_else(|| (folder, read_beside(&file)));
                let path = file.display().to_string();
                cases.push(Case { path, source, beside: beside.clone() });
                last = Some((folder, beside));
            }
        }
    }
    Ok(cases)
}

fn show_both(console: &mut Console, before: &Answer, after: &Answer) -> Result<(), Trouble> {
    console.out.line(format!("before: {}", before.headline))?;
    console.out.line(format!("after:  {}", after.headline))?;
    let changes = differing_rows(&before.rows, &after.rows);
    let same =
        changes.is_empty() && before.headline == after.headline && before.means == after.means;
    if same {
        console.out.line("    the answer is the same")?;
    } else if before.rows.is_empty() && after.rows.is_empty() {
        show_answer(&mut console.out, after)?;
    }
    let told = |row: &Option<Vec<String>>| {
        row.as_ref().map_or("-".to_string(), |row| {
            row.iter().skip(1).cloned().collect::<Vec<_>>().join(", ")
        })
    };
    let mut rows = vec![["", "before", "after"].map(String::from).to_vec()];
    rows.extend(changes.iter().map(|it| vec![it.name.clone(), told(&it.before), told(&it.after)]));
    if !changes.is_empty() {
        show_rows(&mut console.out, &rows)?;
    }
    Ok(())
}
