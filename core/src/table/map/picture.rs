//! A map as a picture, and as text, with what stands on it.

use super::super::base::Footprint;
use super::super::distance::overlaps_outline;
use super::super::facing::Facing;
use super::super::outline::Outline;
use super::super::point::{Length, Point};
use super::super::sight::Sight;
use super::{Map, Objective};
use crate::scene::{
    Badge, Drawing, Grid, Layer, Paint, Scene, Shape, Sign, Span, Thing, seat_colour,
};
use crate::seat::Seat;
use std::collections::BTreeSet;

const TABLE: &str = "#e9e4d4";
const GROUND: &str = "#b9b09a";
const INK: &str = "#333333";
const FAINT: &str = "#4b463a";
const MARK: &str = "#c9a227";
const LOSS: &str = "#8a1c1c";

/// Something that stands on a table: a base, and what is written on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its middle.
    pub at: Point,
    /// How far its base reaches from there.
    pub radius: Length,
    /// The corners of its base, where it is no disc.
    pub corners: Vec<Point>,
    /// Which way it faces, where that is to be seen.
    pub facing: Option<Facing>,
    /// The letter that stands for it on a terminal.
    pub letter: char,
    /// What is written beside it.
    pub label: String,
    /// What a pointer resting on it reads.
    pub title: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// The card or unit it is, by its name in the tables of the game.
    pub card: Option<String>,
    /// What there is to know about it.
    pub badges: Vec<Badge>,
}

impl Token {
    /// A piece of a side on a round base, under its name.
    pub fn of(side: Seat, label: String, (at, radius): (Point, Length)) -> Token {
        Token {
            at,
            radius,
            corners: Vec::new(),
            facing: None,
            letter: label.chars().next().unwrap_or('?').to_ascii_uppercase(),
            title: format!("{label} of {}", side.lettered()),
            label,
            colour: seat_colour(side).to_string(),
            owner: Some(side),
            card: None,
            badges: Vec::new(),
        }
    }
}

/// The picture of a map, and its likeness on a terminal: a cell is one unit wide and two deep. Tokens beside the
/// table, where [`Map::beside`] puts those that wait, are in the picture alone.
pub fn scene_of(map: &Map, tokens: &[Token]) -> Scene {
    scene_with(map, tokens, &map.objectives)
}

/// The same with markers where they lie now, in place of the map's objectives: what is carried away lies elsewhere, or nowhere.
pub fn scene_with(map: &Map, tokens: &[Token], markers: &[Objective]) -> Scene {
    let tokens = &told_apart(tokens);
    let plan = Plan { map };
    let lines = lines_of(map, tokens, markers);
    let (grid, legend) = (Some(grid_of(map, &lines)), legend_of(map, tokens, markers));
    let mut scene = Scene { lines, grid, legend, ..Scene::default() };
    // What is typed keeps its name; ground that shares it is told apart by a number.
    let mut known: BTreeSet<String> = tokens.iter().map(|token| token.label.clone()).collect();
    let mut named = |name: &str| {
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        let id = names.find(|id| !known.contains(id)).unwrap_or_default();
        known.insert(id.clone());
        id
    };
    let objectives: Vec<String> = markers.iter().map(|objective| named(&objective.name)).collect();
    let words = format!("the table, {} deep", map.about(map.bounds.high.y));
    let table = Thing { id: named("table"), words, ..Thing::default() };
    scene.thing(table, |shapes| {
        shapes.push(plan.polygon(&corners_of(map), Paint::filled(TABLE, INK, 0.1)));
    });
    let mut written: BTreeSet<&str> = BTreeSet::new();
    for piece in &map.pieces {
        let does = map.terrain_of(piece).says();
        let words = match does.is_empty() {
            true => piece.name.clone(),
            false => format!("{}: {does}", piece.name),
        };
        let colour = map.terrain_of(piece).colour.as_deref().unwrap_or(GROUND);
        let paint = Paint::filled(colour, INK, 0.05).titled(&words);
        let thing = Thing { id: named(&piece.name), words, ..Thing::default() };
        scene.thing(thing, |shapes| {
            shapes.push(plan.polygon(piece.outline.corners(), paint));
            // Along a line with bends once is enough.
            if !written.insert(&piece.name) {
                return;
            }
            let at = plan.place(piece.outline.bounds().middle());
            let (words, colour) = (piece.name.clone(), FAINT.to_string());
            shapes.push(Shape::Text { at, size: 0.7, words, colour });
        });
        let thing = scene.latest();
        let kind = scene.charted("terrain", Drawing::Words, &map.terrain_of(piece).id);
        kind.colour.get_or_insert_with(|| colour.to_string());
        kind.things.push(thing);
        let height = map.terrain_of(piece).height;
        if height > 0 {
            let height = height.to_string();
            scene.charted("heights", Drawing::Words, &height).things.push(thing);
        }
    }
    for (side, zone) in &map.zones {
        let words = format!("deployment of {side}");
        let thing = Thing {
            id: named(&words),
            layer: Layer::Marks,
            words: words.clone(),
            ..Thing::default()
        };
        let paint = Paint { dashed: true, ..Paint::stroked(INK, 0.08) };
        scene.thing(thing, |shapes| {
            shapes.push(plan.polygon(zone.corners(), paint.titled(words)));
        });
        let (thing, drawn) = (scene.latest(), scene.things.last().map(|thing| thing.shapes));
        let group = scene.charted("deployment zones", Drawing::Shapes, side);
        group.things.push(thing);
        group.shapes.extend(drawn);
    }
    for (objective, id) in markers.iter().zip(objectives) {
        let (centre, paint) = (plan.place(objective.at), Paint::filled(MARK, INK, 0.08));
        let words = format!("objective {}", objective.name);
        let thing = Thing { id, words, layer: Layer::Marks, ..Thing::default() };
        scene.thing(thing, |shapes| {
            let paint = paint.titled(&objective.name);
            shapes.push(Shape::Circle { centre, radius: 0.5, paint });
            shapes.push(text((centre.0, centre.1 + 1.1), &objective.name));
        });
    }
    tokens.iter().for_each(|token| draw_token(&plan, token, &mut scene));
    scene
}

fn draw_token(plan: &Plan, token: &Token, scene: &mut Scene) {
    let (centre, paint) = (plan.place(token.at), Paint::filled(&token.colour, INK, 0.06));
    let radius = plan.length(token.radius);
    let thing = Thing {
        id: token.label.clone(),
        layer: Layer::Pieces,
        words: token.title.clone(),
        owner: token.owner,
        card: token.card.clone(),
        badges: token.badges.clone(),
        heights: (0.0, 2.0 * radius),
        ..Thing::default()
    };
    let marks: Vec<&str> = token.badges.iter().map(|badge| badge.mark.as_str()).collect();
    scene.thing(thing, |shapes| {
        let paint = paint.titled(&token.title);
        shapes.push(match token.corners.is_empty() {
            true => Shape::Circle { centre, radius, paint },
            false => plan.polygon(&token.corners, paint),
        });
        shapes.extend(token.facing.map(|facing| {
            // A little beyond its base, so that it is seen.
            let nose = token.radius + plan.map.unit.one() / 2;
            let front = plan.place(token.at.ahead(facing, nose));
            Shape::Line { points: vec![centre, front], paint: Paint::stroked(INK, 0.15) }
        }));
        shapes.push(text((centre.0, centre.1 - radius - 0.5), &token.label));
        if !marks.is_empty() {
            let (words, colour) = (marks.join(" "), LOSS.to_string());
            let at = (centre.0, centre.1 + radius + 0.5);
            shapes.push(Shape::Text { at, size: 0.8, words, colour });
        }
    });
}

/// The corners of the table.
fn corners_of(map: &Map) -> [Point; 4] {
    let far = map.bounds.high;
    [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| Point::new(x * far.x, y * far.y))
}

impl Map {
    /// A picture of the table with pieces on it, and who holds each objective.
    pub fn scene(
        &self,
        tokens: impl IntoIterator<Item = Token>,
        holders: impl IntoIterator<Item = Option<Seat>>,
    ) -> Scene {
        let tokens: Vec<Token> = tokens.into_iter().collect();
        let mut scene = scene_of(self, &tokens);
        self.show_holders(&mut scene, holders);
        scene
    }

    /// Says in a picture who holds each objective: in their colour, in words, and on the terminal a line each.
    pub fn show_holders(&self, scene: &mut Scene, holders: impl IntoIterator<Item = Option<Seat>>) {
        for (objective, holder) in self.objectives.iter().zip(holders) {
            let says = holder.map_or("nobody".to_string(), Seat::lettered);
            if let Some(thing) = scene.things.iter_mut().find(|thing| thing.id == objective.name) {
                thing.owner = holder;
                thing.words += &format!(", held by {says}");
            }
            scene.lines.push(vec![Span::plain(format!("* {}: {says}", objective.name))]);
        }
    }
}

impl Map {
    /// A place beside the table for what waits: in lines along the near edge for an even side, along the far one for
    /// an odd one.
    pub fn beside(&self, side: usize, at: usize) -> Point {
        let one = self.unit.one();
        let pitch = 6 * one;
        let in_line = (self.bounds.high.x / pitch).max(1);
        let at = i32::try_from(at).unwrap_or(i32::MAX);
        let (column, line) = (at % in_line, at / in_line);
        let out = 3 * one * line.saturating_add(1).min(100);
        let y = if side.is_multiple_of(2) { -out } else { self.bounds.high.y + out };
        Point::new(pitch * column + pitch / 2, y)
    }
}

impl Map {
    /// A place as a picture of the map has it: y grows downwards, and one is one unit.
    pub fn drawn(&self, at: Point) -> (f32, f32) {
        Plan { map: self }.place(at)
    }

    /// The way of something, through places of the table.
    pub fn drawn_way(&self, places: &[Point]) -> Shape {
        Shape::way(places.iter().map(|at| self.drawn(*at)).collect(), 0.15)
    }

    /// The line by which a sight was judged, with the place where it is stopped.
    pub fn drawn_sight(&self, sight: &Sight) -> Vec<Shape> {
        let (line, stopped) = match sight {
            Sight::Clear { line, .. } => (line, None),
            Sight::Blocked { line, at, .. } => (line, Some(*at)),
        };
        let width = 0.15;
        let drawn = Shape::sight(self.drawn(line.0), self.drawn(line.1), width, stopped.is_none());
        let stop = stopped.map(|at| Shape::stops_sight(self.drawn(at), 3.0 * width, width));
        std::iter::once(drawn).chain(stop).collect()
    }
}

impl Map {
    /// The place of a picture, to a tenth of a unit, as a hand points.
    pub fn place_at(&self, (x, y): (f32, f32)) -> Point {
        let tenth = self.unit.one() / 10;
        // What is far outside is refused by whoever judges the place; it only has to fit.
        let length =
            |drawn: f32| (drawn * 10.0).round().clamp(-10_000.0, 10_000.0) as Length * tenth;
        Point::new(length(x), self.bounds.high.y - length(y))
    }
}

/// The likeness of a map on a terminal.
fn lines_of(map: &Map, tokens: &[Token], markers: &[Objective]) -> Vec<Vec<Span>> {
    let one = map.unit.one();
    let cells = |length: Length| length.div_euclid(one).clamp(0, 120);
    let (columns, rows) =
        (cells(map.bounds.high.x + one - 1), cells(map.bounds.high.y + one - 1) / 2);
    let letters = letters_of(map, tokens);
    let row = |row: Length| {
        let low = 2 * one * row;
        let span =
            |column: Length| cell(map, (tokens, markers), &letters, Point::new(one * column, low));
        let named = if row % 3 == 0 { (2 * row).to_string() } else { String::new() };
        let margin = Span::plain(format!("{named:>width$} ", width = MARGIN - 1));
        std::iter::once(margin).chain((0..columns).map(span)).collect()
    };
    let named = (0..columns).step_by(6).map(|column| Span::plain(format!("{column:<6}")));
    let foot = std::iter::once(Span::plain(" ".repeat(MARGIN))).chain(named).collect();
    (0..rows).rev().map(row).chain([foot]).collect()
}

/// Letters before a row, which say how far up the table it lies.
const MARGIN: usize = 4;

/// Where the lines show the table.
fn grid_of(map: &Map, lines: &[Vec<Span>]) -> Grid {
    let rows = lines.len().saturating_sub(1);
    let deep = 2 * map.unit.one() * Length::try_from(rows).unwrap_or_default();
    let (left, top) = Plan { map }.place(Point::new(0, deep));
    Grid::over_foot(rows, MARGIN, (left, top), (1.0, 2.0))
}

/// Tokens whose letters say whose they are without their colours: where both sides share one, that of the second is small.
fn told_apart(tokens: &[Token]) -> Vec<Token> {
    let is_small = |token: &Token| {
        let shared = |other: &Token| other.letter == token.letter && other.owner != token.owner;
        token.owner.is_some_and(|owner| owner.index() % 2 == 1) && tokens.iter().any(shared)
    };
    let told = |token: &Token| Token {
        letter: if is_small(token) { token.letter.to_ascii_lowercase() } else { token.letter },
        ..token.clone()
    };
    tokens.iter().map(told).collect()
}

/// The letter of each name of ground: its first that no other before it has and no token, or else its first.
fn letters_of<'m>(map: &'m Map, tokens: &[Token]) -> Vec<(&'m str, char)> {
    let mut known: Vec<(&str, char)> = Vec::new();
    for piece in &map.pieces {
        let name = piece.name.as_str();
        if known.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let is_free = |letter: &char| {
            let known = known.iter().map(|(_, other)| *other);
            known.chain(tokens.iter().map(|token| token.letter)).all(|other| other != *letter)
        };
        // `the mill` is found as `mill`, and has its letter.
        let article = name.get(..4).filter(|begins| begins.eq_ignore_ascii_case("the "));
        let told = &name[article.map_or(0, str::len)..];
        let mut letters = told.chars().filter(|letter| letter.is_alphanumeric());
        let letter = letters.find(is_free).or_else(|| told.chars().next());
        known.push((name, letter.unwrap_or('?')));
    }
    known
}

/// What the letters mean, of what lies and stands on the table.
fn legend_of(map: &Map, tokens: &[Token], markers: &[Objective]) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    let mut tell = |letters: String, words: &str| {
        let known = signs.iter_mut().find(|sign| sign.letters == letters);
        match known {
            Some(sign) if sign.words.split(" or ").any(|word| word == words) => {}
            Some(sign) => sign.words += &format!(" or {words}"),
            None => signs.push(Sign { letters, words: words.to_string() }),
        }
    };
    for (name, letter) in letters_of(map, tokens) {
        tell(letter.to_string(), name);
    }
    if !markers.is_empty() {
        tell("*".to_string(), "an objective");
    }
    for token in tokens {
        let whose = token.owner.map_or(String::new(), |owner| format!(" of {}", owner.lettered()));
        tell(token.letter.to_string(), &format!("{}{whose}", token.label));
    }
    signs
}

/// One cell, by its near left corner.
fn cell(
    map: &Map,
    (tokens, markers): (&[Token], &[Objective]),
    letters: &[(&str, char)],
    low: Point,
) -> Span {
    let one = map.unit.one();
    let holds = |at: Point| {
        at.x.div_euclid(one) * one == low.x && at.y.div_euclid(2 * one) * 2 * one == low.y
    };
    let cell = Footprint::Rectangle { long: one, wide: 2 * one };
    let cell = cell.at(Point::new(low.x + one / 2, low.y + one), Facing::default());
    let lies = |outline: &Outline| overlaps_outline(&cell, outline);
    let piece = map.pieces.iter().rev().find(|piece| lies(&piece.outline));
    let ground = piece.and_then(|piece| map.terrain_of(piece).colour.clone());
    if let Some(token) = tokens.iter().find(|token| holds(token.at)) {
        return Span { text: token.letter.to_string(), colour: Some(token.colour.clone()), ground };
    }
    if markers.iter().any(|marker| holds(marker.at)) {
        return Span { text: "*".into(), colour: Some(MARK.into()), ground };
    }
    let of = |name: &str| letters.iter().find(|(known, _)| *known == name);
    let letter = piece.and_then(|piece| of(&piece.name)).map_or('.', |(_, letter)| *letter);
    Span { text: letter.to_string(), colour: None, ground }
}

/// A map on paper: y grows downwards, and one is one unit.
struct Plan<'m> {
    map: &'m Map,
}

impl Plan<'_> {
    fn length(&self, length: Length) -> f32 {
        length as f32 / self.map.unit.one() as f32
    }

    fn place(&self, at: Point) -> (f32, f32) {
        (self.length(at.x), self.length(self.map.bounds.high.y - at.y))
    }

    fn polygon(&self, corners: &[Point], paint: Paint) -> Shape {
        Shape::Polygon { points: corners.iter().map(|corner| self.place(*corner)).collect(), paint }
    }
}

fn text(at: (f32, f32), words: &str) -> Shape {
    Shape::Text { at, size: 0.9, words: words.into(), colour: INK.into() }
}
