//! Facts of a position by name, for tests and programs.

use crate::position::game::HeroScape;
use crate::position::state::{Place, State};
use crate::position::{glyphs, structures};
use std::collections::BTreeMap;
use umpire_core::seat::Seat;

/// Every fact: `finn.at`, `finn.wounds`, `card finn.markers`, `round`, `turn`, and so on.
pub(crate) fn facts_of(game: &HeroScape, state: &State) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    for (id, figure) in state.all_figures() {
        let name = game.figure_name(state, id);
        let at = match figure.place {
            Place::Board(spaces) => {
                let names: Vec<_> = spaces.spaces().map(|s| game.ground.name(s)).collect();
                names.join(" ")
            }
            Place::Reserve => "reserve".to_string(),
            Place::LeftOut => "out".to_string(),
            Place::Destroyed(on) => {
                facts.insert(format!("{name}.on"), game.copy_name(state, on));
                "dead".to_string()
            }
        };
        facts.insert(format!("{name}.at"), at);
        facts.insert(format!("{name}.wounds"), figure.wounds.to_string());
        facts.insert(format!("{name}.controller"), game.seat_word(figure.controller));
        let engaged = state.spaces(id).is_some() && game.is_engaged(state, id);
        facts.insert(format!("{name}.engaged"), engaged.to_string());
        let carried = state.carried_by(id).filter_map(|kind| glyphs::glyph(game, kind));
        let carried: Vec<&str> = carried.map(|glyph| glyph.id.as_str()).collect();
        if !carried.is_empty() {
            facts.insert(format!("{name}.carries"), carried.join(" "));
        }
    }
    for (id, copy) in state.all_copies() {
        let name = format!("card {}", game.copy_name(state, id));
        let markers: Vec<&str> = ["1", "2", "3", "X"]
            .into_iter()
            .enumerate()
            .filter(|(at, _)| copy.markers >> at & 1 == 1)
            .map(|(_, word)| word)
            .collect();
        facts.insert(format!("{name}.markers"), markers.join(" "));
        facts.insert(format!("{name}.hidden"), copy.hidden.to_string());
        facts.insert(format!("{name}.casualties"), copy.casualties.to_string());
        facts.insert(format!("{name}.in_play"), game.in_play(state, id).to_string());
    }
    for glyph in &state.glyphs {
        let kind = glyph
            .kind
            .map_or("unknown", |kind| game.catalog.glyphs[usize::from(kind.0)].id.as_str());
        let face = if glyph.face_up { "up" } else { "hidden" };
        let name = game.ground.name(glyph.space);
        facts.insert(format!("glyph {name}"), format!("{kind} {face}"));
    }
    for (at, door) in (0u8..).zip(&state.doors) {
        let how = match (structures::is_broken(game, state, at), door.open, door.barred) {
            (true, ..) => "broken",
            (_, true, _) => "open",
            (.., true) => "barred",
            _ => "shut",
        };
        let name = format!("door {}", structures::door_name(game, at));
        facts.insert(name.clone(), how.into());
        facts.insert(format!("{name}.wounds"), door.wounds.to_string());
    }
    for (at, tally) in state.tallies.iter().enumerate() {
        if tally.rounds > 0 {
            let seats: Vec<_> = tally.seats.iter().map(|seat| game.seat_word(seat)).collect();
            let words = format!("{} {}", seats.join(" "), tally.rounds);
            facts.insert(format!("goal {}.held", at + 1), words);
        }
    }
    for (at, score) in (0u8..).zip(&state.scores) {
        facts.insert(format!("score {}", game.seat_word(Seat(at))), score.to_string());
    }
    facts.insert("round".into(), state.round.to_string());
    let turn = state.turn.copy.map_or("none".to_string(), |copy| game.copy_name(state, copy));
    facts.insert("turn".into(), turn);
    let seat = state.turn.copy.map_or("none".to_string(), |_| game.seat_word(state.turn.seat));
    facts.insert("turn.seat".into(), seat);
    facts.insert("attacking".into(), state.turn.attacking.to_string());
    let left = state
        .turn
        .moving
        .map_or("none".to_string(), |moving| (moving.budget - moving.spent).to_string());
    facts.insert("points_left".into(), left);
    facts.insert("first".into(), game.seat_word(state.first));
    for seat in (0..state.seats()).map(Seat) {
        let points = crate::steps::round::points(game, state, seat);
        facts.insert(format!("points {}", game.seat_word(seat)), points.to_string());
    }
    facts
}
