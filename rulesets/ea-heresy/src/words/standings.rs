//! How things stand: the turn, goals, formations with their units, strongholds and who is inside, objectives.

use super::names::{count, said_place};
use super::say_action::stance_words;
use crate::game::EaHeresy;
use crate::state::{FormationNo, State, Stronghold, UnitNo};
use umpire_core::host::Standing;
use umpire_core::seat::Seat;

impl EaHeresy {
    /// What `status` tells.
    pub(crate) fn list_standings(&self, state: &State) -> Vec<Standing> {
        let mut all = vec![self.turn_standing(state)];
        for seat in [Seat(0), Seat(1)] {
            for it in state.all_formations().filter(|it| state.formation(*it).owner == seat) {
                all.push(self.formation_standing(state, it));
            }
        }
        all.extend(state.strongholds.iter().map(|it| self.stronghold_standing(state, it)));
        for (at, objective) in state.objectives.iter().enumerate() {
            let by = [Seat(0), Seat(1)].into_iter().find(|seat| self.controls(state, *seat, at));
            let by = by.map_or("controlled by nobody".to_string(), |seat| {
                format!("controlled by {}", self.seat_word(seat))
            });
            let standing = Standing::of("objectives", format!("objective {}", at + 1))
                .says(format!("at {}", said_place(objective.at)))
                .says(by)
                .says_if(objective.blitz, || {
                    format!("blitz objective of {}", self.seat_word(objective.side))
                });
            all.push(standing);
        }
        for seat in [Seat(0), Seat(1)] {
            let units = state.all_units().filter(|unit| state.owner(*unit) == seat);
            all.extend(units.map(|unit| self.unit_standing(state, unit).part()));
        }
        all
    }

    fn turn_standing(&self, state: &State) -> Standing {
        let mut standing = Standing::of("the battle", format!("turn {}", state.turn)).also("turn");
        if let Some(acting) = state.acting {
            let (name, order) = (self.formation_word(acting.formation), acting.order.name());
            standing = standing.says(format!("{name} acts: {order}"));
        }
        for seat in [Seat(0), Seat(1)] {
            let (name, goals) = (self.seat_word(seat), self.goals(state, seat));
            standing = standing.says(format!("{name} has {}", count(goals, "goal")));
        }
        standing
    }

    fn formation_standing(&self, state: &State, it: FormationNo) -> Standing {
        let formation = state.formation(it);
        let units: Vec<UnitNo> = state.members(it).collect();
        let alive = units.iter().filter(|unit| state.unit(**unit).alive()).count();
        let group = format!("formations of {}", self.seat_word(formation.owner));
        let mut standing = Standing::of(group, self.formation_word(it))
            .says(format!(
                "{alive} of {} alive",
                count(self.all_of(state, it).len() as i64, "unit")
            ))
            .says_if(formation.markers > 0, || count(formation.markers, "blast marker"))
            .says_if(formation.broken, || "broken".to_string())
            .says(stance_words(formation.stance));
        let inside = self.strongholds_of(state, it);
        let inside: Vec<String> = inside.iter().map(|piece| self.piece_word(*piece)).collect();
        standing = standing.says_if(!inside.is_empty(), || format!("in {}", inside.join(", ")));
        for unit in units {
            let says = self.unit_standing(state, unit).says.join(", ");
            standing = standing.closely(format!("{}: {says}", self.unit_word(unit)));
        }
        standing
    }

    fn unit_standing(&self, state: &State, it: UnitNo) -> Standing {
        let unit = state.unit(it);
        let model = self.model(unit);
        let shields = model.shields();
        let pieces = self.pieces_under(state, it);
        let ground: Vec<String> = pieces.iter().map(|piece| self.piece_word(*piece)).collect();
        let group = format!("units of {}", self.seat_word(state.owner(it)));
        Standing::of(group, self.unit_word(it))
            .says(self.whereabouts_words(unit.place))
            .says_if(unit.damage > 0, || format!("{} damage", unit.damage))
            .says_if(shields > 0, || {
                let up = shields.saturating_sub(unit.shields_down);
                format!("{up} of {} up", count(shields, "shield"))
            })
            .says_if(unit.popped_up, || "popped up".to_string())
            .says_if(!ground.is_empty(), || format!("in {}", ground.join(", ")))
    }

    fn stronghold_standing(&self, state: &State, it: &Stronghold) -> Standing {
        let piece = it.piece;
        let capacity = self.walls(state, piece).map_or(0, |walls| walls.damage_capacity);
        let (used, room) = self.room_in(state, piece);
        let inside: Vec<String> = state.occupants(piece).map(|unit| self.unit_word(unit)).collect();
        let holder = state.holder(piece).map(|seat| self.seat_word(seat));
        Standing::of("strongholds", self.piece_word(piece))
            .says(format!("{} of {capacity} damage", it.damage))
            .says_if(self.is_ruined(state, piece), || "ruined".to_string())
            .says(holder.map_or("held by nobody".to_string(), |seat| format!("held by {seat}")))
            .says(format!("{} of {} free", room.saturating_sub(used), count(room, "space")))
            .says_if(!inside.is_empty(), || format!("inside: {}", inside.join(", ")))
    }
}
