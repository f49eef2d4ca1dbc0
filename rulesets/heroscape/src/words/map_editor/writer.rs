//! A battlefield as the newest form of heroscape-map-editor's JSON, and as a share link.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::link::link;
use super::turn::{Axial, ahead, pivot};
use crate::tables::battlefield::{Battlefield, Hex, Known, Piece};
use crate::words::exchange::{GLYPH, Layout, START_AREA, lay_out};
use crate::words::virtualscape::Record;
use umpire_core::scene::rgb;

/// Whether the editor knows a piece.
fn can_write(piece: &Piece) -> bool {
    piece.id.is_some()
}

/// A piece as the editor knows it.
struct Set {
    id: String,
    at: Axial,
    altitude: i32,
    rotation: u8,
}

/// The file of a battlefield, and what of it the file cannot say.
pub fn write(field: &Battlefield, known: &Known) -> (Vec<u8>, Vec<String>) {
    let (set, lost) = set_out(field, known);
    let piece = |(number, piece): (usize, &Set)| {
        let Axial { q, r } = piece.at;
        json!({
            "uid": format!("p{}", number + 1),
            "inventoryID": piece.id,
            "altitude": piece.altitude,
            "rotation": piece.rotation,
            "pieceCoords": { "q": q, "r": r, "s": -q - r },
        })
    };
    let pieces: Vec<Value> = set.iter().enumerate().map(piece).collect();
    let map = json!({ "hexMap": head(field, &field.notes), "boardPieces": pieces });
    (format!("{map}\n").into_bytes(), lost)
}

/// The end of a share link, from `?m=` on, and what of the battlefield it cannot say.
pub fn write_link(field: &Battlefield, known: &Known) -> (Vec<u8>, Vec<String>) {
    let (set, mut lost) = set_out(field, known);
    let mut items = vec![head(field, "")];
    items.extend(set.iter().map(|piece| {
        let (Axial { q, r }, Set { id, altitude, rotation, .. }) = (piece.at, piece);
        Value::from(format!("{altitude}~{q}~{r}~{rotation}~{id}"))
    }));
    if !field.notes.is_empty() {
        lost.push("the notes".into());
    }
    (format!("{}\n", link(&Value::from(items).to_string())).into_bytes(), lost)
}

fn head(field: &Battlefield, notes: &str) -> Value {
    let tiles = || field.tiles.iter().map(|tile| tile.hex);
    let width = tiles().map(|hex| i32::from(hex.column) + 1).max().unwrap_or(0);
    let length = tiles().map(|hex| i32::from(hex.row) + 1).max().unwrap_or(0);
    json!({
        "id": field.name,
        "name": field.name,
        "author": field.author,
        "shape": "rectangle",
        "width": width,
        "length": length,
        "mapNotes": notes,
    })
}

fn set_out(field: &Battlefield, known: &Known) -> (Vec<Set>, Vec<String>) {
    let Layout { records, mut lost } = lay_out(field, known, can_write);
    let mut zones = zones(&records, known);
    let set = records.iter().filter_map(|record| {
        let (column, row) = (record.column, record.row);
        let (at, altitude) = (Axial::of(column, row), record.layer);
        let marker = |id: String| Some(Set { id, at, altitude, rotation: 0 });
        if record.code == START_AREA {
            return match zones.get_mut(&record.colour) {
                Some(Some(number)) => marker(format!("z{number}")),
                _ => {
                    lost.push(format!(
                        "the start space at column {column}, row {row}: there are no more zones"
                    ));
                    None
                }
            };
        }
        if (GLYPH..START_AREA).contains(&record.code) {
            let letter = u32::try_from(record.code - GLYPH).ok().and_then(char::from_u32);
            if let Some(letter) = letter.filter(|letter| *letter != '?') {
                let hex =
                    Hex { column: i16::try_from(column).ok()?, row: i16::try_from(row).ok()? };
                lost.push(format!("which glyph lies at {hex}, `{letter}`"));
            }
            return marker("y0".into());
        }
        let piece = known.pieces.by_code(record.code)?;
        let rotation = u8::try_from(record.rotation.rem_euclid(6)).ok()?;
        let rotation = (rotation + 6 - ahead(piece)) % 6;
        let at = at.plus(pivot(piece, rotation));
        Some(Set { id: piece.id.clone()?, at, altitude, rotation })
    });
    let set = set.collect();
    (set, lost)
}

/// The number of each colour's zone: its own, or one that no colour here has.
fn zones(records: &[Record], known: &Known) -> BTreeMap<[u8; 3], Option<usize>> {
    let usual: Vec<_> = known.pieces.start_colours.iter().map(|one| rgb(&one.colour)).collect();
    let starts = records.iter().filter(|record| record.code == START_AREA);
    let number = |colour: [u8; 3]| usual.iter().position(|one| *one == Some(colour));
    let mut zones: BTreeMap<_, _> =
        starts.map(|start| (start.colour, number(start.colour).map(|at| at + 1))).collect();
    let taken: Vec<usize> = zones.values().flatten().copied().collect();
    let mut free = (1..=usual.len()).filter(|number| !taken.contains(number));
    for zone in zones.values_mut().filter(|zone| zone.is_none()) {
        *zone = free.next();
    }
    zones
}
