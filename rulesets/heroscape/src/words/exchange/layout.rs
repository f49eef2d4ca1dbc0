//! The pieces, glyphs and start areas a battlefield is laid out of, as records of a file, and what no record can say.

use std::collections::{BTreeMap, BTreeSet};

use super::edges::{pieces_of, stands_on};
use super::tiling::cover;
use crate::tables::battlefield::{
    Battlefield, Class, Hex, IceMode, Known, Piece, SnowMode, Space, StartZone,
};
use crate::words::virtualscape::Record;
use umpire_core::scene::rgb;

/// A battlefield as pieces put down.
#[derive(Default)]
pub struct Layout {
    /// The lowest first; start areas and glyphs last.
    pub records: Vec<Record>,
    /// What of the battlefield is not among them, in words.
    pub lost: Vec<String>,
}

/// Code of a start area.
pub const START_AREA: i32 = 15_001;
/// Code of a glyph without its letter.
pub const GLYPH: i32 = 14_000;

/// Lays a battlefield out of the pieces that `may_use` allows.
pub fn lay_out(field: &Battlefield, known: &Known, may_use: impl Fn(&Piece) -> bool) -> Layout {
    let usable: Vec<&Piece> = known.pieces.iter().filter(|piece| may_use(piece)).collect();
    let mut layout = Layout::default();
    layout.lay_tiles(field, &usable);
    layout.stand_obstacles(field, known, &may_use);
    layout.stand_edges(field, known, &usable);
    layout.records.sort_by_key(|record| record.layer);
    layout.mark_starts(field, known);
    layout.mark_glyphs(field, known);
    if field.snow == SnowMode::Heavy {
        layout.lost.push("that the snow is heavy".into());
    }
    if field.ice == IceMode::Slippery {
        layout.lost.push("that the ice is slippery".into());
    }
    layout
}

fn record(code: i32, hex: Hex, rotation: u8, layer: i16) -> Record {
    let (column, row) = (hex.column.into(), hex.row.into());
    Record {
        code,
        rotation: rotation.into(),
        column,
        row,
        layer: layer.into(),
        ..Record::default()
    }
}

/// A tile of one kind by itself: no other name for two tiles, and nothing that comes with walls.
pub fn is_plain_tile(piece: &Piece) -> bool {
    matches!(piece.class, Class::Land | Class::Fluid)
        && piece.tiles == 1
        && piece.leaves_out.is_none()
}

impl Layout {
    fn lay_tiles(&mut self, field: &Battlefield, usable: &[&Piece]) {
        let mut hexes: BTreeMap<(i16, &str), BTreeSet<Hex>> = BTreeMap::new();
        for tile in &field.tiles {
            hexes.entry((tile.layer, tile.kind.as_str())).or_default().insert(tile.hex);
        }
        for ((layer, kind), hexes) in hexes {
            let of_kind = usable.iter().filter(|piece| piece.kind == kind && is_plain_tile(piece));
            let (laid, left) = cover(&hexes, &of_kind.copied().collect::<Vec<_>>());
            let records =
                laid.iter().map(|one| record(one.piece.code, one.hex, one.rotation, layer - 1));
            self.records.extend(records);
            if !left.is_empty() {
                let count = left.len();
                let near = left.first().map(Hex::to_string).unwrap_or_default();
                self.lost.push(format!("{count} hexes of `{kind}` in layer {layer}, {near} first: there is no such piece"));
            }
        }
    }

    fn stand_obstacles(
        &mut self,
        field: &Battlefield,
        known: &Known,
        may_use: &impl Fn(&Piece) -> bool,
    ) {
        let stands_in = layers_on(field, known);
        for obstacle in &field.obstacles {
            let (hex, level) = (obstacle.hex, obstacle.level);
            let says = format!("`{}` at {hex}, level {level}", obstacle.kind);
            let Some(piece) = known.pieces.obstacle(&obstacle.kind).filter(|piece| may_use(piece))
            else {
                self.lost.push(format!("{says}: there is no such piece"));
                continue;
            };
            let Some(layer) = stands_in(hex, level) else {
                self.lost.push(format!("{says}: it would sink into the fluid under it"));
                continue;
            };
            if layer < 0 {
                self.lost.push(format!("{says}: it stands below the table"));
                continue;
            }
            self.records.push(record(piece.code, hex, obstacle.rotation, layer));
        }
    }

    fn stand_edges(&mut self, field: &Battlefield, known: &Known, usable: &[&Piece]) {
        let stands_in = layers_on(field, known);
        let mut sides: BTreeMap<(&str, i16), BTreeSet<_>> = BTreeMap::new();
        for edge in &field.edges {
            let key = (edge.kind.as_str(), edge.level);
            sides.entry(key).or_default().insert((edge.hex, edge.side));
        }
        let is_taken = stands_on(&field.edges);
        for ((kind, level), sides) in sides {
            let is_meant = |piece: &&&Piece| piece.class == Class::Edge && piece.kind == kind;
            let piece = usable.iter().find(is_meant).filter(|_| level >= 0);
            let Some(piece) = piece else {
                self.lost.push(format!(
                    "{} sides of `{kind}` at level {level}: there is no such piece",
                    sides.len()
                ));
                continue;
            };
            let (laid, loose) = pieces_of(&sides, piece, &is_taken);
            for one in laid {
                match stands_in(one.hex, level) {
                    Some(layer) => {
                        self.records.push(record(piece.code, one.hex, one.rotation, layer));
                    }
                    None => self.lost.push(format!(
                        "`{kind}` at {}, level {level}: it would sink into the fluid under it",
                        one.hex
                    )),
                }
            }
            self.lost.extend(loose.iter().map(|(hex, side)| {
                let side = side.name();
                format!("`{kind}` {side} of {hex}, level {level}: part of no whole piece")
            }));
        }
    }

    fn mark_starts(&mut self, field: &Battlefield, known: &Known) {
        let on = marker_layers(field, known);
        let colours = colours(&field.start, known);
        let mut order = Vec::new();
        for (zone, colour) in field.start.iter().zip(colours) {
            let code = |c: &[u8; 3]| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
            let usual =
                known.pieces.start_colours.iter().position(|one| one.colour == code(&colour));
            order.push((usual.unwrap_or(usize::MAX), colour, zone.seat));
            for space in &zone.spaces {
                let layer = on(*space);
                let start_name = zone.name.clone();
                let marker = record(START_AREA, space.hex, 0, layer);
                self.records.push(Record { colour, start_name, ..marker });
            }
        }
        order.sort();
        let seats = order.into_iter().map(|(_, _, seat)| seat);
        for (seat, becomes) in seats.zip('A'..='Z').filter(|(seat, becomes)| seat != becomes) {
            self.lost.push(format!(
                "the letter of seat {seat}: its colour makes it seat {becomes} when it is read again"
            ));
        }
    }

    fn mark_glyphs(&mut self, field: &Battlefield, known: &Known) {
        let on = marker_layers(field, known);
        for glyph in &field.glyphs {
            let named = |kind: &String| {
                let found = known.pieces.glyphs.iter().find(|(_, name)| *name == kind);
                found.map(|(letter, _)| *letter)
            };
            let letter =
                glyph.kind.as_ref().and_then(named).or(glyph.letter).filter(char::is_ascii_graphic);
            let shown = letter.filter(|_| glyph.face_up).filter(|letter| *letter != '?');
            if shown.is_none() && (glyph.kind.is_some() || glyph.face_up) {
                let kind = glyph.kind.as_deref().unwrap_or("of a letter no file has");
                let why = if glyph.face_up { "it has no letter" } else { "it lies hidden" };
                self.lost.push(format!("which glyph lies at {}, `{kind}`: {why}", glyph.space));
            }
            let code = GLYPH + shown.unwrap_or('?') as i32;
            self.records.push(record(code, glyph.space.hex, 0, on(glyph.space)));
        }
    }
}

/// The layer, from 0, in which a piece stands at a level of a hex; none where it would be read as one that stands on the
/// fluid tile below that level.
fn layers_on(field: &Battlefield, known: &Known) -> impl Fn(Hex, i16) -> Option<i16> {
    let fluids = fluids(field, known);
    move |hex, level| {
        let on_fluid = fluids.contains(&(hex, level.saturating_add(1)));
        let sinks = !on_fluid && fluids.contains(&(hex, level));
        (!sinks).then(|| level.saturating_add(i16::from(on_fluid)))
    }
}

/// Where fluid tiles lie, with their layers.
fn fluids(field: &Battlefield, known: &Known) -> BTreeSet<(Hex, i16)> {
    let fluids = field.tiles.iter().filter(|tile| known.is_fluid(&tile.kind));
    fluids.map(|tile| (tile.hex, tile.layer)).collect()
}

/// The layer, from 0, in which a marker lies on a space: fluid tiles are as thick as others to it.
fn marker_layers(field: &Battlefield, known: &Known) -> impl Fn(Space) -> i16 {
    let fluids = fluids(field, known);
    move |space| {
        let is_fluid = fluids.contains(&(space.hex, space.level.saturating_add(1)));
        space.level.saturating_add(i16::from(is_fluid))
    }
}

/// A colour for each zone, no two alike: its own, or the first usual one that is free.
fn colours(zones: &[StartZone], known: &Known) -> Vec<[u8; 3]> {
    let usual = &known.pieces.start_colours;
    let own = |zone: &StartZone| {
        let named = usual.iter().find(|one| one.name == zone.colour);
        rgb(named.map_or(zone.colour.as_str(), |one| one.colour.as_str()))
    };
    let mut taken: BTreeSet<[u8; 3]> = BTreeSet::new();
    let mut chosen: Vec<Option<[u8; 3]>> =
        zones.iter().map(|zone| own(zone).filter(|colour| taken.insert(*colour))).collect();
    for colour in chosen.iter_mut().filter(|colour| colour.is_none()) {
        let free = usual.iter().filter_map(|one| rgb(&one.colour));
        let greys = (1..=26).map(|shade| [shade, shade, shade]);
        *colour = free.chain(greys).find(|one| taken.insert(*one));
    }
    chosen.into_iter().map(Option::unwrap_or_default).collect()
}
