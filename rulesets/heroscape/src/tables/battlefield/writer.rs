//! A battlefield as the YAML file a map maker would have written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::hex::{Hex, Space};
use super::known::Known;
use super::model::{Battlefield, GlyphPlaced, IceMode, SnowMode, StartZone};

/// The file of a battlefield; reading it gives the same battlefield back.
///
/// Letters are those of the known tiles; the legend names only those that differ.
pub fn to_yaml(field: &Battlefield, known: &Known) -> String {
    let mut text = String::new();
    let out = &mut text;
    line(out, format_args!("battlefield: {}", quoted(&field.name)));
    for (key, value) in [("author", &field.author), ("notes", &field.notes)] {
        if !value.is_empty() {
            line(out, format_args!("{key}: {}", quoted(value)));
        }
    }
    if field.snow == SnowMode::Heavy {
        line(out, format_args!("snow: heavy"));
    }
    if field.ice == IceMode::Slippery {
        line(out, format_args!("ice: slippery"));
    }
    let (letters, added) = letters_for(field, known, &BTreeMap::new());
    write_legend(out, &added);
    write_levels(out, field, &letters);
    let names = Names::of(field, known);
    write_start(out, &field.start, &names);
    write_rows(out, "glyphs", field.glyphs.iter().map(|glyph| glyph_row(glyph, &names)));
    let obstacles = field.obstacles.iter().map(|piece| {
        let at = names.of_base(piece.hex, piece.level);
        format!("{{kind: {}, at: {at}, rotation: {}}}", quoted(&piece.kind), piece.rotation)
    });
    write_rows(out, "obstacles", obstacles);
    let edges = field.edges.iter().map(|piece| {
        let at = names.of_base(piece.hex, piece.level);
        format!("{{kind: {}, at: {at}, side: {}}}", quoted(&piece.kind), piece.side.name())
    });
    write_rows(out, "edges", edges);
    text
}

fn line(out: &mut String, words: std::fmt::Arguments) {
    out.write_fmt(words).expect("writing to a string");
    out.push('\n');
}

/// The letter of each kind of tile that is used: the one a file's own legend gives it, its own, or else the first of
/// its name that is free; and which of these the file has to say.
pub(super) fn letters_for(
    field: &Battlefield,
    known: &Known,
    legend: &BTreeMap<char, String>,
) -> (BTreeMap<String, char>, Vec<(char, String)>) {
    let kinds: BTreeSet<&str> = field.tiles.iter().map(|tile| tile.kind.as_str()).collect();
    let own = |kind: &str| known.tiles.get(kind).and_then(|tile| tile.letter);
    let mut taken: BTreeSet<char> = known.tiles.values().filter_map(|tile| tile.letter).collect();
    taken.extend(legend.keys());
    let (mut letters, mut added) = (BTreeMap::new(), Vec::new());
    for kind in kinds {
        let said = legend.iter().find(|(_, named)| *named == kind).map(|(letter, _)| *letter);
        let plain = own(kind).filter(|letter| !legend.contains_key(letter));
        let letter = said.or(plain).unwrap_or_else(|| {
            let small = kind.chars().filter(char::is_ascii_lowercase);
            let large = small.clone().map(|c| c.to_ascii_uppercase());
            let rest = ('a'..='z').chain('A'..='Z').chain('\u{e0}'..='\u{24f}');
            let mut free = small.chain(large).chain(rest);
            let letter = free.find(|c| c.is_alphabetic() && !taken.contains(c)).unwrap_or('?');
            added.push((letter, kind.to_string()));
            letter
        });
        taken.insert(letter);
        letters.insert(kind.to_string(), letter);
    }
    (letters, added)
}

fn write_legend(out: &mut String, added: &[(char, String)]) {
    let unusual: Vec<String> =
        added.iter().map(|(letter, kind)| format!("{letter}: {}", quoted(kind))).collect();
    if !unusual.is_empty() {
        line(out, format_args!("legend: {{{}}}", unusual.join(", ")));
    }
}

fn write_levels(out: &mut String, field: &Battlefield, letters: &BTreeMap<String, char>) {
    let mut layers: BTreeMap<i16, BTreeMap<Hex, char>> = BTreeMap::new();
    for tile in &field.tiles {
        let letter = letters.get(tile.kind.as_str()).copied().unwrap_or('?');
        layers.entry(tile.layer).or_default().insert(tile.hex, letter);
    }
    let Some(columns) = field.tiles.iter().map(|tile| tile.hex.column).max() else {
        return line(out, format_args!("levels: {{}}"));
    };
    line(out, format_args!("levels:"));
    for (layer, hexes) in layers {
        line(out, format_args!("  {layer}: |"));
        let rows = hexes.keys().map(|hex| hex.row).max().unwrap_or_default();
        for row in 0..=rows {
            out.push_str(if row & 1 == 1 { "     " } else { "    " });
            for column in 0..=columns {
                if column > 0 {
                    out.push(' ');
                }
                out.push(hexes.get(&Hex { column, row }).copied().unwrap_or('.'));
            }
            out.push('\n');
        }
    }
}

fn write_start(out: &mut String, zones: &[StartZone], names: &Names) {
    if !zones.is_empty() {
        line(out, format_args!("start:"));
    }
    for zone in zones {
        let spaces: Vec<String> = zone.spaces.iter().map(|space| names.of_space(*space)).collect();
        let spaces = spaces.join(" ");
        let mut said = Vec::new();
        for (key, value) in [("name", &zone.name), ("colour", &zone.colour)] {
            if !value.is_empty() {
                said.push(format!("{key}: {}", quoted(value)));
            }
        }
        match said.is_empty() {
            true => line(out, format_args!("  {}: {spaces}", zone.seat)),
            false => {
                said.push(format!("spaces: {spaces}"));
                line(out, format_args!("  {}: {{{}}}", zone.seat, said.join(", ")));
            }
        }
    }
}

fn glyph_row(glyph: &GlyphPlaced, names: &Names) -> String {
    let mut row = format!("{{at: {}", names.of_space(glyph.space));
    if let Some(kind) = &glyph.kind {
        row += &format!(", kind: {}", quoted(kind));
    }
    if let Some(letter) = glyph.letter {
        row += &format!(", letter: {}", quoted(letter.encode_utf8(&mut [0; 4])));
    }
    row += if glyph.face_up { ", face: up}" } else { ", face: hidden}" };
    row
}

fn write_rows(out: &mut String, key: &str, rows: impl Iterator<Item = String>) {
    for (index, row) in rows.enumerate() {
        if index == 0 {
            line(out, format_args!("{key}:"));
        }
        line(out, format_args!("  - {row}"));
    }
}

/// Names of spaces, with the level only where the hex alone would not do.
pub(super) struct Names {
    only_surface: BTreeMap<Hex, Option<i16>>,
}

impl Names {
    pub(super) fn of(field: &Battlefield, known: &Known) -> Names {
        let mut only_surface = BTreeMap::new();
        for space in field.surfaces(&|kind| known.is_fluid(kind)).into_keys() {
            let level = only_surface.entry(space.hex).or_insert(Some(space.level));
            *level = level.filter(|level| *level == space.level);
        }
        Names { only_surface }
    }

    pub(super) fn of_space(&self, space: Space) -> String {
        match self.only_surface.get(&space.hex) {
            Some(Some(level)) if *level == space.level => space.hex.to_string(),
            _ => space.to_string(),
        }
    }

    pub(super) fn of_base(&self, hex: Hex, level: i16) -> String {
        self.of_space(Space { hex, level })
    }
}

/// A text as a YAML scalar: as it is where that is safe, else between quotation marks.
fn quoted(text: &str) -> String {
    let is_word = |word: &str| {
        let inner = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
        let outer = |c: char| c.is_ascii_alphanumeric();
        word.starts_with(outer) && word.ends_with(outer) && word.chars().all(inner)
    };
    let is_plain =
        text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.split(' ').all(is_word);
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    if is_plain && !reserved.contains(&text.to_ascii_lowercase().as_str()) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            ' '..='~' => quoted.push(c),
            c if c.is_alphanumeric() => quoted.push(c),
            c => quoted.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
    }
    quoted.push('"');
    quoted
}
