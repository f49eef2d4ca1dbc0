//! HeroScape drawn at random: maps of any tiles, heights, obstacles, edges and glyphs, armies of any cards, in start zones or in the field.

use std::collections::BTreeSet;
use std::fmt::Write;
use umpire_core::testing::Die;
use umpire_heroscape::tables::catalog::{ArmyCard, Catalog, Tile};

/// Seats in clockwise order.
const SEATS: [&str; 4] = ["A", "B", "C", "D"];
const SIDES: [&str; 6] = ["east", "southeast", "southwest", "west", "northwest", "northeast"];

/// A map while it is drawn.
struct Map {
    columns: u32,
    rows: u32,
    /// Land tiles on each hex by row, none where the map has a hole.
    heights: Vec<u32>,
    /// Hexes that are no longer free: for a figure, an obstacle or a glyph.
    taken: BTreeSet<u32>,
}

/// A scenario; its number decides about edition, players and how it begins.
pub fn position(catalog: &Catalog, number: u64, die: Die) -> String {
    let edition = ["annihilation", "second", "first"][(number % 3) as usize];
    let players = [2, 2, 2, 3, 4][(number % 5) as usize];
    let armies: Vec<_> = (0..players).map(|_| army(catalog, die)).collect();
    let mut map = Map::draw(die);
    let mut text = format!("game: heroscape\nedition: {edition}\nround_limit: {}\n", 2 + die(9));
    let snow = ["normal", "heavy"][die(2) as usize];
    let ice = ["normal", "slippery"][die(2) as usize];
    let _ = writeln!(text, "battlefield:\n  battlefield: drawn\n  snow: {snow}\n  ice: {ice}");
    map.write_levels(catalog, die, &mut text);
    let in_field = number.is_multiple_of(2);
    if !in_field {
        map.write_start(players, &mut text);
    }
    let figures = if in_field { figures(&armies, &mut map, die) } else { String::new() };
    map.write_pieces(catalog, die, &mut text);
    text.push_str("seats:\n");
    let teams = players == 4 && die(2) == 0;
    for (at, cards) in armies.iter().enumerate() {
        let cards: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
        let team = if teams { at % 2 } else { at };
        let _ = writeln!(text, "  {}: {{team: {team}, cards: [{}]}}", SEATS[at], cards.join(", "));
    }
    text + &figures
}

/// One to four cards of which some power is built; common ones also in copies.
fn army<'c>(catalog: &'c Catalog, die: Die) -> Vec<&'c ArmyCard> {
    let built = |card: &&ArmyCard| {
        card.spaces <= 2 && (!card.abilities.is_empty() || card.unbuilt().next().is_none())
    };
    let cards: Vec<&ArmyCard> = catalog.cards.iter().filter(built).collect();
    let mut army: Vec<&ArmyCard> = Vec::new();
    for _ in 0..=die(4) {
        let card = cards[die(cards.len() as u32) as usize];
        if card.shares_casualties() || army.iter().all(|other| other.id != card.id) {
            army.push(card);
        }
    }
    army
}

/// A position in which every figure stands somewhere, some of them wounded.
fn figures(armies: &[Vec<&ArmyCard>], map: &mut Map, die: Die) -> String {
    let mut text = String::from("position:\n  figures:\n");
    let all: Vec<&ArmyCard> = armies.iter().flatten().copied().collect();
    let words = all.iter().flat_map(|card| (0..card.figures).map(|_| *card));
    let words: Vec<&ArmyCard> = words.collect();
    for (at, card) in words.iter().enumerate() {
        let alike = |other: &&&ArmyCard| other.figure == card.figure;
        let name = match words.iter().filter(alike).count() {
            1 => card.figure.clone(),
            _ => format!("{} {}", card.figure, words[..=at].iter().filter(alike).count()),
        };
        let Some(spaces) = map.spaces(card.spaces, die) else { continue };
        let wounds = die(u32::from(card.most_wounds().min(2)) + 1);
        let _ = writeln!(text, "    {name}: {{at: {spaces}, wounds: {wounds}}}");
    }
    text
}

impl Map {
    /// Hills of up to twelve levels on a plain with some holes.
    fn draw(die: Die) -> Map {
        let (columns, rows) = (7 + die(9), 6 + die(7));
        let hills: Vec<_> = (0..die(5)).map(|_| (die(columns), die(rows), 2 + die(11))).collect();
        let (slope, holes) = (1 + die(4), die(8));
        let heights = (0..columns * rows).map(|hex| {
            let (column, row) = (hex % columns, hex / columns);
            let rises = hills.iter().map(|(x, y, peak)| {
                peak.saturating_sub(slope * column.abs_diff(*x).max(row.abs_diff(*y)))
            });
            let ground = rises.max().unwrap_or(0).max(1) + u32::from(die(12) == 0);
            if die(100) < holes { 0 } else { ground.min(12) }
        });
        Map { columns, rows, heights: heights.collect(), taken: BTreeSet::new() }
    }

    /// Land up to the height of each hex, the last tile of any kind; fluids lie on top of land.
    fn write_levels(&self, catalog: &Catalog, die: Die, text: &mut String) {
        let tiles = &catalog.terrain.tiles;
        let (land, fluids): (Vec<&Tile>, Vec<&Tile>) = tiles.iter().partition(|tile| tile.thick);
        let one = |of: &[&Tile], die: Die| of[die(of.len() as u32) as usize].letter;
        let (below, land_here, fluid_here) = (one(&land, die), one(&land, die), one(&fluids, die));
        let mut tops = Vec::new();
        for _ in &self.heights {
            let common = die(3) > 0;
            let top = if common { land_here } else { one(&land, die) };
            let wet = if common { fluid_here } else { one(&fluids, die) };
            tops.push((top, (die(5) == 0).then_some(wet)));
        }
        text.push_str("  levels:\n");
        for layer in 1..=13 {
            let tile = |hex: usize| match self.heights[hex] {
                0 => None,
                height if height > layer => Some(below),
                height if height == layer => Some(tops[hex].0),
                height if height + 1 == layer => tops[hex].1,
                _ => None,
            };
            self.write_grid(&format!("    {layer}"), tile, text);
        }
    }

    /// A zone in each corner, from corner to corner for two.
    fn write_start(&self, players: usize, text: &mut String) {
        let (wide, deep) = ((self.columns / 3).max(2), self.rows.div_ceil(3));
        let zone = |hex: usize| {
            let (column, row) = (hex as u32 % self.columns, hex as u32 / self.columns);
            let left = column < wide;
            let corner = match (left, row < deep, row >= self.rows - deep) {
                _ if !left && column < self.columns - wide => return None,
                (_, true, _) if players > 2 => usize::from(!left),
                (_, _, true) if players > 2 => 2 + usize::from(!left),
                _ if players > 2 => return None,
                _ => usize::from(!left),
            };
            let kept = corner < players && self.heights[hex] > 0;
            kept.then(|| SEATS[corner].chars().next().expect("seats are letters"))
        };
        self.write_grid("  start", zone, text);
    }

    fn write_grid(&self, name: &str, letter: impl Fn(usize) -> Option<char>, text: &mut String) {
        let hexes = 0..self.heights.len();
        if hexes.clone().all(|hex| letter(hex).is_none()) {
            return;
        }
        let _ = writeln!(text, "{name}: |");
        for row in 0..self.rows {
            text.push_str(if row % 2 == 0 { "      " } else { "       " });
            for column in 0..self.columns {
                let _ = write!(
                    text,
                    "{} ",
                    letter((row * self.columns + column) as usize).unwrap_or('.')
                );
            }
            text.push('\n');
        }
    }

    /// Obstacles, edge pieces and glyphs on hexes that nothing else has.
    fn write_pieces(&mut self, catalog: &Catalog, die: Die, text: &mut String) {
        let terrain = &catalog.terrain;
        let mut rows = [String::new(), String::new(), String::new()];
        for _ in 0..die(4) {
            let Some(at) = self.middle(die) else { continue };
            let kind = &terrain.obstacles[die(terrain.obstacles.len() as u32) as usize].id;
            let _ = writeln!(rows[0], "    - {{kind: {kind}, at: {at}, rotation: {}}}", die(6));
        }
        for _ in 0..die(8) {
            let Some(at) = self.middle(die) else { continue };
            let kind = &terrain.edges[die(terrain.edges.len() as u32) as usize].id;
            let side = SIDES[die(6) as usize];
            let _ = writeln!(rows[1], "    - {{kind: {kind}, at: {at}, side: {side}}}");
        }
        for _ in 0..die(5) {
            let Some(at) = self.middle(die) else { continue };
            let kind = &catalog.glyphs[die(catalog.glyphs.len() as u32) as usize].id;
            let face = ["up", "hidden"][die(2) as usize];
            let _ = writeln!(rows[2], "    - {{at: {at}, kind: {kind}, face: {face}}}");
        }
        for (name, rows) in ["obstacles", "edges", "glyphs"].iter().zip(rows) {
            if !rows.is_empty() {
                let _ = writeln!(text, "  {name}:\n{}", rows.trim_end());
            }
        }
    }

    /// A free hex between the start zones.
    fn middle(&mut self, die: Die) -> Option<String> {
        let wide = (self.columns / 3).max(2);
        let hex = die(self.rows) * self.columns + wide + die(self.columns - 2 * wide);
        self.take(hex).then(|| self.name(hex))
    }

    /// So many free spaces side by side on one level.
    fn spaces(&mut self, count: u8, die: Die) -> Option<String> {
        for _ in 0..20 {
            let hex = die(self.rows * self.columns);
            let next = hex + 1;
            let level = |hex: u32| self.heights.get(hex as usize).copied();
            let double = !next.is_multiple_of(self.columns) && level(hex) == level(next);
            if count == 2 && (!double || self.taken.contains(&next)) || !self.take(hex) {
                continue;
            }
            if count == 1 {
                return Some(self.name(hex));
            }
            self.take(next);
            return Some(format!("{} {}", self.name(hex), self.name(next)));
        }
        None
    }

    fn take(&mut self, hex: u32) -> bool {
        self.heights[hex as usize] > 0 && self.taken.insert(hex)
    }

    fn name(&self, hex: u32) -> String {
        let (column, row) = (hex % self.columns, hex / self.columns);
        format!("{}{}", char::from(b'A' + column as u8), row + 1)
    }
}
