//! A board of letters as a picture, and in letters for a terminal, with what stands on it.

use super::{Cell, Ground, Plan, Stop, Tiling, cell_name};
use crate::scene::{
    Badge, Drawing, Grid, Layer, Paint, Scene, Shape, Sign, Span, Thing, lightened, rgb,
    seat_colour,
};
use crate::seat::Seat;

const INK: &str = "#404040";
const FAINT: &str = "#606060";
const PALE: &str = "#d8d8d8";
const WHITE: &str = "#ffffff";
/// How high a level is drawn.
const STEP: f32 = 0.5;
/// How thick walls are drawn.
const THICK: f32 = 0.16;
/// Letters that a place takes in the likeness.
const CELL: usize = 4;
/// Letters before a row.
const MARGIN: usize = 3;

/// Something that stands on a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<T: Tiling> {
    /// Where.
    pub at: T::Place,
    /// What it is called, as typed.
    pub name: String,
    /// What there is room for on it: two or three letters.
    pub mark: String,
    /// What a pointer resting on it reads.
    pub title: String,
    /// Whose it is; nothing where it fights for nobody, such as a ball or a chest. Monsters that nobody leads are [`Seat::NOBODY`]'s.
    pub owner: Option<Seat>,
    /// Where it faces, in a game where that matters: drawn as its nose, and in letters as an arrow behind its mark.
    pub facing: Option<T::Direction>,
    /// What there is to know about it.
    pub badges: Vec<Badge>,
}

impl<T: Tiling> Token<T> {
    fn colour(&self) -> &'static str {
        self.owner.map_or(FAINT, seat_colour)
    }

    /// Its mark, and an arrow where it faces.
    fn letters(&self) -> String {
        let arrow = self.facing.map(T::arrow);
        self.mark.chars().chain(arrow).collect()
    }
}

impl<T: Tiling> Plan<T> {
    /// The middle of a place in the picture; y grows downwards.
    pub fn middle(&self, place: T::Place) -> (f32, f32) {
        self.board.middle(place)
    }

    /// A way over places.
    pub fn drawn_way(&self, places: &[T::Place]) -> Shape {
        Shape::way(places.iter().map(|place| self.middle(*place)).collect(), 0.1)
    }

    /// The line from place to place, and where it is stopped.
    pub fn drawn_sight(&self, from: T::Place, to: T::Place) -> Vec<Shape> {
        let hides = self.hidden_by(from, to);
        let line = Shape::sight(self.middle(from), self.middle(to), 0.1, hides.is_none());
        let stop = hides.map(|stop| match stop {
            Stop::At(place) => self.middle(place),
            Stop::Between(one, other) => halfway(self.middle(one), self.middle(other)),
        });
        let stop = stop.map(|at| Shape::stops_sight(at, 0.4, 0.1));
        std::iter::once(line).chain(stop).collect()
    }

    /// Rings around places, as around all that can be reached.
    pub fn rings(&self, places: impl Iterator<Item = T::Place>) -> impl Iterator<Item = Shape> {
        let ring = |place| {
            let paint = Paint::stroked("#2f8f4e", 0.15);
            Shape::Circle { centre: self.middle(place), radius: 0.5, paint }
        };
        places.map(ring)
    }

    /// The board with what stands on it, and its likeness in letters. Of several on a place the last lies on top: what lies on the ground, such as
    /// smoke or a goal, comes before who stands there.
    pub fn scene(&self, tokens: &[Token<T>]) -> Scene {
        let mut scene = Scene::default();
        self.places().for_each(|place| self.draw_place(&mut scene, place));
        self.draw_walls(&mut scene);
        tokens.iter().for_each(|token| self.draw_token(&mut scene, token));
        self.likeness(tokens, &mut scene);
        scene
    }

    fn draw_place(&self, scene: &mut Scene, place: T::Place) {
        let (name, ground, level) = (self.name(place), self.ground_of(place), self.level(place));
        let words = format!("{name}: {}, level {level}", ground.id);
        let (ink, below) = (legible_on(&ground.colour), (T::WIDTH / 2.0 - 0.16).min(0.7));
        let ((x, y), heights) = (self.middle(place), (0.0, STEP * f32::from(level)));
        let thing = Thing { id: name.clone(), words: words.clone(), heights, ..Thing::default() };
        scene.thing(thing, |shapes| {
            let points = self.board.corners(place);
            let paint =
                Paint::filled(lightened(&ground.colour, ((level - 1).min(6), 8)), INK, 0.04)
                    .titled(words);
            shapes.push(Shape::Polygon { points, paint });
            shapes.push(text((x, y + below), 0.3, name, ink));
            if level > 1 {
                shapes.push(text((x, y - 0.55), 0.3, level.to_string(), ink));
            }
        });
        let thing = scene.latest();
        let kind = scene.charted("terrain", Drawing::Words, &ground.id);
        kind.colour.get_or_insert_with(|| ground.colour.clone());
        kind.things.push(thing);
        if self.levels.iter().any(|other| *other != self.levels[0]) {
            scene.charted("heights", Drawing::Words, &level.to_string()).things.push(thing);
        }
    }

    /// Walls, each a line along the side that two places share.
    fn draw_walls(&self, scene: &mut Scene) {
        for (id, wall) in self.walls() {
            let (one, other) = self.ends(id);
            let (from, to) = (self.middle(one), self.middle(other));
            let (x, y) = halfway(from, to);
            let (right, down) = ((to.0 - from.0) / T::WIDTH, (to.1 - from.1) / T::WIDTH);
            let corner = |part: f32, thick: f32| {
                (x + part * right + thick * down, y + part * down - thick * right)
            };
            let (long, half) = (T::SIDE / 2.0, THICK / 2.0);
            let points = vec![
                corner(-half, -long),
                corner(half, -long),
                corner(half, long),
                corner(-half, long),
            ];
            let foot = STEP * f32::from(self.level(one).min(self.level(other)));
            let words = self.said(Stop::Between(one, other));
            let thing = Thing {
                id: self.wall_name(id),
                words: words.clone(),
                heights: (foot, foot + STEP),
                ..Thing::default()
            };
            scene.thing(thing, |shapes| {
                let paint = Paint::filled(&wall.colour, INK, 0.03).titled(words);
                shapes.push(Shape::Polygon { points, paint });
            });
        }
    }

    fn draw_token(&self, scene: &mut Scene, token: &Token<T>) {
        let (centre, foot) = (self.middle(token.at), STEP * f32::from(self.level(token.at)));
        let thing = Thing {
            id: token.name.clone(),
            layer: Layer::Pieces,
            words: token.title.clone(),
            owner: token.owner,
            badges: token.badges.clone(),
            heights: (foot, foot + 0.8),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            let paint = Paint::filled(token.colour(), INK, 0.06).titled(&token.title);
            shapes.push(Shape::Circle { centre, radius: 0.55, paint });
            shapes.extend(token.facing.map(|side| self.nose(token.at, side, token.colour())));
            shapes.push(text(centre, 0.5, token.mark.clone(), WHITE));
        });
    }

    /// The nose of a token: a triangle before its rim.
    fn nose(&self, at: T::Place, direction: T::Direction, colour: &str) -> Shape {
        let ((x, y), (ahead_x, ahead_y)) = (self.middle(at), T::ahead(direction));
        let point = |ahead: f32, aside: f32| {
            (x + ahead * ahead_x - aside * ahead_y, y + ahead * ahead_y + aside * ahead_x)
        };
        let points = vec![point(0.85, 0.0), point(0.5, 0.3), point(0.5, -0.3)];
        Shape::Polygon { points, paint: Paint::filled(colour, INK, 0.06) }
    }

    /// The board in letters: a line a row, each second of hexes half a hex further right. Where there are walls each row has a line
    /// above it for those along its upper sides.
    fn likeness(&self, tokens: &[Token<T>], scene: &mut Scene) {
        let cells = || self.places().map(|place| self.board.cell(place));
        let columns = cells().map(|(column, _)| column).max().unwrap_or(0);
        let rows = cells().map(|(_, row)| row).max().unwrap_or(0);
        let gap = usize::from(self.walls().next().is_some());
        // Long marks have a blank behind them all the same.
        let longest = tokens.iter().map(|token| token.letters().chars().count()).max();
        let cell = longest.map_or(CELL, |longest| CELL.max(longest + 1));
        let width = cell + gap;
        let name = |column: i16| cell_name(column.unsigned_abs().into(), 0);
        let name = |column| format!("{:<width$}", name(column).trim_end_matches('1'));
        let head = (0..=columns).map(|column| Span::plain(name(column)));
        scene.lines.push(std::iter::once(Span::plain(" ".repeat(MARGIN))).chain(head).collect());
        for row in 0..=rows {
            let half = if T::SHIFTED && row % 2 == 1 { width / 2 } else { 0 };
            if gap > 0 && row > 0 {
                let mut line = vec![Span::plain(format!("{:MARGIN$}{:half$}", "", ""))];
                line.extend(
                    (0..=columns).flat_map(|column| self.walls_above((column, row), width)),
                );
                scene.lines.push(line);
            }
            let mut line = vec![Span::plain(format!("{:<MARGIN$}{:half$}", row + 1, ""))];
            for column in 0..=columns {
                let place = self.board.at((column, row));
                let nothing = || Span::plain(" ".repeat(cell));
                line.push(place.map_or_else(nothing, |at| self.cell(at, tokens, cell)));
                if gap > 0 {
                    line.push(self.wall_after((column, row)));
                }
            }
            scene.lines.push(line);
        }
        scene.grid = Some(Grid {
            rows: 1..scene.lines.len(),
            heads: vec![0],
            margin: MARGIN,
            cell: width,
            gap,
            // A row has the upper half of its places, where there is a line for walls below it.
            origin: (-T::WIDTH / 2.0, -T::ROW / (2 * (gap + 1)) as f32),
            step: (T::WIDTH / width as f32, T::ROW / (gap + 1) as f32),
        });
        let stand = || self.walls.iter().filter_map(|wall| wall.stands);
        let lies = |number: usize| {
            self.kinds.iter().copied().chain(stand()).any(|kind| usize::from(kind.0) == number)
        };
        let kinds = self.ground.iter().enumerate().filter(|(number, _)| lies(*number));
        let sign = |letters: String, words: String| Sign { letters, words };
        scene.legend = kinds.map(|(_, row)| sign(row.letter.to_string(), row.id.clone())).collect();
        let of = |token: &Token<T>| match token.owner {
            Some(owner) => format!("{} of {}", token.name, owner.lettered()),
            None => token.name.clone(),
        };
        scene.legend.extend(tokens.iter().map(|token| sign(token.mark.clone(), of(token))));
    }

    /// What stands on the upper sides of a place, in letters: hexes have two.
    fn walls_above(&self, cell: Cell, width: usize) -> Vec<Span> {
        let (column, row) = cell;
        let above = match (T::SHIFTED, row % 2) {
            (false, _) => vec![column],
            (true, 0) => vec![column - 1, column],
            (true, _) => vec![column, column + 1],
        };
        let wide = width / above.len();
        let span = |column: i16| match self.wall_of_cells((column, row - 1), cell) {
            Some(wall) => wall_span(wall, true, (width - 1).min(wide), wide),
            None => Span::plain(" ".repeat(wide)),
        };
        let rest = Span::plain(" ".repeat(width - wide * above.len()));
        above.iter().map(|column| span(*column)).chain([rest]).collect()
    }

    /// What stands between a place and the next of its row, in a letter.
    fn wall_after(&self, (column, row): Cell) -> Span {
        let wall = self.wall_of_cells((column, row), (column + 1, row));
        wall.map_or(Span::plain(" "), |wall| wall_span(wall, false, 1, 1))
    }

    fn wall_of_cells(&self, one: Cell, other: Cell) -> Option<&Ground> {
        self.wall(self.board.at(one)?, self.board.at(other)?)
    }

    /// A place in letters: what stands on it, else its ground with its level where that is not the lowest.
    fn cell(&self, place: T::Place, tokens: &[Token<T>], width: usize) -> Span {
        let (ground, level) = (self.ground_of(place), self.level(place));
        let token = tokens.iter().rfind(|token| token.at == place);
        let text = match (token, level) {
            (Some(token), _) => token.letters(),
            (None, 1) => ground.letter.to_string(),
            (None, _) => format!("{}{level}", ground.letter),
        };
        let colour = token.map(|token| token.colour().to_string());
        Span { text: format!("{text:<width$}"), colour, ground: Some(ground.colour.clone()) }
    }
}

/// So many letters of a wall, and blanks behind them: its own letter, but one whose letter is `|` lies as `-`.
fn wall_span(wall: &Ground, lies: bool, letters: usize, wide: usize) -> Span {
    let letter = if lies && wall.letter == '|' { '-' } else { wall.letter };
    let text = format!("{:<wide$}", letter.to_string().repeat(letters));
    Span { text, colour: Some(wall.colour.clone()), ground: None }
}

/// What can be read on a ground: faint ink, or on dark ground faint white.
fn legible_on(ground: &str) -> &'static str {
    let bright: u32 = rgb(ground).unwrap_or([255; 3]).map(u32::from).iter().sum();
    if bright < 3 * 140 { PALE } else { FAINT }
}

/// The middle of two points.
fn halfway(one: (f32, f32), other: (f32, f32)) -> (f32, f32) {
    ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0)
}

fn text(at: (f32, f32), size: f32, words: String, colour: &str) -> Shape {
    Shape::Text { at, size, words, colour: colour.to_string() }
}
