//! The table as a picture: terrains with the face they show, armies beside them, areas below.

use crate::catalog::{Element, Kind};
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::state::State;
use umpire_core::scene::{Layer, Paint, Scene, Shape, Span, Thing, seat_colour};
use umpire_core::seat::Seat;

/// Width of a terrain die, and of a die of an army with what lies between two, in plan units.
const DIE: f32 = 3.0;
const PITCH: f32 = 1.55;
const SMALL: f32 = 1.0;
/// Dice in a line, and the height of one with the names below it.
const IN_LINE: usize = 10;
const LINE: f32 = 1.75;

/// Words beside a terrain or in an area, of one player or of nobody.
type Row = (Option<Seat>, String);

impl DragonDice {
    pub(super) fn picture(&self, state: &State) -> Scene {
        let mut scene = Scene::default();
        scene.lines.push(vec![Span::plain(self.heading(state))]);
        let mut top = 0.0;
        for place in state.terrains() {
            let rows = self.rows_at(state, place);
            self.draw_terrain(state, place, top, &mut scene);
            self.write_terrain(state, place, &rows, &mut scene);
            top += self.draw_armies(state, place, top, &mut scene).max(DIE) + 0.8;
        }
        for place in [Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL] {
            let rows = self.rows_at(state, place);
            if rows.is_empty() {
                continue;
            }
            let word = self.place_word(state, place);
            write_rows(&format!("{word:<10}"), &rows, &mut scene);
            let thing = Thing { id: word.clone(), words: word.clone(), ..Thing::default() };
            scene.thing(thing, |shapes| {
                let paint = Paint::filled("#f0ecdf", "#b9b09a", 0.05);
                let points = rectangle((0.0, top), (DIE, LINE));
                shapes.push(Shape::Polygon { points, paint });
                shapes.push(text((DIE / 2.0, top + LINE / 2.0), 0.6, &word, "#303030"));
            });
            top += self.draw_armies(state, place, top, &mut scene).max(LINE) + 0.6;
        }
        for effect in &state.effects {
            scene.lines.push(vec![Span::plain(format!("  {}", self.effect_words(state, effect)))]);
        }
        scene
    }

    fn heading(&self, state: &State) -> String {
        match &state.over {
            Some(outcome) if outcome.winners.is_empty() => "the game is drawn".to_string(),
            Some(outcome) => {
                let names: Vec<String> =
                    outcome.winners.iter().map(|seat| self.seat_word(seat)).collect();
                format!("won by {}", names.join(", "))
            }
            None => {
                let seat = self.seat_word(state.marching);
                format!("turn {}, {seat}, {}", state.turn, self.phase_word(state))
            }
        }
    }

    /// What lies at a place: each player's army, what is beside it, and dragons.
    fn rows_at(&self, state: &State, place: Place) -> Vec<Row> {
        let mut rows = Vec::new();
        for seat in (0..state.players()).map(Seat) {
            let force = state.roster.force(seat);
            let mut there = state.at(seat, place);
            let army = Army { owner: seat, place };
            if let Some(number) = place.as_terrain() {
                there = there.without(force.of_sort(Sort::Dragon).with(force.of_sort(Sort::Minor)));
                let dragons = state.at(seat, place).and(force.of_sort(Sort::Dragon));
                if let Some(minor) = state.minor(army) {
                    let face = state.sides[seat.index()].minor_faces[usize::from(number)];
                    let kind = self.kind_word(state, seat, minor);
                    let shown = self.minor_word(state, army, face.saturating_sub(1));
                    let words = format!("{}'s {kind} shows {shown}", self.seat_word(seat));
                    rows.push((Some(seat), words));
                }
                if dragons != PieceSet::NONE {
                    let names = self.dice_words(state, seat, dragons);
                    rows.push((Some(seat), format!("{}'s dragons: {names}", self.seat_word(seat))));
                }
            }
            if there.is_empty() {
                continue;
            }
            let health = state.health(army);
            let names = self.dice_words(state, seat, there);
            let words = format!("{}: {names} [{health}]", self.seat_word(seat));
            rows.push((Some(seat), words));
        }
        rows
    }

    fn draw_terrain(&self, state: &State, place: Place, top: f32, scene: &mut Scene) {
        let Some(ground) = state.ground(place) else { return };
        let kind = self.catalog.kind(ground.kind);
        let (face, shown) = (ground.face, self.shown_word(state, place, ground.face));
        let word = self.place_word(state, place);
        let held = ground
            .holder
            .map_or(String::new(), |seat| format!(", held by {}", self.seat_word(seat)));
        let thing = Thing {
            words: format!("{word}: {}, shows {face}, {shown}{held}", kind.id),
            id: word.clone(),
            owner: ground.holder,
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            shapes.extend(halves(kind, (0.0, top), DIE));
            let middle = DIE / 2.0;
            shapes.push(text((middle, top + 1.0), 1.4, &face.to_string(), "#000000"));
            shapes.push(text((middle, top + 2.0), 0.5, &shown, "#000000"));
            shapes.push(text((middle, top + 2.6), 0.5, &word, "#000000"));
            let (colour, width) =
                ground.holder.map_or(("#404040", 0.06), |it| (seat_colour(it), 0.2));
            let (points, paint) = (rounded((0.0, top), DIE), Paint::stroked(colour, width));
            shapes.push(Shape::Polygon { points, paint });
        });
    }

    /// The dice at a place, player by player; tells how high they are drawn.
    fn draw_armies(&self, state: &State, place: Place, top: f32, scene: &mut Scene) -> f32 {
        let mut height = 0.0;
        for owner in (0..state.players()).map(Seat) {
            let dice: Vec<u8> = state.at(owner, place).iter().collect();
            if dice.is_empty() {
                continue;
            }
            let lines = dice.len().div_ceil(IN_LINE);
            let (left, top) = (DIE + 0.4, top + height);
            let army = Army { owner, place };
            let health = state.health(army);
            let word = self.army_word(state, army);
            let thing = Thing {
                id: word.clone(),
                words: format!("{word}: {} dice, health {health}", dice.len()),
                owner: Some(owner),
                part_of: Some(self.place_word(state, place)),
                ..Thing::default()
            };
            scene.thing(thing, |shapes| {
                let size = (IN_LINE as f32 * PITCH + 2.2, lines as f32 * LINE - 0.1);
                let paint = Paint::filled("#fbf9f2", seat_colour(owner), 0.06);
                shapes.push(Shape::Polygon { points: rectangle((left, top), size), paint });
                let name = self.seat_word(owner);
                shapes.push(text((left + 1.0, top + 0.55), 0.6, &name, seat_colour(owner)));
                let health = format!("health {health}");
                shapes.push(text((left + 1.0, top + 1.15), 0.36, &health, seat_colour(owner)));
            });
            for (at, die) in dice.iter().enumerate() {
                let column = (at % IN_LINE) as f32 * PITCH;
                let corner = (left + 2.3 + column, top + 0.15 + (at / IN_LINE) as f32 * LINE);
                self.draw_die(state, Piece { owner, number: *die }, corner, scene);
            }
            height += lines as f32 * LINE;
        }
        height
    }

    /// A die as what a hand may point at; its faces are in its words.
    fn draw_die(&self, state: &State, piece: Piece, corner: (f32, f32), scene: &mut Scene) {
        let id = state.roster.force(piece.owner).kind(piece.number);
        let kind = self.catalog.kind(id);
        let faces = self.catalog.dice.get(id.die());
        let mut names: Vec<&str> = Vec::new();
        names.extend(faces.faces.iter().map(|face| face.name.as_str()));
        let army = Army { owner: piece.owner, place: state.place_of(piece) };
        let thing = Thing {
            id: self.die_word(state, piece),
            layer: Layer::Pieces,
            words: format!("{}, health {}: {}", kind.name, kind.health, names.join(", ")),
            owner: Some(piece.owner),
            part_of: Some(self.army_word(state, army)),
            heights: (0.0, SMALL),
            ..Thing::default()
        };
        scene.thing(thing, |shapes| {
            shapes.extend(halves(kind, corner, SMALL));
            let paint = Paint::stroked(seat_colour(piece.owner), 0.07);
            shapes.push(Shape::Polygon { points: rounded(corner, SMALL), paint });
            let middle = (corner.0 + SMALL / 2.0, corner.1 + SMALL / 2.0);
            let mark = if kind.health > 0 { kind.health.to_string() } else { "*".to_string() };
            shapes.push(text(middle, 0.55, &mark, "#1c1c1c"));
            let name: String = kind.id.chars().take(10).collect();
            shapes.push(text((middle.0, corner.1 + SMALL + 0.22), 0.24, &name, "#303030"));
        });
    }

    fn write_terrain(&self, state: &State, place: Place, rows: &[Row], scene: &mut Scene) {
        let Some(ground) = state.ground(place) else { return };
        let (word, die) = (self.place_word(state, place), &self.catalog.kind(ground.kind).id);
        let shown = self.shown_word(state, place, ground.face);
        let holder = ground
            .holder
            .map_or(String::new(), |seat| format!(", held by {}", self.seat_word(seat)));
        let named = ground
            .named
            .map_or(String::new(), |face| format!(" as {}", self.catalog.eighth(face).id));
        let face = ground.face;
        let line = format!("{word:<10}{die}: {face} ({shown}{named}){holder}");
        scene.lines.push(vec![Span::plain(line)]);
        write_rows(&" ".repeat(10), rows, scene);
    }
}

fn write_rows(first: &str, rows: &[Row], scene: &mut Scene) {
    for (at, (seat, words)) in rows.iter().enumerate() {
        let margin = if at == 0 { first.to_string() } else { " ".repeat(first.len()) };
        let colour = seat.map(|seat| seat_colour(seat).to_string());
        let span = Span { text: words.clone(), colour, ground: None };
        scene.lines.push(vec![Span::plain(margin), span]);
    }
}

fn paint_of(element: Element) -> &'static str {
    match element {
        Element::Air => "#8fbce6",
        Element::Death => "#9a9a9a",
        Element::Earth => "#e6d27a",
        Element::Fire => "#e68a7a",
        Element::Water => "#8fce9a",
    }
}

fn rectangle((left, top): (f32, f32), (width, height): (f32, f32)) -> Vec<(f32, f32)> {
    let (right, bottom) = (left + width, top + height);
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// A square with its corners cut.
fn rounded((left, top): (f32, f32), size: f32) -> Vec<(f32, f32)> {
    let (right, bottom, cut) = (left + size, top + size, size * 0.12);
    vec![
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]
}

/// The colours of a die, side by side, within its cut corners.
fn halves(kind: &Kind, corner: (f32, f32), size: f32) -> Vec<Shape> {
    let mut colours: Vec<&str> = kind.elements.iter().map(paint_of).collect();
    if colours.is_empty() {
        colours.push("#e8e2d0");
    }
    let whole = rounded(corner, size);
    let half = |(at, colour): (usize, &&str)| {
        let part = size / colours.len() as f32;
        let (left, right) = (corner.0 + at as f32 * part, corner.0 + (at + 1) as f32 * part);
        let points = whole.iter().map(|(x, y)| (x.clamp(left, right), *y)).collect();
        Shape::Polygon { points, paint: Paint::filled(*colour, *colour, 0.0) }
    };
    colours.iter().enumerate().map(half).collect()
}

fn text(at: (f32, f32), size: f32, words: &str, colour: &str) -> Shape {
    Shape::Text { at, size, words: words.to_string(), colour: colour.to_string() }
}
