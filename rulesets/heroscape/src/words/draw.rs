//! The battlefield as a picture and as text.

use super::draw_ground::lit;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::structures;
use crate::words::{draw_figures, draw_ground, nouns};
use std::collections::BTreeSet;
use umpire_core::hex::{Hex, HexId};
use umpire_core::scene::{Grid, Scene, Sign, Span, seat_colour};

/// How high one level is drawn, where the side of a hex is 1.
const LEVEL: f32 = 0.4;

/// The height of a level.
pub(crate) fn high(level: i16) -> f32 {
    f32::from(level) * LEVEL
}

/// Letters of a space, and of the number of a row.
const CELL: usize = 4;
const MARGIN: usize = 4;

/// Where the lines show the battlefield: spaces lie half a space further right in every other row.
fn grid(lines: usize) -> Grid {
    let (first, right) = (Hex::from_offset(0, 0).drawn(), Hex::from_offset(1, 0).drawn());
    let below = Hex::from_offset(0, 1).drawn();
    let (wide, deep) = (right.0 - first.0, below.1 - first.1);
    Grid {
        rows: 1..lines,
        heads: vec![0],
        margin: MARGIN,
        cell: CELL,
        gap: 0,
        origin: (first.0 - wide / 2.0, first.1 - deep / 2.0),
        step: (wide / CELL as f32, deep),
    }
}

/// The battlefield with everything on it.
pub(crate) fn draw(game: &HeroScape, state: &State) -> Scene {
    let lines = self::lines(game, state);
    let grid = Some(grid(lines.len()));
    let legend = self::legend(game, state);
    let mut scene = Scene { lines, grid, legend, ..Scene::default() };
    draw_ground::draw_ground(game, state, &mut scene);
    draw_figures::draw_figures(game, state, &mut scene);
    scene
}

/// A figure in two or three letters: `m2`, `fi`.
pub(super) fn mark(game: &HeroScape, state: &State, id: FigureId) -> String {
    let word = &game.card(state, id).figure;
    let number = state.figure(id).number;
    if number == 0 {
        return word.chars().filter(|c| c.is_alphanumeric()).take(3).collect();
    }
    let letters = if number >= 10 { 1 } else { 2 };
    let letters: String = word.chars().filter(|c| c.is_alphanumeric()).take(letters).collect();
    format!("{letters}{number}")
}

fn lines(game: &HeroScape, state: &State) -> Vec<Vec<Span>> {
    let board = &game.ground.board;
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
    let name = |column: i16| {
        let name = board.hex_name(Hex::from_offset(column, 0));
        Span::plain(format!("{:<CELL$}", name.trim_end_matches(char::is_numeric)))
    };
    let margin = Span::plain(" ".repeat(MARGIN));
    lines.push(std::iter::once(margin).chain((0..=columns).map(name)).collect());
    for row in 0..=rows {
        let mut line = vec![Span::plain(format!("{:>3} ", row + 1))];
        if row % 2 == 1 {
            line.push(Span::plain("  "));
        }
        for column in 0..=columns {
            let hex = board.hex_id(Hex::from_offset(column, row));
            line.push(hex.map_or_else(|| Span::plain("    "), |hex| cell(game, state, hex)));
        }
        lines.push(line);
    }
    lines
}

/// What the letters of the spaces mean, of those kinds of ground and marks that the battlefield has.
fn legend(game: &HeroScape, state: &State) -> Vec<Sign> {
    let board = &game.ground.board;
    let sign = |letters: &str, words: &str| Sign { letters: letters.into(), words: words.into() };
    // Rungs are not drawn in letters: what they lean on stands there.
    let drawn = board.space_ids().filter(|space| !game.ground.at(*space).rung);
    let mut seen: Vec<usize> =
        drawn.map(|space| usize::from(game.tile_at(state, space).row)).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut signs: Vec<Sign> = seen
        .into_iter()
        .map(|kind| &game.catalog.terrain.tiles[kind])
        .map(|tile| sign(&tile.letter.to_string(), &tile.id.replace('_', " ")))
        .collect();
    signs.push(sign("2", "level 2, and so on"));
    if board.space_ids().any(|space| state.glyph_on(space).is_some()) {
        signs.push(sign("*", "a glyph lies there"));
    }
    if !game.ground.ladders.is_empty() {
        signs.push(sign("H", "a ladder stands there"));
    }
    let mut doors: Vec<&str> =
        (0..state.doors.len()).map(|at| door_sign(game, state, at)).collect();
    doors.sort_unstable();
    doors.dedup();
    signs.extend(doors.into_iter().map(|letter| {
        sign(letter, if letter == SHUT { "a door, shut" } else { "a doorway, open" })
    }));
    if board.hex_ids().any(|hex| board.spaces_on(hex).is_empty()) {
        signs.push(sign("^9", "an obstacle, 9 levels high"));
    }
    let figures: BTreeSet<FigureId> =
        board.space_ids().filter_map(|space| state.occupant(space)).collect();
    signs.extend(figures.into_iter().map(|id| {
        let whose = game.seat_word(state.figure(id).controller);
        let words = format!("{} of {whose}", nouns::figure_word(game, state, id));
        sign(&mark(game, state, id), &words)
    }));
    signs
}

/// The letter of a doorway whose door is shut.
const SHUT: &str = "+";

/// The letter of a doorway.
fn door_sign(game: &HeroScape, state: &State, door: usize) -> &'static str {
    if structures::is_shut(game, state, door as u8) { SHUT } else { "/" }
}

fn cell(game: &HeroScape, state: &State, hex: HexId) -> Span {
    let board = &game.ground.board;
    let spaces = board.spaces_on(hex);
    let figure = spaces.iter().rev().find_map(|space| state.occupant(*space));
    if let Some(figure) = figure {
        let seat = state.figure(figure).controller;
        let text = format!("{:<4}", mark(game, state, figure));
        let colour = Some("#ffffff".to_string());
        return Span { text, colour, ground: Some(seat_colour(seat).into()) };
    }
    let mut stood = spaces.iter().rev().filter(|space| !game.ground.at(**space).rung);
    let Some(space) = stood.next().copied() else {
        let height = board.obstacle(hex).map_or(0, |prism| prism.height);
        return Span::plain(format!("{:<4}", format!("^{height}")));
    };
    let tile = &game.catalog.terrain.tiles[usize::from(game.tile_at(state, space).row)];
    let level = game.ground.level(space);
    let door = game.ground.doorways.iter().position(|its| its.hex == board.hex(hex));
    let letter = match door {
        Some(door) => door_sign(game, state, door).to_string(),
        None => tile.letter.to_string(),
    };
    let has_rungs = spaces.iter().any(|space| game.ground.at(*space).rung);
    let glyph = if state.glyph_on(space).is_some() { "*" } else { "" };
    let ladder = if has_rungs { "H" } else { "" };
    // What does not fit beside the level is left out; the next space keeps its place.
    let text: String = format!("{letter}{level}{glyph}{ladder}").chars().take(CELL).collect();
    let text = format!("{text:<CELL$}");
    Span { text, colour: Some(lit(&tile.colour, level)), ground: None }
}
