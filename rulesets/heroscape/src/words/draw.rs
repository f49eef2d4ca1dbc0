//! The battlefield as a picture and as text.

use super::draw_ground::lit;
use crate::game::HeroScape;
use crate::sight::plan;
use crate::state::{FigureId, State};
use umpire_core::hex::{Hex, HexId};
use umpire_core::scene::{Scene, Span, seat_colour};

/// How high one level is drawn, where the side of a hex is 1.
const LEVEL: f32 = 0.4;

/// The middle of a hex.
pub(super) fn centre(hex: Hex) -> (f32, f32) {
    plan(f32::from(hex.q), f32::from(hex.r))
}

/// The height of a level.
pub(crate) fn high(level: i16) -> f32 {
    f32::from(level) * LEVEL
}

impl HeroScape {
    /// The battlefield with everything on it.
    pub(crate) fn draw(&self, state: &State) -> Scene {
        let mut scene = Scene { lines: self.lines(state), ..Scene::default() };
        self.draw_ground(state, &mut scene);
        self.draw_figures(state, &mut scene);
        scene
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
        let mut stood = spaces.iter().rev().filter(|space| !self.ground.at(**space).rung);
        let Some(space) = stood.next().copied() else {
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
