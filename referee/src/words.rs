//! How answers are printed by every command alike.

use crate::console::{Screen, bad, good, strong};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use std::io;
use umpire_core::host::{Answer, Measured};
use umpire_core::printable::printable;
use umpire_core::scene::Room;

/// The longest form of a line that what it means stands beside, in letters.
const LONGEST_FORM: usize = 34;
/// Blanks before a form.
const INDENT: usize = 6;

/// An answer: its headline, its grounds, its tables.
pub fn show_answer(screen: &mut Screen, answer: &Answer) -> io::Result<()> {
    let head = match answer.yes {
        Some(true) => good(&answer.headline),
        Some(false) => bad(&answer.headline),
        None => strong(&answer.headline),
    };
    screen.words(head)?;
    if let Some(ruling) = &answer.ruling {
        ruling.lines(9).iter().try_for_each(|line| screen.words(format!("  {line}")))?;
    }
    if let Some(plays) = answer.plays {
        let says = "not exact: all outcomes were too many to weigh in time";
        screen.words(format!("  {says}, so these are shares of {plays} plays drawn at random"))?;
    }
    let mut rows = answer.rows.clone();
    if let (Some(_), Some(known)) = (answer.plays, rows.first_mut().and_then(|it| it.last_mut())) {
        *known = "19 times in 20".to_string();
    }
    show_rows(screen, &rows)?;
    show_rows(screen, &measured("on average", &answer.means))?;
    show_rows(screen, &measured("each alone", &answer.alone))
}

/// Numbers of an answer as a table, if there are any.
fn measured(head: &str, numbers: &[Measured]) -> Vec<Vec<String>> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let head = vec![head.to_string(), String::new(), String::new()];
    std::iter::once(head).chain(numbers.iter().map(Measured::row)).collect()
}

/// A table: its head, then its rows.
pub fn show_rows(screen: &mut Screen, rows: &[Vec<String>]) -> io::Result<()> {
    let Some((head, rows)) = rows.split_first() else { return Ok(()) };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    fit(&mut table, screen);
    let cells = |row: &Vec<String>| row.iter().map(|cell| printable(cell).into_owned()).collect();
    table.set_header::<Vec<String>>(cells(head));
    rows.iter().for_each(|row| {
        table.add_row::<Vec<String>>(cells(row));
    });
    table.lines().try_for_each(|line| screen.line(line.trim_end()))
}

/// Forms of lines and what they mean, side by side; a form that is too long for that stands alone, and its meaning under it.
pub fn show_forms(screen: &mut Screen, forms: &[(String, String)]) -> io::Result<()> {
    let wide = |form: &String| form.chars().count();
    let half = |room: Room| (room.columns / 2).saturating_sub(INDENT).min(LONGEST_FORM);
    let most = screen.room().map_or(usize::MAX, half);
    let widest = forms.iter().map(|(form, _)| wide(form)).filter(|wide| *wide <= most).max();
    let column = widest.unwrap_or(0).min(usize::from(u16::MAX) / 2) as u16;
    let mut beside: Vec<(&str, &str)> = Vec::new();
    for (form, says) in forms {
        if wide(form) <= most {
            beside.push((form, says));
        } else {
            show_beside(screen, column, &std::mem::take(&mut beside))?;
            screen.words(format!("{:INDENT$}{form}", ""))?;
            beside.push(("", says));
        }
    }
    show_beside(screen, column, &beside)
}

/// Forms that fit into a column, each with what it means.
fn show_beside(screen: &mut Screen, column: u16, forms: &[(&str, &str)]) -> io::Result<()> {
    if forms.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    fit(&mut table, screen);
    for (form, says) in forms {
        table.add_row([printable(form), printable(says)]);
    }
    if let Some(form) = table.column_mut(0) {
        form.set_padding((INDENT as u16, 1));
        let wide = Width::Fixed(INDENT as u16 + column + 1);
        form.set_constraint(ColumnConstraint::Absolute(wide));
    }
    table.lines().try_for_each(|line| screen.line(line.trim_end()))
}

/// Makes a table as wide as the screen, where that is known.
fn fit(table: &mut Table, screen: &Screen) {
    if let Some(room) = screen.room() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(room.columns.try_into().unwrap_or(u16::MAX));
    }
}
