//! The table as a picture, its facts by name, and what a position is worth.

use super::nouns::{Thing, say_thing};
use crate::position::{FigureId, Position, Post, SIDES};
use crate::steps::State;
use crate::tables::Skirmish;
use std::collections::BTreeMap;
use umpire_core::scene::{Scene, Span};
use umpire_core::seat::Seat;
use umpire_core::table::{Point, Token, scene_of};

const COLOURS: [&str; 2] = ["#b5482f", "#2f6db5"];

/// The table with everybody on it.
pub fn scene(game: &Skirmish, state: &State) -> Scene {
    let p = &state.position;
    let token = |id: FigureId| {
        let Post::At(at) = p.figure(id).post else { return None };
        let (label, side) = (p.name(game, id), p.figure(id).side.index());
        let letter = label.chars().next().unwrap_or('?').to_ascii_uppercase();
        let title = format!("{label} of {}: {}", SIDES[side].lettered(), condition(game, p, id));
        let radius = i32::from(p.unit(game, id).base) * 50;
        Some(Token { at, radius, letter, label, title, colour: COLOURS[side].to_string() })
    };
    let tokens: Vec<Token> = p.ids().filter_map(token).collect();
    let mut scene = scene_of(&game.map, &tokens);
    for (objective, held) in game.map.objectives.iter().zip(&p.held) {
        let holder = held.map_or("nobody".to_string(), Seat::lettered);
        scene.lines.push(vec![Span::plain(format!("* {}: {holder}", objective.name))]);
    }
    scene
}

/// How a figure is, in words.
fn condition(game: &Skirmish, p: &Position, id: FigureId) -> String {
    let figure = p.figure(id);
    let mut words = vec![match figure.post {
        Post::Waiting => "waits".to_string(),
        Post::Gone => "gone".to_string(),
        Post::At(_) => format!("lost {} of {}", figure.lost, p.unit(game, id).toughness),
    }];
    let states = [(figure.pinned, "pinned"), (figure.acted, "has acted"), (figure.tired, "tired")];
    words.extend(states.iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()));
    words.join(", ")
}

/// Facts of a position by name.
pub fn facts(game: &Skirmish, state: &State) -> BTreeMap<String, String> {
    let p = &state.position;
    let mut facts = BTreeMap::from([("round".to_string(), p.round.to_string())]);
    for id in p.ids() {
        let name = p.name(game, id);
        if let Post::At(at) = p.figure(id).post {
            facts.insert(format!("{name}.at"), say_thing(game, p, &Thing::Place(at)));
        }
        facts.insert(format!("{name}.is"), condition(game, p, id));
    }
    for (objective, held) in game.map.objectives.iter().zip(&p.held) {
        let holder = held.map_or("nobody".to_string(), Seat::lettered);
        facts.insert(format!("{}.held by", objective.name), holder);
    }
    facts
}

/// How good a position looks to a side: figures by their points, objectives held, ways still to go.
pub fn appraisal(game: &Skirmish, state: &State, side: Seat) -> f64 {
    let p = &state.position;
    if let Some(outcome) = state.outcome {
        let won = |seat: Seat| f64::from(u8::from(outcome.winners.contains(seat)));
        return 10_000.0 * (won(side) - won(crate::position::other(side)));
    }
    let sign = |of: Seat| if of == side { 1.0 } else { -1.0 };
    let mut worth = 0.0;
    for id in p.ids().filter(|id| p.figure(*id).post != Post::Gone) {
        let (figure, unit) = (p.figure(id), p.unit(game, id));
        let left =
            f64::from(unit.toughness.saturating_sub(figure.lost)) / f64::from(unit.toughness);
        let fit = if figure.pinned { 0.7 } else { 1.0 };
        worth += sign(figure.side) * f64::from(unit.points) * (0.4 + 0.6 * left) * fit;
        if let Post::At(at) = figure.post {
            worth += sign(figure.side) * nearness(game, p, figure.side, at);
        }
    }
    let held = p.held.iter().flatten();
    worth + held.map(|holder| 40.0 * sign(*holder)).sum::<f64>()
}

/// What it is worth to a side to stand at a place: the nearer to objectives, those it does not hold most of all.
fn nearness(game: &Skirmish, p: &Position, side: Seat, at: Point) -> f64 {
    let objectives = game.map.objectives.iter().zip(&p.held);
    let worth = objectives.map(|(objective, held)| {
        let inches = f64::from(at.distance_to(objective.at)) / 2540.0;
        let wanted = if *held == Some(side) { 0.4 } else { 1.0 };
        wanted * (24.0 - inches.max(2.0)).max(0.0)
    });
    worth.fold(0.0, f64::max)
}
