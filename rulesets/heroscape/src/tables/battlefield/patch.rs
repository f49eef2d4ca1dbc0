//! What changes in a battlefield's file when the battlefield does: lines that say the same stay as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use umpire_core::data::{Change, Source, Tree, Written};

use super::hex::{Hex, Side, Space};
use super::known::Known;
use super::model::{Battlefield, EdgePlaced, GlyphPlaced, ObstaclePiece, StartZone};
use super::text_place::words_of;
use super::writer::{Names, letters_for};

/// The changes that make a file say what a battlefield is that was `before` as far as it could be read, and whether
/// there is something that could not be read: that stays as it is written, for the faults tell of it.
///
/// # Errors
/// Where the file cannot be read at all.
pub fn patches(
    source: &Source,
    before: &Battlefield,
    field: &Battlefield,
    known: &Known,
) -> Result<(Vec<Change>, bool), String> {
    let first = |faults: Vec<umpire_core::data::DataError>| {
        faults.first().map_or_else(String::new, ToString::to_string)
    };
    let whole = Tree::parse(source).map_err(first)?.written();
    let mut patch =
        Patch { whole: &whole, before, field, known, changes: Vec::new(), unread: false };
    patch.levels();
    patch.start();
    patch.rows();
    Ok((patch.changes, patch.unread))
}

struct Patch<'p> {
    whole: &'p Written,
    before: &'p Battlefield,
    field: &'p Battlefield,
    known: &'p Known,
    changes: Vec<Change>,
    /// Whether something of the file could not be read.
    unread: bool,
}

impl Patch<'_> {
    fn levels(&mut self) {
        let letters = self.letters();
        let mut layers: BTreeMap<i16, BTreeMap<Hex, char>> = BTreeMap::new();
        for tile in &self.field.tiles {
            let letter = letters.get(tile.kind.as_str()).copied().unwrap_or('?');
            layers.entry(tile.layer).or_default().insert(tile.hex, letter);
        }
        let mut written: BTreeMap<i16, &str> = BTreeMap::new();
        if let Some(Written::Row(fields)) = self.whole.field("levels") {
            for (name, grid) in fields {
                if let (Ok(layer), Some(grid)) = (name.parse(), grid.as_word()) {
                    written.insert(layer, grid);
                }
            }
        }
        let was: BTreeSet<(i16, Hex)> =
            self.before.tiles.iter().map(|tile| (tile.layer, tile.hex)).collect();
        for (layer, grid) in &written {
            let wanted = layers.entry(*layer).or_default();
            self.unread |= keep_unread(grid, |hex| was.contains(&(*layer, hex)), wanted);
            let field = format!("levels.{layer}");
            let spare = wanted.is_empty() && *layer > 1;
            if spare && !grid.chars().all(|c| c == '.' || c.is_whitespace()) {
                self.changes.push(Change::Remove { field });
            } else if let Some(text) = redrawn(grid, wanted) {
                self.changes.push(Change::Lines { field, text });
            }
        }
        for (layer, wanted) in layers.iter().filter(|(layer, _)| !written.contains_key(layer)) {
            let text = redrawn("", wanted).unwrap_or_default();
            self.changes.push(Change::Lines { field: format!("levels.{layer}"), text });
        }
    }

    /// The letter of each kind of tile; letters that the file did not have yet are added to its legend.
    fn letters(&mut self) -> BTreeMap<String, char> {
        let mut own: BTreeMap<char, String> = BTreeMap::new();
        if let Some(Written::Row(fields)) = self.whole.field("legend") {
            for (letter, kind) in fields {
                if let (Some(letter), Some(kind)) = (letter.chars().next(), kind.as_word()) {
                    own.insert(letter, kind.to_string());
                }
            }
        }
        let (letters, added) = letters_for(self.field, self.known, &own);
        for (letter, kind) in added {
            let (field, value) = (format!("legend.{letter}"), Written::word(kind));
            self.changes.push(match self.whole.field("legend").is_some() {
                true => Change::Set { field, value },
                false => Change::Set {
                    field: "legend".into(),
                    value: Written::row([(letter.to_string().as_str(), value)]),
                },
            });
        }
        letters
    }

    fn start(&mut self) {
        let names = Names::of(self.field, self.known);
        let tops = self.tops(self.field);
        let is_top = |space: &Space| tops.range(all_levels(space.hex)).next_back() == Some(space);
        let zones = &self.field.start;
        match self.whole.field("start") {
            Some(Written::Word(grid))
                if zones.iter().all(|zone| zone.spaces.iter().all(is_top)) =>
            {
                let seats =
                    zones.iter().flat_map(|zone| zone.spaces.iter().map(|at| (at.hex, zone.seat)));
                let mut seats = seats.collect();
                let was = self.before.start.iter().flat_map(|zone| &zone.spaces);
                let was: BTreeSet<Hex> = was.map(|space| space.hex).collect();
                self.unread |= keep_unread(grid, |hex| was.contains(&hex), &mut seats);
                if seats.is_empty() {
                    self.changes.push(Change::Remove { field: "start".into() });
                } else if let Some(text) = redrawn(grid, &seats) {
                    self.changes.push(Change::Lines { field: "start".into(), text });
                }
            }
            Some(Written::Row(fields)) => self.zones(fields, &names),
            None if !zones.is_empty()
                && zones.iter().all(|zone| zone.spaces.iter().all(is_top)) =>
            {
                let seats =
                    zones.iter().flat_map(|zone| zone.spaces.iter().map(|at| (at.hex, zone.seat)));
                let text = redrawn("", &seats.collect()).unwrap_or_default();
                self.changes.push(Change::Lines { field: "start".into(), text });
            }
            Some(_) | None if !zones.is_empty() => {
                let row = |zone: &StartZone| {
                    (zone.seat.to_string(), written_spaces(&zone.spaces, &[], &names))
                };
                let value = Written::Row(zones.iter().map(row).collect());
                self.changes.push(Change::Set { field: "start".into(), value });
            }
            _ => {}
        }
    }

    /// Zones written by seat: those that hold other spaces now are written anew.
    fn zones(&mut self, fields: &[(String, Written)], names: &Names) {
        let before = self.tops(self.before);
        for (seat, zone) in fields {
            let of = |field: &'_ Battlefield| -> Vec<Space> {
                let zone = field.start.iter().find(|it| it.seat.to_string() == *seat);
                zone.map(|zone| zone.spaces.clone()).unwrap_or_default()
            };
            let (was, now) = (of(self.before), of(self.field));
            let inner = zone.field("spaces");
            let said: BTreeSet<&str> = match inner.unwrap_or(zone) {
                Written::Word(words) => words.split_whitespace().collect(),
                list => list
                    .values()
                    .iter()
                    .filter_map(Written::as_word)
                    .flat_map(str::split_whitespace)
                    .collect(),
            };
            let unread =
                |word: &&&str| space_named(word, &before).is_none_or(|space| !was.contains(&space));
            let unread: Vec<&str> = said.iter().filter(unread).copied().collect();
            self.unread |= !unread.is_empty();
            if now.is_empty() && unread.is_empty() {
                // A zone of no spaces was a fault before, too.
                if !was.is_empty() {
                    self.changes.push(Change::Remove { field: format!("start.{seat}") });
                }
                continue;
            }
            let named = |space: &Space| {
                said.contains(names.of_space(*space).as_str())
                    || said.contains(space.to_string().as_str())
            };
            if said.len() != now.len() + unread.len() || !now.iter().all(named) {
                let field = if inner.is_some() {
                    format!("start.{seat}.spaces")
                } else {
                    format!("start.{seat}")
                };
                let value = written_spaces(&now, &unread, names);
                self.changes.push(Change::Set { field, value });
            }
        }
        for zone in &self.field.start {
            let seat = zone.seat.to_string();
            if fields.iter().all(|(known, _)| *known != seat) && !zone.spaces.is_empty() {
                self.changes.push(Change::Set {
                    field: format!("start.{seat}"),
                    value: written_spaces(&zone.spaces, &[], names),
                });
            }
        }
    }

    /// The surfaces of a battlefield.
    fn tops(&self, field: &Battlefield) -> Surfaces {
        field.surfaces(&|kind| self.known.is_fluid(kind)).into_keys().collect()
    }

    fn rows(&mut self) {
        let names = Names::of(self.field, self.known);
        let (before, now) = (self.tops(self.before), self.tops(self.field));
        let word = |row: &Written, field: &str| {
            row.field(field).and_then(Written::as_word).map(str::to_string)
        };
        let at = |row: &Written, tops: &Surfaces| space_named(&word(row, "at")?, tops);
        self.list(
            "obstacles",
            [&self.before.obstacles, &self.field.obstacles],
            [&before, &now],
            |row, tops| {
                let Space { hex, level } = at(row, tops)?;
                let rotation = word(row, "rotation").map_or(Some(0), |turn| turn.parse().ok())?;
                Some(ObstaclePiece { hex, level, kind: word(row, "kind")?, rotation })
            },
            |piece: &ObstaclePiece| {
                let mut fields = vec![
                    ("kind", Written::word(&piece.kind)),
                    ("at", Written::word(names.of_base(piece.hex, piece.level))),
                ];
                if piece.rotation > 0 {
                    fields.push(("rotation", Written::word(piece.rotation)));
                }
                fields
            },
        );
        self.list(
            "edges",
            [&self.before.edges, &self.field.edges],
            [&before, &now],
            |row, tops| {
                let Space { hex, level } = at(row, tops)?;
                Some(EdgePlaced {
                    hex,
                    side: Side::named(&word(row, "side")?)?,
                    level,
                    kind: word(row, "kind")?,
                })
            },
            |edge: &EdgePlaced| {
                vec![
                    ("kind", Written::word(&edge.kind)),
                    ("at", Written::word(names.of_base(edge.hex, edge.level))),
                    ("side", Written::word(edge.side.name())),
                ]
            },
        );
        self.list(
            "glyphs",
            [&self.before.glyphs, &self.field.glyphs],
            [&before, &now],
            |row, tops| {
                let (kind, letter) =
                    (word(row, "kind"), word(row, "letter").and_then(|it| it.chars().next()));
                let known = kind.is_some() || letter.is_some();
                let face_up = word(row, "face").map_or(known, |face| face == "up");
                Some(GlyphPlaced { space: at(row, tops)?, kind, letter, face_up })
            },
            |glyph: &GlyphPlaced| {
                let mut fields = vec![("at", Written::word(names.of_space(glyph.space)))];
                fields.extend(glyph.kind.iter().map(|kind| ("kind", Written::word(kind))));
                fields.extend(glyph.letter.iter().map(|letter| ("letter", Written::word(letter))));
                if !glyph.face_up && (glyph.kind.is_some() || glyph.letter.is_some()) {
                    fields.push(("face", Written::word("hidden")));
                }
                fields
            },
        );
    }

    /// Rows of a list that say what is still there stay, and so do those that said nothing that was there before; of the
    /// others as many as there are new things of their kind become these, so that comments beside them stay too.
    fn list<T: PartialEq + Clone>(
        &mut self,
        list: &str,
        [was, now]: [&[T]; 2],
        [before, after]: [&Surfaces; 2],
        read: impl Fn(&Written, &Surfaces) -> Option<T>,
        say: impl Fn(&T) -> Vec<(&'static str, Written)>,
    ) {
        let rows = self.whole.field(list).map(Written::values).unwrap_or_default();
        let mut old: Vec<&T> = was.iter().collect();
        let mut new: Vec<&T> = now.iter().collect();
        let mut stale = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let taken = |things: &mut Vec<&T>, tops: &Surfaces| {
                let said = read(row, tops);
                let found = things.iter().position(|thing| Some(*thing) == said.as_ref());
                found.map(|found| things.remove(found)).is_some()
            };
            if !taken(&mut old, before) {
                self.unread = true;
            } else if !taken(&mut new, after) {
                stale.push((number, row));
            }
        }
        let mut gone = Vec::new();
        for (number, row) in stale {
            let alike = |thing: &&T| {
                let kind =
                    say(thing).into_iter().find(|(name, _)| *name == "kind").map(|(_, it)| it);
                kind.as_ref() == row.field("kind")
            };
            let Some(found) = new.iter().position(alike) else {
                gone.push(number);
                continue;
            };
            let fields = say(new.remove(found));
            for (name, value) in &fields {
                let plain = *name == "rotation"
                    && row.field(name).is_none()
                    && value.as_word() == Some("0");
                if row.field(name) != Some(value) && !plain {
                    let field = format!("{list}[{number}].{name}");
                    self.changes.push(Change::Set { field, value: value.clone() });
                }
            }
            if row.field("rotation").is_some() && fields.iter().all(|(name, _)| *name != "rotation")
            {
                let field = format!("{list}[{number}].rotation");
                self.changes.push(Change::Set { field, value: Written::word(0) });
            }
        }
        for number in gone.into_iter().rev() {
            self.changes.push(Change::Remove { field: format!("{list}[{number}]") });
        }
        for thing in new {
            self.changes
                .push(Change::Push { list: list.to_string(), row: Written::row(say(thing)) });
        }
    }
}

/// The surfaces of a battlefield, in order.
type Surfaces = BTreeSet<Space>;

/// The space that a row names: `F7/3`, or `F7` for its highest surface.
fn space_named(name: &str, tops: &Surfaces) -> Option<Space> {
    let (hex, level) = name.split_once('/').map_or((name, None), |(hex, level)| (hex, Some(level)));
    let hex: Hex = hex.parse().ok()?;
    let level = match level {
        Some(level) => level.parse().ok()?,
        None => tops.range(all_levels(hex)).next_back()?.level,
    };
    Some(Space { hex, level })
}

fn all_levels(hex: Hex) -> RangeInclusive<Space> {
    Space { hex, level: i16::MIN }..=Space { hex, level: i16::MAX }
}

/// Spaces of a zone, and the words of it that could not be read.
fn written_spaces(spaces: &[Space], unread: &[&str], names: &Names) -> Written {
    let spaces = spaces.iter().map(|space| names.of_space(*space));
    let words: Vec<String> = spaces.chain(unread.iter().map(ToString::to_string)).collect();
    Written::word(words.join(" "))
}

/// The letters of a grid by their hexes.
fn letters_of(grid: &str) -> impl Iterator<Item = (Hex, char)> + '_ {
    let lines = (0..).zip(grid.lines());
    lines.flat_map(|(row, line)| {
        let words = (0..).zip(words_of(line));
        words.filter_map(move |(column, (_, word))| {
            let mut letters = word.chars();
            let letter = letters.next().filter(|letter| *letter != '.')?;
            letters.next().is_none().then_some((Hex { column, row }, letter))
        })
    })
}

/// Adds to what a grid has to say the letters of it that meant nothing `was` there, where nothing is wanted now; whether
/// there are such letters.
fn keep_unread(grid: &str, was: impl Fn(Hex) -> bool, wanted: &mut BTreeMap<Hex, char>) -> bool {
    let mut any = false;
    for (hex, letter) in letters_of(grid).filter(|(hex, _)| !was(*hex)) {
        wanted.entry(hex).or_insert(letter);
        any = true;
    }
    any
}

/// A grid with other letters; nothing where it says that already.
fn redrawn(grid: &str, wanted: &BTreeMap<Hex, char>) -> Option<String> {
    let reach = |hexes: &mut dyn Iterator<Item = i16>| {
        hexes.max().and_then(|last| usize::try_from(last).ok()).map_or(0, |last| last + 1)
    };
    let rows = reach(&mut wanted.keys().map(|hex| hex.row));
    let columns = reach(&mut wanted.keys().map(|hex| hex.column));
    let mut wide = vec![0; rows];
    for hex in wanted.keys() {
        if let (Ok(row), Ok(column)) = (usize::try_from(hex.row), usize::try_from(hex.column)) {
            wide[row] = wide[row].max(column + 1);
        }
    }
    let letter = |column: usize, row: usize| {
        let hex = i16::try_from(column).ok().zip(i16::try_from(row).ok());
        let found = hex.and_then(|(column, row)| wanted.get(&Hex { column, row }));
        found.copied().unwrap_or('.')
    };
    let old: Vec<&str> = grid.lines().collect();
    let mut text = String::new();
    for row in 0..rows.max(old.len()) {
        let line = old.get(row).copied().unwrap_or_default();
        let mut letters: Vec<char> = line.chars().collect();
        let mut column = 0;
        for (at, word) in words_of(line) {
            if word.chars().count() == 1 {
                letters[at] = letter(column, row);
            }
            column += 1;
        }
        // A row that is new is as wide as the drawing; one that was there grows as far as it has to.
        let new = line.trim().is_empty() && row < rows;
        let wide = if new { columns } else { wide.get(row).copied().unwrap_or(0) };
        while column < wide {
            match column {
                0 => letters = if row & 1 == 1 { vec![' '] } else { Vec::new() },
                _ => letters.push(' '),
            }
            letters.push(letter(column, row));
            column += 1;
        }
        text.extend(letters);
        text.push('\n');
    }
    (text.trim_end() != grid.trim_end()).then_some(text)
}
