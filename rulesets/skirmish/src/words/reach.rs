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
use umpire_core::table::{Point, compass};

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
    let most = t.unit(id).farthest(Gait::Rush);
    for (wind, aim) in compass(t.place(id), most) {
        let far = |gait| straight(t, (id, &t.base(id)), gait).towards(aim);
        let (advance, rush) = (far(Gait::Advance), far(Gait::Rush));
        let said =
            |at: &Option<Point>| at.map_or("-".to_string(), |at| say_thing(t, &Thing::Place(at)));
        let ends = what_ends(t, id, aim);
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

/// What is in the way of a rush towards a place, or slows it.
fn what_ends(t: Table, id: PieceId, aim: Point) -> String {
    let base = t.base(id);
    let judged = straight(t, (id, &base), Gait::Rush).judge(aim);
    match judged.stop {
        Some((_, Obstacle::Piece(piece))) => t.game.piece(piece).to_string(),
        Some((_, Obstacle::Figure(other))) => t.name(other),
        Some((_, Obstacle::Near(other))) => format!("an inch from {}", t.name(other)),
        None if !judged.on_table => "the edge of the table".to_string(),
        None if judged.slow.is_empty() => String::new(),
        None => "difficult ground".to_string(),
    }
}
