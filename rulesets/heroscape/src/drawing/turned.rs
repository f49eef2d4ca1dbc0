//! A whole battlefield mirrored, turned, or made alike on both sides.

use super::strokes::Drawing;
use crate::battlefield::{Hex, ObstaclePiece, Side};
use crate::ground::on_board;
use std::collections::BTreeSet;
use umpire_core::hex::Hex as Axial;

/// Where hexes and their sides go.
struct Turn<'t> {
    hex: &'t dyn Fn(Axial) -> Axial,
    side: &'t dyn Fn(Side) -> Side,
}

fn on_sheet(hex: Axial) -> Hex {
    let (column, row) = hex.to_offset();
    Hex { column, row }
}

/// Left becomes right.
pub fn mirror(drawing: &mut Drawing) -> Result<String, String> {
    let side = |side: Side| match side {
        Side::East => Side::West,
        Side::West => Side::East,
        Side::Southeast => Side::Southwest,
        Side::Southwest => Side::Southeast,
        Side::Northeast => Side::Northwest,
        Side::Northwest => Side::Northeast,
    };
    let hex = |hex: Axial| Axial { q: -hex.q - hex.r, r: hex.r };
    turn(drawing, &Turn { hex: &hex, side: &side })?;
    Ok("mirrored".to_string())
}

/// So many sixths of a turn, clockwise.
pub fn rotate(drawing: &mut Drawing, sixths: u8) -> Result<String, String> {
    let hex = |hex: Axial| (0..sixths).fold(hex, |hex, _| Axial { q: -hex.r, r: hex.q + hex.r });
    turn(drawing, &Turn { hex: &hex, side: &|side| side.turned(sixths) })?;
    Ok(format!("turned by {} degrees", 60 * u16::from(sixths)))
}

fn turn(drawing: &mut Drawing, turn: &Turn) -> Result<(), String> {
    let turned = |hex: Hex| on_sheet((turn.hex)(on_board(hex)));
    let all = drawing.field.tiles.iter().map(|tile| turned(tile.hex));
    let (column, row) = all.fold((i16::MAX, i16::MAX), |(column, row), hex| {
        (hex.column.min(column), hex.row.min(row))
    });
    if column == i16::MAX {
        return Err("there is nothing on the map yet".to_string());
    }
    // Rows are moved by an even number, so that those half a hex to the right stay so.
    let by = (-column, -(row - (row & 1)));
    let to = |hex: Hex| {
        let hex = turned(hex);
        Hex { column: hex.column + by.0, row: hex.row + by.1 }
    };
    let pieces = drawing.field.obstacles.iter().map(|piece| obstacle(drawing, piece, &to));
    let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
    drawing.each_hex(to);
    drawing.field.obstacles = pieces;
    drawing.field.edges.iter_mut().for_each(|edge| edge.side = (turn.side)(edge.side));
    let on_sheet = drawing.field.tiles.iter().all(|tile| tile.hex.is_on_sheet());
    if on_sheet { Ok(()) } else { Err("it would be too large for the sheet".to_string()) }
}

/// The same obstacle where its hexes go: from which hex and with which rotation it fills these.
fn obstacle(
    drawing: &Drawing,
    piece: &ObstaclePiece,
    to: &impl Fn(Hex) -> Hex,
) -> Result<ObstaclePiece, String> {
    let pieces = &drawing.known.pieces;
    let goal: BTreeSet<(Hex, i16)> =
        pieces.filled(piece).into_iter().map(|(hex, height)| (to(hex), height)).collect();
    let near = goal.iter().map(|(hex, _)| *hex);
    let from = near.clone().chain(near.flat_map(|hex| Side::ALL.map(|side| hex.across(side))));
    for hex in from {
        for rotation in 0..6 {
            let placed = ObstaclePiece { hex, rotation, ..piece.clone() };
            if pieces.filled(&placed).into_iter().collect::<BTreeSet<_>>() == goal {
                return Ok(placed);
            }
        }
    }
    Err(format!("`{}` at {} has no mirror image: take it away first", piece.kind, piece.hex))
}

/// The upper half, turned by half about the middle, becomes the lower one of the map.
pub fn both_sides(drawing: &mut Drawing) -> Result<String, String> {
    let (_, rows) = drawing.field.size();
    if rows < 2 {
        return Err("there is nothing on the map yet".to_string());
    }
    let mut other = Drawing {
        known: drawing.known,
        field: drawing.field.clone(),
        under: drawing.under.clone(),
    };
    rotate(&mut other, 3)?;
    let half = rows / 2;
    let keeps = |hex: Hex| hex.row < half;
    // Turned by half, a map of an odd number of rows lies on itself; one of an even number half a hex aside.
    let gone: Vec<Hex> =
        drawing.field.tiles.iter().map(|tile| tile.hex).filter(|hex| !keeps(*hex)).collect();
    gone.into_iter().for_each(|hex| drawing.clear(hex));
    let (field, from) = (&mut drawing.field, other.field);
    let comes = |hex: Hex| !keeps(hex) && hex.row < rows;
    field.tiles.extend(from.tiles.into_iter().filter(|it| comes(it.hex)));
    field.obstacles.extend(from.obstacles.into_iter().filter(|it| comes(it.hex)));
    field.edges.extend(from.edges.into_iter().filter(|it| comes(it.hex)));
    field.glyphs.extend(from.glyphs.into_iter().filter(|it| comes(it.space.hex)));
    for mut zone in from.start {
        zone.seat = match zone.seat {
            'A' => 'B',
            'B' => 'A',
            seat => seat,
        };
        zone.spaces.retain(|space| comes(space.hex));
        match field.start.iter_mut().find(|it| it.seat == zone.seat) {
            Some(it) => it.spaces.extend(zone.spaces),
            None if !zone.spaces.is_empty() => field.start.push(zone),
            None => {}
        }
    }
    Ok("both sides are alike".to_string())
}
