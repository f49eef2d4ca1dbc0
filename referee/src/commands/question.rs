//! Asking a game a question from the command line.

use crate::command_line::Shared;
use crate::console::Console;
use crate::files::write_picture;
use crate::help::forms_of;
use crate::library::Library;
use crate::opening::Opening;
use crate::patience::taken_off;
use crate::trouble::Trouble;
use crate::words::show_answer;
use clap::Args;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;
use umpire_core::host::{Answer, Slip, Table};
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

/// The answer of a table, as soon as it may be had. Ctrl-C ends the question and nothing else; at a
/// terminal is told how far a long one is.
///
/// # Errors
/// Where the words are no question, or nobody waited for the answer.
pub fn answered(
    table: &dyn Table,
    seat: Option<Seat>,
    question: &str,
    within: Duration,
    console: &mut Console,
) -> Result<Answer, Slip> {
    let answer = table.ask(seat, question, &console.waiting(within));
    console.stop.store(false, Ordering::Relaxed);
    answer
}

/// Which table is asked.
#[derive(Debug, Args)]
pub struct Of {
    /// A scenario or battlefield file, or the name of one in the data.
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// The edition to play by, in place of the scenario's own.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
}

/// Opens a scenario, asks, prints the answer, and draws it if a file is named. The exit code is 1
/// for an answer that is no.
pub fn ask(
    of: &Of,
    question: &str,
    svg: Option<&Path>,
    shared: &Shared,
    library: &Library,
    console: &mut Console,
) -> Result<u8, Trouble> {
    let opening = Opening::find(library, Some(&of.scenario))?.under(of.edition.as_deref())?;
    let table = opening.look()?;
    let (question, within) = taken_off(question).map_err(Trouble::Misuse)?;
    let answer = answered(table.as_ref(), None, &question, within, console);
    let answer = answer.map_err(|slip| {
        let says = slip.to_string();
        let verb = question.split_whitespace().next().unwrap_or_default();
        // Nobody types `help` here.
        let forms = says.strip_suffix(", type `help`").zip(forms_of(table.as_ref(), verb));
        Trouble::Misuse(forms.map_or(says.clone(), |(says, forms)| format!("{says}: {forms}")))
    })?;
    if shared.json {
        console.out.json(&answer)?;
    } else {
        show_answer(&mut console.out, &answer)?;
    }
    if let Some(path) = svg {
        let mut scene = answer.scene.clone().unwrap_or_else(|| table.scene(None));
        for shape in answer.ruling.iter().flat_map(Ruling::shapes) {
            // Some answers have drawn it on their own picture.
            if !scene.shapes.contains(&shape) {
                scene.shapes.push(shape);
            }
        }
        let drawn = scene.to_svg();
        write_picture(path, drawn.as_bytes())?;
        if !shared.json {
            let means = match answer.pictured.as_str() {
                "" => String::new(),
                pictured => format!(": {pictured}"),
            };
            console.out.words(format!("drawn in {}{means}", path.display()))?;
        }
    }
    Ok(u8::from(answer.yes == Some(false)))
}
