//! Facts of a position by name, for tests and programs.

use crate::game::HeroScape;
use crate::state::{Place, State};
use std::collections::BTreeMap;
use umpire_core::seat::Seat;

impl HeroScape {
    /// Every fact: `finn.at`, `finn.wounds`, `card finn.markers`, `round`, `turn`, and so on.
    pub(crate) fn facts_of(&self, state: &State) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::new();
        for (id, figure) in state.all_figures() {
            let name = self.figure_name(state, id);
            let at = match figure.place {
                Place::Board(spaces) => {
                    let names: Vec<_> = spaces.spaces().map(|s| self.ground.name(s)).collect();
                    names.join(" ")
                }
                Place::Reserve => "reserve".to_string(),
                Place::LeftOut => "out".to_string(),
                Place::Destroyed(on) => {
                    facts.insert(format!("{name}.on"), self.copy_name(state, on));
                    "dead".to_string()
                }
            };
            facts.insert(format!("{name}.at"), at);
            facts.insert(format!("{name}.wounds"), figure.wounds.to_string());
            facts.insert(format!("{name}.controller"), self.seat_word(figure.controller));
            let engaged = state.spaces(id).is_some() && self.is_engaged(state, id);
            facts.insert(format!("{name}.engaged"), engaged.to_string());
            let carried = state.carried_by(id).filter_map(|kind| self.glyph(kind));
            let carried: Vec<&str> = carried.map(|glyph| glyph.id.as_str()).collect();
            if !carried.is_empty() {
                facts.insert(format!("{name}.carries"), carried.join(" "));
            }
        }
        for (id, copy) in state.all_copies() {
            let name = format!("card {}", self.copy_name(state, id));
            let markers: Vec<&str> = ["1", "2", "3", "X"]
                .into_iter()
                .enumerate()
                .filter(|(at, _)| copy.markers >> at & 1 == 1)
                .map(|(_, word)| word)
                .collect();
            facts.insert(format!("{name}.markers"), markers.join(" "));
            facts.insert(format!("{name}.hidden"), copy.hidden.to_string());
            facts.insert(format!("{name}.casualties"), copy.casualties.to_string());
            facts.insert(format!("{name}.in_play"), self.in_play(state, id).to_string());
        }
        for glyph in &state.glyphs {
            let kind = glyph
                .kind
                .map_or("unknown", |kind| self.catalog.glyphs[usize::from(kind.0)].id.as_str());
            let face = if glyph.face_up { "up" } else { "hidden" };
            let name = self.ground.name(glyph.space);
            facts.insert(format!("glyph {name}"), format!("{kind} {face}"));
        }
        for (at, door) in (0u8..).zip(&state.doors) {
            let how = match (self.is_broken(state, at), door.open, door.barred) {
                (true, ..) => "broken",
                (_, true, _) => "open",
                (.., true) => "barred",
                _ => "shut",
            };
            let name = format!("door {}", self.door_name(at));
            facts.insert(name.clone(), how.into());
            facts.insert(format!("{name}.wounds"), door.wounds.to_string());
        }
        for (at, tally) in state.tallies.iter().enumerate() {
            if tally.rounds > 0 {
                let seats: Vec<_> = tally.seats.iter().map(|seat| self.seat_word(seat)).collect();
                let words = format!("{} {}", seats.join(" "), tally.rounds);
                facts.insert(format!("goal {}.held", at + 1), words);
            }
        }
        for (at, score) in (0u8..).zip(&state.scores) {
            facts.insert(format!("score {}", self.seat_word(Seat(at))), score.to_string());
        }
        facts.insert("round".into(), state.round.to_string());
        let turn = state.turn.copy.map_or("none".to_string(), |copy| self.copy_name(state, copy));
        facts.insert("turn".into(), turn);
        let seat = state.turn.copy.map_or("none".to_string(), |_| self.seat_word(state.turn.seat));
        facts.insert("turn.seat".into(), seat);
        facts.insert("attacking".into(), state.turn.attacking.to_string());
        let left = state
            .turn
            .moving
            .map_or("none".to_string(), |moving| (moving.budget - moving.spent).to_string());
        facts.insert("points_left".into(), left);
        facts.insert("first".into(), self.seat_word(state.first));
        for seat in (0..state.seats()).map(Seat) {
            let points = crate::steps::round::points(self, state, seat);
            facts.insert(format!("points {}", self.seat_word(seat)), points.to_string());
        }
        facts
    }
}
