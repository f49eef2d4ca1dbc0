//! The battlefield as a picture and as text.

use crate::game::{HeroScape, both};
use crate::sight::plan;
use crate::state::{FigureId, State};
use umpire_core::hex::{Hex, HexId, Side};
use umpire_core::scene::{Badge, Layer, Paint, Scene, Shape, Span, Thing, seat_colour};
use umpire_core::seat::Seat;

fn centre(hex: Hex) -> (f32, f32) {
    plan(f32::from(hex.q), f32::from(hex.r))
}

/// Corners of a hex of circumradius 1, the north one first, clockwise.
fn corners(hex: Hex) -> [(f32, f32); 6] {
    let (x, y) = centre(hex);
    let half = 3f32.sqrt() / 2.0;
    [(0.0, -1.0), (half, -0.5), (half, 0.5), (0.0, 1.0), (-half, 0.5), (-half, -0.5)]
        .map(|(dx, dy)| (x + dx, y + dy))
}

/// The two corners at the ends of a side.
fn side_ends(hex: Hex, side: Side) -> [(f32, f32); 2] {
    let all = corners(hex);
    let first = match side {
        Side::NorthEast => 0,
        Side::East => 1,
        Side::SouthEast => 2,
        Side::SouthWest => 3,
        Side::West => 4,
        Side::NorthWest => 5,
    };
    [all[first], all[(first + 1) % 6]]
}

/// A colour lightened with height.
fn lit(colour: &str, level: i16) -> String {
    let channel = |at: usize| {
        let value = colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let value = i32::from(value.unwrap_or(128));
        (value + (255 - value) * i32::from(level.clamp(0, 16)) / 40).clamp(0, 255)
    };
    format!("#{:02x}{:02x}{:02x}", channel(1), channel(3), channel(5))
}

/// How high one level is drawn, where the side of a hex is 1.
const LEVEL: f32 = 0.4;

fn high(level: i16) -> f32 {
    f32::from(level) * LEVEL
}

/// The base of a figure: seats differ by its form, too, for whoever cannot tell their colours.
fn base(seat: Seat, centre: (f32, f32), radius: f32, paint: Paint) -> Shape {
    let corners = match seat.index() % 4 {
        0 => return Shape::Circle { centre, radius, paint },
        1 => 4,
        2 => 3,
        _ => 5,
    };
    // About as large as the disc.
    let radius = radius * [0.0, 1.2, 1.35, 1.12][seat.index() % 4];
    let corner = |at: i32| {
        let turn = std::f32::consts::TAU * (at as f32 / corners as f32 - 0.25);
        let turn = if corners == 4 { turn + std::f32::consts::FRAC_PI_4 } else { turn };
        (centre.0 + radius * turn.cos(), centre.1 + radius * turn.sin())
    };
    Shape::Polygon { points: (0..corners).map(corner).collect(), paint }
}

impl HeroScape {
    /// The battlefield with everything on it.
    pub(crate) fn draw(&self, state: &State) -> Scene {
        let mut scene = Scene { lines: self.lines(state), ..Scene::default() };
        let board = &self.ground.board;
        for hex in board.hex_ids() {
            self.draw_hex(hex, &mut scene);
        }
        for hex in board.hex_ids() {
            for side in Side::ALL {
                if let Some(edge) = board.edge(hex, side) {
                    let name = &self.catalog.terrain.edges[usize::from(edge.kind)].id;
                    let points = side_ends(board.hex(hex), side).to_vec();
                    let paint = Paint::stroked("#3b2f2f", 0.18).titled(name.clone());
                    scene.shapes.push(Shape::Line { points, paint });
                }
            }
        }
        for glyph in &state.glyphs {
            let known = glyph.kind.filter(|_| glyph.face_up);
            let word =
                known.map_or("?", |kind| self.catalog.glyphs[usize::from(kind.0)].id.as_str());
            let at = centre(board.hex_of(glyph.space));
            let name = self.ground.name(glyph.space);
            let top = high(self.ground.level(glyph.space));
            let told = if word == "?" { "face down" } else { word };
            let thing = Thing {
                id: format!("glyph at {name}"),
                layer: Layer::Marks,
                words: format!("glyph at {name}, {told}"),
                heights: (top, top + 0.1),
                ..Thing::default()
            };
            scene.thing(thing, |shapes| {
                let paint = Paint::filled("#f4e3b2", "#6b4f1d", 0.06).titled(word);
                shapes.push(Shape::Circle { centre: at, radius: 0.5, paint });
                let words = word.chars().take(4).collect();
                let colour = "#6b4f1d".to_string();
                shapes.push(Shape::Text { at: (at.0, at.1 + 0.62), size: 0.3, words, colour });
            });
        }
        let standings = self.list_standings(state);
        for (id, _) in state.all_figures() {
            let name = self.figure_name(state, id);
            let told = standings.iter().find(|standing| standing.name == name);
            let told = told.map_or(String::new(), |standing| standing.says.join(", "));
            self.draw_figure(state, id, told, &mut scene);
        }
        scene
    }

    fn draw_hex(&self, hex: HexId, scene: &mut Scene) {
        let board = &self.ground.board;
        let place = board.hex(hex);
        let points = corners(place).to_vec();
        let at = centre(place);
        let Some((space, under)) = board.spaces_on(hex).split_last() else {
            let (name, height) = match board.obstacle(hex) {
                Some(prism) => {
                    let row = &self.catalog.terrain.obstacles[usize::from(prism.kind)];
                    (row.id.clone(), prism.height)
                }
                None => ("no space".to_string(), 0),
            };
            let hex_name = board.hex_name(place);
            let thing = Thing {
                id: format!("{name} at {hex_name}"),
                words: format!("{name} at {hex_name}, up to level {height}"),
                heights: (0.0, high(height)),
                ..Thing::default()
            };
            scene.thing(thing, |shapes| {
                let paint = Paint::filled("#4d5a3a", "#2f3724", 0.06).titled(name);
                shapes.push(Shape::Polygon { points, paint });
                let (words, colour) = (format!("^{height}"), "#f0f0e0".to_string());
                shapes.push(Shape::Text { at, size: 0.5, words, colour });
            });
            return;
        };
        let tile = &self.catalog.terrain.tiles[usize::from(board.space(*space).kind)];
        let level = self.ground.level(*space);
        let names: Vec<_> = board.spaces_on(hex).iter().map(|s| self.ground.name(*s)).collect();
        let below: Vec<_> = under.iter().map(|space| self.ground.name(*space)).collect();
        let below =
            if below.is_empty() { below.join("") } else { format!(", over {}", below.join(" ")) };
        let thing = Thing {
            id: self.ground.name(*space),
            words: format!("{}, {}, level {level}{below}", self.ground.name(*space), tile.id),
            heights: (0.0, high(level)),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            let title = format!("{} {}", tile.id, names.join(" "));
            let paint = Paint::filled(lit(&tile.colour, level), "#4a4a42", 0.04).titled(title);
            shapes.push(Shape::Polygon { points, paint });
            let words = format!("{}/{level}", board.hex_name(place));
            let colour = "#3a3a34".to_string();
            shapes.push(Shape::Text { at: (at.0, at.1 - 0.68), size: 0.26, words, colour });
        });
    }

    fn draw_figure(&self, state: &State, id: FigureId, told: String, scene: &mut Scene) {
        let Some(spaces) = state.spaces(id) else { return };
        let board = &self.ground.board;
        let (seat, wounds) = (state.figure(id).controller, state.figure(id).wounds);
        let card = self.card(state, id);
        let colour = seat_colour(seat);
        let places: Vec<_> = both(spaces).map(|space| centre(board.hex_of(space))).collect();
        let name = self.figure_name(state, id);
        let bottom = self.ground.level(spaces.0);
        let mut badges = Vec::new();
        if wounds > 0 {
            let words = format!("{wounds} of {} wounds", card.life);
            badges.push(Badge { mark: format!("-{wounds}"), words });
        }
        let thing = Thing {
            id: name.clone(),
            layer: Layer::Pieces,
            words: format!("{name} of {}, {}: {told}", self.seat_word(seat), card.name),
            owner: Some(seat),
            part_of: Some(self.copy_name(state, state.figure(id).copy)),
            badges,
            heights: (high(bottom), high(bottom + card.height)),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            if places.len() == 2 {
                let paint = Paint::stroked(colour, 0.5);
                shapes.push(Shape::Line { points: places.clone(), paint });
            }
            for (at, place) in places.iter().enumerate() {
                let radius = if at == 0 { 0.45 } else { 0.3 };
                let paint = Paint::filled(colour, "#ffffff", 0.05).titled(name.clone());
                shapes.push(base(seat, *place, radius, paint));
            }
            let words = self.mark(state, id);
            let colour = "#ffffff".to_string();
            shapes.push(Shape::Text { at: places[0], size: 0.36, words, colour });
            if wounds > 0 {
                let at = (places[0].0 + 0.42, places[0].1 - 0.32);
                let words = format!("-{wounds}");
                shapes.push(Shape::Text { at, size: 0.34, words, colour: "#a00000".to_string() });
            }
        });
    }

    /// A figure in two or three letters: `m2`, `fi`.
    pub(super) fn mark(&self, state: &State, id: FigureId) -> String {
        let word = &self.card(state, id).figure;
        let number = state.figure(id).number;
        if number == 0 {
            return word.chars().filter(|c| c.is_alphanumeric()).take(3).collect();
        }
        let letters = if number >= 10 { 1 } else { 2 };
        let letters: String = word.chars().filter(|c| c.is_alphanumeric()).take(letters).collect();
        format!("{letters}{number}")
    }

    fn lines(&self, state: &State) -> Vec<Vec<Span>> {
        let board = &self.ground.board;
        let offsets: Vec<(i16, i16, HexId)> = board
            .hex_ids()
            .map(|id| {
                let (column, row) = board.hex(id).to_offset();
                (column, row, id)
            })
            .collect();
        let columns = offsets.iter().map(|(column, ..)| *column).max().unwrap_or(0);
        let rows = offsets.iter().map(|(_, row, _)| *row).max().unwrap_or(0);
        let mut lines = Vec::new();
        let mut head = "    ".to_string();
        for column in 0..=columns {
            let name = board.hex_name(Hex::from_offset(column, 0));
            head.push_str(&format!("{:<4}", name.trim_end_matches(char::is_numeric)));
        }
        lines.push(vec![Span::plain(head)]);
        for row in 0..=rows {
            let shift = if row % 2 == 1 { "  " } else { "" };
            let mut line = vec![Span::plain(format!("{:>3} {shift}", row + 1))];
            for column in 0..=columns {
                let hex = board.hex_id(Hex::from_offset(column, row));
                line.push(hex.map_or_else(|| Span::plain("    "), |hex| self.cell(state, hex)));
            }
            lines.push(line);
        }
        lines
    }

    fn cell(&self, state: &State, hex: HexId) -> Span {
        let board = &self.ground.board;
        let spaces = board.spaces_on(hex);
        let figure = spaces.iter().rev().find_map(|space| state.occupant(*space));
        if let Some(figure) = figure {
            let seat = state.figure(figure).controller;
            let text = format!("{:<4}", self.mark(state, figure));
            let colour = Some("#ffffff".to_string());
            return Span { text, colour, ground: Some(seat_colour(seat).into()) };
        }
        let Some(space) = spaces.last().copied() else {
            let height = board.obstacle(hex).map_or(0, |prism| prism.height);
            return Span::plain(format!("{:<4}", format!("^{height}")));
        };
        let tile = &self.catalog.terrain.tiles[usize::from(board.space(space).kind)];
        let level = self.ground.level(space);
        let glyph = if state.glyph_on(space).is_some() { "*" } else { "" };
        let text = format!("{:<4}", format!("{}{level}{glyph}", tile.letter));
        Span { text, colour: Some(lit(&tile.colour, level)), ground: None }
    }
}
