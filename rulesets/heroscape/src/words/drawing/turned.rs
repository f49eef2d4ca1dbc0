//! A whole battlefield mirrored, turned, or made alike on both sides.

use super::strokes::Drawing;
use crate::tables::battlefield::{
    Battlefield, EdgePlaced, GlyphPlaced, Hex, ObstaclePiece, Side, Space, StartZone, Tile,
    on_board,
};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::command::counted;
use umpire_core::hex::Hex as Axial;
use umpire_core::host::Half;

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

/// The point about which a map is turned by half: what two opposite hexes come to together, half columns across and rows down.
#[derive(Clone, Copy)]
struct Middle {
    across: i16,
    down: i16,
}

/// How many half columns a hex is from the left.
fn half_columns(hex: Hex) -> i16 {
    2 * hex.column + (hex.row & 1)
}

impl Middle {
    /// Of all between the first and the last half column, and the first and the last row.
    ///
    /// An odd number of rows changes places with rows that lie alike, an even one with rows half a hex aside: where the
    /// width does not go with that, the middle lies half a hex to the left.
    fn of(across: (i16, i16), down: (i16, i16)) -> Middle {
        let (across, down) = (across.0 + across.1, down.0 + down.1);
        Middle { across: across - ((across ^ down) & 1), down }
    }

    fn of_tiles(field: &Battlefield) -> Option<Middle> {
        let ends = |of: &dyn Fn(Hex) -> i16| {
            let all = field.tiles.iter().map(|tile| of(tile.hex));
            all.clone().min().zip(all.max())
        };
        Some(Middle::of(ends(&half_columns)?, ends(&|hex| hex.row)?))
    }

    fn opposite(self, hex: Hex) -> Hex {
        let row = self.down - hex.row;
        Hex { column: (self.across - half_columns(hex) - (row & 1)).div_euclid(2), row }
    }

    /// Where something on these hexes lies: in a half, on the middle or in the other half.
    fn order(self, half: Half, hexes: &[Hex]) -> Ordering {
        let sum =
            |of: &dyn Fn(Hex) -> i16| hexes.iter().map(|hex| 2 * i32::from(of(*hex))).sum::<i32>();
        let times = |one: i16| i32::from(one) * hexes.len() as i32;
        half.order((
            sum(&half_columns) - times(self.across),
            sum(&|hex| hex.row) - times(self.down),
        ))
    }
}

/// All of it by half a turn, where it was as far as it can be.
pub fn half_turn(drawing: &mut Drawing) -> Result<String, String> {
    let (columns, rows) = drawing.field.size();
    let middle = Middle::of((0, 2 * columns - 1), (0, rows - 1));
    let to = |hex| middle.opposite(hex);
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

/// How far the start zones, of the first seat that has one, lie from the middle: to the right and down, in parts of the whole.
pub fn start_from_middle(field: &Battlefield) -> (f32, f32) {
    let (Some(middle), Some(zone)) = (Middle::of_tiles(field), field.start.first()) else {
        return (0.0, 0.0);
    };
    let (columns, rows) = field.size();
    let mean = |of: &dyn Fn(Hex) -> i16| {
        let sum: f32 = zone.spaces.iter().map(|space| f32::from(2 * of(space.hex))).sum();
        sum / zone.spaces.len().max(1) as f32
    };
    let across = mean(&half_columns) - f32::from(middle.across);
    let down = mean(&|hex| hex.row) - f32::from(middle.down);
    (across / f32::from(4 * columns.max(1)), down / f32::from(2 * rows.max(1)))
}

/// One half, turned by half about the middle, becomes the other one; start zone A becomes B.
pub fn both_sides(drawing: &mut Drawing, half: Half) -> Result<String, String> {
    let middle = Middle::of_tiles(&drawing.field).ok_or("there is nothing on the map yet")?;
    let mut before = drawing.field.clone();
    before.sort();
    let images = Images { middle, half };
    let mut obstacles = before.obstacles.clone();
    // What lies on one half alone keeps its place before what reaches over the middle.
    obstacles.sort_by_key(|piece| images.reaches_over(drawing, piece));
    let stood: Vec<Option<i16>> =
        before.edges.iter().map(|edge| drawing.surface(edge.hex)).collect();
    let field = &mut drawing.field;
    field.tiles = images.of(&before.tiles, |it| it.hex, |it, hex| Tile { hex, ..it.clone() });
    field.glyphs = images.of(
        &before.glyphs,
        |it| it.space.hex,
        |it, hex| GlyphPlaced { space: Space { hex, ..it.space }, ..it.clone() },
    );
    field.start = images.of_start(&before.start);
    field.obstacles.clear();
    let edges = before.edges.iter().zip(stood);
    let edges =
        edges.filter_map(|(edge, stood)| on_surface(edge, stood, drawing.surface(edge.hex)));
    drawing.field.edges = edges.flat_map(|edge| images.of_edge(edge)).collect();
    for piece in obstacles {
        images.stand_twice(drawing, piece)?;
    }
    drawing.field.sort();
    if drawing.field == before {
        return Ok("both sides are alike already".to_string());
    }
    let [stays, follows] = [half, half.other()].map(name);
    let told = [
        ("columns of tiles: ", changed(&standing(&before), &standing(&drawing.field))),
        ("taken away: ", gone(&before, &drawing.field)),
    ];
    let told = told.into_iter().filter(|(_, says)| !says.is_empty());
    let told: String = told.map(|(what, says)| format!("; {what}{says}")).collect();
    Ok(format!("both sides are alike: the {follows} half follows the {stays}{told}"))
}

/// What people call a half.
fn name(half: Half) -> &'static str {
    match half {
        Half::Upper => "upper",
        Half::Lower => "lower",
        Half::Left => "left",
        Half::Right => "right",
    }
}

/// What of a half becomes of the other.
struct Images {
    middle: Middle,
    half: Half,
}

impl Images {
    /// Where something of a hex is in the end: there and opposite, or nowhere; nowhere also where the sheet ends before.
    fn places(&self, hex: Hex) -> Vec<Hex> {
        let there = self.middle.opposite(hex);
        match self.middle.order(self.half, &[hex]) {
            Ordering::Less if there.is_on_sheet() => vec![hex, there],
            Ordering::Equal => vec![hex],
            _ => Vec::new(),
        }
    }

    fn of<T>(&self, all: &[T], at: impl Fn(&T) -> Hex, put: impl Fn(&T, Hex) -> T) -> Vec<T> {
        let both = |it: &T| -> Vec<T> {
            self.places(at(it)).into_iter().map(|hex| put(it, hex)).collect()
        };
        all.iter().flat_map(both).collect()
    }

    /// Zones whose spaces are those of one half, and opposite them those of the other seat.
    fn of_start(&self, zones: &[StartZone]) -> Vec<StartZone> {
        let other = |seat: char| match seat {
            'A' => 'B',
            'B' => 'A',
            seat => seat,
        };
        let twin = |zone: &StartZone| {
            let (seat, name, colour) = (other(zone.seat), String::new(), String::new());
            StartZone { seat, name, colour, spaces: Vec::new() }
        };
        let mut all = zones.to_vec();
        for zone in zones {
            if !all.iter().any(|it| it.seat == other(zone.seat)) {
                all.push(twin(zone));
            }
        }
        all.iter_mut().for_each(|zone| zone.spaces.clear());
        for zone in zones {
            for space in &zone.spaces {
                let places = self.places(space.hex);
                // On the middle only what is no one's alone.
                if places.len() == 1 && other(zone.seat) != zone.seat {
                    continue;
                }
                for (hex, seat) in places.into_iter().zip([zone.seat, other(zone.seat)]) {
                    let spaces = all.iter_mut().filter(|it| it.seat == seat).take(1);
                    spaces.for_each(|it| it.spaces.push(Space { hex, ..*space }));
                }
            }
        }
        all.retain(|zone| !zone.spaces.is_empty());
        all
    }

    /// Edges go by where they are themselves: one between both halves may belong to a hex of either.
    fn of_edge(&self, edge: EdgePlaced) -> Vec<EdgePlaced> {
        let there = self.middle.opposite(edge.hex);
        let order = self.middle.order(self.half, &[edge.hex, edge.hex.across(edge.side)]);
        if order.is_gt() || !there.is_on_sheet() {
            return Vec::new();
        }
        let image = EdgePlaced { hex: there, side: edge.side.opposite(), ..edge.clone() };
        match order.is_lt() {
            true => vec![edge, image],
            false => vec![edge],
        }
    }

    /// Whether an obstacle stands on more than the half that stays.
    fn reaches_over(&self, drawing: &Drawing, piece: &ObstaclePiece) -> bool {
        let filled = drawing.known.pieces.filled(piece);
        filled.iter().any(|(hex, _)| !self.middle.order(self.half, &[*hex]).is_lt())
    }

    /// Stands an obstacle where it was and opposite, where there is room for both; what is its own image stays once.
    fn stand_twice(&self, drawing: &mut Drawing, piece: ObstaclePiece) -> Result<(), String> {
        let Images { middle, half } = *self;
        let pieces = &drawing.known.pieces;
        let filled: BTreeSet<(Hex, i16)> = pieces.filled(&piece).into_iter().collect();
        let hexes: Vec<Hex> = filled.iter().map(|(hex, _)| *hex).collect();
        let order = middle.order(half, &hexes);
        if order.is_gt() || hexes.iter().any(|hex| !middle.opposite(*hex).is_on_sheet()) {
            return Ok(());
        }
        if self.reaches_over(drawing, &piece) {
            let stood = drawing.field.obstacles.iter().flat_map(|it| pieces.filled(it));
            let taken: BTreeSet<(Hex, i16)> = stood.collect();
            let there: BTreeSet<(Hex, i16)> =
                filled.iter().map(|(hex, height)| (middle.opposite(*hex), *height)).collect();
            let is_level = hexes.iter().all(|hex| drawing.surface(*hex) == Some(piece.level));
            let is_free = match order.is_eq() {
                true => filled == there,
                false => filled.is_disjoint(&there) && taken.is_disjoint(&there),
            };
            if !is_level || !is_free || !taken.is_disjoint(&filled) {
                return Ok(());
            }
        }
        let image = match order.is_lt() {
            true => Some(obstacle(drawing, &piece, &|hex| middle.opposite(hex))?),
            false => None,
        };
        drawing.field.obstacles.push(piece);
        drawing.field.obstacles.extend(image);
        Ok(())
    }
}

/// An edge on the surface of its hex as that is now.
fn on_surface(edge: &EdgePlaced, before: Option<i16>, now: Option<i16>) -> Option<EdgePlaced> {
    match (before, now) {
        (Some(before), Some(now)) => {
            Some(EdgePlaced { level: edge.level + now - before, ..edge.clone() })
        }
        (None, None) => Some(edge.clone()),
        _ => None,
    }
}

/// How many hexes have other tiles than before, in words.
fn changed(before: &Standing, after: &Standing) -> String {
    let count = |from: &Standing, unlike: &dyn Fn(&Hex) -> bool| {
        from.keys().filter(|hex| unlike(hex)).count()
    };
    let counts = [
        (count(after, &|hex| !before.contains_key(hex)), "added"),
        (count(before, &|hex| !after.contains_key(hex)), "taken away"),
        (count(after, &|hex| before.get(hex).is_some_and(|it| *it != after[hex])), "changed"),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, says)| format!("{count} {says}"))
        .collect();
    told.join(", ")
}

/// The tiles on each hex, by layer.
type Standing = BTreeMap<Hex, Vec<(i16, String)>>;

fn standing(field: &Battlefield) -> Standing {
    let mut found = Standing::new();
    for tile in &field.tiles {
        found.entry(tile.hex).or_default().push((tile.layer, tile.kind.clone()));
    }
    found.values_mut().for_each(|tiles| tiles.sort());
    found
}

/// What a battlefield had and has not any more, in words: what stands on tiles, and start spaces.
fn gone(before: &Battlefield, after: &Battlefield) -> String {
    let mut told = Vec::new();
    let mut tell = |count: usize, what: String| {
        if count > 0 {
            told.push(counted(count, &what));
        }
    };
    let at = |it: &ObstaclePiece| (it.hex, it.kind.clone());
    let stand: BTreeSet<(Hex, String)> = after.obstacles.iter().map(at).collect();
    let mut kinds = BTreeMap::<&str, usize>::new();
    for piece in before.obstacles.iter().filter(|it| !stand.contains(&at(it))) {
        *kinds.entry(&piece.kind).or_default() += 1;
    }
    kinds.into_iter().for_each(|(kind, count)| tell(count, kind.replace('_', " ")));
    let side = |it: &EdgePlaced| (it.hex, it.side, it.kind.clone());
    let sides: BTreeSet<(Hex, Side, String)> = after.edges.iter().map(side).collect();
    tell(before.edges.iter().filter(|it| !sides.contains(&side(it))).count(), "wall".into());
    let lies = |it: &GlyphPlaced| (it.space.hex, it.kind.clone());
    let lie: BTreeSet<(Hex, Option<String>)> = after.glyphs.iter().map(lies).collect();
    tell(before.glyphs.iter().filter(|it| !lie.contains(&lies(it))).count(), "glyph".into());
    let zones = |field: &Battlefield| -> BTreeSet<(char, Hex)> {
        let spaces = |zone: &StartZone| {
            let seat = zone.seat;
            zone.spaces.iter().map(move |space| (seat, space.hex)).collect::<Vec<_>>()
        };
        field.start.iter().flat_map(spaces).collect()
    };
    let mut seats = BTreeMap::<char, usize>::new();
    for (seat, _) in zones(before).difference(&zones(after)) {
        *seats.entry(*seat).or_default() += 1;
    }
    seats.into_iter().for_each(|(seat, count)| tell(count, format!("start space of {seat}")));
    told.join(", ")
}
