//! Boards as scenarios write them: a line of letters a row, each letter a kind of ground.

use super::{Ground, GroundId, Plan, Tiling};
use crate::Known;
use crate::data::{DataError, Places};
use crate::hex::Level;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stands where there is no place.
const NO_PLACE: &str = "_";
/// The highest level that is written behind a letter.
const HIGHEST: Level = 20;

/// A board, a row of letters a line with blanks between; of hexes each second row lies half a hex further east. A number behind a letter
/// is the level of the place, which is 1 where there is none; where `_` stands there is no place, and one
/// looks over it: what nobody sees through is ground that blocks sight.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PlanForm(Vec<String>);

impl PlanForm {
    /// The board in the field of that name.
    ///
    /// # Errors
    /// Every letter and level that means nothing, each at its row; a board without a place.
    pub fn lay<T: Tiling>(
        &self,
        ground: &[Ground],
        field: &str,
        places: &Places,
    ) -> Result<Plan<T>, Vec<DataError>> {
        let (mut cells, mut faults) = (Vec::new(), Vec::new());
        for (row, line) in self.0.iter().enumerate() {
            for (column, cell) in line.split_whitespace().enumerate() {
                if cell == NO_PLACE {
                    continue;
                }
                let field = || format!("{field}[{row}]");
                match cell_of(cell, ground) {
                    Ok((kind, level)) => {
                        cells.push(((coordinate(column), coordinate(row)), kind, level));
                    }
                    Err(Some(problem)) => faults.push(places.fault(&field(), problem)),
                    Err(None) => {
                        let known: Vec<String> =
                            ground.iter().map(|row| row.letter.to_string()).collect();
                        let known = known.iter().map(String::as_str);
                        faults.push(places.unknown(&field(), "kind of ground", cell, known));
                    }
                }
            }
        }
        if cells.is_empty() && faults.is_empty() {
            faults.push(places.fault(field, format!("expected at least one {}", T::PLACE)));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let board = T::of(&cells).map_err(|found| -> Vec<DataError> {
            found.into_iter().map(|problem| places.fault(field, problem)).collect()
        })?;
        let (mut kinds, mut levels) = (vec![GroundId(0); board.count()], vec![1; board.count()]);
        for (cell, kind, level) in cells {
            if let Some(place) = board.at(cell) {
                kinds[T::index(place)] = GroundId(kind);
                levels[T::index(place)] = level;
            }
        }
        let (ground, levels) = (ground.into(), levels.into());
        let (between, walls, known) = (Arc::new(BTreeMap::new()), Vec::new(), Known::default());
        Ok(Plan { board: Arc::new(board), ground, kinds, levels, between, walls, known })
    }
}

/// What lies beyond every board is told by whoever builds it.
fn coordinate(at: usize) -> i16 {
    i16::try_from(at).unwrap_or(i16::MAX)
}

/// The kind and level of a cell such as `.` or `g3`; what is wrong with its level, or nothing where its letter is unknown.
fn cell_of(cell: &str, ground: &[Ground]) -> Result<(u16, Level), Option<String>> {
    let mut letters = cell.chars();
    let letter = letters.next().ok_or(None)?;
    let kind = ground.iter().position(|row| row.letter == letter).ok_or(None)?;
    let level = match letters.as_str() {
        "" => 1,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let level = digits.parse().ok().filter(|level| (1..=HIGHEST).contains(level));
            level.ok_or(Some(format!("`{cell}` is at no level from 1 to {HIGHEST}")))?
        }
        _ => return Err(None),
    };
    Ok((kind as u16, level))
}
