//! From a map of heroscape-map-editor to a battlefield.

use std::collections::BTreeMap;

use umpire_core::printable::is_unprintable_in_text;
use umpire_core::scene::rgb;

use super::file::{self, File, Written};
use super::link;
use super::turn::{Axial, ahead, pivot};
use crate::tables::battlefield::{Battlefield, Class, Pieces};
use crate::words::exchange::{GLYPH, START_AREA};
use crate::words::virtualscape::{Record, Report, Warning, assemble};

/// Bytes of the longest file that is read; portraits of maps make them long.
const LONGEST: usize = 16 * 1024 * 1024;

/// Pieces of the largest map that is read.
const MOST_PIECES: usize = 20_000;

/// Whether bytes look like a map of this editor: JSON, or a link.
pub fn is_one(bytes: &[u8]) -> bool {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with(['{', '['])
        || ["?m=", "http://", "https://"].iter().any(|begin| text.starts_with(begin))
}

/// Reads a file of any of the editor's forms, or a share link.
///
/// Pieces are laid the lowest first; everything is moved so that the field begins at column `A` and at row 1 or 2.
///
/// # Errors
/// What is wrong with the file, in words.
pub fn read(bytes: &[u8], pieces: &Pieces) -> Result<(Battlefield, Report), String> {
    if bytes.len() > LONGEST {
        return Err(format!("{} bytes, {LONGEST} are the most that are read", bytes.len()));
    }
    let text = std::str::from_utf8(bytes).map_err(|fault| fault.to_string())?;
    let text = text.trim_start_matches('\u{feff}').trim();
    let (file, unreadable) = match text.starts_with(['{', '[']) {
        true => file::read(text)?,
        false => read_link(text)?,
    };
    if file.pieces.len() > MOST_PIECES {
        let count = file.pieces.len();
        return Err(format!("{count} pieces, {MOST_PIECES} are the most that are read"));
    }
    let mut told = Told::default();
    let problem = "expected altitude, two coordinates, rotation and name, parted by `~`";
    told.warnings.extend(
        unreadable.into_iter().map(|text| Warning::Unreadable { text: printable(&text), problem }),
    );
    let records = records(&file, pieces, &mut told);
    let (mut field, mut report) = assemble(&records, pieces).map_err(|fault| fault.to_string())?;
    finish(&file, &mut field, &mut report);
    for (id, count) in told.unknown {
        report.warn(Warning::UnknownPiece { id: printable(&id), count });
    }
    told.warnings.into_iter().for_each(|warning| report.warn(warning));
    Ok((field, report))
}

fn read_link(text: &str) -> Result<(File, Vec<String>), String> {
    let payload = link::payload(text).ok_or("a share link has its map behind `?m=`")?;
    let mut texts = link::texts(payload).into_iter().map(|text| file::read(&text));
    let first = texts.next().unwrap_or(Err("the link says too much".into()));
    let read = match first {
        Ok(file) => Ok(file),
        Err(fault) => texts.find_map(Result::ok).ok_or(fault),
    };
    read.map_err(|fault| format!("the link's map cannot be read: {fault}"))
}

/// What is to be told of pieces that were left out.
#[derive(Default)]
struct Told {
    unknown: BTreeMap<String, usize>,
    warnings: Vec<Warning>,
}

fn records(file: &File, pieces: &Pieces, told: &mut Told) -> Vec<Record> {
    let mut records = Vec::new();
    for written in &file.pieces {
        let Some(code) = code(&written.id, pieces) else {
            *told.unknown.entry(written.id.clone()).or_default() += 1;
            continue;
        };
        match record(written, code, pieces) {
            Ok(record) => records.push(record),
            Err(problem) => {
                let Written { id, altitude, q, r, rotation } = written;
                let text = printable(&format!("{altitude}~{q}~{r}~{rotation}~{id}"));
                told.warnings.push(Warning::Unreadable { text, problem });
            }
        }
    }
    records.sort_by_key(|record| record.layer);
    records
}

/// The code of a piece, a start area or a glyph whose power nobody sees.
fn code(id: &str, pieces: &Pieces) -> Option<i32> {
    let zone = id.strip_prefix('z').and_then(|number| number.parse::<usize>().ok());
    if zone.is_some_and(|number| (1..=pieces.start_colours.len()).contains(&number)) {
        return Some(START_AREA);
    }
    if id == "y0" {
        return Some(GLYPH + '?' as i32);
    }
    pieces.by_id(id).map(|piece| piece.code)
}

/// A number without a fraction in a range.
fn whole(value: f64, range: std::ops::RangeInclusive<i32>) -> Option<i32> {
    let is_in = f64::from(*range.start()) <= value && value <= f64::from(*range.end());
    (is_in && value.fract() == 0.0).then_some(value as i32)
}

fn record(written: &Written, code: i32, pieces: &Pieces) -> Result<Record, &'static str> {
    let piece = pieces.by_code(code);
    let is_ornament = piece.is_some_and(|piece| piece.class == Class::Ornament);
    let turns = if is_ornament { written.rotation.floor() } else { written.rotation };
    let turns =
        whole(turns, -600..=600).ok_or("no piece of ours stands turned by a part of a sixth")?;
    let rotation = u8::try_from(turns.rem_euclid(6)).unwrap_or(0);
    let place = "it lies off every table";
    let layer = whole(written.altitude, if is_ornament { -1..=99 } else { 0..=99 }).ok_or(place)?;
    let hex = |value: f64| whole(value, -900..=900).ok_or(place);
    let mut at = Axial { q: hex(written.q)?, r: hex(written.r)? };
    let mut ahead_by = 0;
    if let Some(piece) = piece {
        at = at.minus(pivot(piece, rotation));
        ahead_by = ahead(piece);
    }
    let (column, row) = at.offset();
    let number = written.id.strip_prefix('z').and_then(|number| number.parse::<usize>().ok());
    let zone = number.and_then(|number| pieces.start_colours.get(number.checked_sub(1)?));
    let colour = zone.and_then(|zone| rgb(&zone.colour)).unwrap_or_default();
    let rotation = i32::from((rotation + ahead_by) % 6);
    let layer = layer.max(0);
    Ok(Record { code, rotation, column, row, layer, colour, ..Record::default() })
}

/// What the head says of something; nothing where it says nothing.
fn said(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default().trim()
}

fn finish(file: &File, field: &mut Battlefield, report: &mut Report) {
    field.name = printable(said(&file.head.name));
    field.author = printable(said(&file.head.author));
    field.notes = printable(said(&file.head.map_notes));
    report.form = Some("heroscape-map-editor");
    report.title.clone_from(&field.name);
    report.author.clone_from(&field.author);
}

fn printable(text: &str) -> String {
    let kept = text.chars().take(10_000);
    kept.map(|c| if is_unprintable_in_text(c) && c != '\n' { '\u{FFFD}' } else { c }).collect()
}
