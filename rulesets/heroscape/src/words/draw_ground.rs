//! The ground in pictures: spaces at their heights, what stands on and between them, start zones, glyphs.

use super::draw::high;
use crate::position::game::HeroScape;
use crate::position::state::State;
use crate::rules::sight::side_word;
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::hex::corners_around;
use umpire_core::hex::{Board, EdgePiece, Hex, HexId, Prism, Side, SpaceId};
use umpire_core::scene::lightened;
use umpire_core::scene::{Drawing, Layer, Paint, Scene, Shape, Thing, seat_colour};
use umpire_core::seat::Seat;

/// How much smaller what lies over a space is drawn, so that a rim of the space is left to point at.
const OVER: f32 = 0.8;
/// How wide a wall is drawn.
const WALL: f32 = 0.2;
/// Colour of names on the ground.
const INK: &str = "#33332e";

/// Colour of the edges of heights.
const BRINK: &str = "#5c5a4c";

/// A colour lightened with height.
pub(super) fn lit(colour: &str, level: i16) -> String {
    lightened(colour, (level.clamp(0, 16), 40))
}

/// Corners of a hex, the north one first, clockwise.
fn corners(hex: Hex, radius: f32) -> [(f32, f32); 6] {
    corners_around(hex.drawn(), radius)
}

/// The two ends of a side of a hex of that radius. A corner is as far from the middle as a side is long.
fn ends(hex: Hex, side: Side, radius: f32) -> [(f32, f32); 2] {
    let first = match side {
        Side::NorthEast => 0,
        Side::East => 1,
        Side::SouthEast => 2,
        Side::SouthWest => 3,
        Side::West => 4,
        Side::NorthWest => 5,
    };
    let all = corners(hex, radius);
    [all[first], all[(first + 1) % 6]]
}

/// The outline of a wall along a side.
fn wall(hex: Hex, side: Side) -> Vec<(f32, f32)> {
    let ([a, b], [c, d]) = (ends(hex, side, 1.0 - WALL / 2.0), ends(hex, side, 1.0 + WALL / 2.0));
    vec![a, b, d, c]
}

/// A line along the upper edge of a drop: the wider, the deeper it is.
fn brink(hex: Hex, side: Side, drop: i16) -> Shape {
    let width = (0.05 + 0.03 * f32::from(drop)).min(0.22);
    let points = ends(hex, side, 1.0 - width / 2.0).to_vec();
    Shape::Line { points, paint: Paint::stroked(BRINK, width) }
}

/// A layer of a hex, in the order of heights.
enum Lies<'b> {
    Space(SpaceId),
    Obstacle(&'b Prism),
}

/// What lies on a hex, the lowest first.
fn layers(board: &Board, hex: HexId) -> Vec<Lies<'_>> {
    let spaces = board.spaces_on(hex).iter().map(|space| Lies::Space(*space));
    let mut all: Vec<_> = spaces.chain(board.obstacles(hex).iter().map(Lies::Obstacle)).collect();
    all.sort_by_key(|layer| match layer {
        Lies::Space(space) => (board.space(*space).level, true),
        Lies::Obstacle(prism) => (prism.top(), false),
    });
    all
}

/// Everything that nobody moves.
pub(super) fn draw_ground(game: &HeroScape, state: &State, scene: &mut Scene) {
    draw_bare_ground(game, &state.laid_tiles, scene);
    chart_start_zones(game, state, scene);
    if state.round == 0 {
        draw_start_zones(game, state, scene);
    }
    draw_glyphs(game, state, scene);
}

/// Spaces, obstacles and walls, with the tiles that powers have laid.
pub(crate) fn draw_bare_ground(game: &HeroScape, laid: &[(SpaceId, u16)], scene: &mut Scene) {
    let board = &game.ground.board;
    for hex in board.hex_ids() {
        draw_hex(game, laid, hex, scene);
    }
    for hex in board.hex_ids() {
        for side in Side::ALL {
            if let Some(edge) = board.edge(hex, side)
                && (board.neighbour(hex, side).is_none() || side < side.opposite())
            {
                draw_edge(game, board.hex(hex), side, edge, scene);
            }
        }
    }
}

fn draw_hex(game: &HeroScape, laid: &[(SpaceId, u16)], hex: HexId, scene: &mut Scene) {
    let board = &game.ground.board;
    let place = board.hex(hex);
    let layers = layers(board, hex);
    if layers.is_empty() {
        let name = format!("no space at {}", board.hex_name(place));
        let thing = Thing { id: name.clone(), words: name.clone(), ..Thing::default() };
        scene.thing(thing, |shapes| {
            let paint = Paint::filled("#4d5a3a", "#2f3724", 0.06).titled(name);
            shapes.push(Shape::Polygon { points: corners(place, 1.0).to_vec(), paint });
        });
    }
    let (mut radius, mut below) = (1.0, Vec::new());
    let mut names = BTreeSet::new();
    for layer in layers {
        match layer {
            Lies::Space(space) => {
                let row = game.ground.tile_at(laid, space).row;
                draw_space(game, (space, row), radius, &below, scene);
                below.push(game.ground.name(space));
                radius *= OVER;
            }
            Lies::Obstacle(prism) => {
                let kind = &game.catalog.terrain.obstacles[usize::from(prism.kind)].id;
                let name = format!("{kind} at {}", board.hex_name(place));
                let name = match names.insert(name.clone()) {
                    true => name,
                    false => format!("{name}, from level {}", prism.base),
                };
                draw_obstacle(place, prism, name, radius, scene);
            }
        }
    }
}

fn draw_space(
    game: &HeroScape,
    (space, row): (SpaceId, u16),
    radius: f32,
    below: &[String],
    scene: &mut Scene,
) {
    let board = &game.ground.board;
    let (place, level) = (board.hex_of(space), game.ground.level(space));
    let tile = &game.catalog.terrain.tiles[usize::from(row)];
    let name = game.ground.name(space);
    let over = match below {
        [] => String::new(),
        names => format!(", over {}", names.join(" and ")),
    };
    let stretches = board.ground(board.space(space).hex);
    let solid = stretches.iter().find(|(bottom, top)| *bottom <= level && level <= *top);
    let bottom = solid.map_or(if below.is_empty() { 0 } else { level }, |(bottom, _)| *bottom);
    let words = format!("{name}, level {level}, {}{over}", tile.id);
    let thing = Thing {
        id: name,
        words: words.clone(),
        heights: (high(bottom.min(level)), high(level)),
        ..Thing::default()
    };
    scene.thing(thing, |shapes| {
        let paint = Paint::filled(lit(&tile.colour, level), "#4a4a42", 0.04).titled(words);
        shapes.push(Shape::Polygon { points: corners(place, radius).to_vec(), paint });
        if below.is_empty() {
            let drops = self::drops(game, space);
            shapes.extend(drops.map(|(side, drop)| brink(place, side, drop)));
        }
        let at = place.drawn();
        let at = (at.0, at.1 - 0.58 * radius);
        let words = format!("{}/{level}", board.hex_name(place));
        let colour = INK.to_string();
        shapes.push(Shape::Text { at, size: 0.25 * radius, words, colour });
    });
    let thing = scene.latest();
    if !game.ground.at(space).rung {
        scene.charted("heights", Drawing::Words, &level.to_string()).things.push(thing);
    }
    let kind = scene.charted("terrain", Drawing::Words, &tile.id.replace('_', " "));
    kind.colour.get_or_insert_with(|| tile.colour.clone());
    kind.things.push(thing);
}

/// The sides beyond which the ground lies lower, and by how many levels.
fn drops(game: &HeroScape, space: SpaceId) -> impl Iterator<Item = (Side, i16)> + '_ {
    let (board, level) = (&game.ground.board, game.ground.level(space));
    let hex = board.space(space).hex;
    Side::ALL.into_iter().filter_map(move |side| {
        let beyond = board.spaces_on(board.neighbour(hex, side)?).iter();
        let highest = beyond.map(|space| game.ground.level(*space)).max()?;
        (highest < level).then_some((side, level - highest))
    })
}

fn draw_edge(game: &HeroScape, hex: Hex, side: Side, edge: &EdgePiece, scene: &mut Scene) {
    let kind = &game.catalog.terrain.edges[usize::from(edge.kind)].id;
    let (hex_name, side_name) = (game.ground.board.hex_name(hex), side_word(side));
    let name = format!("{kind} {side_name} of {hex_name}");
    let words = format!("{name}, up to level {}", edge.top());
    let heights = (high(edge.base.min(edge.top())), high(edge.top()));
    let thing = Thing { id: name.clone(), words, heights, ..Thing::default() };
    scene.thing(thing, |shapes| {
        let paint = Paint::filled("#3b2f2f", "#3b2f2f", 0.02).titled(name);
        shapes.push(Shape::Polygon { points: wall(hex, side), paint });
    });
}

/// Where each player put their figures in the beginning, for whoever wants to see it later.
fn chart_start_zones(game: &HeroScape, state: &State, scene: &mut Scene) {
    let mut found: Vec<(Seat, u32)> = Vec::new();
    let named: BTreeMap<&str, u32> =
        (0..).zip(&scene.things).map(|(at, thing)| (thing.id.as_str(), at)).collect();
    for (letter, spaces) in &game.ground.zones {
        let seats = (0..).zip(&game.zones).filter(|(seat, _)| *seat < state.seats());
        for (seat, _) in seats.filter(|(_, zone)| *zone == letter) {
            let things = spaces.iter().filter_map(|space| {
                named.get(game.ground.name(*space).as_str()).map(|at| (Seat(seat), *at))
            });
            found.extend(things);
        }
    }
    for (seat, thing) in found {
        let group = scene.charted("start zones", Drawing::Tint, &game.seat_word(seat));
        group.colour.get_or_insert_with(|| seat_colour(seat).to_string());
        group.things.push(thing);
    }
}

/// Where each player may put their figures, as long as figures are put down.
fn draw_start_zones(game: &HeroScape, state: &State, scene: &mut Scene) {
    let mut drawn = BTreeSet::new();
    for (letter, spaces) in &game.ground.zones {
        let Some(at) = game.zones.iter().position(|zone| zone == letter) else { continue };
        let seat = Seat(at as u8);
        if seat.0 >= state.seats() {
            continue;
        }
        for space in spaces.iter().filter(|space| drawn.insert((seat, **space))) {
            let (name, whose) = (game.ground.name(*space), game.seat_word(seat));
            let top = high(game.ground.level(*space));
            let thing = Thing {
                id: format!("start zone of {whose} at {name}"),
                layer: Layer::Marks,
                words: format!("start zone of {whose}"),
                owner: Some(seat),
                part_of: Some(name),
                heights: (top, top),
                ..Thing::default()
            };
            let hex = game.ground.board.hex_of(*space);
            scene.thing(thing, |shapes| {
                let paint = Paint::stroked(seat_colour(seat), 0.1);
                let paint = Paint { dashed: seat.0 % 2 == 1, ..paint };
                shapes.push(Shape::Polygon { points: corners(hex, 0.9).to_vec(), paint });
            });
        }
    }
}

fn draw_glyphs(game: &HeroScape, state: &State, scene: &mut Scene) {
    for glyph in &state.glyphs {
        let known = glyph.kind.filter(|_| glyph.face_up);
        let known = known.map(|kind| &game.catalog.glyphs[usize::from(kind.0)]);
        let word = known.map_or("?", |glyph| glyph.id.as_str());
        let at = game.ground.board.hex_of(glyph.space).drawn();
        let name = game.ground.name(glyph.space);
        let top = high(game.ground.level(glyph.space));
        let told = match (known, glyph.treasure) {
            (None, true) => "a treasure, face down".to_string(),
            (None, false) => "face down".to_string(),
            (Some(glyph), _) => format!("{word}: {}", glyph.says),
        };
        let thing = Thing {
            id: format!("glyph at {name}"),
            layer: Layer::Marks,
            words: format!("glyph at {name}, {told}"),
            part_of: Some(name),
            heights: (top, top + 0.1),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            let paint = Paint::filled("#f4e3b2", "#6b4f1d", 0.06).titled(told.as_str());
            shapes.push(Shape::Circle { centre: at, radius: 0.5, paint });
            let words = word.chars().take(4).collect();
            let colour = "#6b4f1d".to_string();
            shapes.push(Shape::Text { at: (at.0, at.1 + 0.62), size: 0.3, words, colour });
        });
    }
}

/// An obstacle: as large as the hex where nobody stands beneath or beside it, smaller where somebody does.
fn draw_obstacle(place: Hex, prism: &Prism, name: String, radius: f32, scene: &mut Scene) {
    let words = format!("{name}, up to level {}", prism.top());
    let heights = (high(prism.base), high(prism.top()));
    let thing = Thing { id: name.clone(), words, heights, ..Thing::default() };
    scene.thing(thing, |shapes| {
        let radius = if radius < 1.0 { radius * 0.7 } else { 1.0 };
        let paint = Paint::filled("#4d5a3a", "#2f3724", 0.06).titled(name);
        shapes.push(Shape::Polygon { points: corners(place, radius).to_vec(), paint });
        let (words, colour) = (format!("^{}", prism.height), "#f0f0e0".to_string());
        shapes.push(Shape::Text { at: place.drawn(), size: 0.5 * radius, words, colour });
    });
}

/// A space of the start zone of a letter, whoever sits there.
pub(crate) fn draw_zone_mark(letter: char, hex: Hex, level: i16, name: &str, scene: &mut Scene) {
    let seat = Seat((letter as u8).wrapping_sub(b'A'));
    let words = format!("start zone of {letter} at {name}");
    let (id, top) = (words.clone(), high(level));
    let thing = Thing { id, layer: Layer::Marks, words, heights: (top, top), ..Thing::default() };
    scene.thing(thing, |shapes| {
        let paint = Paint { dashed: seat.0 % 2 == 1, ..Paint::stroked(seat_colour(seat), 0.1) };
        shapes.push(Shape::Polygon { points: corners(hex, 0.88).to_vec(), paint });
        let (at, colour) = (hex.drawn(), seat_colour(seat).to_string());
        let at = (at.0, at.1 + 0.55);
        shapes.push(Shape::Text { at, size: 0.3, words: letter.to_string(), colour });
    });
}
