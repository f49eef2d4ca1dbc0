//! A board of letters as a picture, and in letters for a terminal, with what stands on it.

use super::Plan;
use crate::hex::{HEX_WIDTH, Hex, HexId, Side, corners_around};
use crate::scene::{
    Badge, Drawing, Grid, Layer, Paint, Scene, Shape, Sign, Span, Thing, lightened, seat_colour,
};
use crate::seat::Seat;

const INK: &str = "#404040";
const FAINT: &str = "#606060";
const WHITE: &str = "#ffffff";
/// How high a level is drawn.
const STEP: f32 = 0.5;
/// Letters that a hex takes in the likeness.
const CELL: usize = 4;
/// Letters before a row.
const MARGIN: usize = 3;

/// Something that stands on a hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Where.
    pub at: HexId,
    /// What it is called, as typed.
    pub name: String,
    /// What there is room for on a hex, at most three letters.
    pub mark: String,
    /// What a pointer resting on it reads.
    pub title: String,
    /// Whose it is; nobody's, such as a ball or a chest.
    pub owner: Option<Seat>,
    /// Where it faces, in a game where that matters: drawn as its nose, and in letters as an arrow behind its mark.
    pub facing: Option<Side>,
    /// What there is to know about it.
    pub badges: Vec<Badge>,
}

impl Token {
    fn colour(&self) -> &'static str {
        self.owner.map_or(FAINT, seat_colour)
    }
}

impl Plan {
    /// The middle of a hex in the picture, where corners are 1 from it and y grows downwards.
    pub fn middle(&self, hex: HexId) -> (f32, f32) {
        self.board.hex(hex).drawn()
    }

    /// A way over hexes.
    pub fn drawn_way(&self, hexes: &[HexId]) -> Shape {
        Shape::way(hexes.iter().map(|hex| self.middle(*hex)).collect(), 0.1)
    }

    /// The line from hex to hex, and where it is stopped.
    pub fn drawn_sight(&self, from: HexId, to: HexId) -> Vec<Shape> {
        let hides = self.hidden_by(from, to);
        let line = Shape::sight(self.middle(from), self.middle(to), 0.1, hides.is_none());
        let stop = hides.map(|hex| Shape::stops_sight(self.middle(hex), 0.4, 0.1));
        std::iter::once(line).chain(stop).collect()
    }

    /// Rings around hexes, as around all that can be reached.
    pub fn rings(&self, hexes: impl Iterator<Item = HexId>) -> impl Iterator<Item = Shape> {
        let ring = |hex| {
            let paint = Paint::stroked("#2f8f4e", 0.15);
            Shape::Circle { centre: self.middle(hex), radius: 0.5, paint }
        };
        hexes.map(ring)
    }

    /// The board with what stands on it, and its likeness in letters.
    pub fn scene(&self, tokens: &[Token]) -> Scene {
        let mut scene = Scene::default();
        self.board.hex_ids().for_each(|hex| self.draw_hex(&mut scene, hex));
        tokens.iter().for_each(|token| self.draw_token(&mut scene, token));
        self.likeness(tokens, &mut scene);
        scene
    }

    fn draw_hex(&self, scene: &mut Scene, hex: HexId) {
        let (name, ground, level) = (self.name(hex), self.ground_of(hex), self.level(hex));
        let words = format!("{name}: {}, level {level}", ground.id);
        let ((x, y), heights) = (self.middle(hex), (0.0, STEP * f32::from(level)));
        let thing = Thing { id: name.clone(), words: words.clone(), heights, ..Thing::default() };
        scene.thing(thing, |shapes| {
            let points = corners_around((x, y), 1.0).to_vec();
            let paint =
                Paint::filled(lightened(&ground.colour, ((level - 1).min(6), 8)), INK, 0.04)
                    .titled(words);
            shapes.push(Shape::Polygon { points, paint });
            shapes.push(text((x, y + 0.7), 0.3, name, FAINT));
            if level > 1 {
                shapes.push(text((x, y - 0.55), 0.3, level.to_string(), FAINT));
            }
        });
        let thing = scene.latest();
        let kind = scene.charted("terrain", Drawing::Words, &ground.id);
        kind.colour.get_or_insert_with(|| ground.colour.clone());
        kind.things.push(thing);
        scene.charted("heights", Drawing::Words, &level.to_string()).things.push(thing);
    }

    fn draw_token(&self, scene: &mut Scene, token: &Token) {
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
    fn nose(&self, at: HexId, side: Side, colour: &str) -> Shape {
        let (x, y) = self.middle(at);
        let (to_x, to_y) = self.board.hex(at).step(side).drawn();
        let (ahead_x, ahead_y) = ((to_x - x) / HEX_WIDTH, (to_y - y) / HEX_WIDTH);
        let point = |ahead: f32, aside: f32| {
            (x + ahead * ahead_x - aside * ahead_y, y + ahead * ahead_y + aside * ahead_x)
        };
        let points = vec![point(0.85, 0.0), point(0.5, 0.3), point(0.5, -0.3)];
        Shape::Polygon { points, paint: Paint::filled(colour, INK, 0.06) }
    }

    /// The board in letters: a line a row, each second half a hex further right.
    fn likeness(&self, tokens: &[Token], scene: &mut Scene) {
        let offsets = || self.board.hex_ids().map(|hex| self.board.hex(hex).to_offset());
        let columns = offsets().map(|(column, _)| column).max().unwrap_or(0);
        let rows = offsets().map(|(_, row)| row).max().unwrap_or(0);
        let name = |column| self.board.hex_name(Hex::from_offset(column, 0));
        let name = |column| format!("{:<CELL$}", name(column).trim_end_matches('1'));
        let head: String = (0..=columns).map(name).collect();
        scene.lines.push(vec![Span::plain(format!("{:MARGIN$}{head}", ""))]);
        for row in 0..=rows {
            let half = if row % 2 == 1 { CELL / 2 } else { 0 };
            let mut line = vec![Span::plain(format!("{:<MARGIN$}{:half$}", row + 1, ""))];
            line.extend((0..=columns).map(|column| {
                let hex = self.board.hex_id(Hex::from_offset(column, row));
                hex.map_or(Span::plain(" ".repeat(CELL)), |hex| self.cell(hex, tokens))
            }));
            scene.lines.push(line);
        }
        scene.grid = Some(Grid {
            rows: 1..scene.lines.len(),
            heads: vec![0],
            margin: MARGIN,
            cell: CELL,
            origin: (-HEX_WIDTH / 2.0, -0.75),
            step: (HEX_WIDTH / CELL as f32, 1.5),
        });
        let lies = |number: usize| self.board.hex_ids().any(|hex| self.kind(hex) == number);
        let kinds = self.ground.iter().enumerate().filter(|(number, _)| lies(*number));
        let sign = |letters: String, words: String| Sign { letters, words };
        scene.legend = kinds.map(|(_, row)| sign(row.letter.to_string(), row.id.clone())).collect();
        let of = |token: &Token| match token.owner {
            Some(owner) => format!("{} of {}", token.name, owner.lettered()),
            None => token.name.clone(),
        };
        scene.legend.extend(tokens.iter().map(|token| sign(token.mark.clone(), of(token))));
    }

    fn kind(&self, hex: HexId) -> usize {
        self.board.space(self.board.spaces_on(hex)[0]).kind.into()
    }

    /// A hex in letters: what stands on it, else its ground with its level where that is not the lowest.
    fn cell(&self, hex: HexId, tokens: &[Token]) -> Span {
        let (ground, level) = (self.ground_of(hex), self.level(hex));
        let token = tokens.iter().find(|token| token.at == hex);
        let text = match (token, level) {
            (Some(token), _) => {
                let arrow = token.facing.map_or(String::new(), |side| side.arrow().to_string());
                format!("{}{arrow}", token.mark)
            }
            (None, 1) => ground.letter.to_string(),
            (None, _) => format!("{}{level}", ground.letter),
        };
        let colour = token.map(|token| token.colour().to_string());
        Span { text: format!("{text:<CELL$}"), colour, ground: Some(ground.colour.clone()) }
    }
}

fn text(at: (f32, f32), size: f32, words: String, colour: &str) -> Shape {
    Shape::Text { at, size, words, colour: colour.to_string() }
}
