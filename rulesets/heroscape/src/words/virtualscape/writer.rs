//! A battlefield as the bytes of a Virtualscape file, version 0.0007.

use super::document::Record;
use crate::tables::battlefield::{Battlefield, Known, Piece};
use crate::words::exchange::{GLYPH, Layout, lay_out};

/// Whether Virtualscape knows a piece.
pub fn can_write(piece: &Piece) -> bool {
    !piece.newer
}

/// The file of a battlefield, and what of it the file cannot say.
pub fn write(field: &Battlefield, known: &Known) -> (Vec<u8>, Vec<String>) {
    let Layout { records, mut lost } = lay_out(field, known, can_write);
    let mut out = Out::default();
    out.real(0.0007);
    out.string(&field.name);
    out.string(&field.author);
    out.string(&field.start.len().to_string());
    let notes = if field.notes.is_empty() { String::new() } else { rich_text(&field.notes) };
    out.int(i32::try_from(notes.len()).unwrap_or(0));
    out.bytes.extend(notes.bytes());
    if !notes.is_empty() {
        lost.push("the notes: they are the file's scenario text, which is not read again".into());
    }
    PRINTING.iter().for_each(|setting| out.int(*setting));
    out.int(i32::try_from(records.len()).unwrap_or(i32::MAX));
    records.iter().for_each(|record| out.record(record));
    (out.bytes, lost)
}

/// Levels on a page, transparency, grid, tile numbers, start areas apart: as Virtualscape has them at first.
const PRINTING: [i32; 5] = [6, 80, 1, 0, 1];

#[derive(Default)]
struct Out {
    bytes: Vec<u8>,
}

impl Out {
    fn int(&mut self, value: i32) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn real(&mut self, value: f64) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// UTF-16 behind its mark.
    fn string(&mut self, text: &str) {
        let units: Vec<u16> = text.encode_utf16().take(0xFFFD).collect();
        self.bytes.extend([0xFF, 0xFE, 0xFF]);
        match u8::try_from(units.len()).ok().filter(|length| *length < 0xFF) {
            Some(length) => self.bytes.push(length),
            None => {
                self.bytes.push(0xFF);
                let length = u16::try_from(units.len()).expect("as many were taken");
                self.bytes.extend(length.to_le_bytes());
            }
        }
        self.bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    }

    fn record(&mut self, record: &Record) {
        self.int(record.code);
        self.real(0.0003);
        for number in [record.rotation, record.column, record.row, record.layer] {
            self.int(number);
        }
        let letter = record.code.checked_sub(GLYPH).and_then(|letter| u8::try_from(letter).ok());
        self.bytes.push(letter.unwrap_or(b'?'));
        self.string("");
        self.string(&record.start_name);
        let [red, green, blue] = record.colour;
        self.bytes.extend([red, green, blue, 0]);
    }
}

/// Plain words in the rich text format.
fn rich_text(words: &str) -> String {
    let mut text = String::from("{\\rtf1\\ansi ");
    for c in words.chars() {
        match c {
            '\\' | '{' | '}' => text.extend(['\\', c]),
            '\n' => text.push_str("\\par\n"),
            ' '..='~' => text.push(c),
            c => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    text.push_str(&format!("\\u{}?", *unit as i16));
                }
            }
        }
    }
    text.push('}');
    text
}
