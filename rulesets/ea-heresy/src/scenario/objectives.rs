//! Objectives and strongholds of a battlefield: whether they lie where they may (EA-13.3, EA-13.4).

use super::battlefield::{Rows, lost_rows, said_spot};
use crate::position::board::{Board, Ground as Piece};
use crate::position::game::EaHeresy;
use crate::position::state::Objective;
use crate::tables::catalog::{Column, Ground, Terrain};
use umpire_core::data::DataError;
use umpire_core::table::{Base, CM, Point, SLACK, said, within_outline};

/// The most objectives of a board.
const MOST_OBJECTIVES: usize = 100;

/// Objectives lie on the table; in battles that are set up by the book, where EA-13.4 wants them.
pub(super) fn check_objectives(
    terrain: &[Terrain],
    board: &Board,
    rows: &[Rows],
    strict: bool,
    faults: &mut Vec<DataError>,
) {
    let mut known: Vec<Point> = Vec::new();
    for file in rows {
        let is_cut = lost_rows(file.places, "objectives", file.objectives.len());
        for (at, row) in file.objectives.iter().enumerate() {
            let (field, place) = (format!("objectives[{at}].at"), row.at.0);
            if is_cut || file.spoiled.has(&field) {
                continue;
            }
            if known.len() == MOST_OBJECTIVES {
                let problem = format!("a table has at most {MOST_OBJECTIVES} objectives");
                faults.push(file.places.fault(&field, problem));
                return;
            }
            if known.contains(&place) {
                let problem = format!("a second objective lies at {}", said_spot(place));
                faults.push(file.places.fault(&field, problem));
                continue;
            }
            known.push(place);
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
            let own_edge = match row.half.number() {
                0 => place.y,
                _ => board.size.y - place.y,
            };
            let edge = [place.x, place.y, board.size.x - place.x, board.size.y - place.y];
            let edge = edge.into_iter().min().unwrap_or(0);
            let problem = if let Some(piece) = impassable {
                let name = &board.piece(piece).name;
                format!("an objective does not lie in `{name}`, which some may not enter (EA-13.4)")
            } else if row.blitz && own_edge > 3 * CM {
                format!(
                    "a blitz objective lies at its own table edge, found {} cm away (EA-13.4)",
                    said(own_edge)
                )
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

/// Strongholds of the main scenario: two to four, at least one in each half, none near an objective
/// (EA-13.3).
pub(super) fn check_strongholds(
    game: &EaHeresy,
    objectives: &[Objective],
    fault: &mut dyn FnMut(String),
) {
    let outlines: Vec<_> = game
        .board
        .pieces
        .iter()
        .filter(|piece| game.terrain[piece.terrain.index()].stronghold.is_some())
        .collect();
    if outlines.is_empty() {
        return; // Said by EA-6.1.2.
    }
    if !(2..=4).contains(&outlines.len()) {
        fault(format!("two to four strongholds are laid, found {} (EA-13.3)", outlines.len()));
    }
    let half = |piece: &Piece| game.board.half_of(piece.outline.bounds().middle());
    for (number, name) in [(0, "near"), (1, "far")] {
        if !outlines.iter().any(|piece| half(piece) == number) {
            fault(format!("the {name} half has no stronghold (EA-13.3)"));
        }
    }
    for piece in outlines {
        let near = objectives.iter().map(|objective| objective.at).find(|at| {
            within_outline(&Base::point(*at), &piece.outline, game.edition.objective - 2 * SLACK)
        });
        if let Some(at) = near {
            fault(format!(
                "`{}` is within {} cm of the objective at ({}, {}) (EA-13.3)",
                piece.name,
                said(game.edition.objective),
                said(at.x),
                said(at.y)
            ));
        }
    }
}
