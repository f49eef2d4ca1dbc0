//! Facts of a position by name, for tests and programs.

use super::names::said_place;
use super::say_action::stance_words;
use crate::game::EaHeresy;
use crate::state::{Body, State};
use std::collections::BTreeMap;
use umpire_core::seat::Seat;

/// Above so many pairs, who sees whom is not told as facts.
const MOST_PAIRS: usize = 400;

impl EaHeresy {
    /// Every fact: `wolves.markers`, `wolves 1.at`, `keep.damage`, `turn`, `acting`, and so on.
    pub(crate) fn list_facts(&self, state: &State) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::new();
        self.facts_of_formations(state, &mut facts);
        self.facts_of_units(state, &mut facts);
        self.facts_of_ground(state, &mut facts);
        self.facts_of_play(state, &mut facts);
        self.facts_of_sight(state, &mut facts);
        facts
    }

    fn facts_of_formations(&self, state: &State, facts: &mut BTreeMap<String, String>) {
        for it in state.all_formations() {
            let (name, formation) = (self.formation_word(it), state.formation(it));
            let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
            put("markers", formation.markers.to_string());
            put("broken", formation.broken.to_string());
            put("stance", stance_words(formation.stance));
            put("owner", self.seat_word(formation.owner));
            put("size", self.size(state, it).to_string());
            put("units", state.members(it).count().to_string());
            put("rallied", formation.rallied.to_string());
        }
    }

    fn facts_of_units(&self, state: &State, facts: &mut BTreeMap<String, String>) {
        for it in state.all_units() {
            let (name, unit) = (self.unit_word(it), state.unit(it));
            let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
            put("at", self.whereabouts_words(unit.place));
            put("damage", unit.damage.to_string());
            put("facing", unit.facing.to_degrees().to_string());
            put("alive", unit.alive().to_string());
            put("popped_up", unit.popped_up.to_string());
            put(
                "shields",
                self.model(unit).shields().saturating_sub(unit.shields_down).to_string(),
            );
            let pieces = self.pieces_under(state, it);
            let names: Vec<String> = pieces.iter().map(|piece| self.piece_word(*piece)).collect();
            put("ground", if names.is_empty() { "open".into() } else { names.join(", ") });
        }
    }

    fn facts_of_ground(&self, state: &State, facts: &mut BTreeMap<String, String>) {
        for stronghold in &state.strongholds {
            let piece = stronghold.piece;
            let name = self.piece_word(piece);
            let mut put = |fact: &str, is: String| facts.insert(format!("{name}.{fact}"), is);
            put("damage", stronghold.damage.to_string());
            let holder = state.holder(piece);
            put("owner", holder.map_or("nobody".into(), |seat| self.seat_word(seat)));
            put("ruined", self.is_ruined(state, piece).to_string());
            let inside: Vec<String> =
                state.occupants(piece).map(|unit| self.unit_word(unit)).collect();
            put("inside", if inside.is_empty() { "nobody".into() } else { inside.join(", ") });
            let (used, room) = self.room_in(state, piece);
            put("spaces", format!("{used} of {room}"));
        }
        for (at, objective) in state.objectives.iter().enumerate() {
            let name = format!("objective {}", at + 1);
            facts.insert(format!("{name}.at"), said_place(objective.at));
            facts.insert(format!("{name}.held"), self.seat_word(objective.held));
            let by = [Seat(0), Seat(1)].into_iter().find(|seat| self.controls(state, *seat, at));
            let by = by.map_or("nobody".into(), |seat| self.seat_word(seat));
            facts.insert(format!("{name}.controlled"), by);
        }
    }

    fn facts_of_play(&self, state: &State, facts: &mut BTreeMap<String, String>) {
        let mut put = |fact: &str, is: String| facts.insert(fact.to_string(), is);
        put("turn", state.turn.to_string());
        put("initiative", self.seat_word(state.initiative));
        let acting = state.acting;
        put("acting", acting.map_or("nobody".into(), |it| self.formation_word(it.formation)));
        put("order", acting.map_or("none".into(), |it| it.order.name().to_string()));
        put("over", state.over.is_some().to_string());
        for (at, side) in state.sides.iter().enumerate() {
            let name = self.side_name(Seat(at as u8));
            put(&format!("points {name}"), side.points.to_string());
            let spirit = self.spirit_of(state, Seat(at as u8)).map(|it| self.formation_word(it));
            put(&format!("spirit {name}"), spirit.collect::<Vec<_>>().join(", "));
        }
    }

    /// Who sees whom, of the two sides and with strongholds, where there are not too many.
    fn facts_of_sight(&self, state: &State, facts: &mut BTreeMap<String, String>) {
        let bodies = |seat: Seat| self.units_of(state, seat).map(Body::Unit).collect::<Vec<_>>();
        let (near, far) = (bodies(Seat(0)), bodies(Seat(1)));
        let walls: Vec<Body> =
            state.strongholds.iter().map(|it| Body::Stronghold(it.piece)).collect();
        if near.len() * far.len() + (near.len() + far.len()) * walls.len() > MOST_PAIRS {
            return;
        }
        let mut pair = |a: Body, b: Body| {
            let sees = self.sees(state, a, b).to_string();
            let (one, other) = (self.body_word(a), self.body_word(b));
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
}
