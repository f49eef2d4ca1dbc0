//! Objectives of a battlefield: whether they lie where they may (EA-13.4).

use super::battlefield::Rows;
use crate::board::Board;
use crate::catalog::{Column, Ground, Terrain};
use umpire_core::data::DataError;
use umpire_core::table::{CM, Point, said};

/// Objectives lie on the table; in battles that are set up by the book, where EA-13.4 wants them.
pub(super) fn check_objectives(
    terrain: &[Terrain],
    board: &Board,
    rows: &[Rows],
    strict: bool,
    faults: &mut Vec<DataError>,
) {
    for file in rows {
        for (at, row) in file.objectives.iter().enumerate() {
            let (field, place) = (format!("objectives[{at}].at"), row.at.0);
            if !board.bounds().holds(place) {
                faults.push(file.places.fault(&field, "this objective is not on the table"));
                continue;
            }
            if !strict {
                continue;
            }
            let impassable = board.at(place).find(|piece| {
                let row = &terrain[board.piece(*piece).terrain.index()];
                Column::ALL.iter().any(|column| row.ground(*column) == Ground::Impassable)
            });
            let corner = [place.x, board.size.x - place.x]
                .iter()
                .flat_map(|x| [place.y, board.size.y - place.y].map(|y| (*x, y)))
                .any(|(x, y)| Point::new(x, y).square_to(Point::default()) < square(15 * CM));
            let edge = [place.x, place.y, board.size.x - place.x, board.size.y - place.y];
            let edge = edge.into_iter().min().unwrap_or(0);
            let problem = if let Some(piece) = impassable {
                let name = &board.piece(piece).name;
                format!("an objective does not lie in `{name}`, which some may not enter (EA-13.4)")
            } else if row.blitz && corner {
                "a blitz objective lies at least 15 cm from every corner (EA-13.4)".to_string()
            } else if !row.blitz && edge < 15 * CM {
                format!(
                    "an objective lies at least 15 cm from every edge, found {} (EA-13.4)",
                    said(edge)
                )
            } else if board.half_of(place) != row.half.number() {
                "this objective lies in the other half of the table (EA-13.4)".to_string()
            } else {
                continue;
            };
            faults.push(file.places.fault(&field, problem));
        }
    }
}

fn square(length: i32) -> i64 {
    i64::from(length) * i64::from(length)
}
