//! Figures in pictures: where they stand, how they are, and those that wait beside the battlefield.

use super::card::card_numbers;
use super::draw::high;
use super::nouns::MARKERS;
use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Place, State};
use crate::words::{draw, standings};
use std::collections::BTreeSet;
use umpire_core::command::counted;
use umpire_core::scene::{Badge, Layer, Paint, Scene, Shape, Thing, seat_colour};
use umpire_core::seat::Seat;

/// How far down figures are drawn that stand under something.
const UNDER: f32 = 0.4;
/// How far apart figures stand that wait.
const PITCH: f32 = 1.5;
/// The most of them in a line.
const MOST_IN_LINE: usize = 24;

/// The base of a figure: seats differ by its form, too, for whoever cannot tell their colours.
fn base(seat: Seat, centre: (f32, f32), radius: f32, paint: Paint) -> Shape {
    let corners = match seat.index() % 4 {
        0 => return Shape::Circle { centre, radius, paint },
        1 => 4,
        2 => 3,
        _ => 5,
    };
    // About as large as the disc.
    let radius = radius * [0.0, 1.2, 1.35, 1.12][seat.index() % 4];
    let corner = |at: i32| {
        let turn = std::f32::consts::TAU * (at as f32 / corners as f32 - 0.25);
        let turn = if corners == 4 { turn + std::f32::consts::FRAC_PI_4 } else { turn };
        (centre.0 + radius * turn.cos(), centre.1 + radius * turn.sin())
    };
    Shape::Polygon { points: (0..corners).map(corner).collect(), paint }
}

fn words(at: (f32, f32), size: f32, words: String, colour: &str) -> Shape {
    Shape::Text { at, size, words, colour: colour.to_string() }
}

/// The way of a figure that walks or flies, its leading end's.
pub(crate) fn way(game: &HeroScape, state: &State, action: &Action) -> Option<Shape> {
    let board = &game.ground.board;
    let (figure, spaces) = match action {
        Action::Move { figure, path, .. } => (*figure, path.as_slice()),
        Action::Fly { figure, to, .. } => (*figure, std::slice::from_ref(to)),
        _ => return None,
    };
    let from = state.spaces(figure)?.lead;
    let mut points: Vec<_> =
        std::iter::once(&from).chain(spaces).map(|space| board.hex_of(*space).drawn()).collect();
    points.dedup();
    (points.len() > 1).then(|| Shape::way(points, 0.12))
}

/// Every figure that is on the battlefield or may still come to it.
pub(super) fn draw_figures(game: &HeroScape, state: &State, scene: &mut Scene) {
    let mut told = BTreeSet::new();
    for (id, figure) in state.all_figures() {
        if let Some(spaces) = state.spaces(id) {
            let board = &game.ground.board;
            // Who stands under something is drawn on the rim that is left of the space.
            let under = board.underside_above(spaces.lead).is_some();
            let place = |space| {
                let (x, y) = board.hex_of(space).drawn();
                (x, if under { y + UNDER } else { y })
            };
            let places = spaces.spaces().map(place).collect();
            // A card's markers are written beside one of its figures.
            let first = told.insert(figure.copy);
            draw_figure(game, state, id, (game.ground.level(spaces.lead), places), first, scene);
        }
    }
    draw_waiting(game, state, scene);
}

/// Figures that are not placed yet, in a line for each player below the battlefield.
fn draw_waiting(game: &HeroScape, state: &State, scene: &mut Scene) {
    let board = &game.ground.board;
    let middles = board.hex_ids().map(|hex| board.hex(hex).drawn());
    let (mut left, mut right, mut top) = (f32::MAX, f32::MIN, f32::MIN);
    for (x, y) in middles {
        (left, right, top) = (left.min(x - 0.8), right.max(x + 0.8), top.max(y + 1.6));
    }
    let in_line = (((right - left) / PITCH) as usize).clamp(6, MOST_IN_LINE);
    for seat in (0..state.seats()).map(Seat) {
        let waits = |(id, figure): (FigureId, &crate::position::state::Figure)| {
            let waits = figure.controller == seat && figure.place == Place::Reserve;
            waits.then_some(id)
        };
        let waiting: Vec<FigureId> = state.all_figures().filter_map(waits).collect();
        if waiting.is_empty() {
            continue;
        }
        let lines = waiting.len().div_ceil(in_line);
        let (wide, tall) = (in_line as f32 * PITCH, lines as f32 * PITCH + 0.7);
        let paint = Paint::filled("#f3efe2", seat_colour(seat), 0.06);
        let (far, low) = (left + wide, top + tall);
        let points = vec![(left, top), (far, top), (far, low), (left, low)];
        scene.shapes.push(Shape::Polygon { points, paint });
        let says = format!("not placed yet: {}", game.seat_word(seat));
        let at = (left + wide / 2.0, top + 0.4);
        scene.shapes.push(words(at, 0.45, says, seat_colour(seat)));
        for (at, id) in waiting.into_iter().enumerate() {
            let (column, line) = ((at % in_line) as f32, (at / in_line) as f32);
            let place = (left + (column + 0.5) * PITCH, top + 0.7 + (line + 0.5) * PITCH);
            draw_figure(game, state, id, (0, vec![place]), false, scene);
        }
        top += tall + 0.4;
    }
}

fn draw_figure(
    game: &HeroScape,
    state: &State,
    id: FigureId,
    (level, places): (i16, Vec<(f32, f32)>),
    with_markers: bool,
    scene: &mut Scene,
) {
    let Some(middle) = places.first().copied() else { return };
    let figure = state.figure(id);
    let (seat, wounds) = (figure.controller, figure.wounds);
    let card = game.card(state, id);
    let colour = seat_colour(seat);
    let name = game.figure_name(state, id);
    let (markers, marked) = marker_badges(state, figure.copy);
    let mut badges = Vec::new();
    if wounds > 0 {
        let words = format!("{wounds} of {} wounds", card.life);
        badges.push(Badge { mark: format!("-{wounds}"), words });
    }
    badges.extend(markers);
    let turn = turn_badge(state, id);
    badges.extend(turn.clone());
    let told = standings::figure_standing(game, state, id, String::new()).says.join(", ");
    let numbers = card_numbers(card);
    let thing = Thing {
        id: name.clone(),
        layer: Layer::Pieces,
        words: format!("{name} of {}, {}: {told}; {numbers}", game.seat_word(seat), card.name),
        owner: Some(seat),
        part_of: Some(game.copy_name(state, figure.copy)).filter(|card| *card != name),
        card: Some(card.id.clone()),
        badges,
        heights: (high(level), high(level + card.height)),
        ..Thing::default()
    };
    scene.thing(thing, |shapes| {
        // One base: its places are joined where they neighbour.
        for (at, one) in places.iter().enumerate() {
            let near = |other: &&(f32, f32)| (other.0 - one.0).hypot(other.1 - one.1) < 1.8;
            for other in places[at + 1..].iter().filter(near) {
                let paint = Paint::stroked(colour, 0.5);
                shapes.push(Shape::Line { points: vec![*one, *other], paint });
            }
        }
        for (at, place) in places.iter().enumerate() {
            let radius = if at == 0 { 0.45 } else { 0.3 };
            let paint = Paint::filled(colour, "#ffffff", 0.05).titled(name.clone());
            shapes.push(base(seat, *place, radius, paint));
        }
        shapes.push(words(middle, 0.38, draw::mark(game, state, id), "#ffffff"));
        if wounds > 0 {
            let at = (middle.0 + 0.46, middle.1 - 0.36);
            let paint = Paint::filled("#a00000", "#ffffff", 0.04);
            shapes.push(Shape::Circle { centre: at, radius: 0.24, paint });
            shapes.push(words(at, 0.3, format!("-{wounds}"), "#ffffff"));
        }
        if let Some(Badge { mark, .. }) = turn {
            let at = (middle.0 + 0.46, middle.1 + 0.4);
            let paint = Paint::filled("#efefef", "#3a3a3a", 0.04);
            shapes.push(Shape::Circle { centre: at, radius: 0.2, paint });
            shapes.push(words(at, 0.28, mark, "#1f1f1f"));
        }
        if with_markers && !marked.is_empty() {
            let at = (middle.0 - 0.46, middle.1 + 0.4);
            let paint = Paint::filled("#f7d774", "#5c4a12", 0.04);
            let radius = 0.2 + 0.06 * (marked.len() - 1) as f32;
            shapes.push(Shape::Circle { centre: at, radius, paint });
            shapes.push(words(at, 0.28, marked, "#3a2e08"));
        }
    });
}

/// What a figure has done in the turn that is under way.
fn turn_badge(state: &State, id: FigureId) -> Option<Badge> {
    let (mark, words) = match (state.turn.moved.contains(id), state.turn.attackers.contains(id)) {
        (false, false) => return None,
        (true, false) => ("m", "has moved in this turn"),
        (_, true) => ("v", "has attacked in this turn"),
    };
    Some(Badge { mark: mark.into(), words: words.into() })
}

/// The order markers on a card, as far as the state tells, each as a badge and all in a few letters.
fn marker_badges(state: &State, copy: CopyId) -> (Vec<Badge>, String) {
    let card = state.copy(copy);
    let known = (0..4).filter(|at| card.markers >> at & 1 == 1).map(|at| MARKERS[at]);
    let badge = |mark: &str| Badge { mark: mark.into(), words: format!("order marker {mark}") };
    let mut badges: Vec<Badge> = known.map(badge).collect();
    if card.hidden > 0 {
        let words = counted(card.hidden, "hidden order marker");
        badges.push(Badge { mark: "?".repeat(card.hidden.into()), words });
    }
    let marked: Vec<&str> = badges.iter().map(|badge| badge.mark.as_str()).collect();
    let marked = marked.join(" ");
    (badges, marked)
}
