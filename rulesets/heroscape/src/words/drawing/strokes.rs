//! What a stroke does to a battlefield.

use super::{Sheet, hex_at, middle, turned};
use crate::tables::battlefield::{
    Battlefield, EdgePlaced, GlyphPlaced, Hex, Known, ObstaclePiece, Side, Space, StartZone, Tile,
    patches,
};
use std::collections::BTreeSet;
use umpire_core::command::counted;
use umpire_core::data::{Change, Files, Source, Tree, Written};
use umpire_core::host::{Half, Stroke};

/// Points of a stroke that are looked at.
const MOST_POINTS: usize = 2000;

/// What a stroke changes in a battlefield's file, and what it did.
pub fn stroke(
    data: &Files,
    file: &Source,
    stroke: &Stroke,
) -> Result<(Vec<Change>, String), String> {
    let sheet =
        Sheet::read(data, file).ok_or("the text has to be mended before it can be drawn on")?;
    let Sheet { catalog, known, field, .. } = sheet;
    if let Some(field) = &stroke.field {
        return at_row(file, field, stroke);
    }
    if stroke.points.len() > MOST_POINTS {
        return Err(format!("a stroke has at most {MOST_POINTS} points"));
    }
    let thick = catalog.terrain.tiles.iter().find(|tile| tile.thick);
    let under = thick.map_or_else(String::new, |tile| tile.id.clone());
    let before = field.clone();
    let mut drawing = Drawing { known: &known, field, under };
    let says = drawing.take(stroke)?;
    drawing.field.sort();
    if !drawing.field.tiles.iter().all(|tile| tile.hex.is_on_sheet()) {
        return Err(format!("a map has at most {0} columns and {0} rows", Hex::MOST));
    }
    let (changes, unread) = patches(file, &before, &drawing.field, &known)?;
    let whole = ["mirror", "rotate", "half-turn", Half::TOOL, "room"];
    let tool = stroke.tool.split(':').next().unwrap_or_default();
    let moves = whole.contains(&tool) || makes_room(stroke) != (0.0, 0.0);
    match moves && unread {
        true => Err("what the faults tell of would stay behind: mend that first".to_string()),
        false => Ok((changes, says)),
    }
}

/// A row of the file moved or removed.
fn at_row(file: &Source, field: &str, stroke: &Stroke) -> Result<(Vec<Change>, String), String> {
    if stroke.tool == "remove" {
        return Ok((vec![Change::Remove { field: field.to_string() }], "removed".to_string()));
    }
    let whole = Tree::parse(file).map_err(|_| "the text has to be mended first")?.written();
    let at = format!("{field}.at");
    let from =
        whole.at(&at).and_then(Written::as_word).ok_or(format!("nothing stands at `{field}`"))?;
    let hex: Hex = from.split('/').next().unwrap_or_default().parse()?;
    let (x, y) = middle(hex);
    let by = stroke.by.unwrap_or_default();
    let to = hex_at((x + by.0, y + by.1));
    if !to.is_on_sheet() {
        return Err("that is beyond the edge of the map".to_string());
    }
    let value = Written::word(to);
    Ok((vec![Change::Set { field: at, value }], format!("moved to {to}")))
}

/// Columns and rows by which a map is moved so that places left of it or above it are on it: rows by twos.
fn room_for(points: &[(f32, f32)]) -> (i16, i16) {
    let hexes = points.iter().map(|point| hex_at(*point));
    let (column, row) =
        hexes.fold((0, 0), |(column, row), hex| (hex.column.min(column), hex.row.min(row)));
    (-column, -row + (row & 1))
}

/// How far a stroke moves everything in the picture.
pub fn makes_room(stroke: &Stroke) -> (f32, f32) {
    let (columns, rows) = match stroke.tool.as_str() {
        "room" => (1, 2),
        "mirror" | "rotate" | "half-turn" | "move" => (0, 0),
        tool if tool.starts_with("edge:") || tool.starts_with(Half::TOOL) => (0, 0),
        _ => room_for(&stroke.points),
    };
    let (from, to) = (middle(Hex::default()), middle(Hex { column: columns, row: rows }));
    (to.0 - from.0, to.1 - from.1)
}

/// A battlefield while it is drawn on.
pub(super) struct Drawing<'k> {
    pub known: &'k Known,
    pub field: Battlefield,
    /// The kind of tile that fills up what is drawn above nothing.
    pub under: String,
}

impl Drawing<'_> {
    fn take(&mut self, stroke: &Stroke) -> Result<String, String> {
        match stroke.tool.as_str() {
            "mirror" => return turned::mirror(self),
            "rotate" => return turned::rotate(self, 1),
            "half-turn" => return turned::half_turn(self),
            "room" => {
                self.shift(1, 2);
                return Ok("moved one space to the right and two rows down".to_string());
            }
            _ => {}
        }
        if let Some(half) = Half::of_tool(&stroke.tool, Half::Upper) {
            return turned::both_sides(self, half);
        }
        if let Some(kind) = stroke.tool.strip_prefix("edge:") {
            return self.edge(kind, stroke);
        }
        let by = self.make_room(&stroke.points);
        let hexes = self.hexes(stroke, by)?;
        let count = hexes.len();
        let before = self.field.clone();
        let (tool, kind) = stroke.tool.split_once(':').unwrap_or((stroke.tool.as_str(), ""));
        match tool {
            "tile" => {
                self.knows(self.known.tiles.contains_key(kind), kind)?;
                let Laid { hung, filled } = self.lay_all(&hexes, kind, stroke.level)?;
                let mut says = format!("{}, {}", kind.replace('_', " "), counted(count, "space"));
                if let Some(level) = stroke.level {
                    says.push_str(&format!(", level {level}"));
                }
                if hung > 0 {
                    says.push_str(&format!(
                        ": over {hung} of them a bridge, what lies below stays"
                    ));
                }
                if filled > 0 {
                    says.push_str(&format!(", with {} to fill up to it", counted(filled, "tile")));
                }
                return Ok(says);
            }
            "raise" => {
                let times = stroke.count.unwrap_or(1).clamp(1, 20);
                hexes.iter().try_for_each(|hex| (0..times).try_for_each(|_| self.raise(*hex)))?;
            }
            "lower" => hexes.iter().for_each(|hex| self.lower(*hex)),
            "erase" => {
                hexes.iter().for_each(|hex| self.erase(*hex, stroke.level));
                return Ok(taken(&before, &self.field, stroke.level));
            }
            "clear" => self.clear_all(&hexes.iter().copied().collect()),
            "paste" => self.paste(&hexes, stroke)?,
            "obstacle" => {
                self.knows(self.known.obstacles.contains(kind), kind)?;
                hexes.iter().try_for_each(|hex| self.obstacle(*hex, kind, stroke.turn % 6))?;
            }
            "start" => hexes.iter().for_each(|hex| self.start(*hex, kind.chars().next())),
            "glyph" => {
                self.knows(kind == "?" || self.known.glyphs.contains(kind), kind)?;
                hexes.iter().try_for_each(|hex| self.glyph(*hex, kind))?;
            }
            other => return Err(format!("there is no tool `{other}`")),
        }
        Ok(format!("{}, {}", stroke.tool.replace([':', '_'], " "), counted(count, "space")))
    }

    fn knows(&self, known: bool, kind: &str) -> Result<(), String> {
        if known { Ok(()) } else { Err(format!("there is no `{kind}`")) }
    }

    /// Moves everything so that what is drawn left of the map or above it has a place there; says by how much.
    fn make_room(&mut self, points: &[(f32, f32)]) -> (i16, i16) {
        let by = room_for(points);
        if by != (0, 0) {
            self.shift(by.0, by.1);
        }
        by
    }

    pub(super) fn shift(&mut self, columns: i16, rows: i16) {
        self.each_hex(|hex| Hex { column: hex.column + columns, row: hex.row + rows });
    }

    /// Puts everything on other hexes.
    pub(super) fn each_hex(&mut self, to: impl Fn(Hex) -> Hex) {
        self.field.tiles.iter_mut().for_each(|tile| tile.hex = to(tile.hex));
        self.field.obstacles.iter_mut().for_each(|piece| piece.hex = to(piece.hex));
        self.field.edges.iter_mut().for_each(|edge| edge.hex = to(edge.hex));
        self.field.glyphs.iter_mut().for_each(|glyph| glyph.space.hex = to(glyph.space.hex));
        let spaces = self.field.start.iter_mut().flat_map(|zone| &mut zone.spaces);
        spaces.for_each(|space| space.hex = to(space.hex));
    }

    /// The hexes a stroke means: those the hand went over, each with the shape put down there.
    fn hexes(&self, stroke: &Stroke, by: (i16, i16)) -> Result<Vec<Hex>, String> {
        let mut under = Vec::new();
        for point in &stroke.points {
            let hex = hex_at(*point);
            let hex = Hex { column: hex.column + by.0, row: hex.row + by.1 };
            under.push(hex);
        }
        let one = vec![(0, 0)];
        let footprint = match &stroke.brush {
            Some(brush) => {
                let shape = self.known.pieces.shape(brush);
                let shape = shape.ok_or_else(|| format!("there is no shape `{brush}`"))?;
                shape[usize::from(stroke.turn % 6)].clone()
            }
            None => one,
        };
        let mut seen = BTreeSet::new();
        let all = under
            .iter()
            .flat_map(|hex| footprint.iter().map(|(columns, rows)| hex.step(*columns, *rows)));
        let hexes: Vec<Hex> = all.filter(|hex| seen.insert(*hex)).collect();
        match hexes.iter().find(|hex| !hex.is_on_sheet()) {
            Some(_) => Err(format!(
                "that is beyond the edge: a map has at most {0} columns and {0} rows, and shapes do not reach over its left and upper side",
                Hex::MOST
            )),
            None => Ok(hexes),
        }
    }

    /// The top tile of a hex.
    pub(super) fn top(&self, hex: Hex) -> Option<&Tile> {
        self.field.tiles.iter().filter(|tile| tile.hex == hex).max_by_key(|tile| tile.layer)
    }

    /// The level of the surface of a hex.
    pub(super) fn surface(&self, hex: Hex) -> Option<i16> {
        self.top(hex).map(|tile| tile.layer - i16::from(self.known.is_fluid(&tile.kind)))
    }

    /// Changes the tiles of a hex; what stands on the surface goes up and down with it.
    fn reshape<T>(&mut self, hex: Hex, change: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.surface(hex);
        let done = change(self);
        let after = self.surface(hex);
        if before != after
            && let Some(before) = before
        {
            let stood = Space { hex, level: before };
            match after {
                Some(level) => self.lift(stood, level),
                None => self.strip(stood),
            }
        }
        done
    }

    fn lift(&mut self, stood: Space, level: i16) {
        let is_here = |hex: Hex, base: i16| hex == stood.hex && base == stood.level;
        let obstacles = self.field.obstacles.iter_mut();
        obstacles.filter(|it| is_here(it.hex, it.level)).for_each(|it| it.level = level);
        let edges = self.field.edges.iter_mut();
        edges.filter(|it| is_here(it.hex, it.level)).for_each(|it| it.level = level);
        let glyphs = self.field.glyphs.iter_mut();
        glyphs.filter(|it| it.space == stood).for_each(|it| it.space.level = level);
        let spaces = self.field.start.iter_mut().flat_map(|zone| &mut zone.spaces);
        spaces.filter(|space| **space == stood).for_each(|space| space.level = level);
    }

    /// Takes away what stands on a space.
    fn strip(&mut self, stood: Space) {
        let Space { hex, level } = stood;
        self.field.obstacles.retain(|it| (it.hex, it.level) != (hex, level));
        self.field.edges.retain(|it| (it.hex, it.level) != (hex, level));
        self.field.glyphs.retain(|it| it.space != stood);
        self.unstart(|space| *space == stood);
    }

    fn unstart(&mut self, holds: impl Fn(&Space) -> bool) {
        self.field.start.iter_mut().for_each(|zone| zone.spaces.retain(|space| !holds(space)));
        self.field.start.retain(|zone| !zone.spaces.is_empty());
    }

    fn set(&mut self, hex: Hex, layer: i16, kind: &str) {
        match self.field.tiles.iter_mut().find(|tile| tile.hex == hex && tile.layer == layer) {
            Some(tile) => tile.kind = kind.to_string(),
            None => self.field.tiles.push(Tile { layer, hex, kind: kind.to_string() }),
        }
    }

    pub(super) fn paint(&mut self, hex: Hex, kind: &str, level: Option<i16>) -> Result<(), String> {
        let layer = match level {
            Some(level) => level,
            None => self.top(hex).map_or(1, |tile| tile.layer),
        };
        check_level(layer)?;
        let filling = if self.known.is_fluid(kind) { self.under.clone() } else { kind.to_string() };
        // Nothing lies on water: what is built right over it fills it.
        let ground = self.next_below(hex, layer);
        let ground =
            ground.map_or(1, |tile| tile.layer + i16::from(!self.known.is_fluid(&tile.kind)));
        self.reshape(hex, |drawing| {
            (ground..layer).for_each(|below| drawing.set(hex, below, &filling));
            drawing.set(hex, layer, kind);
        });
        Ok(())
    }

    /// Lays a kind of tile on hexes, on the level that is chosen, else on top.
    fn lay_all(&mut self, hexes: &[Hex], kind: &str, level: Option<i16>) -> Result<Laid, String> {
        let mut laid = Laid::default();
        for hex in hexes {
            let layer = level.or_else(|| self.top(*hex).map(|tile| tile.layer)).unwrap_or(1);
            let was = self.tile(*hex, layer).is_some();
            if self.is_bridge(*hex, layer) {
                self.hang(*hex, kind, layer)?;
                laid.hung += usize::from(level.is_some());
                continue;
            }
            let before = self.field.tiles.len();
            self.paint(*hex, kind, Some(layer))?;
            laid.filled += self.field.tiles.len() - before - usize::from(!was);
        }
        Ok(laid)
    }

    fn tile(&self, hex: Hex, layer: i16) -> Option<&Tile> {
        self.field.tiles.iter().find(|tile| tile.hex == hex && tile.layer == layer)
    }

    /// The first tile of a hex below a layer.
    fn next_below(&self, hex: Hex, layer: i16) -> Option<&Tile> {
        let below = self.field.tiles.iter().filter(|tile| tile.hex == hex && tile.layer < layer);
        below.max_by_key(|tile| tile.layer)
    }

    /// Whether a tile of that layer hangs over what is below: over what nothing stands on, or where it hangs already.
    fn is_bridge(&self, hex: Hex, layer: i16) -> bool {
        let next = self.next_below(hex, layer);
        let hangs = || self.tile(hex, layer).is_some() && layer > 1;
        match next {
            Some(next) => self.known.is_fluid(&next.kind) || hangs() && next.layer < layer - 1,
            None => hangs(),
        }
    }

    /// Lays a tile on a level over what is below, which stays; so does what stands there, unless the tile lies right on it.
    fn hang(&mut self, hex: Hex, kind: &str, level: i16) -> Result<(), String> {
        check_level(level)?;
        if self.known.is_fluid(kind) {
            return Err(format!(
                "`{kind}` on level {level} of {hex} would hang in the air: what lies below it is no ground; lay ground there first"
            ));
        }
        match self.next_below(hex, level).is_some_and(|next| next.layer == level - 1) {
            true => self.reshape(hex, |drawing| drawing.set(hex, level, kind)),
            false => self.set(hex, level, kind),
        }
        Ok(())
    }

    fn raise(&mut self, hex: Hex) -> Result<(), String> {
        let (layer, kind) = match self.top(hex) {
            Some(tile) => (tile.layer + 1, tile.kind.clone()),
            None => (1, self.under.clone()),
        };
        self.paint(hex, &kind, Some(layer))
    }

    fn lower(&mut self, hex: Hex) {
        if let Some(layer) = self.top(hex).map(|tile| tile.layer) {
            self.reshape(hex, |drawing| {
                drawing.field.tiles.retain(|tile| tile.hex != hex || tile.layer != layer);
            });
        }
    }

    fn obstacle_on(&self, hex: Hex) -> Option<usize> {
        let fills = |piece: &ObstaclePiece| {
            self.known.pieces.filled(piece).iter().any(|(it, _)| *it == hex)
        };
        self.field.obstacles.iter().position(fills)
    }

    /// Takes away what stands on a hex, else its tiles; of those only that of a level, where one is chosen.
    fn erase(&mut self, hex: Hex, level: Option<i16>) {
        let tile = |tile: &&Tile| tile.hex == hex && level == Some(tile.layer);
        let tile = self.field.tiles.iter().find(tile);
        let base = tile.map(|tile| tile.layer - i16::from(self.known.is_fluid(&tile.kind)));
        let is_meant = |stands: i16| level.is_none() || base == Some(stands);
        if let Some(found) = self.obstacle_on(hex)
            && is_meant(self.field.obstacles[found].level)
        {
            self.field.obstacles.remove(found);
            return;
        }
        let before = self.field.glyphs.len() + self.field.edges.len();
        let stays = |at: Space| at.hex != hex || !is_meant(at.level);
        self.field.glyphs.retain(|glyph| stays(glyph.space));
        self.field.edges.retain(|edge| stays(Space { hex: edge.hex, level: edge.level }));
        if before != self.field.glyphs.len() + self.field.edges.len() {
            return;
        }
        match level {
            Some(level) => self.erase_tile(hex, level),
            None => self.clear(hex),
        }
    }

    /// Takes the tile of a level away; what stood on it goes down to a tile right below, or away.
    fn erase_tile(&mut self, hex: Hex, level: i16) {
        let there = |tile: &Tile| tile.hex == hex && tile.layer == level;
        let Some(at) = self.field.tiles.iter().position(there) else { return };
        let is_top = self.top(hex).is_some_and(|tile| tile.layer == level);
        let under = |tile: &Tile| tile.hex == hex && tile.layer == level - 1;
        if is_top && self.field.tiles.iter().any(under) {
            return self.reshape(hex, |drawing| drop(drawing.field.tiles.remove(at)));
        }
        let tile = self.field.tiles.remove(at);
        let base = tile.layer - i16::from(self.known.is_fluid(&tile.kind));
        self.strip(Space { hex, level: base });
    }

    /// Takes everything away from a hex.
    pub(super) fn clear(&mut self, hex: Hex) {
        self.clear_all(&BTreeSet::from([hex]));
    }

    /// Takes everything away from some hexes.
    pub(super) fn clear_all(&mut self, hexes: &BTreeSet<Hex>) {
        let pieces = &self.known.pieces;
        let free = |piece: &ObstaclePiece| {
            pieces.filled(piece).iter().all(|(hex, _)| !hexes.contains(hex))
        };
        self.field.obstacles.retain(free);
        self.field.tiles.retain(|tile| !hexes.contains(&tile.hex));
        self.field.glyphs.retain(|glyph| !hexes.contains(&glyph.space.hex));
        self.field.edges.retain(|edge| !hexes.contains(&edge.hex));
        self.unstart(|space| hexes.contains(&space.hex));
    }

    /// Puts what lies on some hexes down elsewhere as well.
    fn paste(&mut self, hexes: &[Hex], stroke: &Stroke) -> Result<(), String> {
        let by = stroke.by.unwrap_or_default();
        let there = |hex: Hex| {
            let (x, y) = middle(hex);
            hex_at((x + by.0, y + by.1))
        };
        if let Some(off) = hexes.iter().map(|hex| there(*hex)).find(|hex| !hex.is_on_sheet()) {
            return Err(format!(
                "column {} of row {} is beyond the edge",
                off.column + 1,
                off.row + 1
            ));
        }
        let from = self.field.clone();
        let meant: BTreeSet<Hex> = hexes.iter().copied().collect();
        let is_meant = |hex: &Hex| meant.contains(hex);
        self.clear_all(&hexes.iter().map(|hex| there(*hex)).collect());
        let field = &mut self.field;
        let tiles = from.tiles.iter().filter(|it| is_meant(&it.hex));
        field.tiles.extend(tiles.map(|it| Tile { hex: there(it.hex), ..it.clone() }));
        let obstacles = from.obstacles.iter().filter(|it| is_meant(&it.hex));
        field
            .obstacles
            .extend(obstacles.map(|it| ObstaclePiece { hex: there(it.hex), ..it.clone() }));
        let edges = from.edges.iter().filter(|it| is_meant(&it.hex));
        field.edges.extend(edges.map(|it| EdgePlaced { hex: there(it.hex), ..it.clone() }));
        let glyphs = from.glyphs.iter().filter(|it| is_meant(&it.space.hex));
        field.glyphs.extend(glyphs.map(|it| {
            let space = Space { hex: there(it.space.hex), ..it.space };
            GlyphPlaced { space, ..it.clone() }
        }));
        Ok(())
    }

    fn obstacle(&mut self, hex: Hex, kind: &str, rotation: u8) -> Result<(), String> {
        let level = self.surface(hex).ok_or(format!("there is no tile at {hex} to stand on"))?;
        let piece = ObstaclePiece { hex, level, kind: kind.to_string(), rotation };
        for (filled, _) in self.known.pieces.filled(&piece) {
            if self.surface(filled) != Some(level) {
                return Err(format!(
                    "`{kind}` would not stand level: {filled} is not as high as {hex}"
                ));
            }
            if self.field.glyphs.iter().any(|glyph| glyph.space == (Space { hex: filled, level })) {
                return Err(format!("a glyph lies on {filled}: nothing stands on it"));
            }
            while let Some(found) = self.obstacle_on(filled) {
                self.field.obstacles.remove(found);
            }
        }
        self.field.obstacles.push(piece);
        Ok(())
    }

    fn start(&mut self, hex: Hex, seat: Option<char>) {
        let Some(level) = self.surface(hex).filter(|_| self.obstacle_on(hex).is_none()) else {
            return;
        };
        let space = Space { hex, level };
        self.unstart(|it| *it == space);
        let Some(seat) = seat.filter(char::is_ascii_uppercase) else { return };
        match self.field.start.iter_mut().find(|zone| zone.seat == seat) {
            Some(zone) => zone.spaces.push(space),
            None => {
                let (name, colour, spaces) = (String::new(), String::new(), vec![space]);
                self.field.start.push(StartZone { seat, name, colour, spaces });
            }
        }
    }

    fn glyph(&mut self, hex: Hex, kind: &str) -> Result<(), String> {
        let level = self.surface(hex).ok_or(format!("there is no tile at {hex}"))?;
        let kind = (kind != "?").then(|| kind.to_string());
        let space = Space { hex, level };
        let before = self.field.glyphs.iter().find(|glyph| glyph.space == space).cloned();
        self.field.glyphs.retain(|glyph| glyph.space != space);
        if before.is_some_and(|before| before.kind == kind) {
            return Ok(());
        }
        if let Some(found) = self.obstacle_on(hex) {
            let kind = &self.field.obstacles[found].kind;
            return Err(format!("{hex} is filled by `{kind}`"));
        }
        let tile = self.top(hex).and_then(|tile| self.known.tiles.get(&tile.kind));
        if tile.is_some_and(|tile| tile.refuses_glyphs) {
            return Err(format!("no glyph may lie on the ground of {hex}"));
        }
        let face_up = kind.is_some();
        self.field.glyphs.push(GlyphPlaced { space, kind, letter: None, face_up });
        Ok(())
    }

    fn edge(&mut self, kind: &str, stroke: &Stroke) -> Result<String, String> {
        self.knows(self.known.edges.contains(kind), kind)?;
        let mut said = Vec::new();
        let mut last = None;
        for point in &stroke.points {
            let hex = hex_at(*point);
            let side = nearest_side(hex, *point);
            if last.replace((hex, side)) == Some((hex, side)) {
                continue;
            }
            let level = self.surface(hex).ok_or("walls stand on tiles".to_string())?;
            let across = (hex.across(side), side.opposite());
            let is_here =
                |edge: &EdgePlaced| [(hex, side), across].contains(&(edge.hex, edge.side));
            let again = self.field.edges.iter().any(|edge| is_here(edge) && edge.kind == kind);
            self.field.edges.retain(|edge| !is_here(edge));
            if !again {
                self.field.edges.push(EdgePlaced { hex, side, level, kind: kind.to_string() });
            }
            said.push(format!("{} of {hex}", side.name()));
        }
        Ok(format!("{} {}", kind.replace('_', " "), said.join(", ")))
    }
}

fn check_level(level: i16) -> Result<(), String> {
    let most = Battlefield::MOST_LAYERS;
    let says = format!("levels are numbers from 1 to {most}");
    if (1..=most).contains(&level) { Ok(()) } else { Err(says) }
}

/// What came of laying tiles on hexes.
#[derive(Default)]
struct Laid {
    /// How many hang over what is below.
    hung: usize,
    /// How many more fill up what was empty below.
    filled: usize,
}

/// What was taken away, in words.
fn taken(before: &Battlefield, after: &Battlefield, level: Option<i16>) -> String {
    let tiles = before.tiles.len() - after.tiles.len();
    let counts = [
        (tiles, "tile"),
        (before.obstacles.len() - after.obstacles.len(), "obstacle"),
        (before.edges.len() - after.edges.len(), "wall"),
        (before.glyphs.len() - after.glyphs.len(), "glyph"),
    ];
    let told: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| counted(count, what))
        .collect();
    let of_level = level.map_or(String::new(), |level| format!(" of level {level}"));
    match (told.is_empty(), tiles) {
        (true, _) => format!("nothing{of_level} is there to take away"),
        (false, 0) => format!("{} taken away", told.join(", ")),
        _ => format!("{}{of_level} taken away", told.join(", ")),
    }
}

/// The side of a hex that a place is nearest to.
fn nearest_side(hex: Hex, (x, y): (f32, f32)) -> Side {
    let (across, down) = middle(hex);
    let far = |side: &Side| {
        let (other_x, other_y) = middle(hex.across(*side));
        (((across + other_x) / 2.0) - x).powi(2) + (((down + other_y) / 2.0) - y).powi(2)
    };
    let sides = Side::ALL.into_iter();
    sides.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(Side::East)
}
