//! Text grids: one line for each row of hexes, odd rows (counted from 0) indented by one blank, `.` where nothing is.

use umpire_core::data::{DataError, LIMITS};

use super::hex::Hex;
use super::text_place::{Located, words_of};

/// A letter of a grid.
pub struct Cell {
    pub hex: Hex,
    pub letter: char,
    /// Line of the text, from 0.
    pub line: usize,
    /// Characters before it.
    pub at: usize,
}

/// The letters of a grid; what is wrong with its form is told.
pub fn cells(grid: &str, located: &Located, faults: &mut Vec<DataError>) -> Vec<Cell> {
    let mut cells = Vec::new();
    if located.is_folded() {
        let problem = "its rows are read as one: `|` after the colon keeps them apart".to_string();
        faults.push(located.fault(0, 0, 1, problem));
        return cells;
    }
    for (line, text) in grid.lines().enumerate() {
        let Some(row) = i16::try_from(line).ok().filter(|row| *row < Hex::MOST) else {
            let problem = format!("a battlefield has at most {} rows", Hex::MOST);
            faults.push(located.fault(line, 0, 1, problem));
            break;
        };
        if faults.len() >= LIMITS.faults {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        faults.extend(misplaced(row, text).map(|problem| located.fault(line, 0, 1, problem)));
        let mut columns = 0..Hex::MOST;
        for (at, word) in words_of(text) {
            let mut letters = word.chars();
            let letter = letters.next().unwrap_or('.');
            if letters.next().is_some() {
                let problem = format!("`{word}` is not one letter: hexes are parted by blanks");
                faults.push(located.fault(line, at, word.chars().count(), problem));
            }
            let Some(column) = columns.next() else {
                let problem = format!("a battlefield has at most {} columns", Hex::MOST);
                faults.push(located.fault(line, at, 1, problem));
                break;
            };
            if letter != '.' {
                cells.push(Cell { hex: Hex { column, row }, letter, line, at });
            }
        }
    }
    cells
}

/// Whether a row's indent says something else than where its hexes are.
fn misplaced(row: i16, text: &str) -> Option<String> {
    let indent = text.chars().take_while(|c| *c == ' ').count();
    let number = row + 1;
    match (row & 1 == 1, indent) {
        (false, 0) | (true, 1) => None,
        (false, _) => Some(format!("row {number} must not be indented")),
        (true, _) => Some(format!(
            "row {number} lies half a hex to the right: it must be indented by one blank"
        )),
    }
}
