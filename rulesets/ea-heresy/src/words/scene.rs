//! The table as a picture and as a coarse map of letters.

use crate::position::action::{Action, UnitMove};
use crate::position::area::Area;
use crate::position::board::Spot;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, PieceNo, Stance, State, UnitNo, Whereabouts};
use crate::position::step::{SetupStep, Step};
use crate::position::{names, units};
use crate::rules::deployment;
use crate::rules::movement::zones;
use crate::steps::movement::Zone;
use crate::tables::catalog::{Column, Ground, Sight, Terrain};
use crate::words::{scene_units, standings};
use umpire_core::command::counted;
use umpire_core::scene::{
    Badge, Drawing, Grid, Layer, Paint, Scene, Shape, Sign, Span, Thing, seat_colour,
};
use umpire_core::seat::Seat;
use umpire_core::table::{Bounds, CM, Footprint, Length, Outline, Point};

/// Columns of the map of letters.
const COLUMNS: Length = 90;

/// Letters before a row of it, which say how far up the table it lies.
const MARGIN: usize = 5;

/// The ways of the units that an action moves, from the middles of their bases; those that were inside something
/// begin where they are put down.
pub(crate) fn ways(game: &EaHeresy, state: &State, action: &Action) -> Vec<Shape> {
    let Action::Move(moves) = action else { return Vec::new() };
    let way = |step: &UnitMove| {
        let from = match state.unit(step.unit).place {
            Whereabouts::Table(at) => Some(at),
            _ => None,
        };
        let points: Vec<Spot> = from
            .into_iter()
            .chain(step.path.iter().copied())
            .map(|at| game.board.spot(at))
            .collect();
        (points.len() > 1).then(|| Shape::way(points, 0.25))
    };
    moves.iter().filter_map(way).collect()
}

fn spots(game: &EaHeresy, corners: &[Point]) -> Vec<Spot> {
    corners.iter().map(|at| game.board.spot(*at)).collect()
}

/// The table with everything on it.
pub(crate) fn draw(game: &EaHeresy, state: &State) -> Scene {
    let size = game.board.size;
    let (lines, grid) = (self::lines(game, state), Some(self::grid(game)));
    let legend = self::legend(game, state);
    let mut scene = Scene { lines, grid, legend, ..Scene::default() };
    let corners = [Point::default(), Point::new(size.x, 0), size, Point::new(0, size.y)];
    let words = "open ground".to_string();
    let thing = Thing { id: "table".into(), words: words.clone(), ..Thing::default() };
    scene.thing(thing, |shapes| {
        let paint = Paint::filled("#d9d3b8", "#5b5540", 0.3).titled(words);
        shapes.push(Shape::Polygon { points: spots(game, &corners), paint });
    });
    let middle = [Point::new(0, game.board.middle()), Point::new(size.x, game.board.middle())];
    let paint = Paint { dashed: true, ..Paint::stroked("#a89f80", 0.12) };
    scene.shapes.push(Shape::Line { points: spots(game, &middle), paint });
    for piece in game.board.all() {
        let thing = piece_thing(game, state, piece);
        let thing = Thing { id: scene.unused(&thing.id), ..thing };
        scene.thing(thing, |shapes| draw_piece(game, state, piece, shapes));
        let thing = scene.latest();
        let row = units::terrain_of(game, state, piece);
        let kind = scene.charted("terrain", Drawing::Words, &row.name);
        kind.colour.get_or_insert_with(|| colour_of(game, state, piece).to_string());
        kind.things.push(thing);
    }
    draw_objectives(game, state, &mut scene);
    for side in Seat::SIDES {
        let first = scene.shapes.len();
        for zone in zones::zones_of(game, state, side, None, |_| false) {
            draw_zone(game, &zone, side, &mut scene.shapes);
        }
        let drawn = (first, scene.shapes.len());
        let whose = names::seat_word(game, side);
        scene.charted("zones of control", Drawing::Shapes, &whose).shapes.push(drawn);
    }
    draw_deployment_zone(game, state, &mut scene);
    scene_units::draw_units(game, state, &mut scene);
    scene
}

/// The strip in which the next formation is put down, while one is.
fn draw_deployment_zone(game: &EaHeresy, state: &State, scene: &mut Scene) {
    let Some(Step::Setup(SetupStep::Next(side))) = state.steps.last() else { return };
    let Some(formation) = deployment::undeployed(state, *side).next() else { return };
    let Bounds { low, high } = deployment::deployment_zone(game, state, formation);
    let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
    let (name, side_word) = (names::formation_word(game, formation), names::seat_word(game, *side));
    let title = format!("where {name} is put down: the zone of {side_word}");
    let paint = Paint { dashed: true, ..Paint::stroked(seat_colour(*side), 0.3) }.titled(title);
    let first = scene.shapes.len();
    scene.shapes.push(Shape::Polygon { points: spots(game, &corners), paint });
    let drawn = (first, scene.shapes.len());
    scene.charted("deployment zones", Drawing::Shapes, &side_word).shapes.push(drawn);
}

/// A piece of terrain as what a hand may point at; a stronghold with its damage and who is inside.
fn piece_thing(game: &EaHeresy, state: &State, piece: PieceNo) -> Thing {
    let name = names::piece_word(game, piece);
    let mut words = format!("{name}: {}", units::terrain_of(game, state, piece).name);
    let mut badges = Vec::new();
    if names::is_stronghold(game, piece) {
        let capacity = game.terrain[game.board.piece(piece).terrain.index()].stronghold;
        let capacity = capacity.map_or(0, |walls| walls.damage_capacity);
        let damage = state.stronghold(piece).map_or(0, |it| it.damage);
        let inside: Vec<String> =
            state.occupants(piece).map(|unit| names::unit_word(game, unit)).collect();
        words += &format!(", damage {damage} of {capacity}");
        if !inside.is_empty() {
            words += &format!(", inside: {}", inside.join(", "));
        }
        if damage > 0 {
            let told = format!("damage {damage} of {capacity}");
            badges.push(Badge { mark: format!("-{damage}"), words: told });
        }
    }
    let owner = state.holder(piece).filter(|_| names::is_stronghold(game, piece));
    Thing { id: name, words, owner, badges, ..Thing::default() }
}

fn draw_piece(game: &EaHeresy, state: &State, piece: PieceNo, shapes: &mut Vec<Shape>) {
    let ground = game.board.piece(piece);
    let row = units::terrain_of(game, state, piece);
    let walls = names::is_stronghold(game, piece);
    let edge = if walls { "#2b2b2b" } else { "#6e6a55" };
    let title = format!("{}: {}", ground.name, row.name);
    let paint = Paint::filled(colour_of(game, state, piece), edge, if walls { 0.35 } else { 0.12 })
        .titled(title);
    shapes.push(Shape::Polygon { points: spots(game, ground.outline.corners()), paint });
    for (a, b) in &ground.steep {
        let paint = Paint::stroked("#3b2f2f", 0.5).titled("steep");
        shapes.push(Shape::Line { points: spots(game, &[*a, *b]), paint });
    }
    let at = game.board.spot(middle_of(&ground.outline));
    let (words, colour) = (ground.name.clone(), "#2f2d22".to_string());
    shapes.push(Shape::Text { at, size: 1.6, words, colour });
    if walls {
        draw_garrison(game, state, piece, at, shapes);
    }
}

/// Owner, damage and occupants of a stronghold (EA-6.3.2).
fn draw_garrison(
    game: &EaHeresy,
    state: &State,
    piece: PieceNo,
    at: Spot,
    shapes: &mut Vec<Shape>,
) {
    let capacity = game.terrain[game.board.piece(piece).terrain.index()].stronghold;
    let capacity = capacity.map_or(0, |walls| walls.damage_capacity);
    let damage = state.stronghold(piece).map_or(0, |it| it.damage);
    let left = capacity.saturating_sub(damage);
    let words = format!("DC {left}/{capacity}");
    let below = (at.0, at.1 + 1.7);
    shapes.push(Shape::Text { at: below, size: 1.4, words, colour: "#101010".to_string() });
    if let Some(seat) = state.holder(piece) {
        let flag = (at.0, at.1 - 2.0);
        let title = format!("held by {}", names::seat_word(game, seat));
        let paint = Paint::filled(seat_colour(seat), "#ffffff", 0.1).titled(title);
        shapes.push(Shape::Circle { centre: flag, radius: 0.7, paint });
    }
}

fn draw_objectives(game: &EaHeresy, state: &State, scene: &mut Scene) {
    for (number, objective) in state.objectives.iter().enumerate() {
        let centre = game.board.spot(objective.at);
        let title = format!("objective {}", number + 1);
        let colour = seat_colour(objective.held);
        let thing = Thing {
            id: scene.unused(&title),
            layer: Layer::Marks,
            words: format!("{title} of {}", names::seat_word(game, objective.held)),
            owner: Some(objective.held),
            ..Thing::default()
        };
        let paint = Paint::filled("#f4e3b2", colour, 0.3).titled(title);
        let radius = if objective.blitz { 1.4 } else { 1.0 };
        scene.thing(thing, |shapes| {
            shapes.push(Shape::Circle { centre, radius, paint });
            let (words, colour) = ((number + 1).to_string(), colour.to_string());
            shapes.push(Shape::Text { at: centre, size: 1.4, words, colour });
        });
    }
}

/// A zone of control, faintly (EA-3.4).
fn draw_zone(game: &EaHeresy, zone: &Zone, side: Seat, shapes: &mut Vec<Shape>) {
    let points = match &zone.area {
        Area::Base(base) => around(base.corners(), zone.reach),
        Area::Outline(outline) => around(outline.corners(), zone.reach),
    };
    let paint = Paint { dashed: true, ..Paint::stroked(seat_colour(side), 0.06) };
    shapes.push(Shape::Polygon { points: spots(game, &points), paint });
}

/// What a formation suffers and did, in a few words; nothing where it is fresh.
pub(crate) fn condition(game: &EaHeresy, state: &State, formation: FormationNo) -> String {
    let words = condition_words(state, formation);
    if words.is_empty() {
        return String::new();
    }
    format!("{}: {}", names::formation_word(game, formation), words.join(", "))
}

fn condition_words(state: &State, formation: FormationNo) -> Vec<String> {
    let it = state.formation(formation);
    let mut words = Vec::new();
    if it.broken {
        words.push("broken".to_string());
    }
    if it.markers > 0 {
        words.push(counted(it.markers, "marker"));
    }
    match it.stance {
        Stance::Ready => {}
        Stance::Acted(order) => words.push(order.name().to_string()),
        Stance::Overwatch { .. } => words.push("overwatch".to_string()),
        Stance::Lost => words.push("no action".to_string()),
    }
    words
}

/// A unit in a few letters: `wo2`.
pub(crate) fn short_name(game: &EaHeresy, unit: UnitNo) -> String {
    let name = names::unit_word(game, unit);
    let (word, number) = match name.rsplit_once(' ') {
        Some((word, number)) if number.parse::<u8>().is_ok() => (word, number),
        _ => (name.as_str(), ""),
    };
    let letters: String = word.chars().filter(|letter| letter.is_alphanumeric()).take(2).collect();
    format!("{letters}{number}")
}

fn colour_of(game: &EaHeresy, state: &State, piece: PieceNo) -> &'static str {
    match units::is_ruined(game, state, piece) {
        true => "#6f675f",
        false => ground_colour(units::terrain_of(game, state, piece)),
    }
}

/// How many columns and rows the map of letters has, and how wide a letter is; it is twice as deep.
fn cells(game: &EaHeresy) -> (Length, Length, Length) {
    let size = game.board.size;
    let columns = COLUMNS.min((size.x / CM).max(1));
    let wide = (size.x / columns).max(1);
    (columns, (size.y / (2 * wide)).max(1), wide)
}

/// Where the lines show the table.
fn grid(game: &EaHeresy) -> Grid {
    let (_, rows, wide) = cells(game);
    let (left, top) = game.board.spot(Point::new(0, rows * 2 * wide));
    let wide = wide as f32 / CM as f32;
    Grid::over_foot(rows as usize, MARGIN, (left, top), (wide, 2.0 * wide))
}

/// What the letters of the map mean, of those kinds of ground that the table has.
fn legend(game: &EaHeresy, state: &State) -> Vec<Sign> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    let letters = ground_letters(game);
    for piece in game.board.all() {
        let row = units::terrain_of(game, state, piece);
        let letter = letter_in(&letters, row);
        let at = kinds.iter().position(|(known, _)| *known == letter).unwrap_or(kinds.len());
        if at == kinds.len() {
            kinds.push((letter, Vec::new()));
        }
        if !kinds[at].1.contains(&row.name.as_str()) {
            kinds[at].1.push(&row.name);
        }
    }
    let sign = |letters: &str, words: String| Sign { letters: letters.to_string(), words };
    let mut signs: Vec<Sign> =
        kinds.iter().map(|(letter, names)| sign(letter, names.join(" or "))).collect();
    if !state.objectives.is_empty() {
        signs.push(sign("*", "an objective".to_string()));
    }
    for (letter, formations) in unit_letters(game, state) {
        signs.push(sign(&letter, formations.join(" or ")));
    }
    signs
}

/// The letters of units on the table, each with the formations it stands for.
fn unit_letters(game: &EaHeresy, state: &State) -> Vec<(String, Vec<String>)> {
    let mut known: Vec<(String, Vec<String>)> = Vec::new();
    for formation in state.all_formations() {
        let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
        let Some(unit) = state.members(formation).find(on_table) else { continue };
        let (letter, owner) = (letter_of(game, state, unit), state.formation(formation).owner);
        let (name, whose) = (names::formation_word(game, formation), names::seat_word(game, owner));
        let words = format!("{name} of {whose}");
        match known.iter_mut().find(|(other, _)| *other == letter) {
            Some((_, formations)) => formations.push(words),
            None => known.push((letter, vec![words])),
        }
    }
    known
}

/// The letter of a unit: small for the first side, a capital for the other.
fn letter_of(game: &EaHeresy, state: &State, unit: UnitNo) -> String {
    let name = names::unit_word(game, unit);
    name.chars().next().map_or("?".into(), |letter| match state.owner(unit) {
        Seat(0) => letter.to_lowercase().to_string(),
        _ => letter.to_uppercase().to_string(),
    })
}

/// The letter of each kind of ground by its name, those of the table as it was built first; kinds that do the same
/// are told apart as far as there are letters.
fn ground_letters(game: &EaHeresy) -> Vec<(&str, &'static str)> {
    let built = |name: &str| {
        let mut pieces = game.board.pieces.iter();
        pieces.any(|piece| game.terrain[piece.terrain.index()].name == name)
    };
    let mut rows: Vec<&Terrain> = game.terrain.iter().collect();
    rows.sort_by_key(|row| !built(&row.name));
    let mut known: Vec<(&str, &'static str)> = Vec::new();
    for row in rows {
        let letters = letters_of(row);
        let free = letters.iter().find(|letter| known.iter().all(|(_, it)| it != *letter));
        if known.iter().all(|(name, _)| *name != row.name) {
            known.push((&row.name, free.or(letters.first()).copied().unwrap_or("?")));
        }
    }
    known
}

/// The map of letters: two centimetres across a letter on a table of six feet.
fn lines(game: &EaHeresy, state: &State) -> Vec<Vec<Span>> {
    let (columns, rows, wide) = cells(game);
    let (high, letters) = (2 * wide, ground_letters(game));
    let mut lines: Vec<Vec<Span>> = Vec::new();
    for row in (0..rows).rev() {
        let y = row * high + high / 2;
        let head = format!("{:>4} ", (row * high + high / 2) / CM);
        let mut line = vec![Span::plain(head)];
        for column in 0..columns {
            let cell = Point::new(column * wide + wide / 2, y);
            line.push(letter(game, state, cell, (wide, high), &letters));
        }
        lines.push(line);
    }
    let mut foot = vec![Span::plain(" ".repeat(MARGIN))];
    let step = 10.max((10 * CM / wide).max(1));
    for column in (0..columns).step_by(step as usize) {
        let at = (column * wide) / CM;
        foot.push(Span::plain(format!("{at:<width$}", width = step as usize)));
    }
    lines.push(foot);
    for formation in state.all_formations() {
        let text = formation_line(game, state, formation);
        let colour = Some(seat_colour(state.formation(formation).owner).to_string());
        lines.push(vec![Span { text, colour, ground: None }]);
    }
    lines
}

/// A formation beneath the map: whose it is, what it suffered and did, how many are left, and where the map shows none.
fn formation_line(game: &EaHeresy, state: &State, formation: FormationNo) -> String {
    let owner = names::seat_word(game, state.formation(formation).owner);
    let mut words = condition_words(state, formation);
    match state.members(formation).count() {
        0 => words = vec!["wiped out".to_string()],
        alive => words.push(counted(alive, "unit")),
    }
    words.extend(standings::elsewhere_words(game, state, formation));
    format!("{} of {owner}: {}", names::formation_word(game, formation), words.join(", "))
}

fn letter(
    game: &EaHeresy,
    state: &State,
    cell: Point,
    (wide, high): (Length, Length),
    letters: &[(&str, &'static str)],
) -> Span {
    let near = |at: Point| (at.x - cell.x).abs() * 2 <= wide && (at.y - cell.y).abs() * 2 <= high;
    let unit = state
        .all_units()
        .find(|unit| matches!(state.unit(*unit).place, Whereabouts::Table(at) if near(at)));
    if let Some(unit) = unit {
        let text = letter_of(game, state, unit);
        let ground = Some(seat_colour(state.owner(unit)).to_string());
        return Span { text, colour: Some("#ffffff".to_string()), ground };
    }
    if state.objectives.iter().any(|objective| near(objective.at)) {
        return Span { text: "*".into(), colour: Some("#b8860b".into()), ground: None };
    }
    let pieces: Vec<PieceNo> = game.board.at(cell).collect();
    let shown =
        pieces.iter().rev().find(|piece| names::is_stronghold(game, **piece)).or(pieces.last());
    let Some(piece) = shown.copied() else { return Span::plain(".") };
    let row = units::terrain_of(game, state, piece);
    let text = letter_in(letters, row);
    let held = state.holder(piece).map(|seat: Seat| seat_colour(seat).to_string());
    let colour = held.or_else(|| Some(colour_of(game, state, piece).to_string()));
    Span { text: text.into(), colour, ground: None }
}

/// The letters for a kind of ground, by what it does to sight and to who walks, the usual one first.
fn letters_of(row: &Terrain) -> &'static [&'static str] {
    match row.sight {
        Sight::Complete => &["#", "@", "$", "&", "+", "!"],
        Sight::Area => &["%", "\"", "?", "|", "/", "\\"],
        Sight::Hill => &["^", ">"],
        Sight::None if row.road => &["="],
        Sight::None if row.ground(Column::Infantry) == Ground::Impassable => &["~", "-"],
        Sight::None => &[":", ";", ",", "'", "_", "<"],
    }
}

/// The letter of a kind of ground among those of all.
fn letter_in(letters: &[(&str, &'static str)], row: &Terrain) -> &'static str {
    letters.iter().find(|(name, _)| *name == row.name).map_or("?", |(_, letter)| letter)
}

/// The middle of the bounds of an outline.
pub(crate) fn middle_of(outline: &Outline) -> Point {
    outline.bounds().middle()
}

/// The outline of all that is within a length of corners, for drawing.
fn around(corners: &[Point], length: Length) -> Vec<Point> {
    let disc = Footprint::Disc { radius: length, corners: 24 };
    let mut all: Vec<Point> = Vec::new();
    for corner in corners {
        all.extend(disc.at(*corner, Default::default()).corners());
    }
    hull(all)
}

/// The convex hull of points, against the clock.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp(&(point - b)) > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut low = half(&mut points.iter().copied());
    low.extend(half(&mut points.iter().rev().copied()));
    low
}

/// The colour of a kind of ground, by what it is called and what it does.
pub(crate) fn ground_colour(row: &Terrain) -> &'static str {
    let known = [
        ("road", "#b9b2a0"),
        ("hill", "#c2b280"),
        ("woods", "#8fae6d"),
        ("jungle", "#5f8f4e"),
        ("scrub", "#b5bd82"),
        ("field", "#d8cf7a"),
        ("marsh", "#8aa58f"),
        ("urban", "#b0a8a0"),
        ("ruin", "#9c948a"),
        ("crater", "#a58f74"),
        ("stream", "#9cc3d5"),
        ("river", "#7fb0cc"),
        ("lake", "#6fa3c4"),
        ("toxic", "#a9c94f"),
        ("mountain", "#8a8378"),
        ("stronghold", "#c9c4bd"),
    ];
    let named = known.iter().find(|(word, _)| row.key.contains(word));
    named.map(|(_, colour)| *colour).unwrap_or_else(|| {
        let impassable = row.ground(Column::Infantry) == Ground::Impassable;
        match row.sight {
            Sight::Area => "#8fae6d",
            Sight::Complete => "#8a8378",
            Sight::Hill => "#c2b280",
            Sight::None if impassable => "#6fa3c4",
            Sight::None => "#c7c19a",
        }
    })
}
