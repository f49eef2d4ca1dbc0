//! Boards as scenarios write them: a line of letters a row, each letter a kind of ground.

use super::Plan;
use crate::data::{DataError, Places};
use crate::hex::{BoardBuilder, Hex, Level, Origin};
use crate::ruleset::{self, Rows};
use crate::scene::rgb;
use crate::table::{Class, GroundEffect};
use schemars::JsonSchema;
use serde::Deserialize;

/// Stands where there is no hex.
const NO_HEX: &str = "_";
/// The highest level that is written behind a letter.
const HIGHEST: Level = 20;

/// A kind of ground, a row of a game's table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// What it is called.
    pub id: String,
    /// The letter that stands for it on a board; any sign but a digit or `_`.
    pub letter: char,
    /// Its colour in pictures, `#rrggbb`.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub colour: String,
    /// How many steps it takes to enter.
    #[serde(default = "one")]
    pub steps: u8,
    /// Whether nobody can stand there.
    #[serde(default)]
    pub impassable: bool,
    /// Whether nobody sees through it.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Whether it covers whoever stands there.
    #[serde(default)]
    pub cover: bool,
}

fn one() -> u8 {
    1
}

impl ruleset::Row for Ground {
    fn id(&self) -> &str {
        &self.id
    }

    fn faults(rows: &Rows<Ground>) -> Vec<DataError> {
        let mut faults = Vec::new();
        for (at, row) in rows.rows.iter().enumerate() {
            let taken = rows.rows[..at].iter().find(|other| other.letter == row.letter);
            if let Some(other) = taken {
                let problem = format!("`{}` stands for {} already", row.letter, other.id);
                faults.push(rows.fault(at, "letter", problem));
            }
            if row.letter.is_whitespace() || row.letter.is_ascii_digit() || row.letter == '_' {
                let problem = "expected a sign that is neither a digit nor `_`";
                faults.push(rows.fault(at, "letter", problem));
            }
            if rgb(&row.colour).is_none() {
                faults.push(rows.fault(at, "colour", "expected a colour such as `#9caf6b`"));
            }
        }
        faults
    }
}

impl Ground {
    /// What it does, in words.
    pub fn effects(&self) -> Vec<(GroundEffect, String)> {
        let plain =
            |holds: bool, does: GroundEffect| holds.then(|| (does, does.says().to_string()));
        let steps = (self.steps > 1 && !self.impassable)
            .then(|| (GroundEffect::Difficult, format!("{} steps to enter", self.steps)));
        [
            plain(self.blocks_sight, GroundEffect::Sight(Class::Complete)),
            plain(self.cover, GroundEffect::Cover),
            steps,
            plain(self.impassable, GroundEffect::Impassable),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// A board, a row of letters a line with blanks between, each second row half a hex further east. A number behind a letter
/// is the level of the hex, which is 1 where there is none; where `_` stands there is no hex.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PlanForm(Vec<String>);

impl PlanForm {
    /// The board in the field of that name.
    ///
    /// # Errors
    /// Every letter and level that means nothing, each at its row; a board without a hex.
    pub fn lay(
        &self,
        ground: &[Ground],
        field: &str,
        places: &Places,
    ) -> Result<Plan, Vec<DataError>> {
        let (mut builder, mut faults) = (BoardBuilder::new(), Vec::new());
        for (row, line) in self.0.iter().enumerate() {
            for (column, cell) in line.split_whitespace().enumerate() {
                if cell == NO_HEX {
                    continue;
                }
                let field = || format!("{field}[{row}]");
                match cell_of(cell, ground) {
                    Ok((kind, level)) => {
                        let hex = Hex::from_offset(coordinate(column), coordinate(row));
                        (1..=level).for_each(|layer| {
                            builder.tile(hex, layer, kind, true);
                        });
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
        match builder.build() {
            Ok(board) if board.hexes() > 0 && faults.is_empty() => {
                Ok(Plan { board: board.named_from(Origin::default()), ground: ground.to_vec() })
            }
            Ok(board) => {
                let none = (board.hexes() == 0 && faults.is_empty())
                    .then(|| places.fault(field, "expected at least one hex"));
                faults.extend(none);
                Err(faults)
            }
            Err(found) => {
                faults.extend(found.iter().map(|fault| places.fault(field, fault.to_string())));
                Err(faults)
            }
        }
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
