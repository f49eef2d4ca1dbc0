//! A whole battlefield mirrored, turned, or made alike on both sides.

use super::strokes::Drawing;
use crate::battlefield::{Battlefield, Hex, ObstaclePiece, Side};
use crate::ground::on_board;
use std::collections::{BTreeMap, BTreeSet};
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
    put(drawing, &to, turn.side)
}

/// Puts everything where its hexes and sides go.
fn put(
    drawing: &mut Drawing,
    to: &impl Fn(Hex) -> Hex,
    side: &dyn Fn(Side) -> Side,
) -> Result<(), String> {
    let pieces = drawing.field.obstacles.iter().map(|piece| obstacle(drawing, piece, to));
    let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
    drawing.each_hex(to);
    drawing.field.obstacles = pieces;
    drawing.field.edges.iter_mut().for_each(|edge| edge.side = side(edge.side));
    let on_sheet = drawing.field.tiles.iter().all(|tile| tile.hex.is_on_sheet());
    if on_sheet { Ok(()) } else { Err("it would be too large for the sheet".to_string()) }
}

/// By half about the middle of the whole map, as wide and as deep as it is.
///
/// Rows of an even number of rows change places with rows that lie half a hex aside, so that the map lies on itself; of
/// an odd number every second row loses its last column.
fn half_about(columns: i16, rows: i16) -> impl Fn(Hex) -> Hex {
    move |hex| {
        let aside = i16::from(rows & 1 == 1 && hex.row & 1 == 1);
        Hex { column: columns - 1 - aside - hex.column, row: rows - 1 - hex.row }
    }
}

/// All of it by half a turn, where it was as far as it can be.
pub fn half_turn(drawing: &mut Drawing) -> Result<String, String> {
    let (columns, rows) = drawing.field.size();
    let to = half_about(columns, rows);
    if drawing.field.tiles.iter().any(|tile| !to(tile.hex).is_on_sheet()) {
        return rotate(drawing, 3);
    }
    put(drawing, &to, &Side::opposite)?;
    Ok("turned by half".to_string())
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
    let (columns, _) = drawing.field.size();
    let before = standing(&drawing.field);
    let half = rows / 2;
    let mut other = Drawing {
        known: drawing.known,
        field: drawing.field.clone(),
        under: drawing.under.clone(),
    };
    let below: BTreeSet<Hex> =
        drawing.field.tiles.iter().map(|tile| tile.hex).filter(|hex| hex.row >= half).collect();
    other.clear_all(&below);
    let to = half_about(columns, rows);
    let lost: BTreeSet<Hex> = other
        .field
        .tiles
        .iter()
        .map(|tile| tile.hex)
        .filter(|hex| !to(*hex).is_on_sheet())
        .collect();
    other.clear_all(&lost);
    put(&mut other, &to, &Side::opposite)?;
    let middle = rows - half;
    // Of an odd number of rows the middle one stays as it is.
    drawing.clear_all(&below.into_iter().filter(|hex| hex.row >= middle).collect());
    let (field, from) = (&mut drawing.field, other.field);
    let comes = |hex: Hex| hex.row >= middle;
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
    let after = standing(&drawing.field);
    let count = |from: &BTreeMap<Hex, Vec<(i16, String)>>, unlike: &dyn Fn(&Hex) -> bool| {
        from.keys().filter(|hex| unlike(hex)).count()
    };
    let counts = [
        (count(&after, &|hex| !before.contains_key(hex)), "added"),
        (count(&before, &|hex| !after.contains_key(hex)), "taken away"),
        (count(&after, &|hex| before.get(hex).is_some_and(|it| *it != after[hex])), "changed"),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, says)| format!("{count} {says}"))
        .collect();
    Ok(match told.is_empty() {
        true => "both sides are alike already".to_string(),
        false => format!(
            "both sides are alike: the lower half follows the upper, columns of tiles {}",
            told.join(", ")
        ),
    })
}

/// The tiles on each hex, by layer.
fn standing(field: &Battlefield) -> BTreeMap<Hex, Vec<(i16, String)>> {
    let mut found: BTreeMap<Hex, Vec<(i16, String)>> = BTreeMap::new();
    for tile in &field.tiles {
        found.entry(tile.hex).or_default().push((tile.layer, tile.kind.clone()));
    }
    found.values_mut().for_each(|tiles| tiles.sort());
    found
}
