//! How things stand: the turn, goals, formations with their units, strongholds and who is inside, objectives.

use super::names::{count, said_place};
use super::say_action::stance_words;
use crate::game::EaHeresy;
use crate::shelter;
use crate::state::{FormationNo, State, Stronghold, UnitNo};
use crate::units;
use crate::victory;
use crate::words::names;
use umpire_core::host::Standing;
use umpire_core::seat::Seat;

/// What `status` tells.
pub(crate) fn list_standings(game: &EaHeresy, state: &State) -> Vec<Standing> {
    let mut all = vec![turn_standing(game, state)];
    for seat in [Seat(0), Seat(1)] {
        for it in state.all_formations().filter(|it| state.formation(*it).owner == seat) {
            all.push(formation_standing(game, state, it));
        }
    }
    all.extend(state.strongholds.iter().map(|it| stronghold_standing(game, state, it)));
    for (at, objective) in state.objectives.iter().enumerate() {
        let by =
            [Seat(0), Seat(1)].into_iter().find(|seat| victory::controls(game, state, *seat, at));
        let by = by.map_or("controlled by nobody".to_string(), |seat| {
            format!("controlled by {}", names::seat_word(game, seat))
        });
        let standing = Standing::of("objectives", format!("objective {}", at + 1))
            .says(format!("at {}", said_place(objective.at)))
            .says(by)
            .says_if(objective.blitz, || {
                format!("blitz objective of {}", names::seat_word(game, objective.side))
            });
        all.push(standing);
    }
    for seat in [Seat(0), Seat(1)] {
        let units = state.all_units().filter(|unit| state.owner(*unit) == seat);
        all.extend(units.map(|unit| unit_standing(game, state, unit).part()));
    }
    all
}

fn turn_standing(game: &EaHeresy, state: &State) -> Standing {
    let mut standing = Standing::of("the battle", format!("turn {}", state.turn)).also("turn");
    if let Some(acting) = state.acting {
        let (name, order) = (names::formation_word(game, acting.formation), acting.order.name());
        standing = standing.says(format!("{name} acts: {order}"));
    }
    for seat in [Seat(0), Seat(1)] {
        let (name, goals) = (names::seat_word(game, seat), victory::goals(game, state, seat));
        standing = standing.says(format!("{name} has {}", count(goals, "goal")));
    }
    standing
}

fn formation_standing(game: &EaHeresy, state: &State, it: FormationNo) -> Standing {
    let formation = state.formation(it);
    let units: Vec<UnitNo> = state.members(it).collect();
    let alive = units.iter().filter(|unit| state.unit(**unit).alive()).count();
    let group = format!("formations of {}", names::seat_word(game, formation.owner));
    let mut standing = Standing::of(group, names::formation_word(game, it))
        .says(format!("{alive} of {} alive", count(names::all_of(state, it).len() as i64, "unit")))
        .says_if(formation.markers > 0, || count(formation.markers, "blast marker"))
        .says_if(formation.broken, || "broken".to_string())
        .says(stance_words(formation.stance));
    let inside = units::strongholds_of(state, it);
    let inside: Vec<String> = inside.iter().map(|piece| names::piece_word(game, *piece)).collect();
    standing = standing.says_if(!inside.is_empty(), || format!("in {}", inside.join(", ")));
    for unit in units {
        let says = unit_standing(game, state, unit).says.join(", ");
        standing = standing.closely(format!("{}: {says}", names::unit_word(game, unit)));
    }
    standing
}

fn unit_standing(game: &EaHeresy, state: &State, it: UnitNo) -> Standing {
    let unit = state.unit(it);
    let model = units::model(game, unit);
    let shields = model.shields();
    let pieces = units::pieces_under(game, state, it);
    let ground: Vec<String> = pieces.iter().map(|piece| names::piece_word(game, *piece)).collect();
    let group = format!("units of {}", names::seat_word(game, state.owner(it)));
    Standing::of(group, names::unit_word(game, it))
        .says(names::whereabouts_words(game, unit.place))
        .says_if(unit.damage > 0, || format!("{} damage", unit.damage))
        .says_if(shields > 0, || {
            let up = shields.saturating_sub(unit.shields_down);
            format!("{up} of {} up", count(shields, "shield"))
        })
        .says_if(unit.popped_up, || "popped up".to_string())
        .says_if(!ground.is_empty(), || format!("in {}", ground.join(", ")))
}

fn stronghold_standing(game: &EaHeresy, state: &State, it: &Stronghold) -> Standing {
    let piece = it.piece;
    let capacity = units::walls(game, state, piece).map_or(0, |walls| walls.damage_capacity);
    let (used, room) = shelter::room_in(game, state, piece);
    let inside: Vec<String> =
        state.occupants(piece).map(|unit| names::unit_word(game, unit)).collect();
    let holder = state.holder(piece).map(|seat| names::seat_word(game, seat));
    Standing::of("strongholds", names::piece_word(game, piece))
        .says(format!("{} of {capacity} damage", it.damage))
        .says_if(units::is_ruined(game, state, piece), || "ruined".to_string())
        .says(holder.map_or("held by nobody".to_string(), |seat| format!("held by {seat}")))
        .says(format!("{} of {} free", room.saturating_sub(used), count(room, "space")))
        .says_if(!inside.is_empty(), || format!("inside: {}", inside.join(", ")))
}
