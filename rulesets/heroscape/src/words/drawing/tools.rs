//! What a battlefield is drawn with: tiles, what stands on them, start zones, the whole map.

use crate::tables::battlefield::{Battlefield, Hex, Known};
use crate::tables::catalog::{Catalog, Terrain};
use crate::words::entries::{edge_entry, obstacle_entry, tile_entry};
use umpire_core::host::{Brush, Half, Takes, TerrainEntry, Tool};
use umpire_core::scene::seat_colour;
use umpire_core::seat::Seat;

use super::middle;
use super::turned::start_from_middle;

/// Shapes of tiles that are put down as one, by their names in the table of pieces.
const SHAPES: [(&str, &str); 6] = [
    ("one", "1 hex"),
    ("two", "2 hexes"),
    ("three", "3 hexes"),
    ("seven", "7 hexes"),
    ("twenty_four", "24 hexes"),
    ("five", "5 in a row"),
];
/// Seats that may have start zones.
const SEATS: u8 = 6;

/// Everything a battlefield is drawn with, as it is now.
pub fn tools(catalog: &Catalog, field: &Battlefield) -> Vec<Tool> {
    let Terrain { tiles, obstacles, edges } = &catalog.terrain;
    let says = |entry: TerrainEntry| {
        let effect = |(words, rule): &(String, String)| format!("{words} ({rule})");
        entry.effects.iter().map(effect).collect::<Vec<_>>().join("; ")
    };
    let name = |id: &str| id.replace('_', " ");
    let mut tools = Vec::new();
    for tile in tiles {
        let id = format!("tile:{}", tile.id);
        let tool =
            Tool::new("tiles", id, name(&tile.id), Takes::Cells).saying(says(tile_entry(tile)));
        tools.push(Tool { colour: Some(tile.colour.clone()), brushes: true, turns: true, ..tool });
    }
    let height = |id: &str, name: &str, says: &str| {
        let tool = Tool::new("heights", id, name, Takes::Cells).saying(says);
        Tool { brushes: true, turns: true, ..tool }
    };
    tools.push(height("raise", "raise", "puts one more tile of the same kind on top"));
    tools.push(height("lower", "lower", "takes the top tile away"));
    let erases = "takes away what stands on a space; on bare ground its tile of the chosen level, or all its tiles where none is chosen";
    tools.push(height("erase", "erase", erases));
    for row in obstacles {
        let id = format!("obstacle:{}", row.id);
        let tool = Tool::new("obstacles", id, name(&row.id), Takes::Cells);
        tools.push(Tool { turns: true, ..tool.saying(says(obstacle_entry(row))) });
    }
    for row in edges {
        let id = format!("edge:{}", row.id);
        let words = format!("{}; again takes it away", says(edge_entry(row)));
        tools.push(Tool::new("walls", id, name(&row.id), Takes::Side).saying(words));
    }
    for seat in 0..SEATS {
        let letter = char::from(b'A' + seat);
        let tool = Tool::new(
            "start zones",
            format!("start:{letter}"),
            format!("start of {letter}"),
            Takes::Cells,
        );
        let tool = tool.saying(format!("figures of {letter} begin here"));
        tools.push(Tool {
            colour: Some(seat_colour(Seat(seat)).to_string()),
            brushes: true,
            turns: true,
            ..tool
        });
    }
    let none = Tool::new("start zones", "start:-", "no start", Takes::Cells);
    tools.push(Tool { brushes: true, ..none.saying("nobody begins here") });
    let hidden = Tool::new("glyphs", "glyph:?", "hidden glyph", Takes::Cells);
    tools.push(
        hidden.saying("a glyph drawn at random when the game is set up; again takes it away"),
    );
    for glyph in &catalog.glyphs {
        let tool =
            Tool::new("glyphs", format!("glyph:{}", glyph.id), name(&glyph.id), Takes::Cells);
        tools.push(tool.saying(format!("{} (HS-6.3.1.{})", glyph.says, glyph.id)));
    }
    for (id, name, says) in [
        ("mirror", "mirror", "left becomes right"),
        ("rotate", "turn", "all of it by a sixth of a turn, clockwise"),
        ("half-turn", "turn by half", "all of it by half a turn"),
        (
            Half::TOOL,
            "make both sides alike",
            "asks which half stays: turned by half about the middle it becomes the other one; start zone A becomes B",
        ),
        (
            "room",
            "room on the left and above",
            "moves everything one space to the right and two rows down",
        ),
    ] {
        tools.push(Tool::new("whole map", id, name, Takes::Nothing).saying(says));
    }
    let halves = ["upper", "lower", "left", "right"];
    for tool in tools.iter_mut().filter(|tool| tool.id == Half::TOOL) {
        tool.choices = Half::choices(halves, start_from_middle(field), Half::Upper);
    }
    tools
}

/// The shapes in which tiles are put down.
pub fn brushes(known: &Known) -> Vec<Brush> {
    let from = Hex { column: 20, row: 20 };
    let (x, y) = middle(from);
    let brush = |(id, name): (&str, &str)| {
        let footprints = known.pieces.shape(id)?;
        let step = |(columns, rows): &(i16, i16)| {
            let at = middle(from.step(*columns, *rows));
            (at.0 - x, at.1 - y)
        };
        let steps = footprints.iter().map(|footprint| footprint.iter().map(step).collect());
        Some(Brush { id: id.to_string(), name: name.to_string(), steps: steps.collect() })
    };
    SHAPES.into_iter().filter_map(brush).collect()
}
