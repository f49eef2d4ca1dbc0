//! The table as a picture: terrains with the face they show, armies beside them, areas below.

use crate::catalog::Element;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place, Sort};
use crate::state::State;
use umpire_core::scene::{Paint, Scene, Shape, Span};
use umpire_core::seat::Seat;

/// Colours of the players, by seat.
const SEATS: [&str; 4] = ["#b03030", "#2f5fb3", "#2f8f4e", "#8a5fb0"];
/// Width of a terrain die and of the box of an army, in plan units.
const DIE: f32 = 3.0;
const BOX: f32 = 14.0;
const LINE: f32 = 1.0;

/// Words beside a terrain or in an area, of one player or of nobody.
type Row = (Option<Seat>, String);

impl DragonDice {
    pub(super) fn picture(&self, state: &State) -> Scene {
        let mut scene = Scene::default();
        scene.lines.push(vec![Span::plain(self.heading(state))]);
        let mut top = 0.0;
        for place in state.terrains() {
            let rows = self.rows_at(state, place);
            self.draw_terrain(state, place, top, &rows, &mut scene);
            self.write_terrain(state, place, &rows, &mut scene);
            top += (rows.len() as f32 * LINE).max(DIE) + 0.8;
        }
        for place in [Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL] {
            let rows = self.rows_at(state, place);
            if rows.is_empty() {
                continue;
            }
            let word = self.place_word(state, place);
            let height = rows.len() as f32 * LINE;
            text(&mut scene, (DIE / 2.0, top + height / 2.0), 0.7, &word, "#303030");
            self.draw_rows(top, &rows, &mut scene);
            write_rows(&format!("{word:<10}"), &rows, &mut scene);
            top += height + 0.6;
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

    fn draw_terrain(&self, state: &State, place: Place, top: f32, rows: &[Row], scene: &mut Scene) {
        let Some(ground) = state.ground(place) else { return };
        let kind = self.catalog.kind(ground.kind);
        let mut colours: Vec<&str> = kind.elements.iter().map(paint_of).collect();
        if colours.is_empty() {
            colours.push("#e8e2d0");
        }
        let width = DIE / colours.len() as f32;
        for (at, colour) in colours.iter().enumerate() {
            let left = at as f32 * width;
            let paint = Paint::filled(*colour, "#404040", 0.04).titled(kind.id.clone());
            let points = rectangle((left, top), (width, DIE));
            scene.shapes.push(Shape::Polygon { points, paint });
        }
        let middle = DIE / 2.0;
        let face = ground.face.to_string();
        text(scene, (middle, top + 1.0), 1.4, &face, "#000000");
        let shown = self.shown_word(state, place, ground.face);
        text(scene, (middle, top + 2.0), 0.5, &shown, "#000000");
        text(scene, (middle, top + 2.6), 0.5, &self.place_word(state, place), "#000000");
        if let Some(holder) = ground.holder {
            let paint = Paint::stroked(colour_of(holder), 0.2);
            let points = rectangle((0.0, top), (DIE, DIE));
            scene.shapes.push(Shape::Polygon { points, paint });
        }
        self.draw_rows(top, rows, scene);
    }

    fn draw_rows(&self, top: f32, rows: &[Row], scene: &mut Scene) {
        for (at, (seat, words)) in rows.iter().enumerate() {
            let colour = seat.map_or("#808080", colour_of);
            let corner = (DIE + 0.4, top + at as f32 * LINE);
            let longest = rows.iter().map(|(_, words)| words.len()).max().unwrap_or(0) as f32;
            let width = BOX.max(longest * 0.3);
            let points = rectangle(corner, (width, LINE * 0.9));
            let paint = Paint::filled("#ffffff", colour, 0.06).titled(words.clone());
            scene.shapes.push(Shape::Polygon { points, paint });
            let middle = (corner.0 + width / 2.0, corner.1 + LINE * 0.45);
            text(scene, middle, 0.5, words, colour);
        }
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
        let colour = seat.map(|seat| colour_of(seat).to_string());
        let span = Span { text: words.clone(), colour, ground: None };
        scene.lines.push(vec![Span::plain(margin), span]);
    }
}

fn colour_of(seat: Seat) -> &'static str {
    SEATS[seat.index() % SEATS.len()]
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

fn text(scene: &mut Scene, at: (f32, f32), size: f32, words: &str, colour: &str) {
    let (words, colour) = (words.to_string(), colour.to_string());
    scene.shapes.push(Shape::Text { at, size, words, colour });
}
