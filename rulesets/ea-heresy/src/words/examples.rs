//! Lines that work as they stand at a referee's table: for whoever sits down there first.

use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::state::State;
use crate::steps::free;
use umpire_core::seat::Seat;

/// Whom a referee finds at the table, and how to put them down.
pub fn greeting(game: &EaHeresy, state: &State) -> Vec<String> {
    let has = |seat: Seat| {
        let units = names::known_units(game, state, Some(seat));
        format!("{} has {units}", game.side_name(seat))
    };
    let sides = Seat::SIDES.map(has).join("; ");
    let names = Seat::SIDES.map(|seat| state.all_units().find(|unit| state.owner(*unit) == seat));
    let ask = match names {
        [Some(one), Some(other)] => {
            let [one, other] = [one, other].map(|unit| names::unit_word(game, unit));
            format!(", `los {one} {other}` then tells who sees whom")
        }
        _ => String::new(),
    };
    let line = examples(game, state).into_iter().next();
    let line = line.map(|line| format!("`{line}` puts a unit there{ask}; `list` shows more"));
    std::iter::once(sides).chain(line).collect()
}

/// Lines that may be typed now: some put units down, then some ask.
pub(crate) fn examples(game: &EaHeresy, state: &State) -> Vec<String> {
    let mut lines = free::placings(game, state);
    let (own, foe) = (free::at_hand(state, Seat(0)), free::at_hand(state, Seat(1)));
    if let Some(unit) = own.or(foe) {
        let formation = names::formation_word(game, state.unit(unit).formation);
        lines.push(format!("markers {formation} 1"));
        lines.push(format!("unit {}", names::unit_word(game, unit)));
        lines.push(format!("where {}", names::unit_word(game, unit)));
    }
    if let (Some(own), Some(foe)) = (own, foe) {
        let [a, b] = [own, foe].map(|unit| names::unit_word(game, unit));
        let [one, two] =
            [own, foe].map(|unit| names::formation_word(game, state.unit(unit).formation));
        lines.push(format!("range {a} {b}"));
        lines.push(format!("fire {one} at {two}"));
        lines.push(format!("los {a} {b}"));
    }
    lines
}
