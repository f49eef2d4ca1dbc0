//! Facts of a position by name, for tests and programs.

use super::nouns::stance_words;
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{Body, State};
use crate::position::{names, units};
use crate::rules::{shelter, sight, victory};
use std::collections::BTreeMap;
use umpire_core::seat::Seat;

/// Above so many pairs, who sees whom is not told as facts.
const MOST_PAIRS: usize = 400;

/// Every fact: `wolves.markers`, `wolves 1.at`, `keep.damage`, `turn`, `acting`, and so on.
pub(crate) fn list_facts(game: &EaHeresy, state: &State) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    facts_of_formations(game, state, &mut facts);
    facts_of_units(game, state, &mut facts);
    facts_of_ground(game, state, &mut facts);
    facts_of_play(game, state, &mut facts);
    facts_of_sight(game, state, &mut facts);
    facts
}

fn facts_of_formations(game: &EaHeresy, state: &State, facts: &mut BTreeMap<String, String>) {
    for it in state.all_formations() {
        let (name, formation) = (names::formation_word(game, it), state.formation(it));
        let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
        put("markers", formation.markers.to_string());
        put("broken", formation.broken.to_string());
        put("stance", stance_words(formation.stance));
        put("owner", names::seat_word(game, formation.owner));
        put("size", units::size(game, state, it).to_string());
        put("units", state.members(it).count().to_string());
        put("rallied", formation.rallied.to_string());
    }
}

fn facts_of_units(game: &EaHeresy, state: &State, facts: &mut BTreeMap<String, String>) {
    for it in state.all_units() {
        let (name, unit) = (names::unit_word(game, it), state.unit(it));
        let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
        put("at", names::whereabouts_words(game, unit.place));
        put("damage", unit.damage.to_string());
        put("facing", unit.facing.to_degrees().to_string());
        put("alive", unit.alive().to_string());
        put("popped_up", unit.popped_up.to_string());
        put(
            "shields",
            units::model(game, unit).shields().saturating_sub(unit.shields_down).to_string(),
        );
        let pieces = units::pieces_under(game, state, it);
        let names: Vec<String> =
            pieces.iter().map(|piece| names::piece_word(game, *piece)).collect();
        put("ground", if names.is_empty() { "open".into() } else { names.join(", ") });
    }
}

fn facts_of_ground(game: &EaHeresy, state: &State, facts: &mut BTreeMap<String, String>) {
    for stronghold in &state.strongholds {
        let piece = stronghold.piece;
        let name = names::piece_word(game, piece);
        let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
        put("damage", stronghold.damage.to_string());
        let holder = state.holder(piece);
        put("owner", holder.map_or("nobody".into(), |seat| names::seat_word(game, seat)));
        put("ruined", units::is_ruined(game, state, piece).to_string());
        let inside: Vec<String> =
            state.occupants(piece).map(|unit| names::unit_word(game, unit)).collect();
        put("inside", if inside.is_empty() { "nobody".into() } else { inside.join(", ") });
        let (used, room) = shelter::room_in(game, state, piece);
        put("spaces", format!("{used} of {room}"));
    }
    for (at, objective) in state.objectives.iter().enumerate() {
        let name = format!("objective {}", at + 1);
        facts.insert(format!("{name}.at"), said_place(objective.at));
        facts.insert(format!("{name}.held"), names::seat_word(game, objective.held));
        let by = Seat::SIDES.into_iter().find(|seat| victory::controls(game, state, *seat, at));
        let by = by.map_or("nobody".into(), |seat| names::seat_word(game, seat));
        facts.insert(format!("{name}.controlled"), by);
    }
}

fn facts_of_play(game: &EaHeresy, state: &State, facts: &mut BTreeMap<String, String>) {
    let mut put = |fact: &str, is: String| facts.insert(fact.to_string(), is);
    put("turn", state.turn.to_string());
    put("initiative", names::seat_word(game, state.initiative));
    let acting = state.acting;
    put("acting", acting.map_or("nobody".into(), |it| names::formation_word(game, it.formation)));
    put("order", acting.map_or("none".into(), |it| it.order.name().to_string()));
    put("over", state.over.is_some().to_string());
    for (at, side) in state.sides.iter().enumerate() {
        let name = game.side_name(Seat(at as u8));
        put(&format!("points {name}"), side.points.to_string());
        let spirit = victory::spirit_of(game, state, Seat(at as u8))
            .map(|it| names::formation_word(game, it));
        put(&format!("spirit {name}"), spirit.collect::<Vec<_>>().join(", "));
    }
}

/// Who sees whom, of the two sides and with strongholds, where there are not too many.
fn facts_of_sight(game: &EaHeresy, state: &State, facts: &mut BTreeMap<String, String>) {
    let bodies = |seat: Seat| units::units_of(state, seat).map(Body::Unit).collect::<Vec<_>>();
    let (near, far) = (bodies(Seat(0)), bodies(Seat(1)));
    let walls: Vec<Body> = state.strongholds.iter().map(|it| Body::Stronghold(it.piece)).collect();
    if near.len() * far.len() + (near.len() + far.len()) * walls.len() > MOST_PAIRS {
        return;
    }
    let mut pair = |a: Body, b: Body| {
        let sees = sight::sees(game, state, a, b).to_string();
        let (one, other) = (names::body_word(game, a), names::body_word(game, b));
        facts.insert(format!("sees {other} {one}"), sees.clone());
        facts.insert(format!("sees {one} {other}"), sees);
    };
    for a in &near {
        far.iter().for_each(|b| pair(*a, *b));
    }
    for a in near.iter().chain(&far) {
        walls.iter().for_each(|b| pair(*a, *b));
    }
}
