//! Where a figure can go: how far in sixteen directions, what ends the way, whom it could charge.

use super::nouns::{Noun, Thing, say_thing};
use super::picture::scene;
use crate::position::{Piece, PieceId, Table};
use crate::rules::movement::{Obstacle, check_charge, straight};
use crate::steps::State;
use crate::tables::{Gait, Skirmish};
use umpire_core::command::Vocabulary;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::Silent;
use umpire_core::scene::{Paint, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{Facing, Point};

/// The names of the directions, from the right of the map against the clock.
const WINDS: [&str; 16] = [
    "E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE",
    "ESE",
];

/// Answers `reach FIGURE`.
pub fn reach(game: &Skirmish, state: &State, text: &str) -> Result<Answer, Slip> {
    let t = state.on(game);
    let Thing::Figure(id) = game.thing(state, Seat(0), Noun::Figure, text)? else {
        return Err(Slip::new("expected `reach FIGURE`"));
    };
    if !t.figures[id].stands() {
        return Err(Slip::new(format!("{} is not on the table", t.name(id))));
    }
    let head = ["towards", "advance to", "rush to", "what ends the rush"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut picture = scene(game, state);
    let mut rims: [Vec<(f32, f32)>; 2] = [Vec::new(), Vec::new()];
    for (number, wind) in WINDS.iter().enumerate() {
        let far = |gait| farthest(t, id, gait, number);
        let (advance, rush) = (far(Gait::Advance), far(Gait::Rush));
        let said =
            |at: &Option<Point>| at.map_or("-".to_string(), |at| say_thing(t, &Thing::Place(at)));
        let ends = what_ends(t, id, number);
        rows.push(vec![wind.to_string(), said(&advance), said(&rush), ends]);
        for (rim, place) in rims.iter_mut().zip([advance, rush]) {
            rim.push(game.map.drawn(place.unwrap_or_else(|| t.base(id).centre())));
        }
    }
    for (rim, colour) in rims.into_iter().zip(["#2f8f4e", "#d0a020"]) {
        let paint = Paint::stroked(colour, 0.15);
        picture.shapes.push(Shape::Polygon { points: rim, paint });
    }
    let may = |foe: &PieceId| check_charge(t, (id, *foe), &mut Silent).is_ok();
    let charges: Vec<String> = t.figures.enemies(id).filter(may).map(|foe| t.name(foe)).collect();
    let charges = match charges.is_empty() {
        true => "nobody".to_string(),
        false => charges.join(", "),
    };
    let (speed, figure) = (t.unit(id).speed, t.figures[id]);
    let first = match (figure.pinned, figure.acted) {
        (true, _) => "; it is pinned and loses an activation first",
        (false, true) => "; it has acted, and does so in the next round",
        (false, false) => "",
    };
    let headline = format!(
        "{} advances {speed}\" or rushes {}\", straight; it may charge {charges}{first}",
        t.name(id),
        2 * speed
    );
    Ok(Answer { headline, rows, scene: Some(picture), ..Answer::default() })
}

/// The end of a move as far as may be in a direction.
fn farthest(t: Table, id: PieceId, gait: Gait, wind: usize) -> Option<Point> {
    let base = t.base(id);
    straight(t, (id, &base), gait).towards(aim(t, id, wind))
}

/// A place in a direction, as far away as a rush goes over open ground.
fn aim(t: Table, id: PieceId, wind: usize) -> Point {
    let most = 2 * i32::from(t.unit(id).speed) * t.game.map.unit.one();
    let degrees = 45 * wind as i32 / 2;
    t.base(id).centre().plus(Facing::degrees(degrees).turn(Point::new(most, 0)))
}

/// What is in the way of a rush in a direction, or slows it.
fn what_ends(t: Table, id: PieceId, wind: usize) -> String {
    let base = t.base(id);
    let judged = straight(t, (id, &base), Gait::Rush).judge(aim(t, id, wind));
    match judged.stop {
        Some((_, Obstacle::Piece(piece))) => t.game.piece(piece).to_string(),
        Some((_, Obstacle::Figure(other))) => t.name(other),
        Some((_, Obstacle::Near(other))) => format!("an inch from {}", t.name(other)),
        None if !judged.on_table => "the edge of the table".to_string(),
        None if judged.slow.is_empty() => String::new(),
        None => "difficult ground".to_string(),
    }
}
