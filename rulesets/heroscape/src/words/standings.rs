//! How things stand: the turn, each player's cards and figures, glyphs, and powers that are not built.

use super::nouns::MARKERS;
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::state::{CopyId, FigureId, Place, State};
use umpire_core::host::Standing;
use umpire_core::seat::Seat;

impl HeroScape {
    /// What `status` tells, of what the viewer of a state may know.
    pub(super) fn list_standings(&self, state: &State) -> Vec<Standing> {
        let mut all = vec![self.turn_standing(state)];
        for (at, goal) in (0u8..).zip(&self.goals.list) {
            let by: Vec<_> = goal.by.iter().map(|seat| self.seat_word(seat)).collect();
            let mut standing = Standing::of("goals", format!("goal {}", at + 1));
            standing = standing.says(self.goal_words(at)).says(format!("for {}", by.join(", ")));
            let tally = state.tallies.get(usize::from(at)).filter(|tally| tally.rounds > 0);
            if let Some(tally) = tally {
                let seats: Vec<_> = tally.seats.iter().map(|seat| self.seat_word(seat)).collect();
                standing =
                    standing.says(format!("held by {}: {}", seats.join(" and "), tally.rounds));
            }
            if let Some(seats) = crate::steps::goals::holders(state, goal) {
                let seats: Vec<_> = seats.iter().map(|seat| self.seat_word(seat)).collect();
                standing = standing.closely(format!("now of {}", seats.join(" and ")));
            }
            all.push(standing);
        }
        for seat in (0..state.seats()).map(Seat) {
            let word = self.seat_word(seat);
            for (id, copy) in state.all_copies() {
                if copy.controller == seat {
                    all.push(self.card_standing(state, id, format!("cards of {word}")));
                }
            }
            for (id, figure) in state.all_figures() {
                if figure.controller == seat {
                    all.push(self.figure_standing(state, id, format!("figures of {word}")));
                }
            }
        }
        for (at, door) in (0u8..).zip(&state.doors) {
            let how = match (self.is_broken(state, at), door.open, door.barred) {
                (true, ..) => "broken",
                (_, true, _) => "open",
                (.., true) => "shut and barred",
                _ => "shut",
            };
            let name = format!("door at {}", self.door_name(at));
            let wounds = format!("{} wounds", door.wounds);
            all.push(Standing::of("doors", name).says(how).says(wounds));
        }
        for glyph in &state.glyphs {
            let kind = glyph.kind.filter(|_| glyph.face_up);
            let unread = if glyph.treasure { "a treasure, face down" } else { "unknown" };
            let known = kind.and_then(|kind| self.glyph(kind));
            let name = known.map_or(unread, |glyph| glyph.id.as_str());
            let at = self.ground.name(glyph.space);
            let standing = Standing::of("glyphs", format!("glyph at {at}")).says(name);
            all.push(match known {
                Some(glyph) => standing.closely(glyph.says.clone()),
                None => standing,
            });
        }
        all
    }

    fn turn_standing(&self, state: &State) -> Standing {
        let name = match state.round {
            0 => "the game".to_string(),
            round => format!("round {round}"),
        };
        let mut standing = Standing::of("the game", name).also("turn").also("round");
        standing = match state.turn.copy {
            Some(copy) => standing.says(format!(
                "turn of {} with {}",
                self.seat_word(state.turn.seat),
                self.copy_name(state, copy)
            )),
            None => standing,
        };
        for seat in (0..state.seats()).map(Seat) {
            let points = crate::steps::round::points(self, state, seat);
            standing = standing.says(format!("{} has {points} points left", self.seat_word(seat)));
            if crate::steps::goals::are_counted(self) {
                let score = state.scores.get(seat.index()).copied().unwrap_or(0);
                standing = standing.says(format!("{} has scored {score}", self.seat_word(seat)));
            }
            if crate::steps::is_drafting(state) {
                let left = crate::steps::draft::left(self, state, seat);
                let words = format!("{} may spend {left} points more", self.seat_word(seat));
                standing = standing.says(words);
            }
        }
        standing
    }

    fn card_standing(&self, state: &State, id: CopyId, group: String) -> Standing {
        let (copy, card) = (state.copy(id), self.card_of(state, id));
        let markers: Vec<&str> =
            (0..4).filter(|at| copy.markers >> at & 1 == 1).map(|at| MARKERS[at]).collect();
        let of_card = |its: FigureId| state.figure(its).copy == id;
        let waiting = state
            .all_figures()
            .filter(|(its, figure)| of_card(*its) && matches!(figure.place, Place::Reserve));
        let waiting = waiting.count();
        let mut standing = Standing::of(group, self.copy_name(state, id))
            .also(card.name.as_str())
            .says_if(!markers.is_empty(), || format!("marker {}", markers.join(" ")))
            .says_if(copy.hidden > 0, || {
                format!("{} hidden", super::say::count(copy.hidden, "marker"))
            })
            .says_if(copy.casualties > 0, || {
                format!("{} of {} figures lost", copy.casualties, card.figures)
            })
            .says_if(waiting > 0, || format!("{waiting} not placed yet"))
            .says_if(!self.in_play(state, id), || "out of play".to_string());
        for (_, power) in card.unbuilt() {
            standing = standing
                .says(format!("{} is not built", power.name))
                .closely(card.says_unbuilt(power));
        }
        standing.closely(super::card::card_numbers(card))
    }

    /// How a figure stands.
    pub(super) fn figure_standing(&self, state: &State, id: FigureId, group: String) -> Standing {
        let (figure, card) = (state.figure(id), self.card(state, id));
        let at = match figure.place {
            Place::Board(spaces) => {
                let names: Vec<String> =
                    spaces.spaces().map(|space| self.ground.name(space)).collect();
                format!("at {}", names.join(" "))
            }
            Place::Reserve => "not placed yet".to_string(),
            Place::LeftOut => "left out".to_string(),
            Place::Destroyed(_) => "destroyed".to_string(),
        };
        let engaged: Vec<String> = match state.spaces(id) {
            Some(_) => self
                .engaged_with(state, id)
                .iter()
                .map(|other| self.figure_name(state, *other))
                .collect(),
            None => Vec::new(),
        };
        let mut standing = Standing::of(group, self.figure_name(state, id))
            .also(self.mark(state, id))
            .says(at)
            .says_if(figure.wounds > 0, || format!("{} of {} wounds", figure.wounds, card.life))
            .says_if(!engaged.is_empty(), || format!("engaged with {}", engaged.join(", ")));
        for glyph in state.carried_by(id).filter_map(|kind| self.glyph(kind)) {
            standing = standing.says(format!("carries {}", glyph.name)).closely(glyph.says.clone());
        }
        if let Place::Board(Footprint { lead, .. }) = figure.place {
            let tile = &self.catalog.terrain.tiles[usize::from(self.ground.board.space(lead).kind)];
            standing =
                standing.closely(format!("on {}, level {}", tile.id, self.ground.level(lead)));
        }
        standing.closely(format!("card {}", self.copy_name(state, figure.copy)))
    }
}
