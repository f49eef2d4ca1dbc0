//! Where a figure can go: how far in sixteen directions, what ends the way, whom it could charge.

use super::nouns::{Noun, Thing};
use super::picture::scene;
use crate::position::{Piece, PieceId};
use crate::rules::movement::{APART, check_charge, straight};
use crate::steps::State;
use crate::tables::{Gait, Skirmish};
use umpire_core::command::Vocabulary;
use umpire_core::host::{Answer, Slip};
use umpire_core::table::Fan;
use umpire_core::{Seat, Silent};

/// Answers `reach FIGURE`.
pub fn reach(game: &Skirmish, state: &State, text: &str) -> Result<Answer, Slip> {
    let t = state.on(game);
    let Thing::Figure(id) = game.thing(state, Seat(0), Noun::Figure, text)? else {
        return Err(Slip::new("expected `reach FIGURE`"));
    };
    if !t.figures[id].stands() {
        return Err(Slip::new(format!("{} is not on the table", t.name(id))));
    }
    let base = t.base(id);
    let [advance, rush] = [Gait::Advance, Gait::Rush].map(|gait| straight(t, (id, &base), gait));
    let ways = [("advance", &advance), ("rush", &rush)];
    let Fan { rows, shapes } = game.field.fan(ways, APART, |id| t.name(id));
    let mut picture = scene(game, state);
    picture.shapes.extend(shapes.iter().cloned());
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
    Ok(Answer { headline, rows, scene: Some(picture), over: shapes, ..Answer::default() })
}
